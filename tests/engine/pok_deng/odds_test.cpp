#include "engine/pok_deng/odds.h"

#include <gtest/gtest.h>

namespace engine::pok_deng {
namespace {

TEST(Odds, MainBetOverEveryDeal) { // rules 1.5
    const auto odds = main_odds();
    EXPECT_EQ(odds, (MainOdds{5'827'091'456, 7'696'665'600, 2'470'818'368, 8'434'678'784, 5'089'078'272}));
    EXPECT_EQ(odds.loses_two + odds.loses_one + odds.tie + odds.wins_one + odds.wins_two, main_deals);
    EXPECT_EQ(main_deals, 29'518'332'480);
    EXPECT_EQ(odds.expected_gain(), (Ratio{-11'531'456, 461'223'945}));
    EXPECT_EQ(odds.return_rate(), (Ratio{455'458'217, 461'223'945})); // 98.749907 %
}

TEST(Odds, PairBet) {
    EXPECT_EQ(pair_odds_of_shoe(), (PairOdds{{31, 415}, {372, 415}}));
}

TEST(Odds, EveryHandHasOneOfFifteenValues) {
    const auto odds = value_odds();
    EXPECT_EQ(odds.size(), 15U);
    std::int64_t all = 0;
    for (const auto& [value, weight] : odds)
        all += weight;
    EXPECT_EQ(all, value_deals);
    EXPECT_EQ(value_deals, 5'395);
}

TEST(Odds, RatiosAreInLowestTerms) {
    EXPECT_EQ(reduced(-6, 4), (Ratio{-3, 2}));
    EXPECT_EQ(reduced(0, 7), (Ratio{0, 1}));
    EXPECT_DEATH((void)reduced(1, 0), "over zero");
}

} // namespace
} // namespace engine::pok_deng
