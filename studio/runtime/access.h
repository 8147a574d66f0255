// What a request may be under a key of the clients' list. Pure.
#pragma once

#include "proto/wire/client_list.h"
#include "studio/v1/command.pb.h"

#include <optional>
#include <string>

namespace studio::runtime {

using proto::wire::AccessEntry;
using proto::wire::AccessList;
using proto::wire::role_name;
using proto::wire::role_names;
using proto::wire::role_of;
using proto::wire::Speaks;

struct AccessRefusal {
    std::string clause; // "AUTH.table", "AUTH.role", "AUTH.name"; "WAGER.currency", "WAGER.limit" of the distributor's own limits
    std::string reason;
};
// What the request may be under this key. Fills in by and role where the request leaves them to the key.
[[nodiscard]] std::optional<AccessRefusal> admit(const AccessEntry& entry, v1::CommandRequest& request);

} // namespace studio::runtime
