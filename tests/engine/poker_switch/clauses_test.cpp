// Runs the scripts of clauses/; the statements are those of tests/engine/poker/box_script.h, and here:
//
//   box words of its own: switched                        after `ante`
//   switch FIVE and FIVE = FIVE and FIVE
#include "engine/poker_switch/settlement.h"
#include "tests/engine/poker/box_script.h"

#include <gtest/gtest.h>

namespace engine::poker_switch {
namespace {

using box_script::Box;
using box_script::Words;

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/poker_switch/clauses";

struct Game {
    using Rules = poker_switch::Rules;
    static auto settle(const Rules& rules, const std::vector<Box>& boxes, const poker::DealerHand& dealer) {
        return poker_switch::settle(rules, boxes, dealer);
    }
    static auto insurance_limits(const Rules& rules, const Box& box) { return poker_switch::insurance_limits(rules, box); }
    static auto set(Rules& rules, const std::string& name, const std::string& value) { return poker_switch::set(rules, name, value); }
    static auto canonical_text(const Rules& rules) { return poker_switch::canonical_text(rules); }
    static bool read_own(Words& words, Box& box) {
        if (!words.take("switched")) return false;
        box.switched = true;
        box.fees = switch_fee(box.ante);
        return true;
    }
    static std::string evaluate_own(const std::string& verb, Words& words) {
        if (verb != "switch") throw std::runtime_error("not a statement: " + verb);
        auto first = words.cards();
        words.expect("and");
        auto second = words.cards();
        switch_fifth_cards(first, second);
        return box_script::text_of(first) + " and " + box_script::text_of(second);
    }
};

class SwitchClause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SwitchClause, Holds) {
    clause_script::run_script(GetParam(), box_script::Script<Game>::evaluate);
}

INSTANTIATE_TEST_SUITE_P(Scripts, SwitchClause, testing::ValuesIn(clause_script::scripts_in(scripts)),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(SwitchClauses, EachOfThemHasItsScript) {
    for (int number = 1; number <= 14; ++number) {
        const auto name = std::string(number < 10 ? "s_0" : "s_") + std::to_string(number) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(scripts / name)) << name;
    }
}

} // namespace
} // namespace engine::poker_switch
