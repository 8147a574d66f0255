#include "engine/pok_deng/roadmap.h"

#include "engine/pok_deng/settlement.h"

#include <gtest/gtest.h>

namespace engine::pok_deng {
namespace {

Hand hand(std::string_view first, std::string_view second) {
    return {*Card::parse(first), *Card::parse(second)};
}
constexpr Seat first{SeatKind::PLAYER, 1};
constexpr Seat second{SeatKind::PLAYER, 2};

TEST(Roadmap, OnePositionOldestFirst) {
    const auto three = hand("6c", "7s");
    const auto two = hand("4h", "8c");
    const std::vector<std::vector<PositionResult>> rounds{
        {position_result(first, three, two), position_result(second, two, two), banker_result(two)},
        {position_result(second, hand("5c", "5c"), two), banker_result(two)}, // the first position is not in it
        {position_result(first, hand("Ac", "Qc"), two), position_result(second, three, two), banker_result(two)},
    };
    EXPECT_EQ(roadmap(first, rounds), (std::vector<RoadmapCell>{{Outcome::WIN, false, false}, {Outcome::LOSE, true, false}}));
    EXPECT_EQ(roadmap(second, rounds),
              (std::vector<RoadmapCell>{{Outcome::TIE, false, false}, {Outcome::WIN, true, true}, {Outcome::WIN, false, false}}));
    EXPECT_TRUE(roadmap({SeatKind::PLAYER, 5}, rounds).empty());
}

TEST(Roadmap, ThreeOutcomesAreThreeMarks) { // PD-17
    EXPECT_NE(mark(Outcome::LOSE), mark(Outcome::TIE));
    EXPECT_NE(mark(Outcome::LOSE), mark(Outcome::WIN));
    EXPECT_NE(mark(Outcome::TIE), mark(Outcome::WIN));
}

TEST(Roadmap, TheBankerHasNoCell) {
    EXPECT_DEATH((void)roadmap_cell(banker_result(hand("6c", "7s"))), "not settled");
    EXPECT_DEATH((void)mark(Outcome::NONE), "not settled");
}

} // namespace
} // namespace engine::pok_deng
