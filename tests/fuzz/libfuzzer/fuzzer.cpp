// libFuzzer's entry: the first byte chooses the door. Built by tests/fuzz/long.sh.
#include "tests/fuzz/doors.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto& doors = studio::fuzz::doors();
    const auto& door = doors[data[0] % doors.size()];
    const auto outcome = door.take({reinterpret_cast<const char*>(data) + 1, size - 1}); // NOLINT: libFuzzer's own type
    if (outcome.broken.empty()) return 0;
    std::fprintf(stderr, "%s: %s\n", door.name, outcome.broken.c_str()); // NOLINT: the last words of a finding
    std::abort();
}
