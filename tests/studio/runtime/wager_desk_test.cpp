// A distributor's own stream: what is sent when, to whom, and what is refused.
#include "studio/runtime/wager_desk.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;
using proto::wire::CommandServer;

class Events final : public WagerSource {
public:
    std::vector<Event> wagers(std::string_view distributor, std::string_view round_id, std::uint64_t from, std::size_t limit) override {
        std::vector<Event> found;
        for (std::uint64_t seq = std::max<std::uint64_t>(from, 1); seq <= last_of(distributor) && found.size() < limit; ++seq)
            if (round_id.empty() || (seq <= 3 && round_id == "R1")) found.push_back({seq, std::string(distributor) + std::to_string(seq)});
        return found;
    }
    std::uint64_t last_wager_seq(std::string_view distributor) override { return last_of(distributor); }
    std::vector<std::string> distributors() override { return {"acme"}; }
    [[nodiscard]] std::uint64_t epoch() const override { return epoch_; }
    [[nodiscard]] std::uint64_t last_of(std::string_view distributor) const { return distributor == "acme" ? last : 0; }
    std::uint64_t last = 0;
    std::uint64_t epoch_ = 5;
};

class Desk : public ::testing::Test {
protected:
    struct Sent {
        std::string peer;
        std::string request_id;
        v1::CommandResponse response;
    };
    static CommandServer::Call follow(std::uint64_t received, std::uint64_t acknowledged, const std::string& peer = "p",
                                      const std::string& by = "acme") {
        CommandServer::Call call{{.identity = peer}, {}};
        call.request.set_request_id("q" + std::to_string(received));
        call.request.set_table_id("T1");
        call.request.set_by(by);
        call.request.set_role(v1::ROLE_DISTRIBUTOR);
        call.request.mutable_follow_wagers()->set_epoch(5);
        call.request.mutable_follow_wagers()->set_received(received);
        call.request.mutable_follow_wagers()->set_acknowledged(acknowledged);
        return call;
    }
    v1::CommandResponse ask(const CommandServer::Call& call) { return desk_.answer(call, events_, now_); }
    void happen(std::uint64_t count) {
        events_.last += count;
        desk_.tell("T1", "acme", events_, now_);
    }
    static std::vector<std::string> bytes(const v1::CommandResponse& response) {
        return {response.private_envelopes().begin(), response.private_envelopes().end()};
    }

    Events events_;
    std::vector<Sent> sent_;
    bool reachable_ = true;
    WagerDesk::Instant now_{};
    WagerDesk desk_{[this](const proto::wire::Peer& peer, const std::string& request_id, v1::CommandResponse response) {
                        if (reachable_) sent_.push_back({peer.identity, request_id, std::move(response)});
                        return reachable_;
                    },
                    WagerLimits{.page = 4, .window = 6, .followers = 2, .lease = 10s}};
};

TEST_F(Desk, TellsWhatIsThereAndThenWhatComes) {
    events_.last = 2;
    const auto answer = ask(follow(0, 0));
    EXPECT_EQ(bytes(answer), (std::vector<std::string>{"acme1", "acme2"}));
    EXPECT_EQ(answer.wagers_end().epoch(), 5U);
    EXPECT_EQ(answer.wagers_end().next_seq(), 3U);
    happen(1);
    ASSERT_EQ(sent_.size(), 1U);
    EXPECT_EQ(sent_[0].request_id, "q0");
    EXPECT_EQ(bytes(sent_[0].response), (std::vector<std::string>{"acme3"}));
}

TEST_F(Desk, SendsNoFurtherThanTheWindowBeyondWhatIsAcknowledged) {
    events_.last = 20;
    EXPECT_EQ(bytes(ask(follow(0, 0))).size(), 4U);
    EXPECT_EQ(bytes(ask(follow(4, 0))).size(), 2U) << "six are out, and none is acknowledged";
    happen(1);
    EXPECT_TRUE(sent_.empty());
    EXPECT_EQ(bytes(ask(follow(6, 0))).size(), 0U);
    EXPECT_EQ(bytes(ask(follow(6, 3))), (std::vector<std::string>{"acme7", "acme8", "acme9"}));
    ASSERT_EQ(desk_.progress().size(), 1U);
    EXPECT_EQ(desk_.progress()[0].last, 21U);
    EXPECT_EQ(desk_.progress()[0].acknowledged, 3U);
}

TEST_F(Desk, WhatWasLostOnTheWayComesAgain) {
    events_.last = 3;
    (void)ask(follow(0, 0));
    EXPECT_EQ(bytes(ask(follow(1, 0))), (std::vector<std::string>{"acme2", "acme3"}));
}

TEST_F(Desk, OneThatDoesNotAskAnyMoreIsSentNothing) {
    (void)ask(follow(0, 0));
    now_ += 11s;
    happen(1);
    EXPECT_TRUE(sent_.empty());
    EXPECT_EQ(bytes(ask(follow(0, 0))).size(), 1U) << "and nothing is lost by it";
}

TEST_F(Desk, OneThatIsGoneIsForgotten) {
    (void)ask(follow(0, 0));
    reachable_ = false;
    happen(1);
    reachable_ = true;
    happen(1);
    EXPECT_TRUE(sent_.empty());
}

TEST_F(Desk, EachConnectionOfADistributorHearsAll) {
    (void)ask(follow(0, 0, "one"));
    (void)ask(follow(0, 0, "two"));
    (void)ask(follow(0, 0, "one"));
    happen(1);
    EXPECT_EQ(sent_.size(), 2U);
    (void)ask(follow(1, 1, "three")); // one more than may be: the one that asked longest ago goes
    sent_.clear();
    happen(1);
    ASSERT_EQ(sent_.size(), 2U);
    EXPECT_EQ(sent_[0].peer, "one");
    EXPECT_EQ(sent_[1].peer, "three");
}

TEST_F(Desk, NobodyHearsOfAnothersWagers) {
    events_.last = 3;
    EXPECT_EQ(bytes(ask(follow(0, 0, "p", "other"))).size(), 0U);
    happen(1);
    EXPECT_TRUE(sent_.empty());
}

TEST_F(Desk, AJournalStartedAfreshIsToldFromItsFirstEvent) {
    events_.last = 2;
    events_.epoch_ = 6;
    EXPECT_EQ(bytes(ask(follow(40, 40))), (std::vector<std::string>{"acme1", "acme2"}));
}

TEST_F(Desk, WhatIsWrongIsRefusedWithItsReason) {
    events_.last = 3;
    const auto refusal = [&](const CommandServer::Call& call) { return ask(call).rejection().clause(); };
    EXPECT_EQ(refusal(follow(1, 2)), "WAGER.position");
    EXPECT_EQ(refusal(follow(4, 0)), "WAGER.position") << "the journal has only three";
    EXPECT_EQ(refusal(follow(0, 0, "p", "")), "WAGER.id");
    auto dealer = follow(0, 0);
    dealer.request.set_role(v1::ROLE_DEALER);
    EXPECT_EQ(refusal(dealer), "PROC.role");
    happen(1);
    EXPECT_TRUE(sent_.empty()) << "none of them follows";
}

TEST_F(Desk, AForgottenKeyIsSentNothing) {
    auto call = follow(0, 0);
    call.peer.visitor.client = "key";
    (void)ask(call);
    desk_.forget("key");
    happen(1);
    EXPECT_TRUE(sent_.empty());
}

TEST_F(Desk, TellsSinceWhenADistributorLacksWhatItLacks) {
    events_.last = 2;
    (void)ask(follow(0, 0));
    EXPECT_EQ(desk_.progress().at(0).behind(), 2U);
    EXPECT_EQ(desk_.progress().at(0).behind_since, now_);
    const auto first = now_;
    now_ += 3s;
    happen(1);
    EXPECT_EQ(desk_.progress().at(0).behind_since, first) << "it has acknowledged nothing";
    (void)ask(follow(2, 2));
    EXPECT_EQ(desk_.progress().at(0).behind(), 1U);
    EXPECT_EQ(desk_.progress().at(0).behind_since, now_) << "it reads on: what it lacks now is new";
    (void)ask(follow(3, 3));
    EXPECT_FALSE(desk_.progress().at(0).behind_since);
}

TEST_F(Desk, WhatHappensWhileNobodyFollowsIsLacking) {
    events_.last = 1;
    auto call = follow(1, 1);
    call.peer.visitor.client = "key";
    (void)ask(call);
    EXPECT_EQ(desk_.progress().at(0).behind(), 0U);
    desk_.forget("key");
    happen(4);
    EXPECT_EQ(desk_.progress().at(0).behind(), 4U);
    EXPECT_EQ(desk_.progress().at(0).behind_since, now_);
    events_.last = 6;
    desk_.tell("T1", "north", events_, now_); // has never followed
    EXPECT_EQ(desk_.progress().size(), 1U);
}

TEST_F(Desk, HistoryComesInPagesAndByRound) {
    events_.last = 6;
    auto call = follow(0, 0);
    call.request.mutable_wager_history();
    auto answer = ask(call);
    EXPECT_EQ(bytes(answer).size(), 4U);
    EXPECT_EQ(answer.wagers_end().last_seq(), 4U);
    EXPECT_EQ(answer.wagers_end().next_seq(), 7U);
    call.request.mutable_wager_history()->set_from_seq(5);
    answer = ask(call);
    EXPECT_EQ(bytes(answer), (std::vector<std::string>{"acme5", "acme6"}));
    EXPECT_EQ(answer.wagers_end().last_seq(), 6U);
    call.request.mutable_wager_history()->set_from_seq(0);
    call.request.mutable_wager_history()->set_round_id("R1");
    EXPECT_EQ(bytes(ask(call)), (std::vector<std::string>{"acme1", "acme2", "acme3"}));
}

} // namespace
} // namespace studio::runtime
