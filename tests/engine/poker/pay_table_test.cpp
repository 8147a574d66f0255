#include "engine/poker/pay_table.h"

#include <gtest/gtest.h>

namespace engine::poker {
namespace {

std::string fault(const auto& table) {
    const auto checked = check_table(table);
    return checked ? "" : checked.error().clause + ": " + checked.error().reason;
}

TEST(PayTable, ThePrintedTablesCanBePlayedWith) {
    EXPECT_EQ(fault(printed_bet_table()), "");
    for (const auto& table : {bonus_from_three(), bonus_from_straight_high(), bonus_from_straight_low()})
        EXPECT_EQ(fault(table), "");
}

TEST(PayTable, AMissingRowIsNamed) {
    for (int i = 1; i < category_count; ++i) {
        auto table = printed_bet_table();
        table.rows.erase(static_cast<Category>(i));
        EXPECT_EQ(fault(table), "BET-TABLE: " + std::string(name(static_cast<Category>(i))) + " is missing");
    }
    auto bonus = bonus_from_three();
    bonus.rows.erase(Category::FULL_HOUSE);
    EXPECT_EQ(fault(bonus), "BONUS-TABLE: FULL_HOUSE is missing");
    bonus = bonus_from_three();
    bonus.lowest = Category::TWO_PAIR;
    EXPECT_EQ(fault(bonus), "BONUS-TABLE: TWO_PAIR is missing");
}

TEST(PayTable, ANumberThatCannotBePaidIsNamed) {
    auto table = printed_bet_table();
    table.rows.set(Category::FLUSH, -5);
    EXPECT_EQ(fault(table), "BET-TABLE: FLUSH is negative: -5");
    table.rows.set(Category::FLUSH, 1'000'001);
    EXPECT_EQ(fault(table), "BET-TABLE: FLUSH is above 1000000: 1000001");
    table.rows.set(Category::FLUSH, 0);
    EXPECT_EQ(fault(table), "");
    table.imperial_flush = -1;
    EXPECT_EQ(fault(table), "BET-TABLE: IMPERIAL_FLUSH is negative: -1");
}

TEST(PayTable, ARowBelowTheLowestIsNamed) {
    auto table = printed_bet_table();
    table.rows.set(Category::NONE, 1);
    EXPECT_EQ(fault(table), "BET-TABLE: NONE is below the lowest row ACE_KING");
    auto bonus = bonus_from_straight_high();
    bonus.rows.set(Category::PAIR, 1);
    EXPECT_EQ(fault(bonus), "BONUS-TABLE: PAIR is below the lowest row STRAIGHT");
    bonus.lowest = Category::NONE;
    EXPECT_EQ(fault(bonus), "BONUS-TABLE: the lowest row is NONE: a hand without game pays nothing");
}

TEST(PayTable, ATextForTheRulesHash) {
    auto table = printed_bet_table();
    EXPECT_EQ(canonical_text(table), "ACE_KING=1 PAIR=1 TWO_PAIR=2 THREE=3 STRAIGHT=4 FLUSH=5 FULL_HOUSE=7 FOUR=20 STRAIGHT_FLUSH=50 "
                                     "ROYAL_FLUSH=100");
    table.imperial_flush = 1000;
    EXPECT_TRUE(canonical_text(table).ends_with(" ROYAL_FLUSH=100 IMPERIAL_FLUSH=1000"));
    EXPECT_EQ(canonical_text(bonus_from_straight_high()),
              "lowest=STRAIGHT STRAIGHT=50 FLUSH=100 FULL_HOUSE=150 FOUR=250 STRAIGHT_FLUSH=800 ROYAL_FLUSH=3000");
}

TEST(PayTable, TheCombinationsPayTheirSum) {
    const auto table = printed_bet_table();
    EXPECT_EQ(pays(table, {Category::NONE, std::nullopt}), 0);
    EXPECT_EQ(pays(table, {Category::ACE_KING, std::nullopt}), 1);
    EXPECT_EQ(pays(table, {Category::ROYAL_FLUSH, Category::STRAIGHT_FLUSH}), 150);
}

} // namespace
} // namespace engine::poker
