#include "studio/app/odds_command.h"

#include "engine/core/ratio.h"
#include "engine/pok_deng/odds.h"
#include "studio/app/odds_text.h"
#include "studio/app/pay_table_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace studio::app {

namespace {

using engine::Ratio;

constexpr int decimals = 6;

void row(std::ostream& out, std::string_view name, const std::string& exact, const Ratio& share) {
    print_row(out, name, exact, percent(share, decimals));
}

void print_pok_deng(const std::optional<PayTables>&, Strategies, std::ostream& out) {
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

// The games, one line each. Those without an imperial row have no pay table and decide nothing.
struct Printer {
    std::string_view game;
    void (*print)(const std::optional<PayTables>& tables, Strategies strategies, std::ostream& out);
    std::optional<ImperialRow> imperial_row;
};
constexpr std::array printers{
    Printer{"pok-deng", print_pok_deng, std::nullopt},
    Printer{"russian-poker", print_russian_poker, ImperialRow::REFUSED},
    Printer{"imperial-poker", print_imperial_poker, ImperialRow::NEEDED},
    Printer{"poker-switch", print_poker_switch, ImperialRow::REFUSED},
};

std::string known_games() {
    std::string games;
    for (const auto& printer : printers)
        games += (games.empty() ? "" : ", ") + std::string(printer.game);
    return games;
}

int refuse(std::ostream& err, const std::string& reason) {
    err << "studio odds: " << reason << '\n';
    return 2;
}

} // namespace

int odds_command(const OddsOptions& options, std::ostream& out, std::ostream& err) {
    const auto found = std::ranges::find(printers, options.game, &Printer::game);
    if (found == printers.end()) return refuse(err, "game not known: " + options.game + "; there are " + known_games());
    if (options.strategies != Strategies::USUAL && !found->imperial_row) return refuse(err, options.game + " has no decisions");
    if (!options.pay_table) {
        found->print(std::nullopt, options.strategies, out);
        return 0;
    }
    if (!found->imperial_row) return refuse(err, options.game + " has no pay table");
    const auto tables = read_pay_tables(*options.pay_table, *found->imperial_row);
    if (!tables) return refuse(err, tables.error());
    found->print(*tables, options.strategies, out);
    return 0;
}

} // namespace studio::app
