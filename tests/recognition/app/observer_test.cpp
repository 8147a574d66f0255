#include "recognition/app/observer.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

namespace recognition::app {
namespace {

using std::chrono::milliseconds;

constexpr engine::Slot slot{{engine::SeatKind::PLAYER, 1}, 1};

Frame frame_at(int ms, int level, std::uint64_t noise_seed) {
    cv::Mat image(240, 320, CV_8UC3);
    cv::RNG random(noise_seed);
    random.fill(image, cv::RNG::NORMAL, level, 2);
    return {"camera", static_cast<std::uint64_t>(ms), milliseconds(ms), image};
}

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

TEST(health_watch, the_same_pixels_for_a_second_are_a_frozen_camera) {
    HealthWatch watch(capture::Pace::LIVE);
    EXPECT_EQ(watch.look(frame_at(0, 90, 1)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(500, 90, 2)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(1400, 90, 2)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(1500, 90, 2)), studio::v1::CAMERA_STATE_FROZEN);
    EXPECT_EQ(watch.look(frame_at(1600, 90, 3)), studio::v1::CAMERA_STATE_GOOD);
}

TEST(health_watch, a_recording_may_show_the_same_picture) {
    HealthWatch watch(capture::Pace::EVERY_FRAME);
    for (int ms = 0; ms < 5000; ms += 100)
        EXPECT_EQ(watch.look(frame_at(ms, 90, 1)), studio::v1::CAMERA_STATE_GOOD);
}

TEST(health_watch, dark_is_told_after_half_a_second) {
    HealthWatch watch(capture::Pace::LIVE);
    EXPECT_EQ(watch.look(frame_at(0, 4, 1)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(400, 4, 2)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(500, 4, 3)), studio::v1::CAMERA_STATE_DARK);
    EXPECT_EQ(watch.look(frame_at(600, 60, 4)), studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(700, 4, 5)), studio::v1::CAMERA_STATE_GOOD);
}

} // namespace
} // namespace recognition::app
