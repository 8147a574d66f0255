#include "engine/poker/odds.h"
#include "tests/engine/poker/shares.h"

#include <gtest/gtest.h>

namespace engine::poker {
namespace {

TEST(PokerOddsSlow, SixCards) { // rules 6.2
    const DealerHands dealers;
    const auto odds = sixth_card_odds(dealers, {});
    EXPECT_EQ(odds.from_ace_king, -14'280'067'418'600);
    EXPECT_EQ(odds.best, -18'030'905'102'508);
    EXPECT_EQ(billionths_of_a_percent(odds.from_ace_king, all_six_card_deals), -51'171'074'088);
    EXPECT_EQ(billionths_of_a_percent(odds.from_pair, all_six_card_deals), -51'004'927'836);
    EXPECT_EQ(billionths_of_a_percent(odds.always_bet, all_six_card_deals), -57'633'437'927);
}

TEST(PokerOddsSlow, SixCardsOfOneCombination) { // rules 6.2
    const DealerHands dealers;
    Terms terms;
    terms.second_combination = SecondCombination::NOT_PAID;
    const auto odds = sixth_card_odds(dealers, terms);
    EXPECT_EQ(billionths_of_a_percent(odds.from_ace_king, all_six_card_deals), -60'274'555'084);
}

// Caribbean Stud is the game whose best play beside the open card is published: 5.224 % of the ANTE ([12] prints 5.22).
TEST(PokerOddsSlow, TheBestPlayBesideTheOpenCard) {
    const DealerHands dealers;
    const auto russian = betting_best_beside_open_card(dealers, {});
    EXPECT_EQ(russian, (OpenCardOdds{9'897'278'604'840, -3'697'553'816'432}));
    EXPECT_GT(russian.gain, 5 * FiveCardOdds(dealers).betting_best({}).gain) << "to see a card does no harm";
    Terms caribbean;
    caribbean.second_combination = SecondCombination::NOT_PAID;
    caribbean.ante_pays = 1;
    EXPECT_EQ(billionths_of_a_percent(betting_best_beside_open_card(dealers, caribbean).gain, open_card_deals) / 1'000'000, -5'224);
}

TEST(PokerOddsSlow, TheDealersExchangeWithRepeats) { // rules 6.3
    const auto one = exchange_odds(DealerCard::HIGHEST, 1);
    EXPECT_EQ(one.qualifies, 708'019'200);
    EXPECT_EQ(one.of, 2'454'432'120);
    EXPECT_EQ(billionths(one.qualifies, one.of), 288'465'586);
    const auto three = exchange_odds(DealerCard::HIGHEST, 3);
    EXPECT_EQ(billionths(three.qualifies, three.of), 289'257'951);
    EXPECT_EQ(three.qualifies, 1'405'728'733'248);
    EXPECT_EQ(three.of, 4'859'775'597'600);
    for (const auto category : {Category::ACE_KING, Category::TWO_PAIR, Category::THREE, Category::FULL_HOUSE, Category::FOUR})
        EXPECT_EQ(three.by_category[static_cast<std::size_t>(category)], 0) << name(category);
}

} // namespace
} // namespace engine::poker
