// The program as people and scripts call it: exit codes, reasons, and a recorded table from its pixels to its results.
#include "studio/app/station.h"
#include "studio/journal/journal_check.h"
#include "studio/runtime/still_store.h"

#include "tests/support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>
namespace studio {
namespace {

using testing::studio;

const std::filesystem::path clip = STUDIO_SHARED_DIR "/cards/clip";

nlohmann::json last_line(const std::string& text) {
    std::istringstream in(text);
    nlohmann::json last;
    for (std::string line; std::getline(in, line);)
        if (line.starts_with('{')) last = nlohmann::json::parse(line);
    return last;
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
}

TEST(Studio, BadUseIsNamedAndEndsWith2) {
    EXPECT_EQ(studio("").status, 2);
    EXPECT_EQ(studio("deal").status, 2);
    EXPECT_EQ(studio("demo --game whist").status, 2);
    EXPECT_EQ(studio("feed tail --connect nowhere").status, 2);
    EXPECT_EQ(studio("journal verify /nowhere.journal").status, 2);
    EXPECT_NE(studio("clip /nowhere").out.find("/nowhere"), std::string::npos);
}

TEST(Studio, ACommandThatThereIsNotIsNamed) {
    const auto none = studio("foo");
    EXPECT_EQ(none.status, 2);
    EXPECT_TRUE(none.out.starts_with("studio: there is no command 'studio foo': demo, run, ")) << none.out;
    EXPECT_EQ(studio("bench foo").out, "studio: there is no command 'studio bench foo': feed, recognition, hands\n");
    EXPECT_EQ(studio("bench").out, "studio: a command is missing: studio bench feed, recognition, hands\n");
    EXPECT_NE(studio("recognise").out.find("FILE is required"), std::string::npos) << "no command, and what is missing is named";
}

TEST(Studio, AUsersFileThatIsNotThereIsNoEmptyOne) {
    const app::RunFolder folder;
    const auto file = (folder.path() / "users.toml").string();
    for (const auto& words : {"users --file " + file + " list", "users list --file " + file}) {
        const auto ended = studio(words);
        EXPECT_EQ(ended.status, 2) << words;
        EXPECT_EQ(ended.out, "studio: " + file + ": there is no users file: `studio users make` writes it\n");
    }
    ASSERT_EQ(
        testing::shell("echo 'six green apples' | " STUDIO_BINARY_DIR "/bin/studio users make anna --role dealer --file " + file).status,
        0);
    EXPECT_NE(studio("users list --file " + file).out.find("\"name\":\"anna\""), std::string::npos);
}

TEST(Studio, AConfigurationsFaultsAreAllNamedWithTheirLines) {
    const app::RunFolder folder;
    const auto file = folder.path() / "studio.toml";
    write(file, "[studio]\nid = \"s\"\nfeeed = \"tcp://127.0.0.1:1\"\n[[table]]\nid = \"T 1\"\nbetting_ms = 0\nlayout = \"none.toml\"\n");
    const auto ended = studio("run --check " + file.string());
    EXPECT_EQ(ended.status, 2);
    for (const char* part : {":3: studio: 'feeed' is no setting", ":5: a table's id", ":6: betting_ms", ":7: there is no layout file",
                             ":4: table 'T 1' has no [[table.camera]]"})
        EXPECT_NE(ended.out.find(part), std::string::npos) << part << " in\n" << ended.out;
    write(file, "[studio\n");
    EXPECT_NE(studio("run --check " + file.string()).out.find(":1"), std::string::npos);
}

TEST(Studio, RecordedButtonsNeedARecordedTable) {
    const app::RunFolder folder;
    std::filesystem::copy_file(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng_view.jpg", folder.path() / "clip.jpg");
    write(folder.path() / "commands.jsonl", "{\"at_ms\": 0, \"command\": \"open_table\"}\n");
    const auto layout = std::string(STUDIO_SOURCE_DIR) + "/recognition/capture/layouts/pok_deng.toml";
    const auto config = [&](const std::string& camera) {
        const auto file = folder.path() / "studio.toml";
        write(file, "[studio]\n[[table]]\nid = \"T1\"\nlayout = \"" + layout +
                        "\"\ncommands = \"commands.jsonl\"\n[[table.camera]]\nurl = \"" + camera + "\"\n");
        return studio("run --check " + file.string());
    };
    EXPECT_EQ(config("file:clip.jpg").status, 0);
    const auto live = config("rtsp://127.0.0.1/table");
    EXPECT_EQ(live.status, 2);
    EXPECT_NE(live.out.find("table 'T1': commands are for a recording"), std::string::npos) << live.out;
}

TEST(Studio, ADemoDealsRoundsWithoutAWrongCard) {
    const auto ended = studio("demo --headless --rounds 2 --seed 11");
    const auto summary = last_line(ended.out);
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_EQ(summary["rounds"], 2);
    EXPECT_EQ(summary["wrong"], 0);
    EXPECT_EQ(summary["events_published"], summary["events_received"]);
    EXPECT_GE(summary["cards"], 25);
}

// Seed 4 lays a card face down at the end of a fan so that its outline is not to be told from the fan's.
TEST(Studio, ADemoDealsEveryPokerGame) {
    for (const auto& [game, seed] : {std::pair{"russian-poker", 21}, {"imperial-poker", 22}, {"poker-switch", 4}}) {
        const auto ended = studio(std::string("demo --headless --rounds 1 --game ") + game + " --seed " + std::to_string(seed));
        const auto summary = last_line(ended.out);
        EXPECT_EQ(ended.status, 0) << ended.out;
        EXPECT_EQ(summary["game"], game);
        EXPECT_EQ(summary["rounds"], 1);
        EXPECT_EQ(summary["voided"], 0);
        EXPECT_EQ(summary["wrong"], 0);
        EXPECT_EQ(summary["doubtful"], 0);
        EXPECT_EQ(summary["events_published"], summary["events_received"]);
        EXPECT_GE(summary["cards"], 10) << game;
    }
}

TEST(Studio, ADealersMistakesEndInVoidsAndNeverInAWrongCard) {
    const auto ended = studio("demo --headless --rounds 4 --seed 3 --mistakes 0.05");
    const auto summary = last_line(ended.out);
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_EQ(summary["rounds"], 4);
    EXPECT_GE(summary["voided"], 1) << ended.out;
    EXPECT_EQ(summary["wrong"], 0);
}

// Of each kind of mistake on real pixels: the fault is named, and no card that is told is wrong. A few rounds; the others are played
// without pixels in VirtualPlay.
TEST(Studio, AMistakeIsSeenByTheCameraForWhatItIs) {
    for (const auto* code : {"UNREADABLE", "CARD_CHANGED", "CLEARED_TOO_EARLY", "CAMERA_DARK", "CAMERA_MOVED"}) {
        const auto ended = studio(std::string("demo --headless --rounds 2 --seed 3 --mistakes 0.15 --mistake ") + code);
        const auto summary = last_line(ended.out);
        EXPECT_EQ(ended.status, 0) << code << "\n" << ended.out;
        EXPECT_EQ(summary["rounds"], 2) << code;
        EXPECT_EQ(summary["wrong"], 0) << code;
        EXPECT_NE(ended.out.find(code), std::string::npos) << code << " is not noticed\n" << ended.out;
    }
}

TEST(Studio, AMistakeThatCannotBeMadeIsRefusedByName) {
    const auto unknown = studio("demo --headless --rounds 1 --mistakes 0.1 --mistake CARD_EATEN");
    EXPECT_NE(unknown.status, 0);
    EXPECT_NE(unknown.out.find("CARD_EATEN"), std::string::npos) << unknown.out;
    const auto frozen = studio("demo --headless --rounds 1 --mistakes 0.1 --mistake CAMERA_FROZEN");
    EXPECT_NE(frozen.status, 0);
    EXPECT_NE(frozen.out.find("never frozen"), std::string::npos) << frozen.out;
}

// Every card that an event reveals has its still on disk under its round, and the round's dossier shows it.
void expect_stills(const std::filesystem::path& folder, const std::string& journal, const std::string& exported) {
    std::map<std::string, std::vector<std::string>> named; // round -> hashes
    std::istringstream lines(exported);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line);
        if (!json.contains("event") || !json["event"].contains("card_revealed")) continue;
        named[json["event"]["round_id"]].push_back(json["event"]["card_revealed"]["still_sha256"]);
    }
    EXPECT_EQ(named.size(), 3U);
    for (const auto& [round, hashes] : named) {
        std::map<std::string, std::string> shown;
        const auto dossier = nlohmann::json::parse(studio("journal dossier " + journal + " --round " + round).out);
        for (const auto& still : dossier["stills"])
            shown[still["sha256"]] = still["fault"];
        for (const auto& hash : hashes) {
            const auto file = runtime::find_still(folder / "stills", "T1", hash);
            EXPECT_FALSE(file.empty()) << round << " " << hash;
            EXPECT_EQ(file.parent_path().filename().string(), round);
            ASSERT_TRUE(shown.contains(hash));
            EXPECT_EQ(shown[hash], "");
        }
    }
}

TEST(Studio, ARecordedTableEndsWithItsTrueResults) {
    if (!std::filesystem::exists(clip)) GTEST_SKIP() << "the recorded table of the shared folder is not here";
    const auto ended = studio("clip " + clip.string());
    const auto summary = last_line(ended.out);
    EXPECT_EQ(ended.status, 0) << ended.out;
    EXPECT_EQ(summary["wrong"], 0);
    EXPECT_EQ(summary["rounds"], 3);
    EXPECT_EQ(summary["voided"], 0);
    std::ifstream truth(clip / "rounds.jsonl");
    std::size_t number = 0;
    for (std::string line; std::getline(truth, line); ++number)
        EXPECT_EQ(summary["round_results"][number]["hands"], nlohmann::json::parse(line)["hands"]);
    EXPECT_EQ(number, 3U);
}

TEST(Studio, ARunOnAFileCameraEndsWithItAndItsJournalReplays) {
    if (!std::filesystem::exists(clip)) GTEST_SKIP() << "the recorded table of the shared folder is not here";
    const app::RunFolder folder;
    const auto file = folder.path() / "studio.toml";
    write(file, "[studio]\nfeed = \"ipc://" + folder.path().string() + "/feed\"\n[[table]]\nid = \"T1\"\nlayout = \"" +
                    (clip / "layout.json").string() + "\"\ncommands = \"" + (clip / "commands.jsonl").string() +
                    "\"\n[[table.camera]]\nurl = \"file:" + (clip / "clip.mp4").string() + "\"\n");
    const auto ended = studio("run " + file.string());
    EXPECT_EQ(ended.status, 0) << ended.out;
    const auto journal = (folder.path() / "journals/T1.journal").string();
    EXPECT_EQ(studio("journal verify " + journal).status, 0);
    EXPECT_EQ(studio("journal replay " + journal).status, 0);
    const auto exported = studio("journal export " + journal).out;
    std::size_t results = 0;
    for (auto at = exported.find("\"result_confirmed\""); at != std::string::npos; at = exported.find("\"result_confirmed\"", at + 1))
        ++results;
    EXPECT_EQ(results, 3U);
    expect_stills(folder.path(), journal, exported);
}

} // namespace
} // namespace studio
