// Every event and input with its optional parts on and off, and every enumeration value at least once.
#pragma once

#include "engine/core/input.h"

#include <vector>

namespace proto::codec::samples {

[[nodiscard]] std::vector<engine::Event> public_events();
[[nodiscard]] std::vector<engine::Event> private_events();
[[nodiscard]] std::vector<engine::Input> inputs();

} // namespace proto::codec::samples
