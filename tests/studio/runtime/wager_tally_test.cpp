// Open wagers, counted from the private events of a journal.
#include "studio/runtime/wager_tally.h"

#include "studio/v1/feed.pb.h"

#include <gtest/gtest.h>

namespace studio::runtime {
namespace {

// The private events of one distributor; counts how many of them were read.
class Events final : public WagerSource {
public:
    std::vector<Event> wagers(std::string_view, std::string_view round_id, std::uint64_t from, std::size_t limit) override {
        std::vector<Event> found;
        for (const auto& envelope : all)
            if (envelope.seq() >= from && found.size() < limit && (round_id.empty() || envelope.round_id() == round_id))
                found.push_back({envelope.seq(), envelope.SerializeAsString()});
        read += found.size();
        return found;
    }
    std::uint64_t last_wager_seq(std::string_view) override { return all.size(); }
    std::vector<std::string> distributors() override { return {"acme"}; }
    [[nodiscard]] std::uint64_t epoch() const override { return 1; }

    v1::PrivateEnvelope& add(const std::string& round_id) {
        auto& envelope = all.emplace_back();
        envelope.set_seq(all.size());
        envelope.set_round_id(round_id);
        return envelope;
    }
    void accept(const std::string& round_id, const std::string& id) { add(round_id).mutable_wager_accepted()->set_wager_id(id); }
    void settle(const std::string& round_id, const std::string& id) { add(round_id).mutable_wager_settled()->set_wager_id(id); }
    void refund(const std::string& round_id, const std::string& id) { add(round_id).mutable_wager_refunded()->set_wager_id(id); }

    std::vector<v1::PrivateEnvelope> all;
    std::size_t read = 0;
};

class Tally : public ::testing::Test {
protected:
    WagerTally::Count count() { return tally_.count("T1", "acme", events_); }
    WagerTally::Count touched() {
        tally_.touch("T1", "acme");
        return count();
    }
    Events events_;
    WagerTally tally_;
};

TEST_F(Tally, AWagerIsOpenUntilItIsSettledOrRefunded) {
    EXPECT_EQ(count().last, 0U);
    for (const auto* id : {"a", "b", "c"})
        events_.accept("R1", id);
    EXPECT_EQ(touched().open, 3U);
    events_.settle("R1", "a");
    EXPECT_EQ(touched().open, 2U);
    events_.refund("R1", "b");
    EXPECT_EQ(touched().open, 1U);
    EXPECT_EQ(count().last, 5U);
}

TEST_F(Tally, ARevisedSettlementOpensNothing) {
    events_.accept("R1", "a");
    events_.settle("R1", "a");
    events_.settle("R1", "a");
    EXPECT_EQ(count().open, 0U);
}

TEST_F(Tally, OnlyTheLastRoundIsRead) {
    for (int i = 0; i < 1000; ++i)
        events_.accept("R1", std::to_string(i)); // as if they had never been settled
    events_.accept("R2", "x");
    EXPECT_EQ(count().open, 1U);
    EXPECT_EQ(events_.read, 2U); // the newest, for its round, and the round
}

TEST_F(Tally, ALongRoundIsReadInPagesAndNothingTwice) {
    for (int i = 0; i < 1200; ++i)
        events_.accept("R1", std::to_string(i));
    EXPECT_EQ(count().open, 1200U);
    const auto read = events_.read;
    EXPECT_EQ(count().open, 1200U); // nothing is new
    EXPECT_EQ(events_.read, read);
    events_.settle("R1", "7");
    EXPECT_EQ(touched().open, 1199U);
    EXPECT_EQ(events_.read, read + 2);
}

} // namespace
} // namespace studio::runtime
