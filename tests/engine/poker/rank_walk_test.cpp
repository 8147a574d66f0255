#include "tests/engine/poker/every_walk.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace engine::poker {
namespace {

TEST(RankWalk, EveryHandOfFiveHasItsPlace) { // rules 6.1
    const auto counted = walk_every_hand(RankWalk::of_five(), 5);
    EXPECT_EQ(counted.hands, 2'598'960);
    EXPECT_EQ(counted.wrong, 0);
}

// Hands are walked above in the order of the deck; a state must not depend on it.
TEST(RankWalk, TheOrderOfTheCardsIsNoMatter) {
    for (const auto* text : {"7c5d4h3s2c", "AcKdJh8s3c", "9c8c7c6c5c", "AcAdAhAsKc", "5c4d3h2sAc"}) {
        auto cards = *parse_cards(text);
        const auto place = rank_of(cards).place();
        std::ranges::sort(cards);
        do {
            auto state = RankWalk::no_cards;
            for (const auto& card : cards)
                state = RankWalk::of_five().with(state, static_cast<std::size_t>(card.index()));
            ASSERT_EQ(static_cast<int>(state), place) << text;
        } while (std::ranges::next_permutation(cards).found);
    }
}

TEST(RankWalk, ItsTableIsNoLargerThanItsHeaderSays) {
    EXPECT_LT(RankWalk::of_five().bytes(), 1'450'000U);
}

} // namespace
} // namespace engine::poker
