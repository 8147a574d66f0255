#include "tests/engine/poker/every_walk.h"

#include <gtest/gtest.h>

namespace engine::poker {
namespace {

TEST(RankWalkSlow, EveryHandOfSixHasItsPlace) { // rules 6.1
    const auto counted = walk_every_hand(RankWalk::of_six(), 6);
    EXPECT_EQ(counted.hands, 20'358'520);
    EXPECT_EQ(counted.wrong, 0);
    EXPECT_LT(RankWalk::of_six().bytes(), 15'700'000U);
}

} // namespace
} // namespace engine::poker
