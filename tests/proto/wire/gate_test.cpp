// Who is let in, what each may hear, and how a connection is ended: on real sockets, a studio's three behind a gate.
#include "proto/wire/command_client.h"
#include "proto/wire/keys.h"
#include "proto/wire/studio_sockets.h"
#include "proto/wire/topics.h"
#include "studio/v1/feed.pb.h"

#include "tests/proto/wire/subscriber.h"
#include "tests/support/until.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace proto::wire {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using ::studio::v1::CommandRequest;
using ::studio::v1::CommandResponse;

constexpr auto any = "tcp://127.0.0.1:*";
constexpr auto long_enough = 10s;

// A studio's loop, as the program runs it, with a list of clients that the test changes.
class GatedStudio {
public:
    struct Client {
        KeyPair keys = make_key_pair();
        std::set<std::string> tables;
    };

    explicit GatedStudio(GateLimits limits = {}) : limits_(limits) {
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~GatedStudio() {
        thread_.request_stop();
        thread_.join();
    }
    GatedStudio(const GatedStudio&) = delete;
    GatedStudio& operator=(const GatedStudio&) = delete;

    Client let_in(std::set<std::string> tables) {
        Client client{make_key_pair(), std::move(tables)};
        const std::lock_guard lock(mutex_);
        clients_[client.keys.public_key] = client.tables;
        return client;
    }
    void revoke(const Client& client) {
        const std::lock_guard lock(mutex_);
        clients_.erase(client.keys.public_key);
        to_cut_.insert(client.keys.public_key);
    }
    [[nodiscard]] SocketOptions options(const KeyPair& keys) const {
        SocketOptions options;
        options.curve_client = CurveClient{own_.public_key, keys.public_key, keys.secret_key};
        return options;
    }
    Endpoints endpoints() {
        ready_.wait(false);
        return endpoints_;
    }
    bool logged(const std::string& part) {
        const auto told = [&] {
            const std::lock_guard lock(mutex_);
            return std::ranges::any_of(log_, [&](const auto& line) { return line.find(part) != std::string::npos; });
        };
        return studio::testing::until(told, long_enough);
    }
    const GateCounters& counters() {
        ready_.wait(false);
        return *counters_;
    }
    [[nodiscard]] const KeyPair& own() const { return own_; }
    // The next `count` events of every table, numbered from 1 for each.
    void publish(int count) { wanted_ += count; }
    std::atomic<std::uint64_t> heard_commands = 0;
    std::atomic<std::uint64_t> subscribers = 0;

private:
    bool may_hear(const std::string& client, const std::string& table) {
        const std::lock_guard lock(mutex_);
        const auto found = clients_.find(client);
        return found != clients_.end() && found->second.contains(table);
    }
    std::expected<std::string, std::string> admit(const std::string& key) {
        const std::lock_guard lock(mutex_);
        if (clients_.contains(key)) return key;
        return std::unexpected("not in the list");
    }
    void run(const std::stop_token& stop) {
        zmq::context_t context(1);
        Gate gate(
            context, [this](const std::string& key, const std::string&) { return admit(key); },
            [this](const std::string& line) {
                const std::lock_guard lock(mutex_);
                log_.push_back(line);
            },
            limits_);
        SocketOptions options;
        options.curve_server = CurveServer{own_.secret_key};
        options.feed_messages = 100'000;
        const FeedRights rights{{"T1", "T10", "T2"}, [this](const auto& client, const auto& table) { return may_hear(client, table); }};
        auto sockets = bind_studio(context, any, options, gate, rights);
        endpoints_ = sockets.endpoints;
        counters_ = &gate.counters();
        ready_ = true;
        ready_.notify_all();
        std::vector<zmq::pollitem_t> items{{sockets.command->socket().handle(), 0, ZMQ_POLLIN, 0},
                                           {sockets.feed->socket().handle(), 0, ZMQ_POLLIN, 0}};
        gate.add_poll_items(items);
        while (!stop.stop_requested()) {
            zmq::poll(items, 2ms);
            turn(gate, sockets);
        }
    }
    void turn(Gate& gate, StudioSockets& sockets) {
        std::set<std::string> to_cut;
        {
            const std::lock_guard lock(mutex_);
            to_cut.swap(to_cut_);
        }
        for (const auto& key : to_cut)
            gate.cut_client(key);
        gate.serve();
        sockets.feed->serve();
        subscribers = sockets.feed->subscribers();
        for (; published_ < wanted_; ++published_)
            for (const auto* table : {"T1", "T10", "T2"})
                sockets.feed->publish(table, std::to_string(published_ + 1));
        while (auto call = sockets.command->receive(0ms)) {
            ++heard_commands;
            CommandResponse response;
            response.mutable_status()->set_pause_reason(call->peer.visitor.client);
            sockets.command->reply(call->peer, call->request.request_id(), response);
        }
    }

    KeyPair own_ = make_key_pair();
    GateLimits limits_;
    std::mutex mutex_; // the test's thread changes the list, the studio's reads it
    std::map<std::string, std::set<std::string>> clients_;
    std::set<std::string> to_cut_;
    std::vector<std::string> log_;
    std::atomic<bool> ready_ = false;
    Endpoints endpoints_;
    const GateCounters* counters_ = nullptr;
    std::atomic<int> wanted_ = 0;
    int published_ = 0;
    std::jthread thread_;
};

struct Listener : testing::Subscriber {
    using Subscriber::Subscriber;
    // The tables that it hears of what is published once it hears anything.
    std::set<std::string> hears(GatedStudio& studio) {
        std::set<std::string> tables;
        const auto until = steady_clock::now() + long_enough;
        while (tables.empty() && steady_clock::now() < until) {
            studio.publish(1);
            if (next(20ms)) tables.insert("");
        }
        while (next(50ms)) {
        }
        tables.clear();
        studio.publish(3);
        while (const auto heard = next(tables.empty() ? std::chrono::milliseconds(long_enough) : 100ms))
            tables.insert(*table_of(heard->first));
        return tables;
    }
};

CommandRequest status() {
    CommandRequest request;
    request.set_table_id("T1");
    request.mutable_status();
    return request;
}

TEST(Gate, AKeyOnTheListIsLetInAndKnownByEachMessage) {
    GatedStudio studio;
    const auto client = studio.let_in({"T1"});
    zmq::context_t context;
    CommandClient commands(context, studio.endpoints().command, studio.options(client.keys));
    const auto response = commands.call(status(), long_enough);
    ASSERT_TRUE(response) << response.error();
    EXPECT_EQ(response->status().pause_reason(), client.keys.public_key);
    EXPECT_EQ(studio.counters().auth_failed(), 0U);
}

TEST(Gate, AKeyThatIsNotOnTheListIsNamedOnBothSides) {
    GatedStudio studio;
    const auto stranger = make_key_pair();
    zmq::context_t context;
    CommandClient commands(context, studio.endpoints().command, studio.options(stranger));
    const auto begin = steady_clock::now();
    const auto response = commands.call(status(), long_enough);
    EXPECT_LT(steady_clock::now() - begin, 2s);
    ASSERT_FALSE(response);
    EXPECT_EQ(response.error(),
              "AUTH_FAILED: the studio at " + studio.endpoints().command + " does not admit key " + fingerprint(stranger.public_key));
    EXPECT_TRUE(studio.logged("AUTH_FAILED: key " + fingerprint(stranger.public_key) + " from 127.0.0.1: not in the list"));
    EXPECT_GE(studio.counters().refused_keys, 1U);
    EXPECT_EQ(studio.heard_commands, 0U);
}

TEST(Gate, AClientOfAnotherStudioAndOneWithoutAKeyAreNamedOnBothSides) {
    GatedStudio studio;
    auto client = studio.let_in({"T1"});
    zmq::context_t context;
    auto of_another = studio.options(client.keys);
    of_another.curve_client->server_key = make_key_pair().public_key;
    CommandClient mistaken(context, studio.endpoints().command, of_another);
    const auto begin = steady_clock::now();
    EXPECT_EQ(mistaken.call(status(), long_enough).error(), "AUTH_FAILED: the studio at " + studio.endpoints().command +
                                                                " ends the handshake of key " + fingerprint(client.keys.public_key) +
                                                                ": its own key is not " + fingerprint(of_another.curve_client->server_key) +
                                                                ", or takes no more connections");
    CommandClient naked(context, studio.endpoints().command);
    const auto refused = naked.call(status(), long_enough).error(); // as the one side or the other is the first to hang up
    EXPECT_TRUE(refused == "AUTH_FAILED: the studio at " + studio.endpoints().command + " asks for a key, and none was given" ||
                refused == "AUTH_FAILED: the studio at " + studio.endpoints().command +
                               " ends the handshake of a client without a key: it asks for one, or takes no more connections")
        << refused;
    EXPECT_LT(steady_clock::now() - begin, 4s);
    EXPECT_TRUE(studio.logged("AUTH_FAILED: 127.0.0.1 does not know this studio's key"));
    EXPECT_TRUE(studio.logged("a client without a key")) << "it is, or hung up like one: as the one or the other comes first";
    EXPECT_GE(studio.counters().wrong_studio, 1U);
    EXPECT_EQ(studio.heard_commands, 0U);
}

TEST(Gate, AKeyIsTriedAgainWithTheNextCommand) {
    GatedStudio studio;
    const auto client = studio.let_in({"T1"});
    zmq::context_t context;
    CommandClient commands(context, studio.endpoints().command, studio.options(client.keys));
    ASSERT_TRUE(commands.call(status(), long_enough));
    studio.revoke(client);
    for (const auto until = steady_clock::now() + long_enough; commands.call(status(), 200ms) && steady_clock::now() < until;) {
    }
    EXPECT_EQ(commands.call(status(), long_enough).error().substr(0, 11), "AUTH_FAILED");
    studio.let_in({}); // somebody else
    EXPECT_FALSE(commands.call(status(), long_enough));
}

TEST(Gate, EachHearsTheTablesOfItsKey) {
    GatedStudio studio;
    zmq::context_t context;
    const auto endpoint = studio.endpoints().feed;
    const auto hears = [&](const std::set<std::string>& tables, const std::vector<std::string>& prefixes) {
        Listener listener(context, endpoint, studio.options(studio.let_in(tables).keys), prefixes);
        return listener.hears(studio);
    };
    using Tables = std::set<std::string>;
    EXPECT_EQ(hears({"T1", "T2", "T10"}, {"t/"}), (Tables{"T1", "T10", "T2"}));
    EXPECT_EQ(hears({"T1", "T2"}, {"t/"}), (Tables{"T1", "T2"})) << "a right to some is all tables narrowed to these";
    EXPECT_EQ(hears({"T1"}, {"t/T1"}), Tables{"T1"}) << "the right to T1 is not the right to T10";
    EXPECT_EQ(hears({"T10"}, {"t/T1"}), Tables{"T10"});
    EXPECT_EQ(hears({"T1", "T2", "T10"}, {"t/T2"}), Tables{"T2"});
    EXPECT_EQ(hears({"T2"}, {"t/T1", "t/T2"}), Tables{"T2"});
    EXPECT_EQ(hears({"T2"}, {""}), Tables{"T2"});
}

TEST(Gate, OneWithoutTheRightHearsNothing) {
    GatedStudio studio;
    zmq::context_t context;
    Listener barred(context, studio.endpoints().feed, studio.options(studio.let_in({"T2"}).keys), {"t/T1"});
    Listener other(context, studio.endpoints().feed, studio.options(studio.let_in({"T1"}).keys), {"t/"});
    EXPECT_EQ(other.hears(studio), std::set<std::string>{"T1"});
    EXPECT_FALSE(barred.next(200ms));
}

TEST(Gate, SubscriptionsComeAndGo) {
    GatedStudio studio;
    zmq::context_t context;
    Listener listener(context, studio.endpoints().feed, studio.options(studio.let_in({"T1", "T2", "T10"}).keys), {"t/", "t/T2"});
    EXPECT_EQ(listener.hears(studio).size(), 3U);
    listener.socket.set(zmq::sockopt::unsubscribe, "t/");
    const auto until = steady_clock::now() + long_enough;
    while (listener.hears(studio) != std::set<std::string>{"T2"} && steady_clock::now() < until) {
    }
    EXPECT_EQ(listener.hears(studio), std::set<std::string>{"T2"}) << "what another of its subscriptions asks for stays";
}

TEST(Gate, ARevokedClientIsCutOffAtOnce) {
    GatedStudio studio;
    zmq::context_t context;
    const auto acme = studio.let_in({"T1"});
    const auto other = studio.let_in({"T1"});
    Listener cut(context, studio.endpoints().feed, studio.options(acme.keys), {"t/"});
    Listener stays(context, studio.endpoints().feed, studio.options(other.keys), {"t/"});
    CommandClient commands(context, studio.endpoints().command, studio.options(acme.keys));
    ASSERT_TRUE(commands.call(status(), long_enough));
    ASSERT_EQ(cut.hears(studio), std::set<std::string>{"T1"});
    ASSERT_EQ(stays.hears(studio), std::set<std::string>{"T1"});
    studio.revoke(acme);
    EXPECT_TRUE(studio::testing::until([&] { return studio.counters().cut >= 2; }, long_enough));
    EXPECT_EQ(studio.counters().cut, 2U) << "its feed and its commands";
    while (cut.next(50ms)) {
    }
    const auto commands_before = studio.heard_commands.load();
    EXPECT_EQ(stays.hears(studio), std::set<std::string>{"T1"}) << "nobody else notices";
    EXPECT_FALSE(cut.next(200ms));
    EXPECT_FALSE(commands.call(status(), 500ms));
    EXPECT_EQ(studio.heard_commands, commands_before);
    EXPECT_TRUE(studio.logged("AUTH_FAILED: key " + fingerprint(acme.keys.public_key)));
}

// A feed behind a gate, served in the test's own thread so that its order is the test's. Everybody is let in, and one key may hear T1.
struct GatedFeed {
    const KeyPair own = make_key_pair();
    const KeyPair rightful = make_key_pair();
    zmq::context_t context{1};
    zmq::context_t clients;
    Gate gate{context, [](const std::string& key, const std::string&) { return key; }, [](const std::string&) {}};
    FeedPublisher feed{
        context, any, of_studio(), gate, {{"T1"}, [this](const auto& client, const auto&) { return client == rightful.public_key; }}};

    [[nodiscard]] SocketOptions of_studio() const {
        SocketOptions options;
        options.curve_server = CurveServer{own.secret_key};
        return options;
    }
    [[nodiscard]] SocketOptions of_client(const KeyPair& keys) const {
        SocketOptions options;
        options.curve_client = CurveClient{own.public_key, keys.public_key, keys.secret_key};
        return options;
    }
    Listener listener(const KeyPair& keys) { return {clients, feed.endpoint(), of_client(keys), {"t/"}}; }
    // The feed's socket does its own work whenever it is polled.
    bool until(const std::function<bool()>& wanted, std::chrono::milliseconds poll = 0ms) {
        for (const auto end = steady_clock::now() + long_enough; !wanted() && steady_clock::now() < end; gate.serve())
            (void)wait_readable(feed.socket(), poll);
        return wanted();
    }
};

// libzmq #4137: a subscription is read when its connection has ended already, and another connection may have its place in memory. All in
// one thread, so that it happens each time.
TEST(Gate, AConnectionThatHasEndedIsGrantedNothing) {
    GatedFeed studio;
    auto& gate = studio.gate;
    auto& feed = studio.feed;
    const auto none = make_key_pair();
    for (int i = 0; i < 100; ++i) {
        {
            auto brief = studio.listener(studio.rightful);
            ASSERT_TRUE(studio.until([&] { return wait_readable(feed.socket(), 0ms); })) << "its subscription is there, and not yet read";
        }
        ASSERT_TRUE(studio.until([&] { return gate.counters().connections == 0; }));
        (void)wait_readable(feed.socket(), 1ms);
        auto barred = studio.listener(none);
        ASSERT_TRUE(studio.until([&] { return gate.counters().connections == 1; }));
        (void)wait_readable(feed.socket(), 1ms);
        feed.serve();
        for (int sent = 0; sent < 3; ++sent)
            feed.publish("T1", "secret");
        ASSERT_FALSE(barred.next(5ms)) << "round " << i;
        barred.socket.close();
        ASSERT_TRUE(studio.until([&] { return gate.counters().connections == 0; }));
        feed.serve();
    }
    auto stays = studio.listener(studio.rightful);
    std::optional<std::pair<std::string, std::string>> heard;
    EXPECT_TRUE(studio.until([&] {
        feed.serve();
        feed.publish("T1", "secret");
        if (!heard) heard = stays.next(0ms); // asked once more when it is there
        return heard.has_value();
    }));
}

TEST(Gate, ConnectionsThatGoWhileTheySubscribeDisturbNobody) {
    GatedStudio studio;
    zmq::context_t context;
    const auto all = studio.let_in({"T1", "T2", "T10"});
    const auto one = studio.let_in({"T2"});
    Listener stays(context, studio.endpoints().feed, studio.options(one.keys), {"t/"});
    ASSERT_EQ(stays.hears(studio), std::set<std::string>{"T2"});
    std::atomic<bool> done = false;
    std::jthread publisher([&] {
        while (!done) {
            studio.publish(5);
            std::this_thread::sleep_for(1ms);
        }
    });
    std::set<std::string> heard;
    for (int i = 0; i < 100; ++i) {
        std::vector<Listener> brief;
        for (int j = 0; j < 4; ++j)
            brief.emplace_back(context, studio.endpoints().feed, studio.options(all.keys), std::vector<std::string>{"t/", "t/T1", "t/T2"});
        if (i % 3 != 0) (void)brief.front().next(std::chrono::milliseconds(i % 7));
        brief.clear();
        while (const auto event = stays.next(0ms))
            heard.insert(*table_of(event->first));
    }
    done = true;
    publisher.join();
    EXPECT_EQ(heard, std::set<std::string>{"T2"}) << "no grant went to the wrong connection";
    EXPECT_EQ(stays.hears(studio), std::set<std::string>{"T2"});
}

// A message that is no subscription shifts libzmq's list of connections against its list of messages: the grant of whoever asks next would
// go to the one after.
TEST(Gate, AMessageToTheFeedShiftsNoGrant) {
    GatedFeed studio;
    auto& gate = studio.gate;
    auto& feed = studio.feed;
    const auto admitted = [&](std::uint64_t count) {
        (void)studio.until([&] { return gate.counters().admitted >= count; }, 1ms);
        for (const auto end = steady_clock::now() + 20ms; steady_clock::now() < end;) // its messages follow
            (void)wait_readable(feed.socket(), 1ms);
    };
    auto xsub = make_socket(studio.clients, zmq::socket_type::xsub, studio.of_client(make_key_pair()));
    xsub.connect(feed.endpoint());
    (void)xsub.send(zmq::str_buffer("boo"));
    admitted(1);
    auto hears = studio.listener(studio.rightful);
    admitted(2);
    auto barred = studio.listener(make_key_pair());
    admitted(3);
    std::optional<std::pair<std::string, std::string>> heard;
    for (const auto end = steady_clock::now() + long_enough; !heard && steady_clock::now() < end;) {
        gate.serve();
        feed.serve();
        feed.publish("T1", "secret");
        ASSERT_FALSE(barred.next(1ms));
        heard = hears.next(1ms);
    }
    EXPECT_TRUE(heard) << "it connects again and hears";
    EXPECT_GE(gate.counters().cut, 3U);
}

TEST(Gate, OneThatSendsMessagesToTheFeedIsShutOut) {
    GatedStudio studio;
    zmq::context_t context;
    const auto bad = studio.let_in({"T1"});
    const auto good = studio.let_in({"T2"});
    Listener stays(context, studio.endpoints().feed, studio.options(good.keys), {"t/"});
    ASSERT_EQ(stays.hears(studio), std::set<std::string>{"T2"});
    auto xsub = make_socket(context, zmq::socket_type::xsub, studio.options(bad.keys));
    xsub.connect(studio.endpoints().feed);
    for (int i = 0; i < 50; ++i)
        (void)xsub.send(zmq::str_buffer("boo"), zmq::send_flags::dontwait);
    EXPECT_TRUE(studio.logged("is shut out for 60 s: it sends messages to the feed"));
    EXPECT_EQ(stays.hears(studio), std::set<std::string>{"T2"});
    CommandClient again(context, studio.endpoints().command, studio.options(bad.keys));
    EXPECT_FALSE(again.call(status(), long_enough));
    EXPECT_TRUE(studio.logged("shut out for breaking the protocol"));
}

// A connection to the command port that says nothing.
class Stranger {
public:
    Stranger(GatedStudio& studio, const char* from) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        auto own = address(0, from);
        auto door = address(*port_of(studio.endpoints().command), "127.0.0.1");
        EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr*>(&own), sizeof own), 0);      // NOLINT: the system's own way
        EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&door), sizeof door), 0); // NOLINT
    }
    ~Stranger() { ::close(fd_); }
    Stranger(const Stranger&) = delete;
    Stranger& operator=(const Stranger&) = delete;
    // The studio says its own part of the greeting first.
    [[nodiscard]] bool sent_away() const {
        std::array<char, 256> bytes{};
        for (;;) {
            const auto got = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (got <= 0) return got == 0 || errno != EAGAIN;
        }
    }

private:
    static sockaddr_in address(std::uint16_t port, const char* host) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        ::inet_pton(AF_INET, host, &address.sin_addr);
        return address;
    }
    int fd_;
};

TEST(Gate, ThoseWhoOnlyStandAroundAreSentAway) {
    GatedStudio studio({.waiting = 10, .connections = 40});
    zmq::context_t context;
    const auto client = studio.let_in({"T1"});
    CommandClient commands(context, studio.endpoints().command, studio.options(client.keys));
    ASSERT_TRUE(commands.call(status(), long_enough));
    std::vector<std::unique_ptr<Stranger>> idle;
    for (int i = 0; i < 100; ++i)
        idle.push_back(std::make_unique<Stranger>(studio, "127.0.0.1"));
    EXPECT_TRUE(studio::testing::until([&] { return studio.counters().turned_away >= 90; }, long_enough));
    EXPECT_GE(studio.counters().turned_away, 90U);
    EXPECT_TRUE(commands.call(status(), long_enough)) << "whoever has spoken stays";
    CommandClient late(context, studio.endpoints().command, studio.options(client.keys));
    EXPECT_TRUE(late.call(status(), long_enough)) << "and whoever speaks comes in";
}

TEST(Gate, ALetInClientThatHasAskedNothingYetStays) {
    GatedStudio studio({.waiting = 10});
    zmq::context_t context;
    const auto client = studio.let_in({"T1"});
    CommandClient commands(context, studio.endpoints().command, studio.options(client.keys));
    ASSERT_TRUE(studio::testing::until([&] { return studio.counters().admitted == 1; }, long_enough));
    std::this_thread::sleep_for(100ms); // for its greeting
    std::vector<std::unique_ptr<Stranger>> idle;
    for (int i = 0; i < 100; ++i)
        idle.push_back(std::make_unique<Stranger>(studio, "127.0.0.1"));
    EXPECT_TRUE(studio::testing::until([&] { return studio.counters().turned_away >= 90; }, long_enough));
    EXPECT_TRUE(commands.call(status(), long_enough));
    EXPECT_EQ(studio.counters().admitted, 1U) << "by the connection that it had";
    EXPECT_EQ(studio.heard_commands, 1U) << "a greeting is no command";
}

TEST(Gate, ACrowdOfOneAddressTakesNoOthersPlace) {
    GatedStudio studio({.waiting = 10});
    const Stranger alone(studio, "127.0.0.2");
    ASSERT_TRUE(studio::testing::until([&] { return studio.counters().connections == 1; }, long_enough));
    std::vector<std::unique_ptr<Stranger>> crowd;
    for (int i = 0; i < 100; ++i)
        crowd.push_back(std::make_unique<Stranger>(studio, "127.0.0.1"));
    EXPECT_TRUE(studio::testing::until([&] { return studio.counters().turned_away >= 91; }, long_enough));
    EXPECT_FALSE(alone.sent_away()) << "though it has waited longest";
    EXPECT_TRUE(crowd.front()->sent_away());
}

TEST(Gate, AClientHasSoManyConnections) {
    GatedStudio studio({.connections_per_client = 3});
    zmq::context_t context;
    const auto client = studio.let_in({"T1"});
    std::vector<std::unique_ptr<CommandClient>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<CommandClient>(context, studio.endpoints().command, studio.options(client.keys)));
        ASSERT_TRUE(clients.back()->call(status(), long_enough));
    }
    CommandClient fourth(context, studio.endpoints().command, studio.options(client.keys));
    (void)fourth.call(status(), 200ms);
    EXPECT_TRUE(studio.logged("has more than 3 connections"));
    EXPECT_TRUE(clients.front()->call(status(), long_enough));
}

// Without keys every message is taken for one of a connection that is there. All in one thread, so that its end is still unread when its
// message is; a build with sanitizers sees whether what is written then is still the connection's.
TEST(Gate, WithoutKeysAMessageOfAConnectionThatHasEndedIsTaken) {
    zmq::context_t context(1);
    Gate gate(context, {}, {});
    CommandServer server(context, any, {}, {}, &gate);
    std::vector<zmq::pollitem_t> items;
    gate.add_poll_items(items);
    const auto until = [&](std::uint64_t connections) {
        for (const auto end = steady_clock::now() + long_enough; gate.counters().connections != connections && steady_clock::now() < end;) {
            zmq::poll(items, 10ms);
            gate.serve();
        }
        return gate.counters().connections == connections;
    };
    auto request = status();
    request.set_schema(1);
    for (int i = 0; i < 20; ++i) {
        {
            zmq::context_t clients(1);
            zmq::socket_t client(clients, zmq::socket_type::dealer);
            client.connect(server.endpoint());
            ASSERT_TRUE(until(1));
            client.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::none);
        } // the request is sent before the client ends
        ASSERT_GT(zmq::poll(items, std::chrono::milliseconds(long_enough)), 0) << "its end is told";
        auto call = server.receive(long_enough);
        ASSERT_TRUE(call);
        ASSERT_TRUE(until(0));
    }
}

TEST(Gate, ASocketWithAKeyNeedsOne) {
    zmq::context_t context;
    SocketOptions options;
    options.curve_server = CurveServer{make_key_pair().secret_key};
    EXPECT_THROW(CommandServer(context, any, options), std::logic_error);
    EXPECT_THROW(FeedPublisher(context, any, options), std::logic_error);
}

} // namespace
} // namespace proto::wire
