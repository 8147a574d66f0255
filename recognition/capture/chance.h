// Numbers that look like chance and are the same with every standard library.
#pragma once

#include <cstdint>

namespace recognition::capture {

// The step of splitmix64: neighbouring values give numbers that have nothing in common.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

} // namespace recognition::capture
