// Shares as the rules print them: nine decimals, rounded to the nearest.
#pragma once

#include <cstdint>

namespace engine::poker {

// numerator / denominator in units of 10^-decimals, by long division: no step passes ten denominators.
inline std::int64_t in_decimals(std::int64_t numerator, std::int64_t denominator, int decimals) {
    const bool below = numerator < 0;
    auto rest = below ? -numerator : numerator;
    auto share = rest / denominator;
    for (int i = 0; i < decimals; ++i) {
        rest = rest % denominator * 10;
        share = share * 10 + rest / denominator;
    }
    if (rest % denominator * 2 >= denominator) ++share;
    return below ? -share : share;
}
inline std::int64_t billionths(std::int64_t numerator, std::int64_t denominator) {
    return in_decimals(numerator, denominator, 9);
}
inline std::int64_t billionths_of_a_percent(std::int64_t numerator, std::int64_t denominator) {
    return in_decimals(numerator, denominator, 11);
}

} // namespace engine::poker
