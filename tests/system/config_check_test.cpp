// `studio run --check`: what cannot work is told before a table starts, all of it in one run, each with its line.
#include "studio/app/station.h"

#include "tests/support/program.h"

#include <gtest/gtest.h>

#include <fstream>

namespace studio {
namespace {

const std::string layouts = STUDIO_SOURCE_DIR "/recognition/capture/layouts/";

class ConfigCheck : public ::testing::Test {
protected:
    testing::Ended check(const std::string& text) const {
        std::ofstream(folder_.path() / "studio.toml") << text;
        return testing::studio("run --check " + (folder_.path() / "studio.toml").string());
    }
    // Of a table of four lines, from line 1 on, that recognisers from elsewhere watch.
    [[nodiscard]] std::string table(const std::string& game, const std::string& layout) const {
        return "[[table]]\nid = \"T1\"\ngame = \"" + game + "\"\nlayout = \"" + layouts + layout + ".toml\"\n";
    }
    [[nodiscard]] std::string watched() const { return table("pok-deng", "pok_deng") + "observe = \"ipc:///tmp/o\"\n"; }
    // A table of four lines, and its camera, whose url is in line 6.
    [[nodiscard]] testing::Ended seen_by(const std::string& url) const {
        return check(table("pok-deng", "pok_deng") + "[[table.camera]]\nurl = \"" + url + "\"\n");
    }
    // What is told of a [studio] section from line 6 on.
    [[nodiscard]] testing::Ended studio_with(const std::string& keys) const { return check(watched() + "[studio]\n" + keys); }

    const app::RunFolder folder_;
};

bool has(const testing::Ended& ended, const std::string& part) {
    return ended.out.find(part) != std::string::npos;
}

TEST_F(ConfigCheck, EveryShippedLayoutHasTheSlotsOfItsGame) {
    for (const auto& [game, layout] : {std::pair{"pok-deng", "pok_deng"},
                                       {"russian-poker", "russian_poker"},
                                       {"imperial-poker", "imperial_poker"},
                                       {"poker-switch", "poker_switch"}}) {
        const auto ended = check(table(game, layout) + "observe = \"ipc:///tmp/o\"\n");
        EXPECT_EQ(ended.status, 0) << ended.out;
        EXPECT_TRUE(has(ended, "1 table, no fault\n")) << ended.out;
    }
}

TEST_F(ConfigCheck, ALayoutOfAnotherGameIsAFault) {
    const auto poker = check(table("russian-poker", "pok_deng") + "observe = \"ipc:///tmp/o\"\n");
    EXPECT_EQ(poker.status, 2);
    EXPECT_TRUE(has(poker, ":4: table 'T1': russian-poker is dealt to ")) << poker.out;
    EXPECT_TRUE(has(poker, "X1.1")) << poker.out;
    const auto pok_deng = check(table("pok-deng", "russian_poker") + "observe = \"ipc:///tmp/o\"\n");
    EXPECT_TRUE(has(pok_deng, ":4: table 'T1': pok-deng is dealt to ")) << pok_deng.out;
    EXPECT_TRUE(has(pok_deng, "more, and the layout has no such slot")) << pok_deng.out;
}

TEST_F(ConfigCheck, ACameraThatCannotWorkIsAFault) {
    const auto unknown = seen_by("foo:bar");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_TRUE(has(unknown, ":6: camera 'c1': foo:bar: 'foo' is no kind of camera")) << unknown.out;
    const auto missing = seen_by("file:none.mp4");
    EXPECT_EQ(missing.status, 2);
    EXPECT_TRUE(has(missing, ":6: camera 'c1': " + (folder_.path() / "none.mp4").string() + ": no such file")) << missing.out;
    EXPECT_EQ(seen_by("v4l2:/dev/null?speed=1").status, 2);
    std::ofstream(folder_.path() / "text.mp4") << "frames";
    EXPECT_TRUE(has(seen_by("file:text.mp4"), "text.mp4: is no video that can be read"));
    std::filesystem::copy_file(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng_view.jpg", folder_.path() / "here.jpg");
    EXPECT_EQ(seen_by("file:here.jpg").status, 0) << "a path is taken from the file's folder";
}

TEST_F(ConfigCheck, ADeviceThatIsNotThereYetIsAWarning) {
    const auto ended = seen_by("v4l2:/dev/video909");
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_TRUE(has(ended, ":6: warning: camera 'c1': v4l2:/dev/video909: there is no such device\n")) << ended.out;
    EXPECT_TRUE(has(ended, "1 table, no fault, 1 warning\n")) << ended.out;
}

TEST_F(ConfigCheck, PortsThatAreNoneOrHaveNoRoomAreFaults) {
    for (const auto* port : {"99999", "65535", "65534", "0"}) {
        const auto ended = studio_with(std::string("feed = \"tcp://127.0.0.1:") + port + "\"\n");
        EXPECT_EQ(ended.status, 2) << port << ended.out;
        EXPECT_TRUE(has(ended, ":7: feed: ")) << ended.out;
    }
    EXPECT_EQ(studio_with("feed = \"tcp://127.0.0.1:65533\"\n").status, 0);
    EXPECT_EQ(studio_with("feed = \"tcp://127.0.0.1:*\"\n").status, 0);
}

TEST_F(ConfigCheck, TwoDoorsAtOnePortAreAFault) {
    for (const auto& [port, whose] :
         {std::pair{"5570", "the feed\n"}, {"5571", "the feed's replay\n"}, {"5572", "the feed's commands\n"}}) {
        const auto ended = studio_with(std::string("feed = \"tcp://127.0.0.1:5570\"\nmetrics = \"127.0.0.1:") + port + "\"\n");
        EXPECT_EQ(ended.status, 2);
        EXPECT_TRUE(has(ended, std::string(":8: metrics: port ") + port + " is taken by " + whose)) << ended.out;
    }
    EXPECT_EQ(studio_with("metrics = \"127.0.0.1:5573\"\n").status, 0);
    EXPECT_EQ(studio_with("feed = \"tcp://127.0.0.2:5570\"\nmetrics = \"127.0.0.1:5570\"\n").status, 0) << "another address";
    std::ofstream(folder_.path() / "users.toml").flush();
    const auto console = check(watched() + "[console]\nport = 5572\n");
    EXPECT_TRUE(has(console, ":7: the console: port 5572 is taken by the feed's commands")) << console.out;
}

TEST_F(ConfigCheck, AFolderThatTakesNoFileIsAFault) {
    const auto ended = studio_with("journals = \"/proc/x\"\n");
    EXPECT_EQ(ended.status, 2);
    EXPECT_TRUE(has(ended, ":7: journals: nothing can be written in /proc: ")) << ended.out;
    std::ofstream(folder_.path() / "a_file") << "text";
    const auto file = studio_with("journals = \"a_file/journals\"\n");
    EXPECT_TRUE(has(file, "a_file is no folder")) << file.out;
    const auto fresh = studio_with("journals = \"deep/in/journals\"\n");
    EXPECT_EQ(fresh.status, 0) << fresh.out;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "deep")) << "a check leaves nothing behind";
    const auto stills = studio_with("stills = \"/proc/x\"\n");
    EXPECT_EQ(stills.status, 0) << "pictures of cards hold nobody up";
    EXPECT_TRUE(has(stills, ":7: warning: stills: ")) << stills.out;
}

TEST_F(ConfigCheck, OneFaultHidesNoOther) {
    std::ofstream(folder_.path() / "users.toml").flush();
    const auto ended = check(table("russian-poker", "pok_deng") +                                   // 1-4
                             "betting_ms = 0\ncolour = \"green\"\n"                                 // 5, 6
                             "[[table.camera]]\nurl = \"foo:bar\"\n"                                // 7, 8
                             "slots = [\"P1.1\", \"Q\"]\n"                                          // 9
                             "[[table.camera]]\nurl = \"file:none.mp4\"\n"                          // 10, 11
                             "layout = \"none.toml\"\n"                                             // 12
                             "[studio]\nfeed = \"tcp://127.0.0.1:99999\"\njournals = \"/proc/x\"\n" // 13-15
                             "[console]\naddress = \"0.0.0.0\"\nport = 99999\n"                     // 16-18
                             "[bridge]\nnats = \"nowhere\"\ngive_up = 3\nca = \"none.pem\"\n");     // 19-22
    EXPECT_EQ(ended.status, 2);
    std::size_t before = 0;
    for (const char* part :
         {":5: betting_ms", ":6: table: 'colour'", ":8: camera 'c1': foo:bar", ":9: 'Q' is no slot",
          ":11: camera 'c2': ", ":12: there is no layout file", ":14: feed: ", ":15: journals: ", ":17: console: 0.0.0.0 is not loopback",
          ":18: port must be", ":20: bridge: ", ":21: give_up must be", ":22: bridge: there is no file"}) {
        const auto at = ended.out.find(part);
        ASSERT_NE(at, std::string::npos) << part << " in\n" << ended.out;
        EXPECT_GT(at + 1, before) << "in their order: " << part << " in\n" << ended.out;
        before = at;
    }
}

TEST_F(ConfigCheck, TwoTablesHaveTwoEndpointsToObserveAt) {
    auto second = watched();
    second.replace(second.find("T1"), 2, "T2");
    const auto ended = check(watched() + second);
    EXPECT_EQ(ended.status, 2);
    EXPECT_TRUE(has(ended, ":10: tables 'T1' and 'T2' observe at one endpoint")) << ended.out;
}

} // namespace
} // namespace studio
