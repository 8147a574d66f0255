// Runs the scripts of clauses/; the statements are those of tests/engine/poker/box_script.h, and here:
//
//   box words of its own: bought | exchanged | singles N   after `ante`
//   price after N ante N = N                               of the next single card
//   paid CARDS = COMBINATIONS multiplier
#include "engine/imperial_poker/settlement.h"
#include "tests/engine/poker/box_script.h"

#include <gtest/gtest.h>

namespace engine::imperial_poker {
namespace {

using box_script::Box;
using box_script::Words;

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/imperial_poker/clauses";

struct Game {
    using Rules = imperial_poker::Rules;
    static auto settle(const Rules& rules, const std::vector<Box>& boxes, const poker::DealerHand& dealer) {
        return imperial_poker::settle(rules, boxes, dealer);
    }
    static auto insurance_limits(const Rules& rules, const Box& box) { return imperial_poker::insurance_limits(rules, box); }
    static auto set(Rules& rules, const std::string& name, const std::string& value) { return imperial_poker::set(rules, name, value); }
    static auto canonical_text(const Rules& rules) { return imperial_poker::canonical_text(rules); }
    static bool read_own(Words& words, Box& box) {
        if (words.take("bought"))
            box.fees = fees(Purchase::SIXTH_CARD, box.ante);
        else if (words.take("exchanged"))
            box.fees = fees(Purchase::SEVERAL_CARDS, box.ante);
        else if (words.take("singles"))
            box.fees = fees(Purchase::SINGLE_CARDS, box.ante, static_cast<int>(words.number()));
        else
            return false;
        return true;
    }
    static std::string evaluate_own(const std::string& verb, Words& words) {
        if (verb == "price") { // of the next single card
            words.expect("after");
            const auto drawn = static_cast<int>(words.number());
            words.expect("ante");
            return std::to_string(single_card_price(words.number(), drawn));
        }
        if (verb != "paid") throw std::runtime_error("not a statement: " + verb);
        const auto paid = poker::paid_for(terms({}, poker::BoxKind::OPEN), words.cards());
        std::string text;
        for (const auto combination : paid.names())
            text += std::string(combination) + " ";
        return text + std::to_string(paid.multiplier);
    }
};

class ImperialClause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ImperialClause, Holds) {
    clause_script::run_script(GetParam(), box_script::Script<Game>::evaluate);
}

INSTANTIATE_TEST_SUITE_P(Scripts, ImperialClause, testing::ValuesIn(clause_script::scripts_in(scripts)),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(ImperialClauses, EachOfThemHasItsScript) {
    for (int number = 1; number <= 18; ++number) {
        const auto name = std::string(number < 10 ? "i_0" : "i_") + std::to_string(number) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(scripts / name)) << name;
    }
}

} // namespace
} // namespace engine::imperial_poker
