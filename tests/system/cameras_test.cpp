// Several cameras: each watches its slots of a table, and what is wrong with one is told by name and is nobody else's trouble.
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"
#include "studio/app/station.h"

#include "tests/support/program.h"

#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include <fstream>
#include <sstream>

namespace studio {
namespace {

using testing::Ended;
using testing::studio;

using recognition::capture::Side;
using recognition::capture::VirtualTable;

const std::string layout_file = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
const std::filesystem::path clip = STUDIO_SHARED_DIR "/cards/clip";
const std::string player_slots = R"(["P1.1", "P1.2", "P2.1", "P2.2", "P3.1", "P3.2", "P4.1", "P4.2", "P5.1", "P5.2"])";
const std::string dealer_slots = R"(["B.1", "B.2", "BURN", "CUT"])";

bool has(const Ended& ended, const std::string& part) {
    return ended.out.find(part) != std::string::npos;
}

std::string camera(const std::string& url, const std::string& more = "") {
    return "[[table.camera]]\nurl = \"" + url + "\"\n" + more;
}

std::string table(const std::string& id, const std::string& layout, const std::string& cameras, const std::string& more = "") {
    return "[[table]]\nid = \"" + id + "\"\nlayout = \"" + layout + "\"\n" + more + cameras;
}

class Cameras : public ::testing::Test {
protected:
    // `studio run`, or with --check.
    Ended run(const std::string& tables, const std::string& how = "") {
        const auto file = folder_.path() / "studio.toml";
        std::ofstream(file) << "[studio]\nfeed = \"ipc://" + folder_.path().string() + "/feed\"\n" + tables;
        return studio("run " + how + " " + file.string());
    }
    std::string path(const char* name) const { return (folder_.path() / name).string(); }
    [[nodiscard]] std::string journal_of(const std::string& id) const { return path("journals/") + id + ".journal"; }

    // Three seconds of a virtual table on which the seven of diamonds lies from the first second on.
    std::string record(const char* name) {
        VirtualTable table(recognition::capture::read_layout(layout_file), {});
        cv::VideoWriter writer(path(name), cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10, {1920, 1080});
        for (int frame = 0; frame < 30; ++frame) {
            if (frame == 10) table.put(*engine::Slot::parse("P3.1"), *engine::Card::parse("7d"), Side::FACE_UP);
            writer.write(table.render(std::chrono::milliseconds(100 * frame)));
        }
        return path(name);
    }
    const app::RunFolder folder_;
};

TEST_F(Cameras, EachSlotIsWatchedByExactlyOneCamera) {
    for (const auto* name : {"a.jpg", "b.jpg"})
        std::filesystem::copy_file(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng_view.jpg", path(name));
    const auto check = [this](const std::string& first, const std::string& second) {
        return run(table("T1", layout_file, camera("file:a.jpg", first) + camera("file:b.jpg", second)), "--check");
    };
    EXPECT_EQ(check("slots = " + player_slots + "\n", "slots = " + dealer_slots + "\n").status, 0);
    const auto twice = check("slots = " + player_slots + "\n", "slots = [\"P5.2\", \"B.1\", \"B.2\", \"BURN\", \"CUT\"]\n");
    EXPECT_EQ(twice.status, 2);
    EXPECT_TRUE(has(twice, ":11: slot P5.2 is watched by camera 'c1' and by camera 'c2'")) << twice.out;
    const auto none = check("slots = " + player_slots + "\n", "slots = [\"B.1\", \"B.2\", \"BURN\"]\n");
    EXPECT_EQ(none.status, 2);
    EXPECT_TRUE(has(none, ":3: table 'T1': no camera watches slot CUT")) << none.out;
    const auto all_twice = check("", "");
    EXPECT_EQ(all_twice.status, 2);
    EXPECT_TRUE(has(all_twice, ":8: slot P1.1 is watched by camera 'c1' and by camera 'c2'")) << all_twice.out;
    const auto unknown = check("slots = [\"P1.1\", \"P9.9\"]\n", "slots = [\"Q\", 3]\nid = \"c1\"\n");
    for (const char* part : {":11: 'Q' is no slot", ":11: slots must be a list", ":12: two cameras of table 'T1' are called 'c1'"})
        EXPECT_TRUE(has(unknown, part)) << part << " in\n" << unknown.out;
    EXPECT_TRUE(has(check("slots = " + player_slots + "\n", "layout = \"none.toml\"\nslots = " + dealer_slots + "\n"),
                    ":11: there is no layout file"));
}

TEST_F(Cameras, TwoCamerasSeeOneTableTogether) {
    if (!std::filesystem::exists(clip)) GTEST_SKIP() << "the recorded table of the shared folder is not here";
    const auto url = "file:" + (clip / "clip.mp4").string();
    const auto ended = run(table("T1", (clip / "layout.json").string(),
                                 camera(url, "id = \"players\"\nslots = " + player_slots + "\n") +
                                     camera(url, "id = \"dealer\"\nslots = " + dealer_slots + "\n"),
                                 "commands = \"" + (clip / "commands.jsonl").string() + "\"\n"));
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_EQ(studio("journal replay " + journal_of("T1")).status, 0);
    const auto exported = studio("journal export " + journal_of("T1")).out;
    std::size_t results = 0;
    for (auto at = exported.find("\"result_confirmed\""); at != std::string::npos; at = exported.find("\"result_confirmed\"", at + 1))
        ++results;
    EXPECT_EQ(results, 3U);
    EXPECT_EQ(exported.find("\"round_voided\""), std::string::npos);
    for (const char* source : {"camera:players", "camera:dealer"})
        EXPECT_NE(exported.find(source), std::string::npos) << source;
}

TEST_F(Cameras, AVideoThatIsCutOffEndsItsTableWithFileAndFrameAndNoOther) {
    const auto whole = record("whole.avi");
    std::filesystem::copy_file(whole, path("broken.avi"));
    std::filesystem::resize_file(path("broken.avi"), std::filesystem::file_size(whole) * 6 / 10);
    const auto ended =
        run(table("T1", layout_file, camera("file:" + path("broken.avi"))) + table("T2", layout_file, camera("file:" + whole)));
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(has(ended, path("broken.avi") + ": frame ")) << ended.out;
    EXPECT_TRUE(has(ended, "the video is cut off")) << ended.out;
    EXPECT_TRUE(has(ended, "table=T1 stopped: camera c1 could not be read to its end")) << ended.out;
    EXPECT_FALSE(has(ended, "table=T2 stopped")) << ended.out;
    EXPECT_NE(studio("journal export " + journal_of("T1")).out.find("broken.avi: frame "), std::string::npos) << "the journal says why";
    EXPECT_NE(studio("journal export " + journal_of("T2")).out.find("\"7d\""), std::string::npos) << "the other table was read to its end";
}

TEST_F(Cameras, APictureOfAnotherSizeIsNamedAndNoOtherTableSuffers) {
    cv::imwrite(path("small.png"), cv::Mat(480, 640, CV_8UC3, cv::Scalar(60, 110, 30)));
    const auto ended = run(table("T1", layout_file, camera("file:" + path("small.png"))) +
                           table("T2", layout_file, camera("file:" + record("whole.avi"))));
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(has(ended, "frame 1 of c1 is 640x480 px, its layout is for 1920x1080")) << ended.out;
    EXPECT_NE(studio("journal export " + journal_of("T2")).out.find("\"7d\""), std::string::npos);
}

TEST_F(Cameras, ALayoutWhoseSlotsLieOutsideThePictureIsNamedWithFileAndSlot) {
    std::ostringstream whole;
    whole << std::ifstream(layout_file).rdbuf();
    auto text = whole.str();
    text.replace(text.find("width = 1920"), 12, "width = 1200");
    std::ofstream(path("narrow.toml")) << text;
    const auto ended = run(table("T1", path("narrow.toml"), camera("file:a.mp4")), "--check");
    EXPECT_EQ(ended.status, 2);
    EXPECT_TRUE(has(ended, "narrow.toml:")) << ended.out;
    EXPECT_TRUE(has(ended, "lies out of the picture of 1200x1080 px")) << ended.out;
}

} // namespace
} // namespace studio
