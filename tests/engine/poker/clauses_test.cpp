// Runs the scripts of clauses/ (tests/support/clause_script.h).
//
//   combinations [straight_and_pair] CARDS = PRIMARY[+SECOND] multiplier     by the printed table of the BET
//   key CARDS = category ranks                                               what hands are compared by
//   compare SIX_OR_FIVE FIVE = higher | tie | lower                          the first against the last five cards
//   imperial CARDS = yes | no
#include "engine/poker/pay_table.h"
#include "tests/support/clause_script.h"

#include <gtest/gtest.h>

namespace engine::poker {
namespace {

using clause_script::Words;

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/poker/clauses";

std::string combinations(Words& words) {
    const auto paired = words.take("straight_and_pair") ? PairedStraight::STRAIGHT_AND_PAIR : PairedStraight::TWO_STRAIGHTS;
    const auto found = combinations_of(words.cards(), paired);
    const auto second = found.second ? "+" + std::string(name(*found.second)) : "";
    return std::string(name(found.primary)) + second + " " + std::to_string(pays(printed_bet_table(), found));
}

std::string key(Words& words) {
    std::string text;
    for (const int number : rank_of(words.cards()).compare_key())
        text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
}

std::string comparison(Words& words) {
    const auto cards = words.cards();
    const auto first = std::span(cards).first(cards.size() - 5);
    const auto order = rank_of(first) <=> rank_of(std::span(cards).last(5));
    return order > 0 ? "higher" : order < 0 ? "lower" : "tie";
}

std::string evaluate(Words& words) {
    const auto verb = words.next();
    if (verb == "combinations") return combinations(words);
    if (verb == "key") return key(words);
    if (verb == "compare") return comparison(words);
    if (verb == "imperial") return is_imperial_flush(words.cards()) ? "yes" : "no";
    throw std::runtime_error("not a statement: " + verb);
}

class PokerClause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(PokerClause, Holds) {
    clause_script::run_script(GetParam(), evaluate);
}

INSTANTIATE_TEST_SUITE_P(Scripts, PokerClause, testing::ValuesIn(clause_script::scripts_in(scripts)),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(PokerClauses, EachOfTheNineHasItsScript) {
    for (int number = 1; number <= 9; ++number)
        EXPECT_TRUE(std::filesystem::exists(scripts / ("c_0" + std::to_string(number) + ".txt"))) << number;
}

} // namespace
} // namespace engine::poker
