// What strangers and bad clients do to the public sockets while a table works: every command of a good client is answered, no event is
// lost. The short form; the long one: tests/system/hostile.sh
#include "studio/app/journal_replay.h"
#include "studio/app/station.h"
#include "studio/runtime/feed_host.h"

#include "proto/client/feed_client.h"
#include "proto/wire/command_client.h"
#include "proto/wire/topics.h"
#include "tests/support/program.h"
#include "tests/support/until.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

namespace studio {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

int from_environment(const char* name, int usual) {
    const char* text = std::getenv(name); // NOLINT: before any thread
    return text == nullptr ? usual : std::stoi(text);
}

class Hostile : public ::testing::Test {
protected:
    // A studio with keys on TCP, one table that journals as in earnest, and a good client of each kind.
    void SetUp() override {
        ASSERT_TRUE(proto::wire::write_studio_key(run_.path() / "studio.key", own_));
        runtime::AccessList list;
        list.add(entry("boris", v1::ROLE_SUPERVISOR, good_.public_key));
        list.add(entry("acme", v1::ROLE_DISTRIBUTOR, listener_.public_key));
        list.add(entry("mallory", v1::ROLE_DISTRIBUTOR, bad_.public_key));
        list.write(run_.path() / "clients.toml");
        runtime::AccessConfig access;
        access.secret_key = run_.path() / "studio.key";
        access.clients = run_.path() / "clients.toml";
        host_ = std::make_unique<runtime::FeedHost>(
            context_, "tcp://127.0.0.1:*",
            std::map<std::string, runtime::FeedTable>{{"T1", app::feed_table(run_.path() / "journals", "T1", "pok-deng")}},
            runtime::FeedAccess{access, {}});
        table_ = std::jthread([this](const std::stop_token& stop) { play(stop); });
        follower_ = std::jthread([this](const std::stop_token& stop) { follow(stop); });
        commands_ = std::make_unique<proto::wire::CommandClient>(outside_, host_->endpoints().command, options(good_));
        ASSERT_TRUE(testing::until([&] { return press(0); }, std::chrono::seconds(30)));
    }
    void TearDown() override {
        for (auto* thread : {&follower_, &table_}) {
            thread->request_stop();
            if (thread->joinable()) thread->join();
        }
        commands_.reset(); // before the contexts that their sockets are of
        host_.reset();
    }

    struct Latency {
        std::vector<milliseconds> all;
        int lost = 0;
        [[nodiscard]] milliseconds at(double share) const {
            return all.empty() ? milliseconds(0) : all.at(static_cast<std::size_t>(share * static_cast<double>(all.size() - 1)));
        }
    };
    // Opens, pauses and resumes the table for as long as `busy`, and at least once; answers_ counts on the way.
    template <typename Busy>
    Latency work(const Busy& busy) {
        Latency latency;
        answers_ = 0;
        do {
            const auto begin = steady_clock::now();
            if (press(++pressed_))
                latency.all.push_back(std::chrono::ceil<milliseconds>(steady_clock::now() - begin));
            else
                ++latency.lost;
            answers_ = latency.all.size();
            std::this_thread::sleep_for(milliseconds(2));
        } while (busy());
        std::ranges::sort(latency.all);
        return latency;
    }
    Latency work_for(milliseconds length) {
        const auto end = steady_clock::now() + length;
        return work([&] { return steady_clock::now() < end; });
    }
    // The good client's work while hostile_client does its own.
    void under_attack(const std::string& mode) {
        const auto quiet = work_for(milliseconds(500));
        std::atomic<bool> over = false;
        std::string said;
        std::jthread attack([&] {
            const auto hard_stop = steady_clock::now() + most_;
            do { // again, where the disk takes most of the time of one
                said =
                    testing::shell(std::string(STUDIO_BINARY_DIR "/bin/hostile_client ") + mode + " " + port(host_->endpoints().command) +
                                   " " + std::to_string(connections_) + " " + std::to_string(seconds_))
                        .out;
            } while (answers_ < enough_ && steady_clock::now() < hard_stop);
            over = true;
        });
        const auto busy = work([&] { return !over; });
        attack.join();
        expect(mode, quiet, busy);
        std::cout << mode << ": " << said;
        EXPECT_GE(nlohmann::json::parse(said)["opened"], connections_ / 2) << "the attack took place";
        expect_all_events(mode);
    }
    void expect(const std::string& what, const Latency& quiet, const Latency& busy) const {
        std::cout << what << ": " << busy.all.size() << " commands, ms p50/p99/max " << busy.at(0.5).count() << "/" << busy.at(0.99).count()
                  << "/" << busy.at(1).count() << ", without it " << quiet.at(0.5).count() << "/" << quiet.at(0.99).count() << "/"
                  << quiet.at(1).count() << "\n";
        EXPECT_EQ(busy.lost, 0) << what;
        EXPECT_GE(busy.all.size(), enough_) << what;
        EXPECT_LT(busy.at(1), std::chrono::seconds(3)) << what;
    }
    // Nobody was suspended, and what was published has been heard.
    void expect_all_events(const std::string& what) {
        (void)testing::until([&] { return heard_ >= host_->published(); }, std::chrono::seconds(20));
        EXPECT_EQ(heard_, host_->published()) << what;
        const std::lock_guard lock(suspensions_mutex_);
        EXPECT_EQ(suspensions_, std::vector<std::string>()) << what;
    }
    [[nodiscard]] proto::wire::SocketOptions options(const proto::wire::KeyPair& keys) const {
        proto::wire::SocketOptions options;
        options.curve_client = proto::wire::CurveClient{own_.public_key, keys.public_key, keys.secret_key};
        return options;
    }
    [[nodiscard]] static std::string port(const std::string& endpoint) { return std::to_string(*proto::wire::port_of(endpoint)); }

    const int connections_ = from_environment("HOSTILE_CONNECTIONS", 1'000);
    const int seconds_ = from_environment("HOSTILE_SECONDS", 2);
    const std::size_t enough_ = 10;        // answers that are measured during an attack, which goes on until there are so many
    const std::chrono::seconds most_{120}; // but no longer
    std::atomic<std::size_t> answers_ = 0;
    proto::wire::KeyPair bad_ = proto::wire::make_key_pair();
    zmq::context_t outside_;
    std::unique_ptr<runtime::FeedHost> host_;

private:
    static runtime::AccessEntry entry(const std::string& name, v1::Role role, const std::string& key) {
        runtime::AccessEntry entry;
        entry.name = name;
        entry.role = role;
        entry.key = key;
        return entry;
    }
    // 0 opens the table, then pause and resume by turns: each is a transaction and an event. Whether it was done.
    bool press(int number) {
        v1::CommandRequest request;
        request.set_table_id("T1");
        if (number == 0)
            request.mutable_open_table()->set_dealer("anna");
        else if (number % 2 == 1)
            request.mutable_pause_table()->set_reason("tea");
        else
            request.mutable_resume_table();
        const auto answer = commands_->call(request, std::chrono::seconds(5));
        return answer && answer->has_accepted();
    }
    void play(const std::stop_token& stop) {
        runtime::WallClock clock;
        app::StationSetup setup;
        setup.table.id = "T1";
        setup.table.rules.game = "pok-deng";
        setup.journals = run_.path() / "journals";
        setup.run = run_.path();
        app::Station station(context_, setup, clock);
        while (!stop.stop_requested()) {
            station.wait(milliseconds(20));
            station.host().on_time();
            station.host().serve_commands();
            station.beat_when_due();
        }
    }
    void follow(const std::stop_token& stop) {
        zmq::context_t context;
        proto::client::FeedOptions feed;
        feed.feed = host_->endpoints().feed;
        feed.tables = {"T1"};
        feed.from = proto::client::FeedPosition{};
        feed.sockets = options(listener_);
        proto::client::FeedClient client(context, feed);
        bool live = false;
        while (!stop.stop_requested()) {
            const auto item = client.poll(milliseconds(20));
            if (!item) continue;
            if (item->event() != nullptr) ++heard_;
            if (const auto* change = item->state()) {
                if (live && change->state == proto::client::FeedState::SUSPENDED) {
                    const std::lock_guard lock(suspensions_mutex_);
                    suspensions_.push_back(change->reason);
                }
                live = live || change->state == proto::client::FeedState::LIVE;
            }
        }
    }

    app::RunFolder run_;
    proto::wire::KeyPair own_ = proto::wire::make_key_pair();
    proto::wire::KeyPair good_ = proto::wire::make_key_pair();
    proto::wire::KeyPair listener_ = proto::wire::make_key_pair();
    zmq::context_t context_;
    std::unique_ptr<proto::wire::CommandClient> commands_;
    int pressed_ = 0;
    std::atomic<std::uint64_t> heard_ = 0;
    std::mutex suspensions_mutex_; // the follower's thread writes, the test's reads
    std::vector<std::string> suspensions_;
    std::jthread table_;
    std::jthread follower_;
};

TEST_F(Hostile, ConnectionsThatSayNothing) {
    under_attack("idle");
}
TEST_F(Hostile, HalfGreetings) {
    under_attack("half");
}
TEST_F(Hostile, GreetingsThatDrip) {
    under_attack("drip");
}
TEST_F(Hostile, Garbage) {
    under_attack("garbage");
}
TEST_F(Hostile, FramesThatClaimAGigabyte) {
    under_attack("giant");
}
TEST_F(Hostile, HandshakesOfNoise) {
    under_attack("hello");
}

// A client with a key, and bad intentions.
TEST_F(Hostile, AFloodUnderAKey) {
    const auto quiet = work_for(milliseconds(500));
    std::atomic<bool> over = false;
    const auto until_over = [&](const auto& deed) {
        return std::jthread([&over, deed] {
            while (!over)
                deed();
        });
    };
    zmq::context_t of_mallory; // whose thread is not the good client's
    auto command = proto::wire::make_socket(of_mallory, zmq::socket_type::dealer, options(bad_));
    command.connect(host_->endpoints().command);
    auto replay = proto::wire::make_socket(of_mallory, zmq::socket_type::dealer, options(bad_)); // never reads its answers
    replay.connect(host_->endpoints().replay);
    auto feed = proto::wire::make_socket(of_mallory, zmq::socket_type::sub, options(bad_));
    feed.connect(host_->endpoints().feed);
    v1::CommandRequest wager;
    wager.set_schema(1);
    wager.set_table_id("T1");
    wager.mutable_place_wager()->set_wager_id("w");
    v1::ReplayRequest question;
    question.set_schema(1);
    question.mutable_replay()->set_table_id("T1");
    const auto words =
        std::array{wager.SerializeAsString(), std::string("\xFF\xFF"), std::string(16 << 10, 'x'), std::string(20 << 10, 'x')};
    std::size_t sent = 0;
    int topic = 0;
    {
        const auto flood = until_over([&, dontwait = zmq::send_flags::dontwait] {
            if (!command.send(zmq::buffer(words.at(sent++ % words.size())), dontwait)) std::this_thread::yield();
            zmq::message_t ignored;
            (void)command.recv(ignored, zmq::recv_flags::dontwait);
        });
        const auto ask = until_over([&] {
            if (!replay.send(zmq::buffer(question.SerializeAsString()), zmq::send_flags::dontwait)) std::this_thread::yield();
        });
        const auto subscribe = until_over([&] {
            feed.set(zmq::sockopt::subscribe, "t/T1" + std::to_string(++topic));
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        });
        const auto begin = steady_clock::now();
        const auto busy = work([&] {
            const auto passed = steady_clock::now() - begin;
            return passed < std::chrono::seconds(seconds_) || (answers_ < enough_ && passed < most_);
        });
        over = true;
        expect("flood under a key", quiet, busy);
    }
    const auto& commands = host_->sockets().command->counters();
    std::cout << "flood under a key: sent " << sent << ", commands " << commands.requests << " malformed " << commands.malformed
              << " too large " << commands.too_large << ", replays " << host_->sockets().replay->counters().requests << ", refused by rate "
              << host_->refusals().by_rate << "\n";
    EXPECT_GT(host_->refusals().by_rate, 0U);
    expect_all_events("flood under a key");
}

} // namespace
} // namespace studio
