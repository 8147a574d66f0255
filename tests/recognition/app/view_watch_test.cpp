// A camera that is knocked is told; hands, cards and light are not.
#include "recognition/app/view_watch.h"

#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include <random>

namespace recognition::app {
namespace {

using capture::Light;
using capture::VirtualTable;
using std::chrono::milliseconds;

cv::Mat knocked(const cv::Mat& picture, double dx, double dy, double degrees) {
    const cv::Point2f middle(static_cast<float>(picture.cols) / 2, static_cast<float>(picture.rows) / 2);
    cv::Mat turn = cv::getRotationMatrix2D(middle, degrees, 1);
    turn.at<double>(0, 2) += dx;
    turn.at<double>(1, 2) += dy;
    cv::Mat seen;
    cv::warpAffine(picture, seen, turn, picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return seen;
}

class view_watch : public testing::Test {
protected:
    void SetUp() override {
        layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        table.emplace(layout, capture::VirtualTableOptions{});
        watch.emplace(layout);
    }

    capture::Frame frame() {
        now += milliseconds(100);
        return {"camera", ++number, now, table->render(now), {}};
    }

    void learn() {
        while (!watch->knows())
            EXPECT_EQ(watch->look(frame()).view, View::AS_BEFORE);
        EXPECT_LE(now, milliseconds(1000));
    }

    void deal_everything() {
        std::mt19937_64 random(5);
        for (const auto& place : layout.slots)
            table->lay(place.slot, engine::full_deck()[random() % 52],
                       random() % 2 == 0 ? capture::Side::FACE_UP : capture::Side::FACE_DOWN);
        for (const auto& place : layout.slots)
            table->turn(place.slot);
        for (const auto& place : layout.slots)
            table->take(place.slot);
    }

    tracking::TableLayout layout;
    std::optional<VirtualTable> table;
    std::optional<ViewWatch> watch;
    capture::CaptureTime now{0};
    std::uint64_t number = 0;
};

TEST_F(view_watch, hands_cards_and_other_light_never_raise_it) {
    learn();
    deal_everything();
    constexpr std::array lights{Light::STUDIO, Light::DIM, Light::BRIGHT, Light::UNEVEN, Light::WARM};
    int frames = 0;
    while (table->busy()) {
        if (frames % 20 == 0) table->set_light(lights[static_cast<std::size_t>(frames / 20) % lights.size()]);
        ++frames;
        ASSERT_EQ(watch->look(frame()).view, View::AS_BEFORE) << "frame " << number;
    }
    EXPECT_GT(frames, 100);
}

TEST_F(view_watch, a_knock_of_8_px_or_1_degree_is_told_within_a_second_and_ends_when_it_is_put_right) {
    struct Knock {
        double dx, dy, degrees;
    };
    learn();
    deal_everything();
    for (const auto [dx, dy, degrees] :
         {Knock{8, 0, 0}, Knock{0, -8, 0}, Knock{0, 0, 1}, Knock{0, 0, -1}, Knock{90, -70, 0}, Knock{-300, 20, 8}}) {
        const auto from = now;
        auto view = View::AS_BEFORE;
        while (now - from < milliseconds(900)) {
            auto seen = frame();
            seen.image = knocked(seen.image, dx, dy, degrees);
            view = watch->look(seen).view;
            EXPECT_NE(view, View::AS_BEFORE) << "nothing is read from a view that is doubted";
            if (now - from <= milliseconds(500)) {
                EXPECT_EQ(view, View::DOUBTED);
            }
        }
        EXPECT_EQ(view, View::MOVED) << dx << " " << dy << " " << degrees;
        EXPECT_EQ(watch->look(frame()).view, View::AS_BEFORE);
    }
}

TEST_F(view_watch, a_camera_that_shivers_by_a_px_has_not_moved) {
    learn();
    std::mt19937_64 random(3);
    for (int i = 0; i < 50; ++i) {
        auto seen = frame();
        seen.image = knocked(seen.image, static_cast<double>(random() % 3) - 1, static_cast<double>(random() % 3) - 1, 0);
        EXPECT_EQ(watch->look(seen).view, View::AS_BEFORE);
    }
}

TEST_F(view_watch, a_reference_tells_a_camera_that_was_moved_before_the_start) {
    ViewWatch from_reference(layout, frame().image);
    EXPECT_TRUE(from_reference.knows());
    auto view = View::AS_BEFORE;
    for (int i = 0; i < 7; ++i) {
        auto seen = frame();
        seen.image = knocked(seen.image, 0, 12, 0);
        view = from_reference.look(seen).view;
    }
    EXPECT_EQ(view, View::MOVED);
}

TEST_F(view_watch, nothing_is_learnt_while_the_camera_moves_and_a_plain_picture_has_no_marks) {
    for (int i = 0; i < 20; ++i) {
        auto seen = frame();
        seen.image = knocked(seen.image, 4 * i, 0, 0);
        static_cast<void>(watch->look(seen));
        EXPECT_FALSE(watch->knows());
    }
    ViewWatch plain(layout);
    for (int i = 0; i < 20; ++i) {
        auto seen = frame();
        seen.image = cv::Mat(seen.image.size(), CV_8UC3, cv::Scalar(60, 110, 30));
        EXPECT_EQ(plain.look(seen).view, View::AS_BEFORE);
    }
    EXPECT_FALSE(plain.knows());
}

// What a calibration's reference may meet: cloth worn otherwise, other light, a deal under way.
TEST_F(view_watch, the_shipped_reference_fits_every_virtual_table_and_tells_a_move) {
    ASSERT_FALSE(layout.reference.empty());
    const auto reference = cv::imread(layout.reference);
    ASSERT_FALSE(reference.empty());
    for (const auto light : {Light::STUDIO, Light::DIM, Light::BRIGHT, Light::UNEVEN, Light::WARM}) {
        capture::VirtualTableOptions options;
        options.seed = 77 + static_cast<std::uint64_t>(light);
        options.light = light;
        table.emplace(layout, options);
        deal_everything();
        watch.emplace(layout, reference);
        EXPECT_EQ(watch->weakness(), "");
        for (int i = 0; i < 40; ++i)
            ASSERT_EQ(watch->look(frame()).view, View::AS_BEFORE) << "frame " << number;
        watch.emplace(layout, reference);
        auto view = View::AS_BEFORE;
        for (int i = 0; i < 8; ++i) {
            auto seen = frame();
            seen.image = knocked(seen.image, 9, 3, 0.3);
            view = watch->look(seen).view;
        }
        EXPECT_EQ(view, View::MOVED);
    }
}

// Cloth with a few printed crosses.
cv::Mat crosses(cv::Size size, int count) {
    cv::Mat picture(size, CV_8UC3, cv::Scalar(60, 110, 30));
    for (int i = 0; i < count; ++i)
        cv::drawMarker(picture, {200 + 270 * (i % 6), 60 + 960 * (i / 3 % 2)}, cv::Scalar(200, 220, 210), cv::MARKER_CROSS, 24, 4);
    return picture;
}

TEST_F(view_watch, few_marks_tell_a_small_move_and_say_that_they_are_few) {
    const auto plain = crosses({1920, 1080}, 5);
    ViewWatch few(layout, plain);
    EXPECT_TRUE(few.knows());
    EXPECT_EQ(few.weakness(), "only 5 marks tell whether the camera has moved: a small move is told, a large one is not");
    const auto look = [&](cv::Mat picture) {
        now += milliseconds(100);
        cv::Mat noise(picture.size(), CV_8UC3);
        cv::RNG(++number).fill(noise, cv::RNG::NORMAL, 4, 3);
        picture += noise;
        return few.look({"camera", number, now, picture, {}}).view;
    };
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(look(plain.clone()), View::AS_BEFORE);
    for (int i = 0; i < 30; ++i) { // an arm over three of them for three seconds
        auto covered = plain.clone();
        cv::rectangle(covered, {100, 0, 900, 1080}, cv::Scalar(90, 80, 70), cv::FILLED);
        EXPECT_EQ(look(covered), View::AS_BEFORE);
    }
    auto view = View::AS_BEFORE;
    for (int i = 0; i < 8; ++i)
        view = look(knocked(plain, 9, -4, 0));
    EXPECT_EQ(view, View::MOVED);
    EXPECT_EQ(look(plain.clone()), View::AS_BEFORE);
}

TEST_F(view_watch, a_view_without_marks_says_that_a_move_is_not_told) {
    ViewWatch none(layout, crosses({1920, 1080}, 0));
    EXPECT_EQ(none.weakness(), "a camera that has moved is not told: the view has 0 marks, at least 4 are needed");
    EXPECT_EQ(none.look(frame()).view, View::AS_BEFORE);
    ViewWatch learning(layout);
    for (int i = 0; i < 60; ++i) {
        auto seen = frame();
        seen.image = cv::Mat(seen.image.size(), CV_8UC3, cv::Scalar(60, 110, 30));
        static_cast<void>(learning.look(seen));
    }
    EXPECT_EQ(learning.weakness(), "a camera that has moved is not told: the view has too few marks that lie still");
}

TEST_F(view_watch, a_recorded_table_with_its_hands_and_cards_never_raises_it) {
    const std::filesystem::path clip = STUDIO_SHARED_DIR "/cards/clip";
    if (!std::filesystem::exists(clip)) GTEST_SKIP() << "the recorded table of the shared folder is not here";
    ViewWatch recorded(capture::read_layout(clip / "layout.json"));
    const auto source = capture::open_source("file:" + (clip / "clip.mp4").string(), {});
    int frames = 0;
    for (auto taken = source->take(milliseconds(0)); taken.kind == capture::Taken::Kind::FRAME; taken = source->take(milliseconds(0))) {
        ++frames;
        ASSERT_EQ(recorded.look(taken.frame).view, View::AS_BEFORE) << "frame " << frames;
    }
    EXPECT_TRUE(recorded.knows());
    EXPECT_GT(frames, 1000);
}

} // namespace
} // namespace recognition::app
