#include "engine/poker/hand_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace engine::poker {
namespace {

std::vector<Card> cards(std::string_view text) {
    return *parse_cards(text);
}

TEST(HandRank, CategoriesInTheirOrder) {
    const std::vector<std::string_view> rising{"7c5d4h3s2c", "AcQdJhTs8c", "AcKd4h3s2c", "2c2d3h4s5c", "2c2d3h3s4c", "2c2d2h3s4c",
                                               "5c4d3h2sAc", "7c5c4c3c2c", "2c2d2h3s3c", "2c2d2h2s3c", "5c4c3c2cAc", "AcKcQcJcTc"};
    for (std::size_t i = 1; i < rising.size(); ++i)
        EXPECT_LT(rank_of(cards(rising[i - 1])), rank_of(cards(rising[i]))) << rising[i];
    EXPECT_EQ(rank_of(cards(rising.front())).place(), 0);
    EXPECT_EQ(rank_of(cards(rising.back())).place(), HandRank::classes - 1);
}

TEST(HandRank, TheDealerQualifiesWithAceKing) {
    EXPECT_FALSE(rank_of(cards("AcQdJhTs9c")).qualifies());
    EXPECT_TRUE(rank_of(cards("AcKd4h3s2c")).qualifies());
}

TEST(HandRank, TheOrderOfTheCardsDoesNotMatter) {
    auto hand = cards("2c5d9hKsTc7d");
    const auto rank = rank_of(hand);
    std::ranges::sort(hand);
    do
        ASSERT_EQ(rank_of(hand), rank);
    while (std::ranges::next_permutation(hand).found);
}

TEST(HandRank, NamesOfCategories) {
    for (int i = 0; i < category_count; ++i)
        EXPECT_EQ(category_named(name(static_cast<Category>(i))), static_cast<Category>(i));
    EXPECT_EQ(category_named("FULL"), std::nullopt);
}

TEST(HandRank, WhatIsNoHandStops) {
    EXPECT_DEATH((void)rank_of(cards("AcKc")), "five or six different cards");
    EXPECT_DEATH((void)rank_of(cards("AcKcQcJcTc9c8c")), "five or six different cards");
    EXPECT_DEATH((void)rank_of(cards("AcAcQcJcTc")), "five or six different cards");
}

TEST(HandRank, TheTablesAreSmall) {
    EXPECT_LT(Ranker::shared().bytes(), 150'000U);
    std::set<std::uint32_t> cells;
    for (const auto& pattern : PatternIndex::all())
        cells.insert(pattern.cell);
    EXPECT_EQ(cells.size(), 6'175U + 18'395U);
}

} // namespace
} // namespace engine::poker
