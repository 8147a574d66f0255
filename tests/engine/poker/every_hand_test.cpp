// Every hand of five cards: counted by category and compared with the slow ranker.
#include "tests/engine/poker/every_hand.h"

namespace engine::poker {
namespace {

TEST(EveryHand, OfFiveCards) { // rules 6.1
    const auto counted = count_hands(5);
    EXPECT_EQ(counted.wrong, 0) << counted.first_wrong;
    EXPECT_EQ(counted.hands, 2'598'960);
    EXPECT_EQ(counted.primary,
              (std::array<std::int64_t, category_count>{1'135'260, 167'280, 1'098'240, 123'552, 54'912, 10'200, 5'108, 3'744, 624, 36, 4}));
    EXPECT_EQ(counted.classes, 7462);
    using enum Category;
    EXPECT_EQ(counted.pairs,
              (PairCounts{{{PAIR, ACE_KING}, 84'480}, {{TWO_PAIR, ACE_KING}, 3'168}, {{THREE, ACE_KING}, 2'112}, {{FOUR, ACE_KING}, 8}}));
}

} // namespace
} // namespace engine::poker
