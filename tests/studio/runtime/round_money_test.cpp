// What was wagered in a round and what became of it, summed from the private events of all distributors.
#include "studio/runtime/round_money.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace studio::runtime {
namespace {

constexpr const char* euro = "EUR";
constexpr const char* baht = "THB";

// The private events of a table; counts how many of them were read.
class Events final : public WagerSource {
public:
    std::vector<Event> wagers(std::string_view distributor, std::string_view round_id, std::uint64_t from, std::size_t limit) override {
        std::vector<Event> found;
        for (const auto& envelope : all)
            if (envelope.distributor() == distributor && envelope.round_id() == round_id && envelope.seq() >= from && found.size() < limit)
                found.push_back({envelope.seq(), envelope.SerializeAsString()});
        read += found.size();
        return found;
    }
    std::uint64_t last_wager_seq(std::string_view distributor) override { return last_[std::string(distributor)]; }
    std::vector<std::string> distributors() override {
        std::vector<std::string> names;
        names.reserve(last_.size());
        for (const auto& [name, last] : last_)
            names.push_back(name);
        return names;
    }
    [[nodiscard]] std::uint64_t epoch() const override { return 1; }

    // Who speaks from now on, in which round.
    Events& of(const std::string& distributor, const std::string& round_id) {
        distributor_ = distributor;
        round_id_ = round_id;
        return *this;
    }
    Events& accept(const std::string& id, std::int64_t stake, std::int64_t held = 0, const char* currency = euro) {
        auto& wager = *add().mutable_wager_accepted();
        wager.set_wager_id(id);
        wager.mutable_stake()->set_minor(stake);
        wager.mutable_stake()->set_currency(currency);
        wager.mutable_held()->set_minor(held);
        wager.mutable_held()->set_currency(currency);
        return *this;
    }
    Events& settle(const std::string& id, std::int64_t returned, int revision = 1) {
        auto& end = *add().mutable_wager_settled();
        end.set_wager_id(id);
        end.set_revision(revision);
        end.mutable_returned()->set_minor(returned);
        return *this;
    }
    Events& refund(const std::string& id, std::int64_t returned) {
        auto& end = *add().mutable_wager_refunded();
        end.set_wager_id(id);
        end.mutable_returned()->set_minor(returned);
        return *this;
    }

    std::vector<v1::PrivateEnvelope> all;
    std::size_t read = 0;

private:
    v1::PrivateEnvelope& add() {
        auto& envelope = all.emplace_back();
        envelope.set_distributor(distributor_);
        envelope.set_round_id(round_id_);
        envelope.set_seq(++last_[distributor_]);
        return envelope;
    }
    std::map<std::string, std::uint64_t> last_;
    std::string distributor_;
    std::string round_id_;
};

class RoundMoneyTest : public ::testing::Test {
protected:
    v1::MoneyOfRounds ask(const std::vector<std::string>& rounds, const MoneyLimits& limits = {}) {
        v1::MoneyRequest question;
        question.set_table_id("T1");
        question.mutable_rounds()->Assign(rounds.begin(), rounds.end());
        return money_of(question, events_, limits);
    }
    // Of one round: "EUR 2: 100 = 80 + 0 + 20, open 1 of 5"
    std::string told(const std::string& round) {
        const auto money = ask({round});
        std::string words;
        for (const auto& sum : money.rounds(0).sums()) {
            if (!words.empty()) words += "; ";
            words += sum.currency() + " " + std::to_string(sum.wagers()) + ": " + std::to_string(sum.taken()) + " = " +
                     std::to_string(sum.paid_back()) + " + " + std::to_string(sum.refunded()) + " + " + std::to_string(sum.house()) +
                     ", open " + std::to_string(sum.open()) + " of " + std::to_string(sum.open_taken());
        }
        return words;
    }
    Events events_;
};

TEST_F(RoundMoneyTest, WhatIsTakenIsPaidBackOrWonByTheHouse) {
    events_.of("acme", "R1").accept("a", 1000).accept("b", 500, 1000).settle("a", 0).settle("b", 2500);
    EXPECT_EQ(told("R1"), "EUR 2: 2500 = 2500 + 0 + 0, open 0 of 0");
    events_.of("acme", "R2").accept("a", 1000).accept("b", 300).settle("a", 0).settle("b", 600); // an id is good for one round
    EXPECT_EQ(told("R2"), "EUR 2: 1300 = 600 + 0 + 700, open 0 of 0");
    events_.of("acme", "R3").accept("c", 1000, 2000).settle("c", 6000);
    EXPECT_EQ(told("R3"), "EUR 1: 3000 = 6000 + 0 + -3000, open 0 of 0") << "the house has lost";
}

TEST_F(RoundMoneyTest, OfARevisedSettlementOnlyTheLastCounts) {
    events_.of("acme", "R1").accept("a", 1000).settle("a", 2000).settle("a", 0, 2);
    EXPECT_EQ(told("R1"), "EUR 1: 1000 = 0 + 0 + 1000, open 0 of 0");
    events_.settle("a", 1000, 3);
    EXPECT_EQ(told("R1"), "EUR 1: 1000 = 1000 + 0 + 0, open 0 of 0");
}

TEST_F(RoundMoneyTest, AVoidedRoundIsRefundedAndTheHouseHasWonNothing) {
    events_.of("acme", "R1").accept("a", 1000, 500).refund("a", 1500);
    EXPECT_EQ(told("R1"), "EUR 1: 1500 = 0 + 1500 + 0, open 0 of 0");
    events_.of("acme", "R2").accept("a", 1000).settle("a", 4000).refund("a", 1000);
    EXPECT_EQ(told("R2"), "EUR 1: 1000 = 0 + 1000 + 0, open 0 of 0") << "a refund replaces a settlement";
}

TEST_F(RoundMoneyTest, WagersThatAreOpenHaveNotEnded) {
    events_.of("acme", "R1").accept("a", 1000).accept("b", 300, 600).settle("a", 500);
    EXPECT_EQ(told("R1"), "EUR 1: 1000 = 500 + 0 + 500, open 1 of 900");
}

TEST_F(RoundMoneyTest, EachCurrencyIsSummedAloneAndAllDistributorsTogether) {
    events_.of("acme", "R1").accept("a1", 1000).accept("a2", 70'000, 0, baht).settle("a1", 0).settle("a2", 140'000);
    events_.of("north", "R1").accept("n1", 250).accept("n2", 1).settle("n1", 500).refund("n2", 1);
    events_.of("north", "R2").accept("n3", 9).settle("n3", 0);
    EXPECT_EQ(told("R1"), "EUR 3: 1251 = 500 + 1 + 750, open 0 of 0; THB 1: 70000 = 140000 + 0 + -70000, open 0 of 0");
    EXPECT_EQ(told("R2"), "EUR 1: 9 = 0 + 0 + 9, open 0 of 0");
}

TEST_F(RoundMoneyTest, ARoundWithoutWagersHasNoSums) {
    events_.of("acme", "R1").accept("a", 1000);
    EXPECT_EQ(told("R9"), "");
    EXPECT_EQ(ask({"R9", "R1"}).table_id(), "T1");
    EXPECT_EQ(ask({"R9", "R1"}).rounds_size(), 2);
    EXPECT_EQ(ask({"R9", "R1"}).rounds(0).round_id(), "R9");
}

TEST_F(RoundMoneyTest, AnAnswerEndsWhenItHasCostEnough) {
    std::vector<std::string> rounds;
    for (int round = 1; round <= 10; ++round) {
        rounds.push_back("R" + std::to_string(round));
        events_.of("acme", rounds.back());
        for (int wager = 0; wager < 600; ++wager) // more than a page of them
            events_.accept(std::to_string(wager), 10).settle(std::to_string(wager), 0);
    }
    const auto first = ask(rounds, {.events = 2000});
    ASSERT_EQ(first.rounds_size(), 2) << "of 1200 events each";
    EXPECT_EQ(events_.read, 2400U);
    EXPECT_EQ(first.rounds(1).round_id(), "R2");
    EXPECT_EQ(first.rounds(1).sums(0).wagers(), 600U);
    EXPECT_EQ(first.rounds(1).sums(0).house(), 6000);
    EXPECT_EQ(ask(rounds, {.events = 1}).rounds_size(), 1) << "so that whoever asks gets on";
}

} // namespace
} // namespace studio::runtime
