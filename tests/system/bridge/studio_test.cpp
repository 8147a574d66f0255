// A studio with a [bridge] in its configuration: it is started with it, again when it dies, and ended with it.
#include "tests/support/hand_table.h"
#include "tests/support/nats_cluster.h"
#include "tests/support/program.h"

#include "proto/wire/free_port.h"
#include "studio/app/station.h"
#include "studio/journal/journal_reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace studio {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::NatsCluster;
using testing::StreamReader;
using testing::until;

std::filesystem::path write_config(const std::filesystem::path& folder, const std::string& bridge) {
    const auto file = folder / "studio.toml";
    std::ofstream out(file);
    out << "[studio]\nid = \"riga-2\"\njournals = \"journals\"\nfeed = \"ipc://" << folder.string()
        << "/feed\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
        << "/recognition/capture/layouts/pok_deng.toml\"\nbetting_ms = 200\nobserve = \"ipc://" << folder.string() << "/observe\"\n"
        << bridge;
    return file;
}

// The process that this one has started as its bridge; 0 when there is none.
pid_t bridge_of(pid_t studio) {
    std::error_code gone;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(studio) + "/task", gone)) {
        std::ifstream children(thread.path() / "children");
        for (pid_t child = 0; children >> child;) {
            std::ifstream words("/proc/" + std::to_string(child) + "/cmdline");
            std::ostringstream line;
            line << words.rdbuf();
            if (line.str().find("bridge") != std::string::npos) return child;
        }
    }
    return 0;
}

// A process that has ended may wait for somebody to ask how.
bool runs(pid_t process) {
    std::ifstream words("/proc/" + std::to_string(process) + "/cmdline");
    return words.get() != std::ifstream::traits_type::eof();
}

TEST(BridgeOfAStudio, IsStartedWithItAgainWhenItDiesAndEndedWithIt) {
    const app::RunFolder folder;
    NatsCluster nats(folder.path() / "nats", 1);
    const auto config = write_config(folder.path(), "[bridge]\nnats = \"" + nats.urls() + "\"\n");
    runtime::ChildProcess studio({STUDIO_BINARY_DIR "/bin/studio", "run", config.string()});
    zmq::context_t context;
    testing::HandTable table(context, "T1", "ipc://" + folder.path().string() + "/observe", "ipc://" + folder.path().string() + "/command",
                             7);
    StreamReader reader(nats.urls(), "studio-riga-2");
    const auto dealt_until = [&](const std::function<bool()>& so) {
        return until([&] {
            table.step();
            return so();
        });
    };
    ASSERT_TRUE(dealt_until([&] { return reader.messages() > 10; }));
    const auto first = bridge_of(studio.pid());
    ASSERT_GT(first, 0);
    kill(first, SIGKILL);
    ASSERT_TRUE(dealt_until([&] {
        const auto now = bridge_of(studio.pid());
        return now > 0 && now != first;
    })) << "it is started again";
    const auto before = reader.messages();
    ASSERT_TRUE(dealt_until([&] { return reader.messages() > before + 10; }));
    const auto second = bridge_of(studio.pid());
    studio.signal(SIGTERM);
    ASSERT_TRUE(until([&] { return studio.exit_status().has_value(); }));
    EXPECT_EQ(studio.exit_status(), 0);
    EXPECT_FALSE(runs(second)) << "it does not stay behind";
    const auto stored = JournalReader(journal_path(folder.path() / "journals", "T1")).read_events(1, 0, 1'000'000);
    const auto got = reader.read();
    ASSERT_EQ(got.size(), stored.size()) << "what the studio said last is in the stream before it is gone";
    for (std::size_t place = 0; place < got.size(); ++place) {
        EXPECT_EQ(got[place].subject, "studio.riga-2.T1");
        ASSERT_EQ(got[place].bytes, stored[place].bytes) << "event " << place + 1;
    }
}

TEST(BridgeOfAStudio, WhoseStudioIsKilledGoesToo) {
    const app::RunFolder folder;
    const auto config =
        write_config(folder.path(), "[bridge]\nnats = \"nats://127.0.0.1:" + std::to_string(proto::wire::free_port()) + "\"\n");
    runtime::ChildProcess studio({STUDIO_BINARY_DIR "/bin/studio", "run", config.string()});
    zmq::context_t context;
    testing::HandTable table(context, "T1", "ipc://" + folder.path().string() + "/observe", "ipc://" + folder.path().string() + "/command",
                             7);
    ASSERT_TRUE(until([&] { return table.step(); })) << "a studio deals without NATS";
    pid_t bridge = 0;
    ASSERT_TRUE(until([&] { return (bridge = bridge_of(studio.pid())) > 0; }));
    studio.signal(SIGKILL);
    EXPECT_TRUE(until([&] { return !runs(bridge); }));
}

TEST(BridgeOfAStudio, AConfigurationIsCheckedWithItsLines) {
    const app::RunFolder folder;
    const auto check = [&](const std::string& bridge) {
        return testing::studio("run --check " + write_config(folder.path(), bridge).string());
    };
    EXPECT_EQ(check("[bridge]\nnats = \"nats://10.0.0.1:4222\"\nreplicas = 3\nkeep_events = 50000\ngive_up = [\"T1:1790000000\"]\n").status,
              0);
    const auto says = [&](const std::string& bridge, const std::string& words) {
        const auto ended = check(bridge);
        EXPECT_EQ(ended.status, 2) << ended.out;
        EXPECT_NE(ended.out.find(words), std::string::npos) << ended.out;
    };
    says("[bridge]\nreplicas = 3\n", ":10: bridge has no nats");
    says("[bridge]\nnats = \"10.0.0.1\"\n", ":11: bridge: '10.0.0.1' is no address of a NATS server");
    says("[bridge]\nnats = \"nats://a\"\nreplicas = 9\n", ":12: replicas must be a whole number from 1 to 5");
    says("[bridge]\nnats = \"nats://a\"\nreplcas = 3\n", ":12: bridge: 'replcas' is no setting");
    says("[bridge]\nnats = \"nats://a\"\ncreds = \"no.creds\"\n", ":12: bridge: there is no file");
    says("[bridge]\nnats = \"nats://a\"\ngive_up = [\"T1\"]\n", "TABLE:EPOCH");
    says("bridge = 1\n", "'bridge' is no setting");
}

} // namespace
} // namespace studio
