// An exact share: two integers, no rounding anywhere.
#pragma once

#include <cstdint>

namespace engine {

// In lowest terms, denominator above 0.
struct Ratio {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    friend bool operator==(const Ratio&, const Ratio&) = default;
};
// A denominator that is not above 0 is a broken invariant.
[[nodiscard]] Ratio reduced(std::int64_t numerator, std::int64_t denominator);

} // namespace engine
