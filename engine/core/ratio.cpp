#include "engine/core/ratio.h"

#include "engine/core/check.h"

#include <numeric>

namespace engine {

Ratio reduced(std::int64_t numerator, std::int64_t denominator) {
    check(denominator > 0, "a ratio over zero");
    const auto divisor = std::gcd(numerator, denominator);
    return {numerator / divisor, denominator / divisor};
}

} // namespace engine
