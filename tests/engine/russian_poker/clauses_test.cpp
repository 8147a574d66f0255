// Runs the scripts of clauses/; the statements are those of tests/engine/poker/box_script.h, and here:
//
//   box words of its own: bought | exchanged              after `ante`
//   price game | sixth | exchange ante N = N
#include "engine/russian_poker/settlement.h"
#include "tests/engine/poker/box_script.h"

#include <gtest/gtest.h>

namespace engine::russian_poker {
namespace {

using box_script::Box;
using box_script::Words;

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/russian_poker/clauses";

struct Game {
    using Rules = russian_poker::Rules;
    static auto settle(const Rules& rules, const std::vector<Box>& boxes, const poker::DealerHand& dealer) {
        return russian_poker::settle(rules, boxes, dealer);
    }
    static auto insurance_limits(const Rules& rules, const Box& box) { return russian_poker::insurance_limits(rules, box); }
    static auto set(Rules& rules, const std::string& name, const std::string& value) { return russian_poker::set(rules, name, value); }
    static auto canonical_text(const Rules& rules) { return russian_poker::canonical_text(rules); }
    static bool read_own(Words& words, Box& box) {
        if (words.take("bought"))
            box.fees = fee(Purchase::SIXTH_CARD, box.ante);
        else if (words.take("exchanged"))
            box.fees = fee(Purchase::EXCHANGE, box.ante);
        else
            return false;
        return true;
    }
    static std::string evaluate_own(const std::string& verb, Words& words) {
        if (verb != "price") throw std::runtime_error("not a statement: " + verb);
        const auto what = words.next();
        words.expect("ante");
        const auto ante = words.number();
        if (what == "game") return std::to_string(game_price(ante));
        return std::to_string(fee(what == "sixth" ? Purchase::SIXTH_CARD : Purchase::EXCHANGE, ante));
    }
};

class RussianClause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RussianClause, Holds) {
    clause_script::run_script(GetParam(), box_script::Script<Game>::evaluate);
}

INSTANTIATE_TEST_SUITE_P(Scripts, RussianClause, testing::ValuesIn(clause_script::scripts_in(scripts)),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(RussianClauses, EachOfThemHasItsScript) {
    for (int number = 1; number <= 21; ++number) {
        const auto name = std::string(number < 10 ? "r_0" : "r_") + std::to_string(number) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(scripts / name)) << name;
    }
}

} // namespace
} // namespace engine::russian_poker
