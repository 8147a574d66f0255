// The C++ and the Python client over a network that delays, holds up and drops, of a studio that restarts: every event once, in order.
// The long form: tests/proto/client/long.sh
#include "proto/client/feed_client.h"
#include "tests/proto/client/fake_studio.h"
#include "tests/support/bad_network.h"
#include "tests/support/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

namespace proto::client {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr int tables = 60; // of many topics libzmq loses most when a subscriber comes back (libzmq #4064)

int rounds() {
    const char* text = std::getenv("BAD_NETWORK_ROUNDS"); // NOLINT: before any thread
    return text == nullptr ? 6 : std::stoi(text);
}

std::string id_of(int table) {
    return "table-" + std::to_string(100 + table);
}

FeedTiming patient() {
    FeedTiming timing;
    timing.beat = 50ms;
    timing.missed_beats = 10;
    timing.answer_within = 1000ms;
    timing.retry_first = 20ms;
    timing.retry_most = 300ms;
    return timing;
}

// Follows every table by its name, slowly or with small queues if so told, until it has what the studio's journals hold.
class Follower {
public:
    Follower(const std::string& feed, const std::string& replay, int queue, std::chrono::microseconds pause)
        : thread_([this, feed, replay, queue, pause](const std::stop_token& stop) { run(feed, replay, queue, pause, stop); }) {}
    // After its end: by table, bytes in order.
    std::map<std::string, std::vector<std::string>> stop_at(std::uint64_t events) {
        for (const auto end = steady_clock::now() + 60s; count_ < events && steady_clock::now() < end;)
            std::this_thread::sleep_for(10ms);
        thread_.request_stop();
        thread_.join();
        return std::move(received_);
    }

private:
    void run(const std::string& feed, const std::string& replay, int queue, std::chrono::microseconds pause, const std::stop_token& stop) {
        zmq::context_t context;
        FeedOptions options;
        options.feed = feed;
        options.replay = replay;
        options.from = FeedPosition{};
        options.timing = patient();
        options.sockets.receive_messages = queue;
        for (int table = 0; table < tables; ++table)
            options.tables.push_back(id_of(table));
        FeedClient client(context, options);
        while (!stop.stop_requested()) {
            const auto item = client.poll(20ms);
            if (!item || !item->event()) continue;
            received_[item->table_id].push_back(item->event()->bytes);
            ++count_;
            if (pause.count() > 0) std::this_thread::sleep_for(pause);
        }
    }
    std::map<std::string, std::vector<std::string>> received_;
    std::atomic<std::uint64_t> count_ = 0;
    std::jthread thread_;
};

TEST(BadNetwork, EveryEventOnceInOrderThroughDelaysHoldsAndDrops) {
    FakeStudio studio({});
    for (int table = 0; table < tables; ++table)
        studio.add_table(id_of(table));
    studio::testing::BadNetwork network(11);
    const auto feed = network.line_to(studio.endpoints().feed);
    const auto replay = network.line_to(studio.endpoints().replay);
    Follower reader(feed, replay, 10'000, 0us);
    Follower narrow(feed, replay, 8, 0us);        // its queue overflows again and again
    Follower slow(feed, replay, 200, 300us);      // reads, but not as fast as the studio tells
    std::string python;
    std::thread tail([&] {
        python = studio::testing::shell("timeout 120 /usr/bin/python3 " STUDIO_SOURCE_DIR "/proto/client/python/feed_tail.py --feed " + feed +
                                        " --replay " + replay + " --table " + id_of(0) + " --from 1 --beat 0.05 --count " +
                                        std::to_string(rounds() * 40) + " 2>/dev/null")
                     .out;
    });
    std::mt19937_64 random(5);
    const auto publish = [&](int each) {
        for (int i = 0; i < each; ++i)
            for (int table = 0; table < tables; ++table)
                studio.publish(id_of(table), 1);
    };
    for (int round = 0; round < rounds(); ++round) {
        network.delay(std::chrono::milliseconds(random() % 30));
        publish(20);
        switch (round % 3) {
        case 0: network.drop_all(); break;
        case 1:
            network.hold(true);
            std::this_thread::sleep_for(300ms);
            network.hold(false);
            break;
        default:
            studio.stop();
            publish(5);
            studio.restart();
        }
        publish(round % 3 == 2 ? 15 : 20);
        std::this_thread::sleep_for(200ms);
    }
    network.delay(0ms);
    const auto each = studio.journal(id_of(0)).size();
    ASSERT_EQ(each, static_cast<std::size_t>(rounds()) * 40);
    const auto all = each * tables;
    for (auto* follower : {&reader, &narrow, &slow}) {
        const auto received = follower->stop_at(all);
        for (int table = 0; table < tables; ++table) {
            const auto& id = id_of(table);
            ASSERT_TRUE(received.contains(id)) << id;
            EXPECT_EQ(received.at(id), studio.journal(id)) << id;
        }
    }
    tail.join();
    std::istringstream lines(python);
    std::size_t printed = 0;
    for (std::string line; std::getline(lines, line); ++printed)
        ASSERT_NE(line.find("\"seq\": \"" + std::to_string(printed + 1) + "\""), std::string::npos) << line;
    EXPECT_EQ(printed, each);
    EXPECT_GE(network.dropped(), 2);
    std::cout << all << " events of " << tables << " tables to four clients, " << network.dropped() << " connections dropped, "
              << studio.replays() << " replays\n";
}

} // namespace
} // namespace proto::client
