// Two distributors whose wagers have the same id in one round, on a real journal and with the table recovered from it in between.
#include "proto/codec/envelope.h"
#include "tests/studio/journal/studio_fixture.h"

#include <map>
#include <optional>

namespace studio::testing {
namespace {

using namespace engine;

class TwoDistributors : public ::testing::Test {
protected:
    TwoDistributors() { restart(); }
    void restart() {
        table_.reset();
        table_.emplace(folder_.path());
    }
    [[nodiscard]] const Table& table() const { return *table_->sequencer->table(); }
    void play_to(Phase phase) {
        Dealer dealer(*table_->sequencer, table_->clock, 3);
        for (int acts = 0; acts < 200 && table().view().phase != phase; ++acts)
            ASSERT_TRUE(dealer.act());
        ASSERT_EQ(table().view().phase, phase);
    }
    // "w1" of both, by acme on P1 and by bolt on P2.
    [[nodiscard]] PlaceWager wager_of(const std::string& distributor, std::int64_t stake) const {
        const auto position = *Seat::parse(distributor == "acme" ? "P1" : "P2");
        return {"w1", distributor, round_, position, "PLAYER", {stake, "EUR"}};
    }
    Answer submit(const Input& input) { return table_->sequencer->submit(input, "test"); }
    std::string clause_of(const Input& input) {
        const auto answer = submit(input);
        return answer ? "accepted" : answer.error().clause;
    }
    void place_both() {
        play_to(Phase::BETTING);
        round_ = table().view().round_id;
        ASSERT_EQ(clause_of(wager_of("acme", 500)), "accepted");
        ASSERT_EQ(clause_of(wager_of("bolt", 700)), "accepted");
    }
    // What the journal tells a distributor of the round.
    std::vector<EventBody> history(const std::string& distributor) {
        JournalReader reader(journal_path(folder_.path(), "pd1"));
        std::vector<EventBody> told;
        for (const auto& event : reader.read_private(distributor, 1, 100, round_)) {
            const auto decoded = proto::codec::decode_private_envelope(event.bytes);
            if (!decoded) throw std::runtime_error(decoded.error());
            EXPECT_EQ(event.seq, told.size() + 1) << "numbered for " << distributor << " alone";
            told.push_back(std::get<Event>(decoded->body).body);
        }
        return told;
    }
    // By the published result: what goes back of a PLAYER wager of which twice the stake was taken.
    [[nodiscard]] std::int64_t due(const std::string& position, std::int64_t stake) const {
        for (const auto& result : table().view().result) {
            if (result.position != *Seat::parse(position)) continue;
            const auto sign = result.outcome == Outcome::WIN ? 1 : result.outcome == Outcome::LOSE ? -1 : 0;
            return 2 * stake + sign * result.odds * stake;
        }
        ADD_FAILURE() << "no result of " << position;
        return -1;
    }
    static Money euro(std::int64_t minor) { return {minor, "EUR"}; }
    static EventBody accepted(const std::string& distributor, const std::string& position, std::int64_t stake) {
        return WagerAccepted{"w1", distributor, *Seat::parse(position), "PLAYER", euro(stake), euro(stake)};
    }

    const Folder folder_;
    std::optional<LiveTable> table_;
    std::string round_;
};

TEST_F(TwoDistributors, OfOneIdAreSettledEachInTheirOwnStream) {
    ASSERT_NO_FATAL_FAILURE(place_both());
    restart();
    EXPECT_EQ(clause_of(wager_of("acme", 500)), "accepted") << "the same again";
    EXPECT_EQ(clause_of(wager_of("bolt", 700)), "accepted");
    EXPECT_EQ(clause_of(wager_of("acme", 700)), "WAGER.conflict");
    EXPECT_EQ(clause_of(wager_of("bolt", 500)), "WAGER.conflict");
    EXPECT_EQ(history("acme"), (std::vector<EventBody>{accepted("acme", "P1", 500)}));
    EXPECT_EQ(history("bolt"), (std::vector<EventBody>{accepted("bolt", "P2", 700)}));
    play_to(Phase::RESULT);
    restart();
    play_to(Phase::CONFIRMED);
    const auto acme = due("P1", 500);
    const auto bolt = due("P2", 700);
    EXPECT_EQ(history("acme").back(), (EventBody{WagerSettled{"w1", "acme", 1, euro(1000), euro(acme)}}));
    EXPECT_EQ(history("bolt").back(), (EventBody{WagerSettled{"w1", "bolt", 1, euro(1400), euro(bolt)}}));
    restart();
    ASSERT_EQ(clause_of(VoidRound{"wrong shoe", "sue", "max"}), "accepted");
    EXPECT_EQ(history("acme"), (std::vector<EventBody>{accepted("acme", "P1", 500), WagerSettled{"w1", "acme", 1, euro(1000), euro(acme)},
                                                       WagerRefunded{"w1", "acme", euro(1000)}}));
    EXPECT_EQ(history("bolt"), (std::vector<EventBody>{accepted("bolt", "P2", 700), WagerSettled{"w1", "bolt", 1, euro(1400), euro(bolt)},
                                                       WagerRefunded{"w1", "bolt", euro(1400)}}));
    EXPECT_EQ(table_->sequencer->money().open, 0U);
    EXPECT_EQ(table_->sequencer->money().in, table_->sequencer->money().out);
    const auto report = replay(journal_path(folder_.path(), "pd1"));
    EXPECT_TRUE(report.sound()) << report.fault;
}

TEST_F(TwoDistributors, OfOneIdBothGetTheirStakesBack) {
    ASSERT_NO_FATAL_FAILURE(place_both());
    restart();
    ASSERT_EQ(clause_of(VoidRound{"a card fell", "sue", "max"}), "accepted");
    EXPECT_EQ(history("acme"), (std::vector<EventBody>{accepted("acme", "P1", 500), WagerRefunded{"w1", "acme", euro(1000)}}));
    EXPECT_EQ(history("bolt"), (std::vector<EventBody>{accepted("bolt", "P2", 700), WagerRefunded{"w1", "bolt", euro(1400)}}));
    const auto report = replay(journal_path(folder_.path(), "pd1"));
    EXPECT_TRUE(report.sound()) << report.fault;
}

} // namespace
} // namespace studio::testing
