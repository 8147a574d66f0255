// Commands as clients send them.
#pragma once

#include "studio/v1/command.pb.h"

#include <string>

namespace studio::testing {

inline v1::CommandRequest pause(const std::string& table, const std::string& by = "", v1::Role role = v1::ROLE_UNSPECIFIED) {
    v1::CommandRequest request;
    request.set_table_id(table);
    request.set_by(by);
    request.set_role(role);
    request.mutable_pause_table()->set_reason("tea");
    return request;
}

} // namespace studio::testing
