// Engine time: data on each input, never read from a clock here.
#pragma once

#include <chrono>

namespace engine {

using Duration = std::chrono::nanoseconds;
using Time = std::chrono::sys_time<Duration>; // UTC; a recorded table uses video time, counted from 0

} // namespace engine
