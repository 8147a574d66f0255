#include "recognition/app/observer.h"

#include <gtest/gtest.h>

namespace recognition::app {
namespace {

constexpr engine::Slot slot{{engine::SeatKind::PLAYER, 1}, 1};

TEST(to_slot_reading, a_hand_covers_and_any_other_doubt_is_in_clear_view) {
    CardReading reading;
    reading.face = Face::DOUBTFUL;
    for (const auto reason : {Reason::LOW_CONFIDENCE, Reason::CORNERS_DISAGREE, Reason::GLARE, Reason::BLURRED, Reason::UNKNOWN}) {
        reading.reason = reason;
        EXPECT_EQ(to_slot_reading(slot, reading).view, tracking::View::CLEAR);
        EXPECT_EQ(to_slot_reading(slot, reading).reason, name(reason));
    }
    reading.reason = Reason::OCCLUDED;
    EXPECT_EQ(to_slot_reading(slot, reading).view, tracking::View::COVERED);
}

TEST(to_slot_reading, only_a_face_up_carries_a_card) {
    CardReading reading;
    reading.card = engine::Card::parse("7d");
    reading.guesses = {{*engine::Card::parse("8d"), 0.2}};
    for (const auto face : {Face::FACE_DOWN, Face::CUT_CARD, Face::EMPTY, Face::DOUBTFUL}) {
        reading.face = face;
        EXPECT_EQ(to_slot_reading(slot, reading).card, std::nullopt);
    }
    reading.face = Face::FACE_UP;
    reading.reason = Reason::NONE;
    const auto read = to_slot_reading(slot, reading);
    EXPECT_EQ(read.card, engine::Card::parse("7d"));
    EXPECT_EQ(read.slot, slot);
    ASSERT_EQ(read.guesses.size(), 1U);
    EXPECT_EQ(read.guesses[0].card, *engine::Card::parse("8d"));
    EXPECT_TRUE(read.reason.empty());
}

} // namespace
} // namespace recognition::app
