// Runs the scripts of clauses/ (tests/support/clause_script.h).
//
//   main banker 6c 5c player Jd Ac stake 100 = ...   the main bet; `pair` the pair bet
//   value Tc Td = 7.4 | doubles 2c 5c = yes | order 9h Td > 8h Td = yes
//   burn Ah = 1 | shoe turned Ah cut 15 = ... | deal = P1.1 ... | road banker .. player .. = ... | odds tie = ...
#include "engine/pok_deng/hand_value.h"
#include "engine/pok_deng/odds.h"
#include "engine/pok_deng/roadmap.h"
#include "engine/pok_deng/settlement.h"
#include "engine/pok_deng/shoe_rules.h"
#include "tests/support/clause_script.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace engine::pok_deng {
namespace {

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/pok_deng/clauses";

using clause_script::Words;

Hand hand_of(Words& words) {
    const auto first = words.card();
    return {first, words.card()};
}

struct Deal {
    Hand banker;
    Hand player;
};
Deal read_deal(Words& words) {
    Deal deal;
    words.expect("banker");
    deal.banker = hand_of(words);
    words.expect("player");
    deal.player = hand_of(words);
    return deal;
}

constexpr Seat first_player{SeatKind::PLAYER, 1};

std::string outcome_text(Outcome outcome) {
    return outcome == Outcome::WIN ? "WIN" : outcome == Outcome::LOSE ? "LOSE" : "TIE";
}
std::string yes_no(bool so) {
    return so ? "yes" : "no";
} // NOLINT: a text for a truth

std::string settled(std::string_view bet, Words& words) {
    const auto [banker, player] = read_deal(words);
    words.expect("stake");
    const Money stake{std::stoll(words.next())};
    const auto result = position_result(first_player, player, banker);
    const auto& of_bet = *std::ranges::find(result.bets, bet, &BetResult::bet);
    std::ostringstream out;
    out << outcome_text(of_bet.outcome);
    if (of_bet.outcome != Outcome::TIE) out << ' ' << of_bet.odds << ":1";
    out << " held " << held(bet, stake).minor << " deducted " << deducted(bet, stake).minor << " returned "
        << returned(bet, stake, player, banker).minor;
    return out.str();
}

std::string in_order(Words& words) {
    auto higher = value_of(hand_of(words));
    while (!words.at_end()) {
        words.expect(">");
        const auto next = value_of(hand_of(words));
        if (!(higher > next)) return "no";
        higher = next;
    }
    return "yes";
}

// Eight decks in the order of card numbers, with the card to turn brought to the front.
std::vector<Card> shoe_turning(const Card& turned) {
    std::vector<Card> shoe;
    for (int deck = 0; deck < decks_in_shoe; ++deck)
        shoe.insert(shoe.end(), full_deck().begin(), full_deck().end());
    std::iter_swap(shoe.begin(), std::ranges::find(shoe, turned));
    return shoe;
}

std::string played(Words& words) {
    words.expect("turned");
    const auto turned = words.card();
    words.expect("cut");
    const auto shoe = play_shoe(shoe_turning(turned), std::stoi(words.next()));
    if (!shoe) {
        const std::map<CutFault, std::string> names{
            {CutFault::OUTSIDE_SHOE, "OUTSIDE_SHOE"}, {CutFault::TOO_LATE, "TOO_LATE"}, {CutFault::IN_OPENING, "IN_OPENING"}};
        return names.at(shoe.error());
    }
    std::ostringstream out;
    out << "burned " << shoe->burned.size() << " rounds " << shoe->rounds.size() << " used " << shoe->cards_used;
    return out.str();
}

std::string dealt_order() {
    std::string order;
    for (const auto& slot : deal_order())
        order += (order.empty() ? "" : " ") + slot.text();
    return order;
}

std::string road(Words& words) {
    const auto [banker, player] = read_deal(words);
    const auto cell = roadmap_cell(position_result(first_player, player, banker));
    const std::map<RoadmapMark, std::string> names{{RoadmapMark::BLUE_CIRCLE, "BLUE_CIRCLE"},
                                                   {RoadmapMark::RED_GREY_CIRCLE, "RED_GREY_CIRCLE"},
                                                   {RoadmapMark::HOLLOW_GREY_CIRCLE, "HOLLOW_GREY_CIRCLE"}};
    return names.at(mark(cell.outcome)) + (cell.flush ? " flush" : "") + (cell.pair ? " pair" : "");
}

std::string text(const Ratio& ratio) {
    return std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator);
}

std::string weight_of_value(const std::string& value) {
    for (const auto& [of, weight] : value_odds()) {
        if (of.text() == value) return std::to_string(weight);
    }
    return "no such value";
}

std::string counted(Words& words) {
    const auto name = words.next();
    if (name == "value") return weight_of_value(words.next());
    const auto main = main_odds();
    const auto pair = pair_odds_of_shoe();
    const std::map<std::string, std::string> answers{{"loses_two", std::to_string(main.loses_two)},
                                                     {"loses_one", std::to_string(main.loses_one)},
                                                     {"tie", std::to_string(main.tie)},
                                                     {"wins_one", std::to_string(main.wins_one)},
                                                     {"wins_two", std::to_string(main.wins_two)},
                                                     {"gain", text(main.expected_gain())},
                                                     {"return", text(main.return_rate())},
                                                     {"pair_wins", text(pair.wins)},
                                                     {"pair_return", text(pair.return_rate)}};
    return answers.at(name);
}

std::string evaluate(Words& words) {
    const auto verb = words.next();
    if (verb == "main") return settled(player_bet, words);
    if (verb == "pair") return settled(pair_bet, words);
    if (verb == "value") return value_of(hand_of(words)).text();
    if (verb == "doubles") return yes_no(doubles(hand_of(words)));
    if (verb == "order") return in_order(words);
    if (verb == "burn") return std::to_string(burn_count(words.card()));
    if (verb == "shoe") return played(words);
    if (verb == "deal") return dealt_order();
    if (verb == "road") return road(words);
    if (verb == "odds") return counted(words);
    throw std::runtime_error("not a statement: " + verb);
}

class Clause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Clause, Holds) {
    clause_script::run_script(GetParam(), evaluate);
}

INSTANTIATE_TEST_SUITE_P(PokDeng, Clause, testing::ValuesIn(clause_script::scripts_in(scripts)),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(Clauses, EachOfTheNineteenHasItsScript) {
    for (int number = 1; number <= 19; ++number) {
        const auto name = std::string(number < 10 ? "pd_0" : "pd_") + std::to_string(number) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(scripts / name)) << name;
    }
}

} // namespace
} // namespace engine::pok_deng
