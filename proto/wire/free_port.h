// Ports for programs that this one starts.
#pragma once

#include <cstdint>

namespace proto::wire {

// A TCP port of this machine's loopback that is free now: `wanted` if it is, otherwise any. 0 when there is none.
[[nodiscard]] std::uint16_t free_port(std::uint16_t wanted = 0);

} // namespace proto::wire
