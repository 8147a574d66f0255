// A card check told to a running studio: kept in its table's journal, and no part of the feed.
#include "proto/wire/observe.h"
#include "studio/app/station.h"
#include "studio/journal/journal_check.h"
#include "studio/runtime/child_process.h"

#include "tests/support/program.h"
#include "tests/support/until.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

namespace studio {
namespace {

TEST(CardCheck, ItsResultIsKeptInTheJournalAndTheJournalReplays) {
    const app::RunFolder folder;
    const auto endpoint = [&](const char* name) { return "ipc://" + folder.path().string() + "/" + name; };
    const auto file = folder.path() / "studio.toml";
    std::ofstream(file) << "[studio]\nfeed = \"" << endpoint("feed") << "\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
                        << "/recognition/capture/layouts/pok_deng.toml\"\nobserve = \"" << endpoint("observe") << "\"\n";
    runtime::ChildProcess studio({STUDIO_BINARY_DIR "/bin/studio", "run", file.string()});
    const auto journal = journal_path(folder.path() / "journals", "T1");
    zmq::context_t context;
    proto::wire::ObserveSender sender(context, endpoint("observe"));
    v1::ObserveMessage message;
    message.set_table_id("T1");
    message.set_camera_id("c1");
    auto& check = *message.mutable_card_check();
    check.set_cards(52);
    check.set_right(51);
    check.set_doubtful(1);
    check.set_missing(1);
    check.set_slowest_ms(640);
    ASSERT_TRUE(sender.send(message)); // queued until the studio is there
    const auto exported = [&] { return testing::studio("journal export " + journal.string()).out; };
    std::string text;
    EXPECT_TRUE(testing::until(
        [&] {
            if (std::filesystem::exists(journal)) text = exported();
            return text.find("card_check_done") != std::string::npos;
        },
        std::chrono::seconds(60)));
    for (const char* part : {"\"card_check_done\"", "\"right\":51", "\"slowest_ms\":640", "camera:c1"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    studio.signal(SIGTERM);
    EXPECT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }, std::chrono::seconds(60)));
    EXPECT_EQ(studio.exit_status(), 0);
    EXPECT_TRUE(replay(journal).sound());
}

} // namespace
} // namespace studio
