#include "recognition/app/calibrate_command.h"

#include "recognition/app/model_folder.h"
#include "recognition/app/still_reader.h"
#include "recognition/app/view_watch.h"
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include "tests/recognition/capture/painted_marks.h"
#include "tests/recognition/capture/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <map>
#include <sstream>

namespace recognition::app {
namespace {

using testing::HasSubstr;

const std::string plan_file = STUDIO_SOURCE_DIR "/recognition/capture/tables/pok_deng.toml";

struct Run {
    int code = 0;
    std::string report, warnings;
};

Run run(CalibrateOptions options) {
    std::ostringstream report, warnings;
    options.report = &report;
    options.warnings = &warnings;
    const int code = calibrate_command(options);
    return {code, report.str(), warnings.str()};
}

TEST(calibrate, four_points_or_the_plans_own_view_write_a_layout) {
    const capture::TemporaryFolder folder;
    CalibrateOptions options;
    options.table = plan_file;
    options.out = (folder / "layout.toml").string();
    EXPECT_EQ(run(options).code, 0);
    EXPECT_EQ(capture::read_layout(options.out).slots.size(), 14U);
    options.points = {"190,95", "1700,40", "1862.5,1001", "88,1040"};
    options.draw = (folder / "slots.png").string();
    const auto done = run(options);
    EXPECT_EQ(done.code, 0) << done.warnings;
    EXPECT_THAT(done.report, HasSubstr("14 slots, a card is "));
    EXPECT_FALSE(cv::imread(options.draw).empty());
    options.points[1] = "1700;40";
    EXPECT_EQ(run(options).code, 2);
    EXPECT_THAT(run(options).warnings, HasSubstr("'1700;40' is no x,y in px"));
}

TEST(calibrate, what_gives_no_layout_writes_none) {
    const capture::TemporaryFolder folder;
    CalibrateOptions options;
    options.table = plan_file;
    options.out = (folder / "layout.toml").string();
    options.points = {"-300,-200", "2200,-200", "2300,1300", "-400,1300"};
    EXPECT_EQ(run(options).code, 1);
    EXPECT_THAT(run(options).warnings, HasSubstr("lies out of the picture"));
    options.points.clear();
    options.image = (folder / "bare.png").string();
    cv::imwrite(options.image, cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(40, 84, 24)));
    EXPECT_EQ(run(options).code, 1);
    EXPECT_FALSE(std::filesystem::exists(options.out));
    options.image = "none.png";
    EXPECT_EQ(run(options).code, 2);
}

// The marks are laid for the calibration only: the reference is the table without them, and tells a camera that moves before the next
// start.
TEST(calibrate, the_reference_is_the_table_without_its_marks_and_tells_a_move) {
    const capture::TemporaryFolder folder;
    const auto plan = capture::read_table_plan(plan_file);
    const auto camera = capture::calibrate_by_points(plan, {1920, 1080}, {{{190, 95}, {1700, 40}, {1862, 1001}, {88, 1040}}});
    capture::VirtualTable table(capture::layout_of(plan, camera, 30), {});
    auto marked = table.render(std::chrono::milliseconds(100)).clone();
    for (const auto& [id, middle] : plan.marks)
        capture::paint_mark(marked, plan, camera, id, middle, id);
    CalibrateOptions options;
    options.table = plan_file;
    options.image = (folder / "table.png").string();
    options.out = (folder / "camera_2.toml").string();
    cv::imwrite(options.image, marked);
    const auto done = run(options);
    ASSERT_EQ(done.code, 0) << done.warnings;
    EXPECT_EQ(done.warnings, "");
    EXPECT_THAT(done.report, HasSubstr("; view kept in " + (folder / "camera_2_view.jpg").string()));
    const auto layout = capture::read_layout(options.out);
    EXPECT_EQ(layout.reference, (folder / "camera_2_view.jpg").string());
    const auto reference = cv::imread(layout.reference);
    ASSERT_EQ(reference.size(), cv::Size(1920, 1080));
    EXPECT_TRUE(capture::find_marks(reference).empty());
    ViewWatch in_place(layout, reference), moved(layout, reference);
    auto view = View::AS_BEFORE;
    for (int i = 2; i < 12; ++i) {
        const auto at = std::chrono::milliseconds(100 * i);
        const cv::Mat seen = table.render(at);
        EXPECT_EQ(in_place.look({"camera", static_cast<std::uint64_t>(i), at, seen, {}}).view, View::AS_BEFORE);
        cv::Mat picture;
        cv::warpAffine(seen, picture, cv::Matx23d(1, 0, 12, 0, 1, 0), seen.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
        view = moved.look({"camera", static_cast<std::uint64_t>(i), at, picture, {}}).view;
    }
    EXPECT_EQ(view, View::MOVED);
}

TEST(calibrate, a_table_without_any_print_gets_no_reference_and_a_warning) {
    const capture::TemporaryFolder folder;
    CalibrateOptions options;
    options.table = plan_file;
    options.out = (folder / "layout.toml").string();
    options.image = (folder / "bare.png").string();
    options.points = {"190,95", "1700,40", "1862.5,1001", "88,1040"};
    cv::Mat bare(1080, 1920, CV_8UC3);
    cv::RNG(4).fill(bare, cv::RNG::NORMAL, cv::Scalar(40, 84, 24), cv::Scalar::all(4));
    cv::imwrite(options.image, bare);
    const auto done = run(options);
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.warnings, HasSubstr("a camera that has moved is not told: the view has 0 marks"));
    EXPECT_EQ(capture::read_layout(options.out).reference, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "layout_view.jpg"));
}

// Cards on a table seen askew, marks beside them: calibrated from the picture, then read in the slots that it found.
TEST(calibrate, a_table_seen_askew_is_calibrated_by_its_marks_and_its_cards_are_read) {
    const capture::TemporaryFolder folder;
    const auto plan = capture::read_table_plan(plan_file);
    const auto camera = capture::calibrate_by_points(plan, {1920, 1080}, {{{190, 95}, {1700, 40}, {1862, 1001}, {88, 1040}}});
    capture::VirtualTable table(capture::layout_of(plan, camera, 30), {});
    const std::map<std::string, std::string> cards{{"P1.2", "As"}, {"P2.1", "7d"}, {"P3.2", "Th"}, {"P5.1", "Qc"}, {"B.1", "3s"}};
    for (const auto& [slot, card] : cards)
        table.put(*engine::Slot::parse(slot), *engine::Card::parse(card), capture::Side::FACE_UP);
    auto picture = table.render(std::chrono::milliseconds(100));
    for (const auto& [id, middle] : plan.marks)
        capture::paint_mark(picture, plan, camera, id, middle, id);
    CalibrateOptions options;
    options.table = plan_file;
    options.image = (folder / "table.png").string();
    options.out = (folder / "layout.toml").string();
    cv::imwrite(options.image, picture);
    const auto done = run(options);
    ASSERT_EQ(done.code, 0) << done.warnings;
    EXPECT_THAT(done.report, HasSubstr("4 of 4 marks"));
    std::map<std::string, std::string> read;
    const auto layout = capture::read_layout(options.out);
    const auto seen = StillReader(models_in(""), layout).read(picture);
    for (const auto& place : layout.slots) {
        for (const auto& one : seen) {
            const bool here = std::abs(static_cast<double>(one.quad[0].x) - place.corners[0].x) < 1;
            if (here && one.reading.card) read[place.slot.text()] = one.reading.card->text();
        }
    }
    EXPECT_EQ(read, cards);
}

} // namespace
} // namespace recognition::app
