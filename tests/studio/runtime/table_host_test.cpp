// A table at work, asked through its link: what a distributor is told when it asks for the same again.
#include "studio/runtime/metrics.h"
#include "studio/runtime/table_host.h"

#include "studio/v1/feed.pb.h"
#include "tests/studio/table/fakes.h"

#include <gtest/gtest.h>

namespace studio::runtime {
namespace {

class AnsweringTable : public ::testing::Test {
protected:
    explicit AnsweringTable(std::unique_ptr<engine::Table> table = engine::make_table({})) {
        feed_.bind(tables_endpoint);
        link_.emplace(context_, "T1");
        studio::testing::MemoryRecording nothing(journal_.stored);
        host_.emplace(TableIdentity{"s", "T1", 1, "rules"}, std::move(table), clock_, journal_, nothing, *link_);
    }
    void send(v1::CommandRequest request, const std::string& by = "acme", v1::Role role = v1::ROLE_DISTRIBUTOR) {
        request.set_schema(1);
        request.set_table_id("T1");
        request.set_by(by);
        request.set_role(role);
        feed_.send(zmq::str_buffer("T1"), zmq::send_flags::sndmore);
        feed_.send(zmq::str_buffer("peer"), zmq::send_flags::sndmore);
        feed_.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::none);
    }
    // The next answer, whatever the table tells beside it.
    v1::CommandResponse next_answer() {
        for (;;) {
            std::vector<std::string> frames;
            zmq::message_t frame;
            do {
                if (!feed_.recv(frame, zmq::recv_flags::dontwait)) return {};
                frames.push_back(frame.to_string());
            } while (frame.more());
            v1::CommandResponse response;
            if (frames.at(1) == std::string(1, link_answer) && response.ParseFromString(frames.at(3))) return response;
        }
    }
    v1::CommandResponse ask(v1::CommandRequest request) {
        send(std::move(request));
        host_->serve_commands();
        return next_answer();
    }
    // Of a round that this table knows nothing of any more.
    static v1::CommandRequest decision() {
        v1::CommandRequest request;
        auto& made = *request.mutable_make_decision();
        made.set_decision_id("d1");
        made.set_round_id("S1-R1");
        made.set_box("X1");
        made.set_choice("BET");
        return request;
    }
    // `entry`: stands for the hash of the journal's entry that it is of.
    static std::string accepted(const std::string& id, const std::string& entry) {
        v1::PrivateEnvelope envelope;
        envelope.set_hash(entry);
        envelope.mutable_wager_accepted()->set_wager_id(id);
        return envelope.SerializeAsString();
    }
    static std::string decided(const std::string& entry) {
        v1::PrivateEnvelope envelope;
        envelope.set_hash(entry);
        envelope.mutable_decision_accepted()->set_decision_id("d1");
        envelope.mutable_decision_accepted()->set_box("X1");
        envelope.mutable_decision_accepted()->set_choice("BET");
        return envelope.SerializeAsString();
    }

    zmq::context_t context_;
    zmq::socket_t feed_{context_, zmq::socket_type::router};
    studio::testing::FakeClock clock_;
    studio::testing::MemoryJournal journal_;
    std::optional<TableLink> link_;
    std::optional<TableHost> host_;
};

TEST_F(AnsweringTable, ADecisionAskedForAgainIsToldWithItsOwnChargesAlone) {
    host_->remember_by([](const std::string&, const std::string&) {
        return std::vector{accepted("d1", "its own wager"), accepted("d1'", "the decision"), decided("the decision"),
                           accepted("d1''", "another")};
    });
    const auto response = ask(decision());
    ASSERT_TRUE(response.has_accepted()) << response.rejection().clause();
    ASSERT_EQ(response.private_envelopes_size(), 2);
    EXPECT_EQ(response.private_envelopes(0), accepted("d1'", "the decision"));
    EXPECT_EQ(response.private_envelopes(1), decided("the decision"));
}

// A person may be called as a distributor is, and hears nothing of its wagers.
TEST_F(AnsweringTable, APersonIsToldNothingOfADistributorOfTheSameName) {
    host_->remember_by([](const std::string&, const std::string&) { return std::vector{decided("the decision")}; });
    send(decision(), "acme", v1::ROLE_DEALER);
    host_->serve_commands();
    const auto response = next_answer();
    EXPECT_EQ(response.rejection().clause(), "DECISION.round");
    EXPECT_EQ(response.private_envelopes_size(), 0);
}

TEST_F(AnsweringTable, GoesOnWhenItsEarlierAnswersCannotBeRead) {
    host_->remember_by([](const std::string&, const std::string&) -> std::vector<std::string> { throw std::runtime_error("no disk"); });
    EXPECT_EQ(ask(decision()).rejection().clause(), "DECISION.round");
    EXPECT_EQ(ask(decision()).rejection().clause(), "DECISION.round") << "and again";
}

TEST_F(AnsweringTable, WhoseJournalFailedIsNotWellBeforeItShowsItself) {
    engine::TableRules poker;
    poker.game = "russian-poker";
    poker.decks = 1;
    Metrics metrics({"T1"});
    const auto tried_again = [&](Showing showing) {
        studio::testing::MemoryRecording stored(journal_.stored);
        host_.reset();
        host_.emplace(TableIdentity{"s", "T1", 1, "rules"}, engine::make_table(poker), clock_, journal_, stored, *link_, showing);
        host_->tell(metrics.table("T1"));
    };
    tried_again(Showing::AT_ONCE);
    ASSERT_TRUE(host_->submit(engine::OpenTable{"anna", "anna"}, "console:anna"));
    ASSERT_TRUE(host_->submit(engine::StartRound{"anna"}, "console:anna"));
    journal_.fail_at = journal_.commits + 1;
    EXPECT_FALSE(host_->submit(engine::PauseTable{"lunch", "anna"}, "console:anna"));
    EXPECT_EQ(host_->place(), "table=T1 round=S1-R1 seq=4") << "what is not stored counts for nothing";
    metrics.table("T1").stopped("the disk is full");
    tried_again(Showing::LATER);
    EXPECT_FALSE(metrics.health(std::chrono::steady_clock::now()).well) << "a try to come back is no table";
    host_->show();
    EXPECT_TRUE(metrics.health(std::chrono::steady_clock::now()).well);
}

class ToyAtWork : public AnsweringTable {
protected:
    ToyAtWork() : AnsweringTable(std::make_unique<studio::testing::ToyTable>()) {}
    static v1::CommandRequest wager(const std::string& id, const std::string& position = "P1") {
        v1::CommandRequest request;
        request.set_request_id("of " + id);
        auto& placed = *request.mutable_place_wager();
        placed.set_wager_id(id);
        placed.set_round_id("R1");
        placed.set_position(position);
        placed.set_bet("PLAYER");
        placed.mutable_stake()->set_minor(500);
        placed.mutable_stake()->set_currency("EUR");
        return request;
    }
};

TEST_F(ToyAtWork, CommandsThatWaitAreOneTransactionAndEachHearsOfItself) {
    send(wager("w1"));
    send(wager("w2"), "other");
    send(wager("w3", "no seat"));
    send(wager("w4"));
    host_->serve_commands();
    EXPECT_EQ(journal_.commits, 1);
    ASSERT_EQ(journal_.stored.size(), 3u);
    for (const auto* id : {"w1", "w2", "w4"}) {
        const auto wanted = std::string("of ") + id;
        auto response = next_answer();
        if (response.has_rejection()) {
            EXPECT_EQ(response.request_id(), "of w3");
            EXPECT_EQ(response.rejection().clause(), "REQUEST");
            response = next_answer();
        }
        EXPECT_EQ(response.request_id(), wanted);
        ASSERT_TRUE(response.has_accepted()) << response.rejection().reason();
        EXPECT_EQ(response.accepted().first_seq(), response.accepted().last_seq());
        ASSERT_EQ(response.private_envelopes_size(), 1);
        const auto entry = std::to_string(response.accepted().first_seq()); // one public event an entry
        EXPECT_TRUE(response.private_envelopes(0).starts_with(entry + "/")) << response.private_envelopes(0);
        EXPECT_EQ(response.status().seq(), 3u);
    }
}

TEST_F(ToyAtWork, AQueueOfCommandsLeavesTheTableItsTurn) {
    for (std::size_t i = 0; i <= TableHost::commands_a_commit; ++i)
        send(wager("w" + std::to_string(i)));
    host_->serve_commands();
    EXPECT_EQ(journal_.stored.size(), TableHost::commands_a_commit);
    host_->serve_commands();
    EXPECT_EQ(journal_.stored.size(), TableHost::commands_a_commit + 1);
    EXPECT_EQ(journal_.commits, 2);
}

// PROC.evidence: the answer is that it will be done; what is found follows as an event of its own.
TEST_F(AnsweringTable, WhatRunsTheStudioIsMeasuredForThoseWhoMayAsk) {
    v1::CommandRequest request;
    request.mutable_check_software();
    const auto ask_as = [&](v1::Role role) {
        send(request, "vera", role);
        host_->serve_commands();
        return next_answer();
    };
    EXPECT_EQ(ask_as(v1::ROLE_AUDITOR).rejection().clause(), "PROC.evidence") << "nobody measures it yet";
    std::vector<std::string> asked;
    host_->on_software_asked([&](const std::string& by) { asked.push_back(by); });
    for (const auto role : {v1::ROLE_SUPERVISOR, v1::ROLE_OPERATOR, v1::ROLE_MANAGER, v1::ROLE_AUDITOR})
        EXPECT_TRUE(ask_as(role).has_accepted()) << v1::Role_Name(role);
    EXPECT_EQ(asked, std::vector<std::string>(4, "vera"));
    for (const auto role : {v1::ROLE_DEALER, v1::ROLE_DISTRIBUTOR, v1::ROLE_OBSERVER, v1::ROLE_UNSPECIFIED})
        EXPECT_EQ(ask_as(role).rejection().clause(), "PROC.role") << v1::Role_Name(role);
    EXPECT_EQ(asked.size(), 4U);
    EXPECT_TRUE(journal_.stored.empty()) << "asking changes nothing";
}

} // namespace
} // namespace studio::runtime
