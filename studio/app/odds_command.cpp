#include "studio/app/odds_command.h"

#include "engine/core/ratio.h"
#include "engine/pok_deng/odds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iomanip>
#include <string_view>

namespace studio::app {

namespace {

using engine::Ratio;

// "29,518,332,480"
std::string grouped(std::int64_t number) {
    auto digits = std::to_string(number < 0 ? -number : number);
    for (auto at = static_cast<std::int64_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    if (number < 0) digits.insert(0, 1, '-');
    return digits;
}

// "98.749907 %": six decimals, rounded to the nearest, halves away from zero, by long division: no step passes a hundred numerators.
std::string percent(const Ratio& ratio) {
    constexpr int decimals = 6;
    auto rest = ratio.numerator < 0 ? -ratio.numerator : ratio.numerator;
    rest *= 100;
    auto millionths = rest / ratio.denominator;
    rest %= ratio.denominator;
    for (int i = 0; i < decimals; ++i) {
        rest *= 10;
        millionths = millionths * 10 + rest / ratio.denominator;
        rest %= ratio.denominator;
    }
    if (rest * 2 >= ratio.denominator) ++millionths;
    auto text = std::to_string(millionths);
    if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
    text.insert(text.size() - decimals, 1, '.');
    if (ratio.numerator < 0) text.insert(0, 1, '-');
    return text + " %";
}

std::string fraction(const Ratio& ratio) {
    return grouped(ratio.numerator) + " / " + grouped(ratio.denominator);
}

void row(std::ostream& out, std::string_view name, const std::string& exact, const Ratio& share) {
    out << "  " << std::left << std::setw(22) << name << std::right << std::setw(32) << exact << std::setw(16) << percent(share) << '\n';
}

void print_pok_deng(std::ostream& out) {
    namespace pok_deng = engine::pok_deng;
    const auto main = pok_deng::main_odds();
    const auto pair = pok_deng::pair_odds_of_shoe();
    const auto share = [](std::int64_t weight) { return engine::reduced(weight, pok_deng::main_deals); };
    const auto weight = [&](std::string_view name, std::int64_t deals) { row(out, name, grouped(deals), share(deals)); };

    out << "pok-deng, a fresh shoe of 8 decks, exact\n\n"
        << "Player bet: of " << grouped(pok_deng::main_deals) << " deals of a player's and the banker's hand\n";
    weight("wins 2:1", main.wins_two);
    weight("wins 1:1", main.wins_one);
    weight("tie", main.tie);
    weight("loses 1:1", main.loses_one);
    weight("loses 2:1", main.loses_two);
    weight("wins, all", main.wins_one + main.wins_two);
    weight("loses, all", main.loses_one + main.loses_two);
    row(out, "gain per stake", fraction(main.expected_gain()), main.expected_gain());
    row(out, "return", fraction(main.return_rate()), main.return_rate());
    out << "  (return: what comes back of all that is deducted, stake and hold)\n\nPair bet, 11:1\n";
    row(out, "wins", fraction(pair.wins), pair.wins);
    row(out, "loses", fraction({pair.wins.denominator - pair.wins.numerator, pair.wins.denominator}),
        {pair.wins.denominator - pair.wins.numerator, pair.wins.denominator});
    row(out, "return", fraction(pair.return_rate), pair.return_rate);
    out << "\nValue of a hand, highest first: of " << grouped(pok_deng::value_deals) << "\n";
    auto values = pok_deng::value_odds();
    std::ranges::reverse(values);
    for (const auto& [value, hands] : values) {
        row(out, value.text(), grouped(hands), engine::reduced(hands, pok_deng::value_deals));
    }
}

struct Printer {
    std::string_view game;
    void (*print)(std::ostream& out);
};
constexpr std::array printers{
    Printer{"pok-deng", print_pok_deng},
};

} // namespace

int odds_command(const std::string& game, std::ostream& out) {
    const auto found = std::ranges::find(printers, game, &Printer::game);
    if (found == printers.end()) {
        out << "game not known: " << game << '\n';
        return 2;
    }
    found->print(out);
    return 0;
}

} // namespace studio::app
