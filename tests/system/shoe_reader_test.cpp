// A shoe that reads its cards, reporting to a running studio beside the camera.
#include "tests/support/hand_table.h"
#include "tests/support/until.h"

#include "studio/app/station.h"
#include "studio/journal/journal_check.h"
#include "studio/runtime/child_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <thread>

namespace studio {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(ShoeReader, WhatItReadsOtherwiseThanTheCameraStopsTheTable) {
    const app::RunFolder folder;
    const auto endpoint = [&](const char* name) { return "ipc://" + folder.path().string() + "/" + name; };
    const auto file = folder.path() / "studio.toml";
    std::ofstream(file) << "[studio]\nfeed = \"" << endpoint("feed") << "\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
                        << "/recognition/capture/layouts/pok_deng.toml\"\nbetting_ms = 200\nobserve = \"" << endpoint("observe") << "\"\n";
    runtime::ChildProcess studio({STUDIO_BINARY_DIR "/bin/studio", "run", file.string()});
    zmq::context_t context;
    testing::HandTable table(context, "T1", endpoint("observe"), endpoint("command"), 7);
    proto::wire::ObserveSender shoe(context, endpoint("observe"));
    const auto step_until = [&](const std::function<bool()>& so) {
        const auto deadline = steady_clock::now() + std::chrono::seconds(60);
        while (!so() && steady_clock::now() < deadline)
            if (!table.step()) std::this_thread::sleep_for(milliseconds(20));
        return so();
    };
    ASSERT_TRUE(step_until([&] { return table.status().phase() == v1::PHASE_BETTING; }));
    for (std::uint64_t number = 1; number <= 60; ++number) { // it says nothing but aces: at most one card of the round is one
        v1::ObserveMessage message;
        message.set_table_id("T1");
        message.set_camera_id("shoe-1");
        message.mutable_shoe()->set_number(number);
        message.mutable_shoe()->set_card("As");
        shoe.send(message);
    }
    EXPECT_TRUE(step_until([&] {
        return std::ranges::any_of(table.status().faults(), [](const auto& one) { return one.code() == v1::FAULT_CODE_SOURCES_DISAGREE; });
    }));
    EXPECT_EQ(table.status().state(), v1::TABLE_STATE_PAUSED);
    EXPECT_TRUE(step_until([&] { return table.status().state() == v1::TABLE_STATE_OPEN; })) << "voided by the dealer, and resumed";
    studio.signal(SIGTERM);
    EXPECT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }, std::chrono::seconds(30)));
    EXPECT_EQ(studio.exit_status(), 0);
    EXPECT_TRUE(replay(journal_path(folder.path() / "journals", "T1")).sound());
}

} // namespace
} // namespace studio
