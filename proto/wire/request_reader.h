// Bytes of a stranger to a request, or why they are none. Pure; what fuzzers hammer.
#pragma once

#include "studio/v1/command.pb.h"
#include "studio/v1/replay.pb.h"

#include <string>
#include <string_view>

namespace proto::wire {

// Fills `into` as far as the bytes can be read, so that an answer can carry the request's id. Returns one sentence for whoever sent them;
// empty when they are a request that this version knows.
[[nodiscard]] std::string read_request(std::string_view bytes, ::studio::v1::ReplayRequest& into);
[[nodiscard]] std::string read_request(std::string_view bytes, ::studio::v1::CommandRequest& into);

} // namespace proto::wire
