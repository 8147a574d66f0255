// The settings of the three games: one list for text, check and reading.
#include "engine/imperial_poker/rules.h"
#include "engine/poker_switch/rules.h"
#include "engine/russian_poker/rules.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace engine::poker {
namespace {

std::vector<std::pair<std::string, std::string>> settings_in(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> settings;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        settings.emplace_back(line.substr(0, line.find('=')), line.substr(line.find('=') + 1));
    return settings;
}

std::string fault(const std::expected<void, Rejection>& checked) {
    return checked ? "" : checked.error().clause + ": " + checked.error().reason;
}

// Another value than the default's for each setting of any game.
std::string another(const std::string& name, const std::string& value) {
    const std::vector<std::pair<std::string, std::string>> others{{"returned", "lost"},
                                                                  {"lost", "returned"},
                                                                  {"highest", "lowest"},
                                                                  {"first", "last"},
                                                                  {"last", "first"},
                                                                  {"box", "table"},
                                                                  {"table", "box"},
                                                                  {"bet_and_insurance", "ante_too"},
                                                                  {"ante_too", "bet_and_insurance"},
                                                                  {"fold", "bet"},
                                                                  {"two_straights", "straight_and_pair"},
                                                                  {"unpaid", "even"},
                                                                  {"allowed", "refused"}};
    for (const auto& [from, to] : others) {
        if (value == from) return to;
    }
    if (name == "free_repeats") return value == "0" ? "1" : "0";
    if (name == "boxes" || name == "open_boxes" || name == "pairs") return "1";
    if (name == "insurance_percent") return "50";
    if (value.find('=') == std::string::npos) return std::to_string(std::stoll(value) + 1);
    auto table = value;
    table.replace(table.rfind('=') + 1, std::string::npos, "77");
    return table;
}

template <typename Rules>
void each_setting_is_read_and_hashed() {
    const auto defaults = canonical_text(Rules());
    for (const auto& [name, value] : settings_in(defaults)) {
        Rules rules;
        EXPECT_EQ(fault(set(rules, name, value)), "") << name;
        EXPECT_EQ(rules, Rules()) << name << " does not read its own text";
        EXPECT_EQ(fault(set(rules, name, another(name, value))), "") << name;
        EXPECT_FALSE(rules == Rules()) << name << " changes nothing";
        EXPECT_NE(canonical_text(rules), defaults) << name << " is not part of the rules hash";
        EXPECT_EQ(fault(check_rules(rules)), "") << name;
        EXPECT_NE(fault(set(rules, name, "-1")), "") << name;
        EXPECT_NE(fault(set(rules, name, "")), "") << name;
    }
    EXPECT_EQ(fault(check_rules(Rules())), "");
}

TEST(HouseRules, EachSettingIsReadAndPartOfTheHash) {
    each_setting_is_read_and_hashed<russian_poker::Rules>();
    each_setting_is_read_and_hashed<imperial_poker::Rules>();
    each_setting_is_read_and_hashed<poker_switch::Rules>();
}

TEST(HouseRules, ACheckNamesClauseAndSetting) {
    russian_poker::Rules russian;
    russian.free_repeats = 7;
    EXPECT_EQ(fault(check_rules(russian)), "R-9: free_repeats 7 is not from 0 to 3");
    russian = {};
    russian.dark_boxes = static_cast<russian_poker::DarkBoxes>(9);
    EXPECT_EQ(fault(check_rules(russian)), "R-15: dark_boxes is none of allowed, refused: ''");
    russian = {};
    russian.least_bonus = 200;
    russian.most_bonus = 100;
    EXPECT_EQ(fault(check_rules(russian)), "R-11: least_bonus 200 is above most_bonus 100");
    russian = {};
    russian.bonus_table.rows.erase(Category::FLUSH);
    EXPECT_EQ(fault(check_rules(russian)), "BONUS-TABLE: bonus_table: FLUSH is missing");
    imperial_poker::Rules imperial;
    imperial.bet_table.imperial_flush = std::nullopt;
    EXPECT_EQ(fault(check_rules(imperial)), "BET-TABLE: bet_table: IMPERIAL_FLUSH is missing");
    poker_switch::Rules switch_rules;
    switch_rules.decision_window = std::chrono::milliseconds(10);
    EXPECT_EQ(fault(check_rules(switch_rules)), "DECISION.window: decision_ms 10 is not from 1000 to 600000");
}

TEST(Box, WhatContradictsItselfStops) {
    const DealerHand dealer{*parse_cards("QcJd9h7s3c"), *parse_cards("QcJd9h7s3c")};
    Box box;
    box.ante = 10;
    box.initial = box.final_hand = *parse_cards("4c4d4h8s2c");
    EXPECT_DEATH((void)settle_box({}, box, dealer), "before it has decided");
    box.decision = Decision::FOLD;
    box.insurance = 10;
    EXPECT_DEATH((void)settle_box({}, box, dealer), "a box that folds plays on");
    box = {};
    box.insurance = 10;
    EXPECT_DEATH((void)settle_box({}, box, dealer), "a box without an ante plays");
    box = {};
    box.bonus = largest_stake + 1;
    EXPECT_DEATH((void)settle_box({}, box, dealer), "too large to be paid");
}

// The largest stakes, the largest pay tables, everything won at once: nothing leaves the range of the amounts.
TEST(Box, TheLargestAmountsAreStillAmounts) {
    Terms terms;
    for (int row = 1; row < category_count; ++row)
        terms.bet_table.rows.set(static_cast<Category>(row), largest_multiplier);
    for (int row = static_cast<int>(Category::THREE); row < category_count; ++row) {
        terms.bonus_table.rows.set(static_cast<Category>(row), largest_multiplier);
        terms.dealer_bonus_table.rows.set(static_cast<Category>(row), largest_multiplier);
    }
    Box box;
    box.ante = box.bonus = box.dealer_bonus = largest_stake;
    box.decision = Decision::BET;
    box.no_game = NoGameChoice::BUY_GAME;
    box.initial = *parse_cards("AcKcQcJcTc");
    box.final_hand = *parse_cards("AcKcQcJcTc9c");
    box.insurance = insurance_limits(terms, box.ante, box.final_hand, 100, 0)->most;
    EXPECT_EQ(box.insurance, 4 * largest_stake * largest_multiplier);
    const DealerHand dealer{*parse_cards("QdJd9h7s3c"), *parse_cards("JhJd9h7s3c")};
    const auto settled = settle_box(terms, box, dealer);
    EXPECT_EQ(settled.outcome, BoxOutcome::EXCHANGED_PLAYER);
    EXPECT_EQ(settled.returned.bet, 2 * largest_stake + 4 * largest_stake * largest_multiplier);
    EXPECT_EQ(settled.returned.insurance, 8 * largest_stake * largest_multiplier);
    EXPECT_LT(settled.returned.total(), std::numeric_limits<Minor>::max() / most_boxes);
}

} // namespace
} // namespace engine::poker
