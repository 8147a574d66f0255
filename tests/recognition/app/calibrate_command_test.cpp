#include "recognition/app/calibrate_command.h"

#include "recognition/app/model_folder.h"
#include "recognition/app/still_reader.h"
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include "tests/recognition/capture/painted_marks.h"
#include "tests/recognition/capture/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>

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
