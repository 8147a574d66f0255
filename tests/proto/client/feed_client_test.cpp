// The client on real sockets against a studio that loses messages, restarts and falls silent. Waits only for heartbeats of 50 ms.
#include "proto/client/feed_client.h"
#include "tests/proto/client/fake_studio.h"
#include "tests/support/program.h"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace proto::client {
namespace {

using namespace std::chrono_literals;
constexpr auto long_enough = 20s; // of a loaded machine; a test that passes waits for far less

FeedTiming quick() {
    FeedTiming timing;
    timing.beat = 50ms;
    timing.missed_beats = 6; // of a loaded machine; the default of 3 is tested without sockets
    timing.answer_within = 500ms;
    timing.retry_first = 20ms;
    timing.retry_most = 200ms;
    return timing;
}

// What a user of the client sees, by table.
struct User {
    zmq::context_t context;
    FeedClient client;
    std::map<std::string, std::vector<std::string>> received;
    std::map<std::string, std::vector<FeedStateChange>> states;
    std::map<std::string, std::uint64_t> snapshots;

    explicit User(FeedOptions options) : client(context, std::move(options)) {}
    bool until(const std::function<bool()>& wanted) {
        for (const auto end = std::chrono::steady_clock::now() + long_enough; std::chrono::steady_clock::now() < end;) {
            if (wanted()) return true;
            step();
        }
        return wanted();
    }
    void step() {
        const auto item = client.poll(20ms);
        if (!item) return;
        if (const auto* event = item->event()) received[item->table_id].push_back(event->bytes);
        if (const auto* snapshot = item->snapshot()) snapshots[item->table_id] = snapshot->seq();
        if (const auto* change = item->state()) states[item->table_id].push_back(*change);
    }
    bool live(const std::string& table = "t1") {
        return until([&] { return !states[table].empty() && states[table].back().state == FeedState::LIVE; });
    }
    bool state(FeedState state, const std::string& table = "t1") {
        return until([&] { return !states[table].empty() && states[table].back().state == state; });
    }
    bool has(const std::vector<std::string>& journal, const std::string& table = "t1") {
        until([&] { return received[table].size() >= journal.size(); });
        return received[table] == journal;
    }
};

FeedOptions follow(FakeStudio& studio, std::vector<std::string> tables, std::optional<FeedPosition> from = FeedPosition{}) {
    FeedOptions options;
    options.feed = studio.endpoints().feed; // replay is found by the convention
    options.tables = std::move(tables);
    options.from = from;
    options.timing = quick();
    return options;
}

TEST(FeedClient, FollowsFromTheFirstEvent) {
    FakeStudio studio({});
    studio.publish("t1", 100); // before anybody listens
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    studio.publish("t1", 100);
    EXPECT_TRUE(user.has(studio.journal("t1")));
    EXPECT_EQ(user.client.positions().at("t1"), (FeedPosition{1, 201}));
    EXPECT_EQ(user.client.malformed(), 0U);
}

TEST(FeedClient, JoinsWithASnapshot) {
    FakeStudio studio({});
    studio.publish("t1", 40);
    User user(follow(studio, {"t1"}, std::nullopt));
    ASSERT_TRUE(user.live());
    EXPECT_EQ(user.snapshots.at("t1"), 40U);
    studio.publish("t1", 10);
    const auto all = studio.journal("t1");
    EXPECT_TRUE(user.has({all.begin() + 40, all.end()}));
}

TEST(FeedClient, FillsGapsInTheMiddleAndAtTheTail) {
    FakeStudio studio({});
    studio.add_table("t1");
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    studio.publish("t1", 300, [](std::uint64_t seq) { return seq % 7 == 0 || (seq > 100 && seq < 180) || seq > 290; });
    EXPECT_TRUE(user.has(studio.journal("t1"))) << user.received["t1"].size();
    EXPECT_TRUE(user.live());
    EXPECT_GT(studio.replays(), 0);
    studio.publish("t1", 1, [](std::uint64_t) { return true; }); // one silent event: only the heartbeat tells
    EXPECT_TRUE(user.has(studio.journal("t1")));
}

TEST(FeedClient, GoesOnAcrossARestart) {
    FakeStudio studio({});
    studio.publish("t1", 20);
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    for (int restart = 0; restart < 3; ++restart) {
        studio.stop();
        studio.publish("t1", 30); // committed, and the process died before anybody heard
        studio.restart();
        studio.publish("t1", 5);
        ASSERT_TRUE(user.has(studio.journal("t1"))) << "restart " << restart << ", received " << user.received["t1"].size();
    }
    EXPECT_TRUE(user.live());
}

TEST(FeedClient, ASilentStudioIsSuspendedUntilItBeatsAgain) {
    FakeStudio studio({});
    studio.publish("t1", 3);
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    studio.silence(true);
    ASSERT_TRUE(user.state(FeedState::SUSPENDED));
    EXPECT_EQ(user.client.state("t1"), FeedState::SUSPENDED);
    studio.silence(false);
    EXPECT_TRUE(user.live());
    EXPECT_TRUE(user.has(studio.journal("t1")));
}

TEST(FeedClient, AGapThatCannotBeFilledYetKeepsItRecovering) {
    FakeStudio studio({});
    studio.publish("t1", 3);
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    studio.deaf(true);
    studio.publish("t1", 10, [](std::uint64_t seq) { return seq == 5; });
    ASSERT_TRUE(user.until([&] { return user.states["t1"].back().reason == "not now"; }));
    EXPECT_EQ(user.received["t1"].size(), 4U) << "nothing after the gap";
    studio.deaf(false);
    EXPECT_TRUE(user.has(studio.journal("t1")));
    EXPECT_TRUE(user.live());
}

TEST(FeedClient, ANewEpochStartsAgainAtOne) {
    FakeStudio studio({});
    studio.publish("t1", 10);
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    auto expected = studio.journal("t1");
    ASSERT_TRUE(user.has(expected));
    studio.new_epoch("t1");
    studio.publish("t1", 4);
    const auto fresh = studio.journal("t1");
    expected.insert(expected.end(), fresh.begin(), fresh.end());
    EXPECT_TRUE(user.has(expected));
    EXPECT_TRUE(user.until([&] { return user.client.positions().at("t1") == FeedPosition{2, 5}; }));
}

TEST(FeedClient, OneTableDoesNotBringItsLongerNamesake) {
    FakeStudio studio({});
    studio.add_table("t1");
    studio.add_table("t10");
    User user(follow(studio, {"t1"}));
    ASSERT_TRUE(user.live());
    studio.publish("t10", 20);
    studio.publish("t1", 20);
    EXPECT_TRUE(user.has(studio.journal("t1")));
    EXPECT_EQ(user.received.count("t10"), 0U);
    EXPECT_EQ(user.client.malformed(), 0U);
}

TEST(FeedClient, AllTablesAlsoThoseThatAppearLater) {
    FakeStudio studio({});
    studio.publish("t1", 20);
    studio.publish("t2", 20);
    User user(follow(studio, {}));
    ASSERT_TRUE(user.live("t1"));
    ASSERT_TRUE(user.live("t2"));
    studio.publish("t3", 20);
    EXPECT_TRUE(user.has(studio.journal("t1"), "t1"));
    EXPECT_TRUE(user.has(studio.journal("t2"), "t2"));
    EXPECT_TRUE(user.has(studio.journal("t3"), "t3"));
}

TEST(FeedClient, ResumesWhereAnEarlierRunEnded) {
    FakeStudio studio({});
    studio.publish("t1", 50);
    std::vector<std::string> received;
    std::map<std::string, FeedPosition> positions;
    {
        User first(follow(studio, {"t1"}));
        ASSERT_TRUE(first.until([&] { return first.received["t1"].size() == 20; })); // and the rest was read, but not handed out
        received = first.received["t1"];
        positions = first.client.positions();
    }
    EXPECT_EQ(positions.at("t1"), (FeedPosition{1, 21}));
    studio.publish("t1", 50);
    auto options = follow(studio, {"t1"});
    options.positions = positions;
    User second(options);
    const auto all = studio.journal("t1");
    EXPECT_TRUE(second.has({all.begin() + 20, all.end()}));
}

TEST(FeedClient, AnUnknownTableSaysWhy) {
    FakeStudio studio({});
    User user(follow(studio, {"nowhere"}));
    EXPECT_TRUE(user.until([&] { return !user.states["nowhere"].empty() && user.states["nowhere"].back().reason == "no table nowhere"; }) ||
                user.states["nowhere"].back().state == FeedState::SUSPENDED);
}

// As a studio does that strangers besiege: it has let the feed in, and has no room for replay.
TEST(FeedClient, HandshakesOfReplayThatAreEndedDoNotSuspendAFeedThatBeats) {
    FakeStudio studio({});
    studio.add_table("t1");
    zmq::context_t context;
    zmq::socket_t door(context, zmq::socket_type::stream); // hangs up on whoever comes
    door.set(zmq::sockopt::linger, 0);
    auto options = follow(studio, {"t1"});
    options.replay = wire::bind(door, "tcp://127.0.0.1:*");
    User user(options);
    int ended = 0;
    EXPECT_TRUE(user.until([&] {
        zmq::message_t name;
        zmq::message_t bytes;
        if (door.recv(name, zmq::recv_flags::dontwait) && door.recv(bytes)) {
            door.send(name, zmq::send_flags::sndmore);
            door.send(zmq::message_t(), zmq::send_flags::none); // ends the connection
            ++ended;
        }
        return ended > 10;
    }));
    EXPECT_TRUE(user.live());
    for (const auto& table : {"t1", ""})
        for (const auto& change : user.states[table])
            EXPECT_NE(change.state, FeedState::SUSPENDED) << change.reason;
}

TEST(FeedClient, NoStudioIsSaid) {
    FeedOptions options;
    options.feed = "tcp://127.0.0.1:1";
    options.timing = quick();
    User user(options);
    EXPECT_TRUE(user.state(FeedState::SUSPENDED, ""));
    EXPECT_EQ(user.states[""].back().reason, "no studio answers at tcp://127.0.0.1:1");
    options.feed = "nonsense";
    EXPECT_THROW(FeedClient(user.context, options), std::invalid_argument);
}

// The Python client on the same studio, as its users run it ------------------------------------------------------------------

TEST(PythonFeedTail, PrintsEveryEventOnceAcrossGapsAndARestart) {
    FakeStudio studio({});
    studio.publish("t1", 50);
    constexpr int wanted = 250;
    std::string output;
    const auto feed = studio.endpoints().feed; // the same after the restart
    std::thread tail([&] {
        output = studio::testing::shell("timeout 60 /usr/bin/python3 " STUDIO_SOURCE_DIR "/proto/client/python/feed_tail.py --feed " +
                                        feed + " --table t1 --from 1 --beat 0.05 --count " + std::to_string(wanted) + " 2>/dev/null")
                     .out;
    });
    for (int i = 0; i < 200 && studio.replays() == 0; ++i)
        std::this_thread::sleep_for(50ms); // until it has joined
    studio.publish("t1", 100, [](std::uint64_t seq) { return seq % 5 == 0; });
    studio.stop();
    studio.publish("t1", 50);
    studio.restart();
    studio.publish("t1", 50, [](std::uint64_t seq) { return seq > 240; });
    tail.join();
    std::istringstream lines(output);
    int printed = 0;
    for (std::string line; std::getline(lines, line); ++printed)
        ASSERT_NE(line.find("\"seq\": \"" + std::to_string(printed + 1) + "\""), std::string::npos) << line;
    EXPECT_EQ(printed, wanted);
}

} // namespace
} // namespace proto::client
