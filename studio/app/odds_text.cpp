#include "studio/app/odds_text.h"

#include <iomanip>

namespace studio::app {

namespace {

// numerator / denominator in units of 10^-decimals, by long division: no step passes ten denominators.
std::string long_division(const engine::Ratio& ratio, int decimals, int shift) {
    const bool below = ratio.numerator < 0;
    auto rest = below ? -ratio.numerator : ratio.numerator;
    auto units = rest / ratio.denominator;
    for (int i = 0; i < decimals + shift; ++i) {
        rest = rest % ratio.denominator * 10;
        units = units * 10 + rest / ratio.denominator;
    }
    if (rest % ratio.denominator * 2 >= ratio.denominator) ++units;
    auto text = std::to_string(units);
    const auto places = static_cast<std::size_t>(decimals);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
    return below ? "-" + text : text;
}

} // namespace

std::string grouped(std::int64_t number) {
    auto digits = std::to_string(number < 0 ? -number : number);
    for (auto at = static_cast<std::int64_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    if (number < 0) digits.insert(0, 1, '-');
    return digits;
}

std::string decimal(const engine::Ratio& ratio, int decimals) {
    return long_division(ratio, decimals, 0);
}

std::string percent(const engine::Ratio& ratio, int decimals) {
    return long_division(ratio, decimals, 2) + " %";
}

std::string fraction(const engine::Ratio& ratio) {
    return grouped(ratio.numerator) + " / " + grouped(ratio.denominator);
}

void print_row(std::ostream& out, std::string_view name, const std::string& exact, const std::string& share) {
    out << "  " << std::left << std::setw(32) << name << std::right << std::setw(32) << exact << std::setw(20) << share << '\n';
}

} // namespace studio::app
