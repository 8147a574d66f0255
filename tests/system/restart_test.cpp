// A studio that is killed at any moment and started again: nothing is lost, nothing is told twice, the round goes on.
#include "tests/support/hand_table.h"
#include "tests/support/until.h"

#include "proto/client/feed_client.h"
#include "studio/app/station.h"
#include "studio/journal/journal_check.h"
#include "studio/journal/journal_reader.h"
#include "studio/runtime/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

namespace studio {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

const std::string binaries = STUDIO_BINARY_DIR "/bin/";

std::filesystem::path write_config(const std::filesystem::path& folder) {
    const auto file = folder / "studio.toml";
    std::ofstream out(file);
    out << "[studio]\nid = \"restart\"\njournals = \"journals\"\nfeed = \"ipc://" << folder.string()
        << "/feed\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
        << "/recognition/capture/layouts/pok_deng.toml\"\nbetting_ms = 200\nobserve = \"ipc://" << folder.string() << "/observe\"\n";
    return file;
}

// Follows the feed from its first event on, through every restart.
class Follower {
public:
    explicit Follower(const std::string& feed) : thread_([this, feed] { follow(feed); }) {}
    ~Follower() { stop(); }
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;
    void stop() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] bool suspended() const { return suspended_; }
    // After stop() only.
    [[nodiscard]] const std::vector<std::string>& bytes() const { return bytes_; }

private:
    void follow(const std::string& feed) {
        zmq::context_t context;
        proto::client::FeedOptions options;
        options.feed = feed;
        options.tables = {"T1"};
        options.from = proto::client::FeedPosition{.epoch = {}, .next_seq = 1};
        proto::client::FeedClient client(context, options);
        while (!stop_) {
            const auto item = client.poll(milliseconds(20));
            suspended_ = client.state("T1") == proto::client::FeedState::SUSPENDED;
            if (!item || !item->event()) continue;
            bytes_.push_back(item->event()->bytes);
            ++count_;
        }
    }
    std::atomic<bool> stop_ = false;
    std::atomic<std::size_t> count_ = 0;
    std::atomic<bool> suspended_ = false;
    std::vector<std::string> bytes_;
    std::thread thread_;
};

// Of "S1-R12"; 0 before the first round.
int round_number(const std::string& round_id) {
    const auto at = round_id.find("-R");
    return at == std::string::npos ? 0 : std::stoi(round_id.substr(at + 2));
}

bool told(const std::filesystem::path& log, const std::string& what) {
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    return text.str().find(what) != std::string::npos;
}

// Sequence numbers of the JSON lines that the Python client has written.
std::vector<std::uint64_t> sequence_numbers(const std::filesystem::path& file) {
    std::vector<std::uint64_t> numbers;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        numbers.push_back(std::stoull(nlohmann::json::parse(line).at("seq").get<std::string>()));
    return numbers;
}

// Somebody else holds the journal, as a backup program might or a disk that does not answer.
class HeldJournal {
public:
    explicit HeldJournal(const std::filesystem::path& file) {
        if (sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK ||
            sqlite3_busy_timeout(handle_, 5000) != SQLITE_OK ||
            sqlite3_exec(handle_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK)
            throw std::runtime_error("the journal cannot be held");
    }
    ~HeldJournal() { sqlite3_close(handle_); }
    HeldJournal(const HeldJournal&) = delete;
    HeldJournal& operator=(const HeldJournal&) = delete;

private:
    sqlite3* handle_ = nullptr;
};

// procedures: JOURNAL_FAILED. Nothing is published that is not stored; the table comes back by itself, says what was, and waits for a
// supervisor.
TEST(Restart, ATableWhoseJournalFailsStopsAndComesBackPaused) {
    const app::RunFolder folder;
    const auto log = folder.path() / "studio.log";
    const std::string feed = "ipc://" + folder.path().string() + "/feed";
    Follower follower(feed);
    zmq::context_t context;
    testing::HandTable table(context, "T1", "ipc://" + folder.path().string() + "/observe", "ipc://" + folder.path().string() + "/command",
                             11);
    runtime::ChildProcess studio({binaries + "studio", "run", write_config(folder.path()).string()}, {.log = log});
    const std::chrono::seconds patience(60);
    const auto rounds = [&](int number) {
        return testing::until([&] { return table.step() && round_number(table.status().round_id()) >= number; }, patience);
    };
    ASSERT_TRUE(rounds(2)) << std::ifstream(log).rdbuf();
    const auto journal = journal_path(folder.path() / "journals", "T1");
    {
        const HeldJournal held(journal);
        EXPECT_TRUE(testing::until(
            [&] {
                table.step();
                return told(log, "JOURNAL_FAILED");
            },
            patience));
        // Over more than two tries nothing is heard of the table: it would be taken for one that takes bets.
        EXPECT_TRUE(testing::until([&] { return follower.suspended(); }, patience));
        const auto quiet = steady_clock::now() + std::chrono::seconds(8);
        while (steady_clock::now() < quiet && follower.suspended())
            std::this_thread::sleep_for(milliseconds(20));
        EXPECT_TRUE(follower.suspended()) << "a try was announced";
    }
    const int before = round_number(table.status().round_id());
    ASSERT_TRUE(rounds(before + 2)) << "the table does not come back\n" << std::ifstream(log).rdbuf();
    studio.signal(SIGTERM);
    ASSERT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }, patience));
    JournalReader reader(journal);
    EXPECT_TRUE(testing::until([&] { return follower.count() >= reader.last_seq(); }, patience));
    follower.stop();
    const auto stored = reader.read_events(1, reader.last_seq(), reader.last_seq() + 1);
    ASSERT_EQ(follower.bytes().size(), stored.size());
    int raised = 0;
    int ended = 0;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        EXPECT_EQ(stored[i].bytes, follower.bytes()[i]) << "event " << i + 1;
        v1::Envelope envelope;
        ASSERT_TRUE(envelope.ParseFromString(stored[i].bytes));
        if (envelope.fault_raised().code() == v1::FAULT_CODE_JOURNAL_FAILED) ++raised;
        if (envelope.fault_cleared().code() == v1::FAULT_CODE_JOURNAL_FAILED) ++ended;
    }
    EXPECT_EQ(raised, 1);
    EXPECT_EQ(ended, 1);
    EXPECT_TRUE(replay(journal).sound());
}

TEST(Restart, FiftyKillsLoseNothingAndDuplicateNothing) {
    const app::RunFolder folder;
    // What 51 studios say at their start is of interest only when something went wrong.
    const auto log = folder.path() / "studio.log";
    const std::vector<std::string> command{binaries + "studio", "run", write_config(folder.path()).string()};
    const runtime::ChildOutput to_log{.log = log};
    const std::string feed = "ipc://" + folder.path().string() + "/feed";
    Follower follower(feed);
    const auto lines = folder.path() / "python.jsonl";
    runtime::ChildProcess python(
        {"/usr/bin/python3", STUDIO_SOURCE_DIR "/proto/client/python/feed_tail.py", "--feed", feed, "--table", "T1", "--from", "1"},
        {.out = lines, .log = "/dev/null"});
    zmq::context_t context;
    testing::HandTable table(context, "T1", "ipc://" + folder.path().string() + "/observe", "ipc://" + folder.path().string() + "/command",
                             7);
    std::mt19937_64 random(20260701);
    milliseconds slowest{0};
    int rounds_seen = 0;
    std::string last_round;
    for (int kill = 0; kill < 50; ++kill) {
        runtime::ChildProcess studio(command, to_log);
        const auto started = steady_clock::now();
        while (!table.step())
            ASSERT_LT(steady_clock::now() - started, std::chrono::seconds(30)) << "the studio does not come back after kill " << kill;
        slowest = std::max(slowest, std::chrono::duration_cast<milliseconds>(steady_clock::now() - started));
        EXPECT_GE(round_number(table.status().round_id()), round_number(last_round))
            << "kill " << kill << ": the same round, or a later one";
        const auto until = steady_clock::now() + milliseconds(100 + random() % 400);
        while (steady_clock::now() < until) {
            table.step();
            if (table.status().round_id() != last_round) ++rounds_seen;
            last_round = table.status().round_id();
        }
        studio.signal(SIGKILL);
        ASSERT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }));
    }
    // One more life to let the follower catch up, ended in good order.
    const auto journal = journal_path(folder.path() / "journals", "T1");
    runtime::ChildProcess studio(command, to_log);
    const auto deadline = steady_clock::now() + std::chrono::seconds(30);
    while (!table.step())
        ASSERT_LT(steady_clock::now(), deadline);
    JournalReader reader(journal);
    const auto caught_up = [&] { return follower.count() >= reader.last_seq() && sequence_numbers(lines).size() >= reader.last_seq(); };
    const std::chrono::seconds patience(30);
    EXPECT_TRUE(testing::until(caught_up, patience));
    studio.signal(SIGTERM); // an event of its last moments is still published before it ends
    EXPECT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }, patience));
    EXPECT_EQ(studio.exit_status(), 0);
    EXPECT_TRUE(testing::until(caught_up, patience));
    follower.stop();
    const auto last = reader.last_seq();

    // What the follower has is what the journal has, event for event and byte for byte.
    const auto stored = reader.read_events(1, last, last + 1);
    ASSERT_EQ(stored.size(), last);
    ASSERT_EQ(follower.bytes().size(), last);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        ASSERT_EQ(stored[i].seq, i + 1);
        ASSERT_EQ(stored[i].bytes, follower.bytes()[i]) << "event " << i + 1;
    }
    const auto in_python = sequence_numbers(lines);
    ASSERT_EQ(in_python.size(), last);
    for (std::size_t i = 0; i < in_python.size(); ++i)
        ASSERT_EQ(in_python[i], i + 1);
    const auto replayed = replay(journal);
    EXPECT_TRUE(replayed.sound()) << replayed.fault;
    EXPECT_GT(rounds_seen, 3) << "the table went on through the kills";
    if (HasFailure()) std::cout << std::ifstream(log).rdbuf();
    std::cout << last << " events, " << rounds_seen << " rounds, slowest start " << slowest.count() << " ms\n";
}

} // namespace
} // namespace studio
