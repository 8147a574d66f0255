#include "recognition/app/camera_health.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

namespace recognition::app {
namespace {

using std::chrono::milliseconds;

Frame frame_at(int ms, int level, std::uint64_t noise_seed) {
    cv::Mat image(240, 320, CV_8UC3);
    cv::RNG random(noise_seed);
    random.fill(image, cv::RNG::NORMAL, level, 2);
    return {"camera", static_cast<std::uint64_t>(ms), milliseconds(ms), image, {}};
}

HealthWatch watch_of(capture::Pace pace) {
    tracking::TableLayout layout;
    layout.width = 320;
    layout.height = 240;
    layout.card_width = 40;
    return HealthWatch(pace, ViewWatch(layout));
}

TEST(health_watch, the_same_pixels_for_a_second_are_a_frozen_camera) {
    auto watch = watch_of(capture::Pace::LIVE);
    EXPECT_EQ(watch.look(frame_at(0, 90, 1)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(500, 90, 2)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(1300, 90, 2)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(1400, 90, 2)).state, studio::v1::CAMERA_STATE_FROZEN);
    EXPECT_EQ(watch.look(frame_at(1600, 90, 3)).state, studio::v1::CAMERA_STATE_GOOD);
}

TEST(health_watch, a_frame_given_again_with_its_old_number_or_time_is_a_frozen_camera) {
    for (const bool number_goes_on : {true, false}) {
        auto watch = watch_of(capture::Pace::LIVE);
        auto state = studio::v1::CAMERA_STATE_GOOD;
        for (int ms = 100; ms <= 1300; ms += 100) {
            auto frame = frame_at(100, 90, static_cast<std::uint64_t>(ms)); // other pixels each time, as from a torn buffer
            if (number_goes_on) frame.number = static_cast<std::uint64_t>(ms);
            if (!number_goes_on) frame.captured_at = milliseconds(ms);
            frame.arrived = milliseconds(50'000 + ms);
            const auto sight = watch.look(frame);
            EXPECT_EQ(sight.readable && sight.state == studio::v1::CAMERA_STATE_GOOD, ms == 100) << ms;
            state = sight.state;
            EXPECT_EQ(state, ms < 1000 ? studio::v1::CAMERA_STATE_GOOD : studio::v1::CAMERA_STATE_FROZEN) << ms;
        }
        auto next = frame_at(1400, 90, 7);
        next.arrived = milliseconds(51'400);
        EXPECT_EQ(watch.look(next).state, studio::v1::CAMERA_STATE_GOOD);
    }
}

TEST(health_watch, a_recording_may_show_the_same_picture) {
    auto watch = watch_of(capture::Pace::EVERY_FRAME);
    for (int ms = 0; ms < 5000; ms += 100)
        EXPECT_EQ(watch.look(frame_at(ms, 90, 1)).state, studio::v1::CAMERA_STATE_GOOD);
}

TEST(health_watch, dark_is_told_after_half_a_second) {
    auto watch = watch_of(capture::Pace::LIVE);
    EXPECT_EQ(watch.look(frame_at(0, 4, 1)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(400, 4, 2)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(500, 4, 3)).state, studio::v1::CAMERA_STATE_DARK);
    EXPECT_EQ(watch.look(frame_at(600, 60, 4)).state, studio::v1::CAMERA_STATE_GOOD);
    EXPECT_EQ(watch.look(frame_at(700, 4, 5)).state, studio::v1::CAMERA_STATE_GOOD);
}

} // namespace
} // namespace recognition::app
