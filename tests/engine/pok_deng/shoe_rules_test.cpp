#include "engine/pok_deng/shoe_rules.h"

#include <gtest/gtest.h>

namespace engine::pok_deng {
namespace {

// Eight decks in the order of card numbers: 2c 2d 2h 2s 3c ..; the turned card is 2c, so 2d and 2h are burned.
std::vector<Card> sorted_shoe() {
    std::vector<Card> shoe;
    for (int deck = 0; deck < decks_in_shoe; ++deck)
        shoe.insert(shoe.end(), full_deck().begin(), full_deck().end());
    return shoe;
}

TEST(ShoeRules, EveryCardGoesWhereItIsDealt) {
    const auto shoe = sorted_shoe();
    const auto played = play_shoe(shoe, 20);
    ASSERT_TRUE(played);
    EXPECT_EQ(played->turned.text(), "2c");
    EXPECT_EQ(played->burned, (std::vector<Card>{shoe[1], shoe[2]}));
    ASSERT_EQ(played->rounds.size(), 2U);
    const auto& round = played->rounds[0];
    EXPECT_EQ(round.burned, shoe[3]);
    for (std::size_t i = 0; i < round.dealt.size(); ++i)
        EXPECT_EQ(round.dealt[i], (Hand{shoe[4 + i], shoe[10 + i]})) << i;
    EXPECT_FALSE(round.last);
    EXPECT_EQ(played->rounds[1].burned, shoe[16]);
    EXPECT_TRUE(played->rounds[1].last);
    EXPECT_EQ(played->cards_used, 29);
}

TEST(ShoeRules, EveryPlaceOfTheCutCardEndsInOneLastRound) {
    const auto shoe = sorted_shoe();
    for (int cut = 3; cut <= 403; ++cut) {
        const auto played = play_shoe(shoe, cut);
        ASSERT_TRUE(played) << cut;
        EXPECT_EQ(played->cards_used, 3 + cards_per_round * static_cast<int>(played->rounds.size()));
        EXPECT_GT(played->cards_used, cut);
        EXPECT_LE(played->cards_used - cards_per_round, cut);
        for (std::size_t i = 0; i < played->rounds.size(); ++i)
            EXPECT_EQ(played->rounds[i].last, i + 1 == played->rounds.size());
    }
}

TEST(ShoeRules, RefusesACutCardThatCannotBePlayed) {
    const auto shoe = sorted_shoe();
    EXPECT_EQ(play_shoe(shoe, -1).error(), CutFault::OUTSIDE_SHOE);
    EXPECT_EQ(play_shoe(shoe, 417).error(), CutFault::OUTSIDE_SHOE);
    EXPECT_EQ(play_shoe(shoe, 416).error(), CutFault::TOO_LATE);
    EXPECT_EQ(play_shoe(shoe, 404).error(), CutFault::TOO_LATE);
    EXPECT_EQ(play_shoe(shoe, 2).error(), CutFault::IN_OPENING);
    EXPECT_EQ(play_shoe({}, 0).error(), CutFault::TOO_LATE);
}

} // namespace
} // namespace engine::pok_deng
