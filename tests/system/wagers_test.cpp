// Wagers of a distributor at a studio that is killed at any moment, by a client that dies as well: each that was accepted ends exactly
// once, in the C++ client and in the Python one, and the money adds up.
#include "tests/support/hand_table.h"
#include "tests/support/run_folder.h"
#include "tests/support/until.h"

#include "proto/client/wager_stream.h"
#include "studio/journal/journal_check.h"
#include "studio/journal/journal_reader.h"
#include "studio/runtime/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>

namespace studio {
namespace {

using proto::client::WagerPosition;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What a distributor keeps: what became of each wager, and the position that belongs to it. Copied as a whole when it is stored.
struct Ledger {
    struct Wager {
        std::int64_t taken = 0;
        std::int64_t returned = 0;
        int ends = 0;
    };
    std::map<std::string, Wager> wagers;
    std::vector<std::string> events; // serialised, in order
    WagerPosition position;

    void take(const v1::PrivateEnvelope& event) {
        events.push_back(event.SerializeAsString());
        position = {event.epoch(), event.seq()};
        if (event.has_wager_accepted()) {
            const auto& accepted = event.wager_accepted();
            EXPECT_TRUE(wagers.try_emplace(accepted.wager_id(), Wager{accepted.stake().minor() + accepted.held().minor()}).second)
                << accepted.wager_id() << " is accepted twice";
        } else if (event.has_wager_settled()) {
            end(event.wager_settled().wager_id(), event.wager_settled().deducted().minor(), event.wager_settled().returned().minor());
        } else if (event.has_wager_refunded()) {
            end(event.wager_refunded().wager_id(), event.wager_refunded().returned().minor(), event.wager_refunded().returned().minor());
        }
    }
    void end(const std::string& id, std::int64_t deducted, std::int64_t returned) {
        auto& wager = wagers[id];
        EXPECT_EQ(wager.taken, deducted) << id;
        EXPECT_EQ(++wager.ends, 1) << id << " ends twice";
        wager.returned = returned;
    }
    [[nodiscard]] std::size_t open() const {
        return static_cast<std::size_t>(std::ranges::count_if(wagers, [](const auto& one) { return one.second.ends == 0; }));
    }
};

class WagerTable : public ::testing::Test {
protected:
    WagerTable() : table_(context_, "T1", "ipc://" + folder("observe"), command(), 7), commands_(std::in_place, context_, command()) {
        join();
    }
    void configure(milliseconds betting) const {
        std::ofstream(folder("studio.toml")) << "[studio]\nid = \"wagers\"\njournals = \"journals\"\nfeed = \"ipc://" << folder("feed")
                                             << "\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
                                             << "/recognition/capture/layouts/pok_deng.toml\"\nbetting_ms = " << betting.count()
                                             << "\nobserve = \"ipc://" << folder("observe") << "\"\n";
    }
    [[nodiscard]] std::string folder(const std::string& name) const { return (folder_.path() / name).string(); }
    [[nodiscard]] std::string command() const { return "ipc://" + folder("command"); }
    [[nodiscard]] std::unique_ptr<runtime::ChildProcess> start() const {
        return std::make_unique<runtime::ChildProcess>(
            std::vector<std::string>{STUDIO_BINARY_DIR "/bin/studio", "run", folder("studio.toml")},
            runtime::ChildOutput{.log = folder("log")});
    }
    // The distributor's program begins, with what it has kept.
    void join() {
        ledger_ = kept_;
        stream_.emplace(context_, proto::client::WagerStreamOptions{.command = command(),
                                                                    .table_id = "T1",
                                                                    .distributor = "acme",
                                                                    .from = kept_.position,
                                                                    .sockets = {},
                                                                    .ask_every = milliseconds(200)});
    }
    void listen() {
        while (const auto event = stream_->poll(milliseconds(0)))
            ledger_.take(*event);
    }
    void keep() {
        kept_ = ledger_;
        stream_->acknowledge();
    }
    // Places a wager; asks again with the same words when there was no answer.
    void stake() {
        if (!unanswered_) {
            const auto& status = table_.status();
            if (status.phase() != v1::PHASE_BETTING || status.round_id() == staked_on_ || status.state() != v1::TABLE_STATE_OPEN) return;
            staked_on_ = status.round_id();
            unanswered_ = wager("w" + std::to_string(++number_), staked_on_, 500);
        }
        const auto answer = commands_->call(*unanswered_, milliseconds(300));
        if (!answer) {
            commands_.emplace(context_, command());
            return;
        }
        const auto& placed = unanswered_->place_wager();
        if (answer->has_accepted()) {
            ASSERT_GE(answer->private_envelopes_size(), 1) << "the answer says what is held";
            v1::PrivateEnvelope told;
            ASSERT_TRUE(told.ParseFromString(answer->private_envelopes(0)));
            EXPECT_EQ(told.wager_accepted().wager_id(), placed.wager_id());
            accepted_.insert(placed.wager_id());
        } else if (answer->rejection().clause() == "REQUEST") {
            return; // the table is not there yet
        } else {
            ++refused_;
        }
        unanswered_.reset();
    }
    static v1::CommandRequest wager(const std::string& id, const std::string& round, std::int64_t stake, const std::string& by = "acme") {
        v1::CommandRequest request;
        request.set_table_id("T1");
        request.set_by(by);
        request.set_role(v1::ROLE_DISTRIBUTOR);
        auto& placed = *request.mutable_place_wager();
        placed.set_wager_id(id);
        placed.set_round_id(round);
        placed.set_position("P1");
        placed.set_bet("PLAYER");
        placed.mutable_stake()->set_minor(stake);
        placed.mutable_stake()->set_currency("EUR");
        return request;
    }
    std::string clause_of(const v1::CommandRequest& request) {
        const auto answer = commands_->call(request, std::chrono::seconds(5));
        if (!answer) return answer.error();
        return answer->has_accepted() ? "accepted" : answer->rejection().clause();
    }
    void step_until(const std::function<bool()>& done) {
        for (const auto end = steady_clock::now() + std::chrono::seconds(60); !done(); listen()) {
            ASSERT_TRUE(steady_clock::now() < end) << ledger_.wagers.size() << " wagers, " << ledger_.open()
                                                   << " open, stream: " << stream_->trouble() << " at " << stream_->position().seq << "\n"
                                                   << std::ifstream(folder("log")).rdbuf();
            table_.step();
        }
    }

    testing::RunFolder folder_;
    zmq::context_t context_;
    testing::HandTable table_;
    std::optional<proto::wire::CommandClient> commands_;
    std::optional<proto::client::WagerStream> stream_;
    Ledger ledger_;
    Ledger kept_;
    std::optional<v1::CommandRequest> unanswered_;
    std::string staked_on_;
    int number_ = 0;
    int refused_ = 0;
    std::set<std::string> accepted_;
};

TEST_F(WagerTable, EveryWagerEndsOnceWhateverDies) {
    runtime::ChildProcess python({"/usr/bin/python3", STUDIO_SOURCE_DIR "/proto/client/python/wager_tail.py", "--table", "T1", "--by",
                                  "acme", "--command", command()},
                                 {.out = folder("python.jsonl"), .log = "/dev/null"});
    std::mt19937_64 random(20261130);
    configure(milliseconds(400));
    int deaths = 0;
    for (int kill = 0; kill < 15; ++kill) {
        auto studio = start();
        step_until([&] { return table_.step(); });
        const auto until = steady_clock::now() + milliseconds(400 + random() % 900);
        while (steady_clock::now() < until) {
            table_.step();
            stake();
            listen();
            if (random() % 8 == 0) keep();
            if (random() % 40 != 0) continue;
            ++deaths;
            join(); // the distributor died: what it had not kept is gone with it
        }
        studio->signal(SIGKILL);
        ASSERT_TRUE(testing::until([&] { return studio->exit_status().has_value(); }));
    }
    auto studio = start();
    step_until([&] {
        stake();
        return !unanswered_ && accepted_.size() >= 3 && ledger_.open() == 0 && ledger_.wagers.size() == accepted_.size() && stream_->live();
    });
    const auto journal = journal_path(folder("journals"), "T1");
    JournalReader reader(journal);
    const auto stored = reader.read_private("acme", 1, 100'000);
    ASSERT_EQ(ledger_.events.size(), stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
        v1::PrivateEnvelope envelope; // written anew, as the ledger's are: the hash is then in its place by number
        ASSERT_TRUE(envelope.ParseFromString(stored[i].bytes));
        EXPECT_EQ(ledger_.events[i], envelope.SerializeAsString()) << "event " << i + 1;
    }
    for (const auto& id : accepted_)
        EXPECT_EQ(ledger_.wagers[id].ends, 1) << id;
    const auto lines = [&] {
        std::ifstream in(folder("python.jsonl"));
        std::vector<std::uint64_t> seqs;
        for (std::string line; std::getline(in, line);)
            seqs.push_back(std::stoull(nlohmann::json::parse(line).at("seq").get<std::string>()));
        return seqs;
    };
    EXPECT_TRUE(testing::until([&] { return lines().size() >= stored.size(); }, std::chrono::seconds(20)));
    const auto seqs = lines();
    ASSERT_EQ(seqs.size(), stored.size());
    for (std::size_t i = 0; i < seqs.size(); ++i)
        EXPECT_EQ(seqs[i], i + 1);
    studio->signal(SIGTERM);
    ASSERT_TRUE(testing::until([&] { return studio->exit_status().has_value(); }));
    EXPECT_TRUE(replay(journal).sound());
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (const auto& [id, wager] : ledger_.wagers) {
        in += wager.taken;
        out += wager.returned;
    }
    std::cout << accepted_.size() << " wagers, " << refused_ << " refused, " << deaths << " deaths of the client, in " << in << ", out "
              << out << ", house " << in - out << "\n";
}

TEST_F(WagerTable, EachRefusalHasItsReasonAndTheSameWagerItsAnswer) {
    configure(std::chrono::seconds(4));
    auto studio = start();
    step_until([&] { return table_.status().phase() == v1::PHASE_BETTING && table_.status().state() == v1::TABLE_STATE_OPEN; });
    const auto round = table_.status().round_id();
    const auto good = wager("a1", round, 500);
    const auto first = commands_->call(good, std::chrono::seconds(5));
    ASSERT_TRUE(first && first->has_accepted()) << (first ? first->rejection().reason() : first.error());
    ASSERT_EQ(first->private_envelopes_size(), 1);
    const auto again = commands_->call(good, std::chrono::seconds(5));
    ASSERT_TRUE(again && again->has_accepted());
    ASSERT_EQ(again->private_envelopes_size(), 1) << "the same answer";
    EXPECT_EQ(again->private_envelopes(0), first->private_envelopes(0));
    EXPECT_EQ(clause_of(wager("a1", round, 600)), "WAGER.conflict");
    EXPECT_EQ(clause_of(wager("a2", round, 1)), "WAGER.limit");
    EXPECT_EQ(clause_of(wager("a3", round, 100'000'000)), "WAGER.limit");
    auto foreign = wager("a4", round, 500);
    foreign.mutable_place_wager()->mutable_stake()->set_currency("THB");
    EXPECT_EQ(clause_of(foreign), "WAGER.currency");
    EXPECT_EQ(clause_of(wager("a5", "S9-R9", 500)), "WAGER.round");
    auto unknown = wager("a6", round, 500);
    unknown.mutable_place_wager()->set_bet("MARS");
    EXPECT_EQ(clause_of(unknown), "WAGER.bet");
    EXPECT_EQ(clause_of(wager("", round, 500)), "WAGER.id");
    auto dealer = wager("a7", round, 500);
    dealer.set_role(v1::ROLE_DEALER);
    EXPECT_EQ(clause_of(dealer), "PROC.role");
    v1::CommandRequest decision = wager("", round, 0);
    decision.mutable_make_decision()->set_decision_id("d1");
    decision.mutable_make_decision()->set_round_id(round);
    decision.mutable_make_decision()->set_box("P1");
    decision.mutable_make_decision()->set_choice("BET");
    EXPECT_TRUE(clause_of(decision).starts_with("DECISION.")) << clause_of(decision);

    step_until([&] { return table_.status().phase() != v1::PHASE_BETTING; });
    if (table_.status().round_id() == round) {
        EXPECT_EQ(clause_of(wager("late", round, 500)), "WAGER.late");
        EXPECT_EQ(clause_of(good), "accepted") << "the same wager, asked again when betting is closed";
    }
    step_until([&] { return ledger_.wagers.size() == 1 && ledger_.open() == 0 && table_.status().round_id() != round; });
    const auto over = commands_->call(good, std::chrono::seconds(5));
    ASSERT_TRUE(over && over->has_accepted()) << "the same wager, asked again when its round is over";
    ASSERT_EQ(over->private_envelopes_size(), 1);
    EXPECT_EQ(over->private_envelopes(0), first->private_envelopes(0));
    EXPECT_EQ(clause_of(wager("a1", round, 700)), "WAGER.round");

    auto history = wager("", "", 0);
    history.mutable_wager_history()->set_round_id(round);
    const auto told = commands_->call(history, std::chrono::seconds(5));
    ASSERT_TRUE(told && told->has_accepted());
    EXPECT_EQ(told->private_envelopes_size(), 2) << "accepted and settled, and nothing of what was refused";
    history.set_by("other");
    const auto others = commands_->call(history, std::chrono::seconds(5));
    ASSERT_TRUE(others && others->has_accepted());
    EXPECT_EQ(others->private_envelopes_size(), 0);
}

// Each numbers its own: the same id on the same bet of the same round, and the studio killed before it ends.
TEST_F(WagerTable, TwoDistributorsMayUseOneId) {
    configure(std::chrono::seconds(4));
    Ledger bolt;
    proto::client::WagerStream bolts(
        context_,
        {.command = command(), .table_id = "T1", .distributor = "bolt", .from = {}, .sockets = {}, .ask_every = milliseconds(200)});
    const auto hear = [&] {
        while (const auto event = bolts.poll(milliseconds(0)))
            bolt.take(*event);
    };
    const auto betting = [&] { return table_.status().phase() == v1::PHASE_BETTING && table_.status().state() == v1::TABLE_STATE_OPEN; };
    const auto told = [&](const v1::CommandRequest& request) {
        const auto answer = commands_->call(request, std::chrono::seconds(5));
        if (!answer || !answer->has_accepted()) return (answer ? answer->rejection().clause() : answer.error());
        return answer->private_envelopes_size() == 1 ? answer->private_envelopes(0) : "another answer";
    };
    const auto amounts = [](const Ledger& ledger, const std::string& id) {
        const auto& wager = ledger.wagers.at(id);
        return std::pair(wager.taken, wager.returned);
    };
    const auto history = [&](const std::string& by, const std::string& round) {
        auto asked = wager("", "", 0, by);
        asked.mutable_wager_history()->set_round_id(round);
        std::vector<std::string> events;
        const auto answer = commands_->call(asked, std::chrono::seconds(5));
        if (!answer) return std::vector{answer.error()};
        for (const auto& bytes : answer->private_envelopes()) {
            v1::PrivateEnvelope envelope;
            EXPECT_TRUE(envelope.ParseFromString(bytes));
            EXPECT_EQ(envelope.distributor(), by);
            events.push_back(envelope.SerializeAsString());
        }
        return events;
    };

    auto studio = start();
    step_until(betting);
    const auto first = table_.status().round_id();
    const auto of_acme = told(wager("w1", first, 500, "acme"));
    const auto of_bolt = told(wager("w1", first, 700, "bolt"));
    v1::PrivateEnvelope envelope;
    ASSERT_TRUE(envelope.ParseFromString(of_acme)) << of_acme;
    EXPECT_EQ(envelope.wager_accepted().stake().minor(), 500);
    ASSERT_TRUE(envelope.ParseFromString(of_bolt)) << of_bolt;
    EXPECT_EQ(envelope.distributor(), "bolt");
    EXPECT_EQ(envelope.wager_accepted().stake().minor(), 700);
    studio->signal(SIGKILL);
    ASSERT_TRUE(testing::until([&] { return studio->exit_status().has_value(); }));
    studio = start();
    commands_.emplace(context_, command());
    step_until([&] { return table_.step(); });
    EXPECT_EQ(told(wager("w1", first, 500, "acme")), of_acme) << "the same answer";
    EXPECT_EQ(told(wager("w1", first, 700, "bolt")), of_bolt);
    EXPECT_EQ(told(wager("w1", first, 700, "acme")), "WAGER.conflict");
    EXPECT_EQ(told(wager("w1", first, 500, "bolt")), "WAGER.conflict");

    step_until([&] {
        hear();
        return ledger_.events.size() == 2 && bolt.events.size() == 2 && table_.status().round_id() != first && betting();
    });
    ASSERT_TRUE(envelope.ParseFromString(bolt.events.back()));
    EXPECT_TRUE(envelope.has_wager_settled());
    EXPECT_EQ(amounts(ledger_, "w1").first, 1000);
    EXPECT_EQ(amounts(bolt, "w1").first, 1400);
    EXPECT_EQ(amounts(ledger_, "w1").second * 7, amounts(bolt, "w1").second * 5) << "one bet, one result: each gets its own share";
    EXPECT_EQ(history("acme", first), ledger_.events);
    EXPECT_EQ(history("bolt", first), bolt.events);

    const auto second = table_.status().round_id();
    EXPECT_EQ(clause_of(wager("w2", second, 500, "acme")), "accepted");
    EXPECT_EQ(clause_of(wager("w2", second, 700, "bolt")), "accepted");
    auto ended = wager("", "", 0, "sue");
    ended.set_role(v1::ROLE_SUPERVISOR);
    ended.mutable_void_round()->set_reason("a card fell");
    ended.mutable_void_round()->set_authorised_by("max");
    EXPECT_EQ(clause_of(ended), "accepted");
    step_until([&] {
        hear();
        return ledger_.events.size() == 4 && bolt.events.size() == 4;
    });
    EXPECT_EQ(amounts(ledger_, "w2"), std::pair(std::int64_t{1000}, std::int64_t{1000}));
    EXPECT_EQ(amounts(bolt, "w2"), std::pair(std::int64_t{1400}, std::int64_t{1400}));
    EXPECT_EQ(history("acme", second), std::vector(ledger_.events.begin() + 2, ledger_.events.end()));
    EXPECT_EQ(history("bolt", second), std::vector(bolt.events.begin() + 2, bolt.events.end()));
    studio->signal(SIGTERM);
    ASSERT_TRUE(testing::until([&] { return studio->exit_status().has_value(); }));
    EXPECT_TRUE(replay(journal_path(folder("journals"), "T1")).sound());
}

} // namespace
} // namespace studio
