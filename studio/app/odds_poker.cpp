#include "studio/app/odds_poker.h"

#include "engine/imperial_poker/settlement.h"
#include "engine/poker/odds.h"
#include "engine/poker_switch/settlement.h"
#include "engine/russian_poker/settlement.h"
#include "studio/app/odds_text.h"

#include <array>
#include <string>
#include <string_view>

namespace studio::app {

namespace {

namespace poker = engine::poker;
using engine::reduced;
using poker::Category;

constexpr int edge_decimals = 10;
constexpr int share_decimals = 9;

std::string category_text(Category category) {
    return category == Category::NONE ? "no game" : std::string(poker::name(category));
}

// The rows of a pay table, "ACE_KING 1, PAIR 1, ..".
std::string rows_text(const poker::BetTable& table) {
    auto text = poker::canonical_text(table);
    for (auto at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 2))
        text.insert(at, ",");
    return text;
}

// Hands ------------------------------------------------------------------------------------------------------------------------

void print_second_combinations(const poker::CombinationCounts& counts, std::int64_t hands, std::ostream& out) {
    for (int primary = poker::category_count - 1; primary >= 0; --primary) {
        for (int second = poker::category_count - 1; second >= 0; --second) {
            const auto count = counts.pairs[static_cast<std::size_t>(primary)][static_cast<std::size_t>(second)];
            if (count == 0) continue;
            const auto name = "  " + category_text(static_cast<Category>(primary)) + " + " + category_text(static_cast<Category>(second));
            print_row(out, name, grouped(count), percent(reduced(count, hands), edge_decimals));
        }
    }
}

enum class SecondRows : std::uint8_t { SHOWN, LEFT_OUT };

void print_hands(int cards, SecondRows second, std::ostream& out) {
    const auto counts = poker::combination_counts(cards);
    std::int64_t hands = 0;
    for (const auto count : counts.primary)
        hands += count;
    out << "\nHands of " << (cards == 5 ? "five" : "six") << " cards: of " << grouped(hands) << '\n';
    for (int i = poker::category_count - 1; i >= 0; --i) {
        const auto count = counts.primary[static_cast<std::size_t>(i)];
        print_row(out, category_text(static_cast<Category>(i)), grouped(count), percent(reduced(count, hands), edge_decimals));
    }
    if (second == SecondRows::SHOWN) print_second_combinations(counts, hands, out);
}

// The dealer ---------------------------------------------------------------------------------------------------------------------

void print_dealer(const poker::HouseRules& rules, std::ostream& out) {
    out << "\nThe dealer qualifies with an open card: of " << grouped(poker::hands_with_open_rank) << " hands each\n";
    std::int64_t all = 0;
    for (int rank = 2; rank <= 14; ++rank) {
        const auto count = poker::qualifying_with_open_card(static_cast<engine::Rank>(rank));
        all += count;
        print_row(out, std::string(1, letter(static_cast<engine::Rank>(rank))), grouped(count),
                  decimal(reduced(count, poker::hands_with_open_rank), share_decimals));
    }
    const auto share = reduced(all, 13 * poker::hands_with_open_rank);
    print_row(out, "any", fraction(share), decimal(share, share_decimals));

    const auto odds = poker::exchange_odds(rules.dealer_card, rules.free_repeats);
    const auto repeats = rules.free_repeats == 0 ? std::string("no free repeat") : std::to_string(rules.free_repeats) + " free at most";
    out << "\nThe dealer without game exchanges the highest card, " << repeats << ", and then has\n";
    for (int i = poker::category_count - 1; i > 0; --i) {
        const auto count = odds.by_category[static_cast<std::size_t>(i)];
        if (count > 0)
            print_row(out, category_text(static_cast<Category>(i)), grouped(count), decimal(reduced(count, odds.of), share_decimals));
    }
    print_row(out, "any game", grouped(odds.qualifies) + " / " + grouped(odds.of), decimal(odds.share(), share_decimals));
}

poker::Terms one_combination(poker::Terms terms) {
    terms.second_combination = poker::SecondCombination::NOT_PAID;
    return terms;
}

// Strategies ---------------------------------------------------------------------------------------------------------------------

struct Strategy {
    std::string_view name;
    poker::HandRank least;
};

std::array<Strategy, 4> strategies() {
    const auto from = [](std::string_view cards) { return poker::rank_of(*engine::parse_cards(cards)); };
    return {Strategy{"bets ace-king and higher", from("AcKd4h3s2c")}, Strategy{"bets A-K-J-8-3 and higher", from("AcKdJh8s3c")},
            Strategy{"bets pairs and higher", from("2c2d5h4s3c")}, Strategy{"bets everything", poker::HandRank()}};
}

void print_gain(std::ostream& out, std::string_view name, std::int64_t gain, std::int64_t deals) {
    print_row(out, name, grouped(gain), percent(reduced(-gain, deals), edge_decimals));
}

void print_outcomes(const poker::BetOdds& odds, std::ostream& out) {
    const auto line = [&](std::string_view name, std::int64_t deals) {
        print_row(out, name, grouped(deals), percent(reduced(deals, poker::five_card_deals), edge_decimals));
    };
    out << "\nBets ace-king and higher: how it ends, of " << grouped(poker::five_card_deals) << " deals\n";
    line("folds", odds.fold);
    line("the dealer has no game", odds.bet.no_game);
    line("wins", odds.bet.lower);
    line("tie", odds.bet.tie);
    line("loses", odds.bet.higher);
    print_row(out, "antes wagered in a deal", fraction(odds.average_wager()), decimal(odds.average_wager(), 5));
    print_row(out, "edge of what is wagered", fraction(odds.element_of_risk()), percent(odds.element_of_risk(), 4));
}

void print_strategies(const poker::FiveCardOdds& odds, const poker::Terms& terms, std::ostream& out) {
    out << "  gain in antes, of " << grouped(poker::five_card_deals) << " deals of a player's and the dealer's hand; edge of an ante\n";
    for (const auto& [name, least] : strategies())
        print_gain(out, name, odds.betting_from(least, terms).gain, poker::five_card_deals);
    print_gain(out, "bets or folds at its best", odds.betting_best(terms).gain, poker::five_card_deals);
}

void print_open_card(const poker::DealerHands& dealers, const poker::Terms& terms, std::ostream& out) {
    const auto odds = poker::betting_best_beside_open_card(dealers, terms);
    out << "\nThe dealer's open card in sight, of " << grouped(poker::open_card_deals) << " deals\n";
    print_gain(out, "bets or folds at its best", odds.gain, poker::open_card_deals);
    print_row(out, "folds", grouped(odds.fold), percent(reduced(odds.fold, poker::open_card_deals), edge_decimals));
}

void print_sixth_card(const poker::DealerHands& dealers, const poker::Terms& terms, std::ostream& out) {
    const auto odds = poker::sixth_card_odds(dealers, terms);
    out << "\nThe sixth card, its price of an ante included\n  always bought, of " << grouped(poker::all_six_card_deals) << " deals\n";
    print_gain(out, "then bets ace-king and higher", odds.from_ace_king, poker::all_six_card_deals);
    print_gain(out, "then bets pairs and higher", odds.from_pair, poker::all_six_card_deals);
    print_gain(out, "then bets everything", odds.always_bet, poker::all_six_card_deals);
    out << "  folds, bets or buys and then bets or folds at its best, the open card unseen, of " << grouped(poker::six_card_deals)
        << " deals\n";
    print_gain(out, "best", odds.best, poker::six_card_deals);
    const auto one = poker::sixth_card_odds(dealers, one_combination(terms));
    out << "  the same with one combination paid\n";
    print_gain(out, "bought, bets ace-king and higher", one.from_ace_king, poker::all_six_card_deals);
    print_gain(out, "bought, bets pairs and higher", one.from_pair, poker::all_six_card_deals);
    print_gain(out, "bought, bets everything", one.always_bet, poker::all_six_card_deals);
    print_gain(out, "best, one combination", one.best, poker::six_card_deals);
}

// The bonus ----------------------------------------------------------------------------------------------------------------------

void print_bonus(std::ostream& out, std::string_view name, const poker::BonusTable& table) {
    const auto gain = poker::bonus_gain(table);
    print_row(out, name, fraction(gain), percent(gain, 4));
}

void print_bonuses(const std::optional<PayTables>& tables, std::ostream& out) {
    out << "\nBonus on the first five cards: gain per stake\n";
    if (tables && tables->bonus) {
        print_bonus(out, "the file's table", *tables->bonus);
        return;
    }
    print_bonus(out, "25/40/50/70/200/500/1000", poker::bonus_from_three());
    print_bonus(out, "50/100/150/250/800/3000", poker::bonus_from_straight_high());
    print_bonus(out, "40/50/70/200/500/1000", poker::bonus_from_straight_low());
}

void print_title(std::string_view game, const poker::HouseRules& rules, std::ostream& out) {
    out << game << ", one deck of 52, exact\nBET pays " << rows_text(rules.bet_table) << '\n';
}

} // namespace

void print_russian_poker(const std::optional<PayTables>& tables, Strategies asked, std::ostream& out) {
    engine::russian_poker::Rules rules;
    if (tables) rules.bet_table = tables->bet;
    const auto terms = engine::russian_poker::terms(rules);
    const poker::DealerHands dealers;
    const poker::FiveCardOdds odds(dealers);
    print_title("russian-poker", rules, out);
    out << "\nAn open box, both combinations paid, the ANTE back unpaid on a win; no purchase, insurance or dealer's exchange\n";
    print_strategies(odds, terms, out);
    out << "  (a dark box bets everything)\n";
    if (asked == Strategies::BESIDE_OPEN_CARD) print_open_card(dealers, terms, out);
    print_outcomes(odds.betting_from(strategies()[0].least, terms), out);
    print_sixth_card(dealers, terms, out);
    print_bonuses(tables, out);
    print_dealer(rules, out);
    print_hands(poker::hand_cards, SecondRows::SHOWN, out);
    print_hands(poker::most_cards, SecondRows::SHOWN, out);
}

void print_imperial_poker(const std::optional<PayTables>& tables, Strategies asked, std::ostream& out) {
    engine::imperial_poker::Rules rules;
    if (tables) rules.bet_table = tables->bet;
    const auto open = engine::imperial_poker::terms(rules, poker::BoxKind::OPEN);
    const auto blind = engine::imperial_poker::terms(rules, poker::BoxKind::DARK);
    const poker::DealerHands dealers;
    const poker::FiveCardOdds odds(dealers);
    print_title("imperial-poker", rules, out);
    out << "\nAn open box, both combinations paid, the ANTE back unpaid on a win; no purchase, insurance or dealer's exchange\n";
    print_strategies(odds, open, out);
    if (asked == Strategies::BESIDE_OPEN_CARD) print_open_card(dealers, open, out);
    out << "\nA blind box, the ANTE paid 1:1 on a win\n";
    print_gain(out, "bets everything", odds.betting_from(poker::HandRank(), blind).gain, poker::five_card_deals);
    print_gain(out, "the same with one combination paid", odds.betting_from(poker::HandRank(), one_combination(blind)).gain,
               poker::five_card_deals);
    print_outcomes(odds.betting_from(strategies()[0].least, open), out);
    print_sixth_card(dealers, open, out);
    out << "  (with the Imperial flush, no maximum in the way)\n";
    print_bonuses(tables, out);
    print_dealer(rules, out);
    print_hands(poker::hand_cards, SecondRows::SHOWN, out);
    print_hands(poker::most_cards, SecondRows::SHOWN, out);
    const auto imperial = poker::combination_counts(poker::most_cards).imperial_flush;
    print_row(out, "  of these the Imperial flush", grouped(imperial), percent(reduced(imperial, 20'358'520), edge_decimals));
}

void print_poker_switch(const std::optional<PayTables>& tables, Strategies asked, std::ostream& out) {
    engine::poker_switch::Rules rules;
    if (tables) rules.bet_table = tables->bet;
    const auto terms = engine::poker_switch::terms(rules, {});
    const poker::DealerHands dealers;
    const poker::FiveCardOdds odds(dealers);
    print_title("poker-switch", rules, out);
    out << "\nA box whose pair never switches, one combination paid, the ANTE back unpaid on a win; no insurance or dealer's exchange\n";
    print_strategies(odds, terms, out);
    if (asked == Strategies::BESIDE_OPEN_CARD) print_open_card(dealers, terms, out);
    print_outcomes(odds.betting_from(strategies()[0].least, terms), out);
    print_bonuses(tables, out);
    print_dealer(rules, out);
    print_hands(poker::hand_cards, SecondRows::LEFT_OUT, out);
}

} // namespace studio::app
