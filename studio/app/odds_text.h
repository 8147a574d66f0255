// How odds are printed: exact integers beside shares rounded by long division.
#pragma once

#include "engine/core/ratio.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace studio::app {

// "29,518,332,480"
[[nodiscard]] std::string grouped(std::int64_t number);
// "0.288465586": so many decimals, rounded to the nearest, halves away from zero.
[[nodiscard]] std::string decimal(const engine::Ratio& ratio, int decimals);
// "98.749907 %"
[[nodiscard]] std::string percent(const engine::Ratio& ratio, int decimals);
// "31 / 415", in lowest terms as the ratio is.
[[nodiscard]] std::string fraction(const engine::Ratio& ratio);

// One line of a table: a name, what is exact, and its share.
void print_row(std::ostream& out, std::string_view name, const std::string& exact, const std::string& share);

} // namespace studio::app
