#include "recognition/capture/calibration.h"

#include "recognition/capture/layout_file.h"

#include "tests/recognition/capture/painted_marks.h"
#include "tests/recognition/capture/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace recognition::capture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string plans = STUDIO_SOURCE_DIR "/recognition/capture/tables/";
const std::string layouts = STUDIO_SOURCE_DIR "/recognition/capture/layouts/";
const cv::Size full_hd(1920, 1080);
// A camera that is neither the shipped one nor upright.
const tracking::Corners askew{{{190, 95}, {1700, 40}, {1862, 1001}, {88, 1040}}};

double distance(tracking::Point a, tracking::Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

double worst(const tracking::TableLayout& a, const tracking::TableLayout& b) {
    double most = a.slots.size() == b.slots.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < a.slots.size() && most < 1e9; ++i) {
        for (std::size_t k = 0; k < 4; ++k)
            most = std::max(most, distance(a.slots[i].corners[k], b.slots[i].corners[k]));
    }
    return most;
}

cv::Mat table_seen(const TablePlan& plan, const Calibration& camera, const std::map<int, PointMm>& marks) {
    cv::Mat picture(camera.picture, CV_8UC3, cv::Scalar(40, 84, 24));
    int turns = 0;
    for (const auto& [id, middle] : marks)
        paint_mark(picture, plan, camera, id, middle, turns++);
    cv::GaussianBlur(picture, picture, {}, 0.8);
    cv::Mat noise(picture.size(), CV_8UC3);
    cv::RNG(7).fill(noise, cv::RNG::NORMAL, 8, 4);
    return picture + noise;
}

std::string error_of_marks(const TablePlan& plan, const SeenMarks& marks) {
    return error_of([&] { static_cast<void>(calibrate_by_marks(plan, full_hd, marks)); });
}

TEST(calibration, the_shipped_layouts_are_those_of_their_plans) {
    for (const auto* name : {"pok_deng", "russian_poker", "imperial_poker", "poker_switch"}) {
        const auto plan = read_table_plan(plans + name + ".toml");
        const auto shipped = read_layout(layouts + name + ".toml");
        const auto made = layout_of(plan, calibrate_by_points(plan, {plan.view.width, plan.view.height}, plan.view.corners), plan.view.fps);
        EXPECT_LT(worst(made, shipped), 0.1) << name;
        EXPECT_EQ(made.deal_order, shipped.deal_order) << name;
        EXPECT_EQ(made.decks, shipped.decks) << name;
        EXPECT_GT(made.decks, 0) << name;
        EXPECT_TRUE(std::filesystem::exists(shipped.reference)) << name;
        EXPECT_FALSE(too_small(plan, shipped)) << name;
        for (std::size_t i = 0; i < made.slots.size(); ++i)
            EXPECT_EQ(made.slots[i].overlapped, shipped.slots[i].overlapped) << name;
    }
}

TEST(calibration, marks_seen_askew_and_laid_any_way_up_give_every_corner_to_two_px) {
    const auto plan = read_table_plan(plans + "pok_deng.toml");
    const auto camera = calibrate_by_points(plan, full_hd, askew);
    const auto found = calibrate_by_marks(plan, full_hd, find_marks(table_seen(plan, camera, plan.marks)));
    EXPECT_THAT(found.warnings, IsEmpty());
    EXPECT_EQ(found.of_marks.size(), 4U);
    EXPECT_LT(found.residual_px, 1);
    EXPECT_LT(worst(layout_of(plan, found, 30), layout_of(plan, camera, 30)), 2);
}

TEST(calibration, a_missing_mark_is_told_and_two_are_too_few) {
    const auto plan = read_table_plan(plans + "pok_deng.toml");
    const auto camera = calibrate_by_points(plan, full_hd, askew);
    auto marks = plan.marks;
    marks.erase(2);
    marks[17] = {500, 290};
    auto seen = find_marks(table_seen(plan, camera, marks));
    const auto found = calibrate_by_marks(plan, full_hd, seen);
    EXPECT_THAT(found.warnings, ElementsAre("marks not seen: 2", "marks that the plan does not have: 17"));
    EXPECT_LT(worst(layout_of(plan, found, 30), layout_of(plan, camera, 30)), 4); // the fourth corner is reached out to
    seen.erase(0);
    EXPECT_EQ(error_of_marks(plan, seen), "2 of the table's 4 marks are seen, at least 3 are needed; missing: 0, 2");
    EXPECT_THAT(error_of_marks(plan, {}), HasSubstr("0 of the table's 4 marks"));
}

TEST(calibration, a_mark_that_lies_elsewhere_is_left_out_and_named) {
    auto plan = read_table_plan(plans + "pok_deng.toml");
    plan.marks[4] = {500, 550};
    plan.marks[5] = {500, 30};
    const auto camera = calibrate_by_points(plan, full_hd, askew);
    auto lying = plan.marks;
    lying[1].x -= 60;
    const auto found = calibrate_by_marks(plan, full_hd, find_marks(table_seen(plan, camera, lying)));
    EXPECT_THAT(found.warnings, ElementsAre("mark 1 does not lie where the plan says and is left out"));
    EXPECT_LT(worst(layout_of(plan, found, 30), layout_of(plan, camera, 30)), 3);
}

TEST(calibration, points_that_are_no_table_are_refused_and_a_far_camera_is_told) {
    const auto plan = read_table_plan(plans + "pok_deng.toml");
    const auto error = [&](const tracking::Corners& points) {
        return error_of([&] { static_cast<void>(calibrate_by_points(plan, full_hd, points)); });
    };
    EXPECT_THAT(error({{{0, 0}, {0, 500}, {900, 500}, {900, 0}}}), HasSubstr("clockwise"));
    EXPECT_THAT(error({{{0, 0}, {900, 0}, {300, 200}, {0, 500}}}), HasSubstr("convex"));
    EXPECT_EQ(error(askew), "");
    const auto far = layout_of(plan, calibrate_by_points(plan, full_hd, {{{500, 300}, {1400, 300}, {1420, 830}, {480, 830}}}), 30);
    EXPECT_THAT(too_small(plan, far).value_or(""), HasSubstr("px; 80 px are wanted and nothing is read below 30: P1.1, "));
    const auto near = layout_of(plan, calibrate_by_points(plan, full_hd, {{{-300, -200}, {2200, -200}, {2300, 1300}, {-400, 1300}}}), 30);
    ASSERT_TRUE(tracking::check(near));
    EXPECT_THAT(tracking::check(near)->text, HasSubstr("lies out of the picture"));
}

TEST(calibration, the_page_of_marks_shows_marks_that_are_found) {
    const auto plan = read_table_plan(plans + "pok_deng.toml");
    std::ostringstream page;
    write_marks(plan, page);
    EXPECT_THAT(page.str(), HasSubstr("width=\"210mm\""));
    EXPECT_THAT(page.str(), HasSubstr("mark 3, middle at 30, 550 mm"));
}

TEST(table_plan, errors_name_the_file_and_the_line) {
    const TemporaryFolder folder;
    const auto error = [&](const std::string& text) {
        const auto file = folder.write("t.toml", text);
        auto what = error_of([&] { static_cast<void>(read_table_plan(file)); });
        return what.starts_with(folder.path().string()) ? what.substr(folder.path().string().size() + 1) : what;
    };
    const std::string good = "size_mm = [1000, 580]\n";
    EXPECT_EQ(error(good), "t.toml:1: key 'slots' is missing");
    EXPECT_EQ(error(good + "[slots]\n\"P1.1\" = [990, 100, 0]\n"), "t.toml:3: slot P1.1 lies beyond the table's edge");
    EXPECT_EQ(error(good + "[marks]\nsize_mm = 40\nfifty = [1, 2]\n"),
              "t.toml:4: 'fifty' is no mark: marks are numbered 0 to 49, beside 'size_mm'");
    EXPECT_EQ(error(good + "decks = 9\n"), "t.toml:2: 'decks' must be a whole number from 1 to 8");
    EXPECT_EQ(error(good + "overlapped = [\"P2.1\"]\n[slots]\n\"P1.1\" = [100, 100, 0]\n"),
              "t.toml:2: 'overlapped' names P2.1, which is no slot of this table");
    EXPECT_EQ(error(good + "[slots]\n\"P1.1\" = [100, 100]\n"), "t.toml:3: 'slots.P1.1' must be x and y of its middle in mm, and degrees");
    EXPECT_EQ(error_of([&] { static_cast<void>(read_table_plan(folder.path())); }), folder.path().string() + ": is a folder, not a plan");
}

} // namespace
} // namespace recognition::capture
