// A table at work, asked through its link: what a distributor is told when it asks for the same again.
#include "studio/runtime/table_host.h"

#include "studio/v1/feed.pb.h"
#include "tests/studio/table/fakes.h"

#include <gtest/gtest.h>

namespace studio::runtime {
namespace {

class AnsweringTable : public ::testing::Test {
protected:
    AnsweringTable() {
        feed_.bind(tables_endpoint);
        link_.emplace(context_, "T1");
        studio::testing::MemoryRecording nothing(journal_.stored);
        host_.emplace(TableIdentity{"s", "T1", 1, "rules"}, engine::make_table({}), clock_, journal_, nothing, *link_);
    }
    // The answer, whatever the table tells beside it.
    v1::CommandResponse ask(v1::CommandRequest request) {
        request.set_schema(1);
        request.set_table_id("T1");
        request.set_by("acme");
        request.set_role(v1::ROLE_DISTRIBUTOR);
        feed_.send(zmq::str_buffer("T1"), zmq::send_flags::sndmore);
        feed_.send(zmq::str_buffer("peer"), zmq::send_flags::sndmore);
        feed_.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::none);
        host_->serve_commands();
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
    static std::string accepted(const std::string& id) {
        v1::PrivateEnvelope envelope;
        envelope.mutable_wager_accepted()->set_wager_id(id);
        return envelope.SerializeAsString();
    }
    static std::string decided() {
        v1::PrivateEnvelope envelope;
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
        return std::vector{accepted("d10"), accepted("d1"), accepted("d1'"), decided(), accepted("d1'x")};
    });
    const auto response = ask(decision());
    ASSERT_TRUE(response.has_accepted()) << response.rejection().clause();
    ASSERT_EQ(response.private_envelopes_size(), 3);
    EXPECT_EQ(response.private_envelopes(0), accepted("d1"));
    EXPECT_EQ(response.private_envelopes(1), accepted("d1'"));
    EXPECT_EQ(response.private_envelopes(2), decided());
}

TEST_F(AnsweringTable, GoesOnWhenItsEarlierAnswersCannotBeRead) {
    host_->remember_by([](const std::string&, const std::string&) -> std::vector<std::string> { throw std::runtime_error("no disk"); });
    EXPECT_EQ(ask(decision()).rejection().clause(), "DECISION.round");
    EXPECT_EQ(ask(decision()).rejection().clause(), "DECISION.round") << "and again";
}

} // namespace
} // namespace studio::runtime
