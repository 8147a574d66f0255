// The studio's public side with keys: a list of clients in a file, two tables that the test plays, clients as they are outside.
#include "studio/runtime/feed_host.h"

#include "proto/client/feed_client.h"
#include "proto/codec/envelope.h"
#include "proto/wire/command_client.h"
#include "studio/runtime/metrics.h"
#include "tests/studio/runtime/requests.h"
#include "tests/support/program.h"
#include "tests/support/run_folder.h"
#include "tests/support/until.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <mutex>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;
using proto::client::FeedClient;
using proto::client::FeedState;
using proto::wire::CommandClient;
using std::chrono::steady_clock;
using testing::pause;

constexpr auto long_enough = 20s; // of a loaded machine

class NoEvents final : public ReplaySource {
public:
    std::vector<std::string> events(std::uint64_t, std::uint64_t, std::size_t) override { return {}; }
    std::uint64_t first_seq_since(engine::Time) override { return 1; }
    std::uint64_t last_seq() override { return 0; }
    v1::Rounds rounds(std::uint64_t before_seq, std::size_t limit) override { // says what it was asked
        v1::Rounds rounds;
        rounds.set_before_seq(before_seq);
        rounds.set_epoch(limit);
        return rounds;
    }
    [[nodiscard]] std::uint64_t epoch() const override { return 1; }
    std::vector<Event> wagers(std::string_view, std::string_view, std::uint64_t, std::size_t) override { return {}; }
    std::uint64_t last_wager_seq(std::string_view) override { return 0; }
    std::vector<std::string> distributors() override { return {}; }
};

// One event of wagers a distributor, as long as there is one.
class OneWager final : public ReplaySource {
public:
    explicit OneWager(const std::atomic<bool>& there) : there_(there) {}
    std::vector<std::string> events(std::uint64_t, std::uint64_t, std::size_t) override { return {}; }
    std::uint64_t first_seq_since(engine::Time) override { return 1; }
    std::uint64_t last_seq() override { return 0; }
    v1::Rounds rounds(std::uint64_t, std::size_t) override { return {}; }
    [[nodiscard]] std::uint64_t epoch() const override { return 1; }
    std::vector<Event> wagers(std::string_view, std::string_view, std::uint64_t from, std::size_t) override {
        return there_ && from == 1 ? std::vector<Event>{{1, "secret"}} : std::vector<Event>{};
    }
    std::uint64_t last_wager_seq(std::string_view) override { return there_ ? 1 : 0; }
    std::vector<std::string> distributors() override { return {"acme"}; }

private:
    const std::atomic<bool>& there_;
};

// Answers each command with who asked and as what, and refuses a void; beats every 50 ms. A resume has it tell of wagers of acme.
class TableThread {
public:
    TableThread(zmq::context_t& context, const std::string& id)
        : thread_([this, &context, id](const std::stop_token& stop) { run(context, id, stop); }) {}

private:
    void run(zmq::context_t& context, const std::string& id, const std::stop_token& stop) {
        TableLink link(context, id);
        auto beat_at = steady_clock::now();
        while (!stop.stop_requested()) {
            (void)proto::wire::wait_readable(link.socket(), 5ms);
            while (const auto command = link.take()) {
                v1::CommandRequest request;
                request.ParseFromString(command->request);
                if (request.has_resume_table()) link.send(link_private, "acme");
                v1::CommandResponse response;
                response.set_request_id(request.request_id());
                if (request.has_void_round())
                    response.mutable_rejection()->set_clause("PROC.void");
                else
                    response.mutable_accepted();
                response.mutable_status()->set_pause_reason(request.by() + " as " + v1::Role_Name(request.role()));
                link.answer(command->identity, response.SerializeAsString());
            }
            if (steady_clock::now() < beat_at) continue;
            beat_at = steady_clock::now() + 50ms;
            const proto::codec::EnvelopeHead head{.studio_id = "s", .table_id = id, .epoch = 1, .seq = 0, .at = {}, .rules_version = ""};
            link.send(link_beat, proto::codec::encode_heartbeat(head, 1));
        }
    }
    std::jthread thread_;
};

class KeyedStudio : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(proto::wire::write_studio_key(folder_.path() / "studio.key", own_));
        list_.write(clients());
        access_.secret_key = folder_.path() / "studio.key";
        access_.clients = clients();
    }
    void start() {
        FeedTable table{.game = "pok-deng", .open_replay = [this]() -> std::unique_ptr<ReplaySource> {
                            if (no_journal_) return nullptr;
                            if (wager_asked_) return std::make_unique<OneWager>(wager_there_);
                            return std::make_unique<NoEvents>();
                        }};
        host_ = std::make_unique<FeedHost>(context_, "tcp://127.0.0.1:*", std::map<std::string, FeedTable>{{"T1", table}, {"T2", table}},
                                           FeedAccess{access_, [this] { return reload_.exchange(false); }});
        for (const auto* id : {"T1", "T2"})
            tables_.push_back(std::make_unique<TableThread>(context_, id));
    }
    void TearDown() override {
        tables_.clear();
        host_.reset();
    }
    [[nodiscard]] std::filesystem::path clients() const { return folder_.path() / "clients.toml"; }
    proto::wire::KeyPair make(const std::string& name, v1::Role role, std::vector<std::string> tables = {}) {
        auto keys = proto::wire::make_key_pair();
        AccessEntry entry;
        entry.name = name;
        entry.key = keys.public_key;
        entry.role = role;
        entry.tables = std::move(tables);
        list_.add(entry);
        list_.write(clients());
        return keys;
    }
    void revoke(const std::string& name) {
        list_.revoke(name, "2026-11-30T12:00:00Z");
        list_.write(clients());
    }
    [[nodiscard]] proto::wire::SocketOptions options(const proto::wire::KeyPair& keys) const {
        proto::wire::SocketOptions options;
        options.curve_client = proto::wire::CurveClient{own_.public_key, keys.public_key, keys.secret_key};
        return options;
    }
    std::unique_ptr<CommandClient> commands(const proto::wire::KeyPair& keys) {
        return std::make_unique<CommandClient>(outside_, host_->endpoints().command, options(keys));
    }
    std::unique_ptr<FeedClient> feed(const proto::wire::KeyPair& keys, std::vector<std::string> tables) {
        proto::client::FeedOptions feed;
        feed.feed = host_->endpoints().feed;
        feed.tables = std::move(tables);
        feed.from = proto::client::FeedPosition{};
        feed.sockets = options(keys);
        feed.timing.beat = 200ms;
        feed.timing.missed_beats = 10;
        return std::make_unique<FeedClient>(outside_, feed);
    }
    // What the owner of the key is answered.
    v1::ReplayResponse answer_to(v1::ReplayRequest question, const proto::wire::KeyPair& keys) {
        question.set_schema(1);
        auto asker = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(keys));
        asker.connect(host_->endpoints().replay);
        (void)asker.send(zmq::buffer(question.SerializeAsString()));
        v1::ReplayResponse answer;
        zmq::message_t message;
        if (proto::wire::wait_readable(asker, long_enough) && asker.recv(message))
            answer.ParseFromArray(message.data(), static_cast<int>(message.size()));
        return answer;
    }
    // Who is connected, as the owner of the key is told it.
    v1::ReplayResponse clients_for(const proto::wire::KeyPair& keys) {
        v1::ReplayRequest question;
        question.mutable_clients();
        return answer_to(question, keys);
    }
    v1::ReplayResponse money_for(const proto::wire::KeyPair& keys, const std::string& table, const std::vector<std::string>& rounds) {
        v1::ReplayRequest question;
        question.mutable_money()->set_table_id(table);
        question.mutable_money()->mutable_rounds()->Assign(rounds.begin(), rounds.end());
        return answer_to(question, keys);
    }
    proto::wire::KeyPair make_console(std::vector<std::string> tables = {}) {
        auto console = proto::wire::make_key_pair();
        list_.add({.name = "console",
                   .key = console.public_key,
                   .role = v1::ROLE_SUPERVISOR,
                   .tables = std::move(tables),
                   .speaks = Speaks::FOR_PEOPLE,
                   .max_stake = {},
                   .made = {},
                   .revoked = {}});
        list_.write(clients());
        return console;
    }
    // Polls until a table (or, with "", the studio) is in a state with a reason that begins so.
    static bool until(FeedClient& client, const std::string& table, FeedState state, const std::string& reason = "") {
        for (const auto end = steady_clock::now() + long_enough; steady_clock::now() < end;) {
            const auto item = client.poll(20ms);
            if (!item || item->table_id != table || item->state() == nullptr) continue;
            if (item->state()->state == state && item->state()->reason.starts_with(reason)) return true;
        }
        return false;
    }

    testing::RunFolder folder_;
    proto::wire::KeyPair own_ = proto::wire::make_key_pair();
    AccessList list_;
    AccessConfig access_;
    std::atomic<bool> reload_ = false;
    std::atomic<bool> no_journal_ = false;
    std::atomic<bool> wager_asked_ = false;
    std::atomic<bool> wager_there_ = false;
    zmq::context_t context_;
    zmq::context_t outside_;
    std::unique_ptr<FeedHost> host_;
    std::vector<std::unique_ptr<TableThread>> tables_;
};

TEST_F(KeyedStudio, ACommandCarriesTheNameAndRoleOfItsKey) {
    const auto anna = make("anna", v1::ROLE_DEALER, {"T1"});
    start();
    const auto client = commands(anna);
    const auto answer = client->call(pause("T1"), long_enough);
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->status().pause_reason(), "anna as ROLE_DEALER");
    const auto clause = [&](const v1::CommandRequest& request) { return client->call(request, long_enough)->rejection().clause(); };
    EXPECT_EQ(clause(pause("T1", "anna", v1::ROLE_SUPERVISOR)), "AUTH.role");
    EXPECT_EQ(clause(pause("T1", "boris")), "AUTH.name");
    EXPECT_EQ(clause(pause("T2")), "AUTH.table");
    EXPECT_EQ(host_->refusals().by_right, 3U);
}

TEST_F(KeyedStudio, FeedAndReplayShowTheTablesOfTheKey) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR, {"T1"});
    start();
    const auto all = feed(acme, {});
    EXPECT_TRUE(until(*all, "T1", FeedState::LIVE));
    EXPECT_FALSE(all->positions().contains("T2"));
    const auto barred = feed(acme, {"T2"});
    EXPECT_TRUE(until(*barred, "T2", FeedState::SUSPENDED, "AUTH.table: the key of acme has no right to table T2"));
}

TEST_F(KeyedStudio, ARevokedKeyIsCutOffWithinASecondAndSaysSo) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    const auto other = make("other", v1::ROLE_DISTRIBUTOR);
    start();
    const auto client = feed(acme, {"T1"});
    const auto stays = feed(other, {"T1"});
    const auto orders = commands(acme);
    ASSERT_TRUE(until(*client, "T1", FeedState::LIVE));
    ASSERT_TRUE(until(*stays, "T1", FeedState::LIVE));
    ASSERT_TRUE(orders->call(pause("T1"), long_enough));
    const auto begin = steady_clock::now();
    revoke("acme");
    EXPECT_TRUE(until(*client, "T1", FeedState::SUSPENDED,
                      "AUTH_FAILED: the studio at " + host_->endpoints().feed + " does not admit key " +
                          proto::wire::fingerprint(acme.public_key)));
    EXPECT_LT(steady_clock::now() - begin, 2s);
    EXPECT_GE(host_->gate().cut, 2U);
    EXPECT_GE(host_->gate().refused_keys, 1U);
    for (const auto end = steady_clock::now() + long_enough; steady_clock::now() < end;) {
        const auto answer = orders->call(pause("T1"), 1s);
        ASSERT_FALSE(answer && answer->has_accepted());
        if (!answer && answer.error().starts_with("AUTH_FAILED")) break;
    }
    while (stays->poll(50ms)) {
    }
    EXPECT_EQ(stays->state("T1"), FeedState::LIVE);

    list_.add([&] { // the same key is let in again, and the client comes back by itself
        auto entry = *list_.find(other.public_key);
        entry.name = "acme again";
        entry.key = acme.public_key;
        return entry;
    }());
    AccessList again;
    for (const auto& entry : list_.entries())
        if (entry.revoked.empty()) again.add(entry);
    again.write(clients());
    EXPECT_TRUE(until(*client, "T1", FeedState::LIVE));
    EXPECT_TRUE(orders->call(pause("T1"), long_enough));
}

TEST_F(KeyedStudio, ANewKeyIsLetInWithoutARestart) {
    start();
    const auto late = make("late", v1::ROLE_OBSERVER);
    const auto client = feed(late, {"T1"});
    EXPECT_TRUE(until(*client, "T1", FeedState::LIVE));
}

TEST_F(KeyedStudio, AListThatCannotBeReadChangesNothing) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    start();
    const auto client = feed(acme, {"T1"});
    ASSERT_TRUE(until(*client, "T1", FeedState::LIVE));
    std::ofstream(clients()) << "[[client\n";
    reload_ = true;
    ASSERT_TRUE(testing::until([&] { return !reload_; }, long_enough));
    const auto orders = commands(acme);
    EXPECT_TRUE(orders->call(pause("T1"), long_enough));
    EXPECT_EQ(client->state("T1"), FeedState::LIVE);
}

TEST_F(KeyedStudio, WhoAsksTooOftenIsToldSoAndNobodyElseWaits) {
    access_.requests_per_second = 1;
    access_.burst = 5;
    const auto eager = make("eager", v1::ROLE_DEALER);
    const auto other = make("other", v1::ROLE_DEALER);
    start();
    const auto client = commands(eager);
    int refused = 0;
    for (int i = 0; i < 20; ++i) {
        const auto answer = client->call(pause("T1"), long_enough);
        ASSERT_TRUE(answer) << answer.error();
        if (answer->has_accepted()) continue;
        EXPECT_EQ(answer->rejection().clause(), "RATE.limit");
        EXPECT_EQ(answer->rejection().reason(), "a key may ask 1 times a second");
        ++refused;
    }
    EXPECT_GE(refused, 5);
    EXPECT_EQ(host_->refusals().by_rate, static_cast<std::uint64_t>(refused));
    EXPECT_TRUE(commands(other)->call(pause("T1"), long_enough)->has_accepted());
}

// A client chooses its connection's name. What is told later than it was asked for goes to the connection that asked.
TEST_F(KeyedStudio, WhoeverTakesTheNameOfAConnectionHearsNothingOfItsWagers) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    const auto mallory = make("mallory", v1::ROLE_DISTRIBUTOR);
    const auto boris = make("boris", v1::ROLE_SUPERVISOR);
    wager_asked_ = true;
    start();
    const auto desk = [&](const proto::wire::KeyPair& keys) {
        auto socket = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(keys));
        socket.set(zmq::sockopt::routing_id, "desk");
        socket.connect(host_->endpoints().command);
        return socket;
    };
    const auto ask = [&](zmq::socket_t& socket, v1::CommandRequest request, const std::string& id) {
        request.set_schema(1);
        request.set_table_id("T1");
        request.set_request_id(id);
        socket.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::none);
    };
    const auto heard = [&](zmq::socket_t& socket) {
        v1::CommandResponse response;
        zmq::message_t message;
        if (proto::wire::wait_readable(socket, long_enough) && socket.recv(message)) response.ParseFromString(message.to_string());
        return response;
    };
    v1::CommandRequest follow;
    follow.mutable_follow_wagers();
    {
        auto own = desk(acme);
        ask(own, follow, "1");
        ASSERT_TRUE(heard(own).has_wagers_end());
    }
    ASSERT_TRUE(testing::until([&] { return host_->gate().connections == 0; }, long_enough));
    auto other = desk(mallory);
    ask(other, pause("T1"), "2");
    ASSERT_EQ(heard(other).request_id(), "2") << "it goes by the name now";
    wager_there_ = true;
    v1::CommandRequest resume;
    resume.set_table_id("T1");
    resume.mutable_resume_table();
    ASSERT_TRUE(commands(boris)->call(resume, long_enough));
    ask(other, pause("T1"), "3");
    EXPECT_EQ(heard(other).request_id(), "3") << "and nothing of acme's before it";
}

TEST_F(KeyedStudio, ItsNumbersTellWhoCameAndWhatWasRefused) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR, {"T1"});
    start();
    Metrics metrics({"T1", "T2"});
    metrics.watch(*host_);
    const auto client = feed(acme, {"T1"});
    ASSERT_TRUE(until(*client, "T1", FeedState::LIVE));
    const auto orders = commands(acme);
    EXPECT_TRUE(orders->call(pause("T1"), long_enough)->has_accepted());
    EXPECT_TRUE(orders->call(pause("T2"), long_enough)->has_rejection());
    EXPECT_FALSE(commands(proto::wire::make_key_pair())->call(pause("T1"), long_enough));
    auto raw = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(acme));
    raw.connect(host_->endpoints().command);
    (void)raw.send(zmq::str_buffer("\xFF\xFF"));
    (void)raw.send(zmq::buffer(std::string(20 << 10, 'x')));
    for (int answers = 0; answers < 2; ++answers) {
        ASSERT_TRUE(proto::wire::wait_readable(raw, long_enough));
        zmq::message_t answer;
        (void)raw.recv(answer);
    }
    v1::ReplayRequest question;
    question.set_schema(1);
    question.mutable_tables();
    auto asker = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(acme));
    asker.connect(host_->endpoints().replay);
    (void)asker.send(zmq::buffer(question.SerializeAsString()));
    ASSERT_TRUE(proto::wire::wait_readable(asker, long_enough));
    const auto text = metrics.text();
    for (const auto* line : {"studio_feed_subscribers 1", "studio_requests_total{socket=\"command\"} 4",
                             "studio_requests_refused_total{socket=\"command\",reason=\"malformed\"} 1",
                             "studio_requests_refused_total{socket=\"command\",reason=\"too_large\"} 1",
                             "studio_requests_barred_total{reason=\"right\"} 1", "studio_requests_barred_total{reason=\"rate\"} 0",
                             "studio_refusals_total{clause=\"AUTH.table\"} 1", "studio_auth_failed_total{why=\"other_studio\"} 0"})
        EXPECT_NE(text.find(std::string(line) + "\n"), std::string::npos) << line << "\nin\n" << text;
    EXPECT_EQ(text.find("studio_auth_failed_total{why=\"key\"} 0\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("studio_replays_total 0\n"), std::string::npos) << text;
}

TEST_F(KeyedStudio, TheHistoryOfRoundsIsToldPageByPage) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    start();
    auto asker = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(acme));
    asker.connect(host_->endpoints().replay);
    const auto ask = [&](const std::string& table, std::uint32_t most) {
        v1::ReplayRequest question;
        question.set_schema(1);
        question.mutable_rounds()->set_table_id(table);
        question.mutable_rounds()->set_before_seq(77);
        question.mutable_rounds()->set_most(most);
        (void)asker.send(zmq::buffer(question.SerializeAsString()));
        zmq::message_t bytes;
        v1::ReplayResponse answer;
        if (proto::wire::wait_readable(asker, long_enough) && asker.recv(bytes))
            answer.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
        return answer;
    };
    const auto page = ask("T1", 7).rounds();
    EXPECT_EQ(page.table_id(), "T1");
    EXPECT_EQ(page.before_seq(), 77U);
    EXPECT_EQ(page.epoch(), 7U) << "so many were asked for";
    EXPECT_EQ(ask("T1", 0).rounds().epoch(), 100U);
    EXPECT_EQ(ask("T1", 5000).rounds().epoch(), 100U) << "no more than a page";
    EXPECT_FALSE(ask("T9", 1).error().reason().empty());
}

TEST_F(KeyedStudio, ATableWhoseJournalIsNotBegunIsStillRecovering) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    no_journal_ = true;
    start();
    auto asker = proto::wire::make_socket(outside_, zmq::socket_type::dealer, options(acme));
    asker.connect(host_->endpoints().replay);
    const auto ask = [&] {
        v1::ReplayRequest question;
        question.set_schema(1);
        question.mutable_replay()->set_table_id("T1");
        (void)asker.send(zmq::buffer(question.SerializeAsString()));
        zmq::message_t bytes;
        v1::ReplayResponse answer;
        if (proto::wire::wait_readable(asker, long_enough) && asker.recv(bytes))
            answer.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
        return answer;
    };
    EXPECT_EQ(ask().error().reason(), "table T1 is still recovering: ask again");
    no_journal_ = false;
    EXPECT_TRUE(ask().has_end());
}

TEST_F(KeyedStudio, OnlyAConsolesKeyIsToldOfTheOtherClients) {
    for (const auto role : {v1::ROLE_DISTRIBUTOR, v1::ROLE_SUPERVISOR, v1::ROLE_MANAGER, v1::ROLE_AUDITOR})
        make(v1::Role_Name(role), role);
    const auto boris = make("boris", v1::ROLE_SUPERVISOR);
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    start();
    for (const auto& key : {boris, acme}) {
        const auto answer = clients_for(key);
        EXPECT_FALSE(answer.has_clients());
        EXPECT_EQ(answer.error().clause(), "AUTH.role");
        EXPECT_TRUE(answer.error().reason().ends_with(" is no console's")) << answer.error().reason();
    }
    EXPECT_EQ(host_->refusals().by_right, 2U);
}

TEST_F(KeyedStudio, OnlyAConsolesKeyIsToldWhatWasWageredAtItsTables) {
    const auto console = make_console({"T1"});
    std::vector<proto::wire::KeyPair> others;
    for (const auto role : {v1::ROLE_DISTRIBUTOR, v1::ROLE_SUPERVISOR, v1::ROLE_MANAGER, v1::ROLE_AUDITOR})
        others.push_back(make(v1::Role_Name(role), role));
    start();
    for (const auto& key : others) {
        const auto answer = money_for(key, "T1", {"R1"});
        EXPECT_FALSE(answer.has_money());
        EXPECT_EQ(answer.error().clause(), "AUTH.role");
    }
    const auto answer = money_for(console, "T1", {"R1", "R2"});
    ASSERT_TRUE(answer.has_money()) << answer.error().reason();
    EXPECT_EQ(answer.money().table_id(), "T1");
    EXPECT_EQ(answer.money().rounds_size(), 2);
    EXPECT_EQ(money_for(console, "T2", {"R1"}).error().clause(), "AUTH.table");
    EXPECT_EQ(money_for(console, "T1", {}).error().reason(), "a question of money names 1 to 100 rounds");
    EXPECT_TRUE(money_for(console, "T1", std::vector<std::string>(100, "R1")).has_money());
    EXPECT_TRUE(money_for(console, "T1", std::vector<std::string>(101, "R1")).has_error());
    EXPECT_EQ(host_->refusals().by_right, 5U);
}

TEST_F(KeyedStudio, AConsoleIsToldWhoIsHereWhoWasRefusedAndWhoHasGone) {
    const auto console = make_console();
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR, {"T1"});
    wager_asked_ = wager_there_ = true;
    start();
    auto client = feed(acme, {"T1"});
    ASSERT_TRUE(until(*client, "T1", FeedState::LIVE));
    auto orders = commands(acme);
    EXPECT_TRUE(orders->call(pause("T2"), long_enough)->has_rejection());
    v1::CommandRequest voiding;
    voiding.set_schema(1);
    voiding.set_table_id("T1");
    voiding.mutable_void_round();
    EXPECT_TRUE(orders->call(voiding, long_enough)->has_rejection());                     // by the table
    EXPECT_FALSE(commands(proto::wire::make_key_pair())->call(pause("T1"), long_enough)); // nobody's key
    const auto info = [&]() -> v1::ClientInfo {
        const auto answer = clients_for(console);
        for (const auto& one : answer.clients().clients())
            if (one.name() == "acme") return one;
        return {};
    };
    const auto here = info();
    EXPECT_GE(here.connections(), 1U);
    EXPECT_GT(here.since_ns(), 0);
    EXPECT_EQ(here.address(), "127.0.0.1");
    ASSERT_EQ(here.refused_size(), 2);
    EXPECT_EQ(here.refused(0).clause(), "AUTH.table");
    EXPECT_EQ(here.refused(1).clause(), "PROC.void");
    ASSERT_EQ(here.at_size(), 1);
    EXPECT_EQ(here.at(0).last_seq(), 1U);
    EXPECT_FALSE(here.at(0).follows());
    const auto all = clients_for(console).clients();
    EXPECT_EQ(all.clients(0).name(), "console");
    EXPECT_GE(all.clients(0).connections(), 1U);
    EXPECT_GE(all.strangers().count(), 1U);
    EXPECT_EQ(all.strangers().address(), "127.0.0.1");
    revoke("acme");
    EXPECT_TRUE(testing::until([&] { return info().connections() == 0 && !info().revoked().empty(); }, long_enough));
    (void)until(*client, "T1", FeedState::SUSPENDED, "AUTH_FAILED");
    EXPECT_TRUE(testing::until([&] { return info().failures().count() > 0; }, long_enough)) << "it knocks, and is counted as itself";
}

TEST_F(KeyedStudio, ThePythonClientTakesAKeyFileAndSaysWhenItIsNotLetIn) {
    const auto acme = make("acme", v1::ROLE_DISTRIBUTOR);
    start();
    const auto stranger = proto::wire::make_key_pair();
    ASSERT_TRUE(proto::wire::write_client_key(folder_.path() / "acme.key", {"acme", own_.public_key, acme}));
    ASSERT_TRUE(proto::wire::write_client_key(folder_.path() / "stranger.key", {"stranger", own_.public_key, stranger}));
    const auto tail = [&](const std::string& key) {
        return testing::shell("timeout 4 /usr/bin/python3 " STUDIO_SOURCE_DIR "/proto/client/python/feed_tail.py --feed " +
                              host_->endpoints().feed + " --table T1 --from 1 --key " + (folder_.path() / key).string() + " 2>&1");
    };
    EXPECT_NE(tail("acme.key").out.find("\"state\": \"live\""), std::string::npos);
    const auto refused = tail("stranger.key").out;
    EXPECT_NE(refused.find("{\"table\": \"T1\", \"state\": \"suspended\", \"reason\": \"AUTH_FAILED: the studio at " +
                           host_->endpoints().feed + " does not admit key " + proto::wire::fingerprint(stranger.public_key)),
              std::string::npos)
        << refused;
    EXPECT_NE(tail("none.key").out.find("key file " + (folder_.path() / "none.key").string() + ": No such file or directory"),
              std::string::npos);
}

} // namespace
} // namespace studio::runtime
