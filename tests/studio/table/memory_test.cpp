// What a table keeps in memory does not grow with what it has played: what must be known for ever stands in the journal.
#include "tests/studio/table/fakes.h"
#include "tests/support/heap.h"

#include <limits>

namespace studio {
namespace {

constexpr int acts_a_stretch = 5'000;
constexpr int rounds_a_shoe = 15;
constexpr std::size_t room = 32 * 1024; // bytes, while a thousand wagers and their rounds come and go in each stretch

class NoJournal final : public Journal {
public:
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) override {
        std::vector<EncodedEvent> encoded;
        for (const auto& entry : entries)
            for (const auto& event : entry.events)
                encoded.push_back({event.seq, event.distributor, {}});
        return encoded;
    }
};

class Rounds final : public EventSink {
public:
    void publish(std::span<const Published> events) override {
        for (const auto& event : events) {
            opened += std::holds_alternative<engine::RoundOpened>(event.event.event.body) ? 1 : 0;
            settled += std::holds_alternative<engine::WagerSettled>(event.event.event.body) ? 1 : 0;
        }
    }
    int opened = 0;
    int settled = 0;
};

// A dealer whose cut card comes before the shoe is empty.
class Play {
public:
    // The least that was in use at any moment of a stretch: a round in play needs more than one that is over.
    std::size_t least_of_a_stretch() {
        auto least = std::numeric_limits<std::size_t>::max();
        for (int act = 0; act < acts_a_stretch; ++act) {
            EXPECT_TRUE(dealer_.act());
            if (rounds.opened >= cut_at_) cut();
            least = std::min(least, testing::heap_in_use());
        }
        return least;
    }
    Rounds rounds;

private:
    void cut() {
        cut_at_ = rounds.opened + rounds_a_shoe;
        const engine::SlotObserved seen{engine::cut_slot, engine::Sight::CUT_CARD, {}, 0.99, 1, clock_.time, {}, "c1", "", {}};
        EXPECT_TRUE(sequencer_.submit(seen, "camera:c1"));
    }

    testing::FakeClock clock_;
    NoJournal journal_;
    Sequencer sequencer_{engine::make_table({}), clock_, journal_, rounds};
    testing::Dealer dealer_{sequencer_, clock_, 5};
    int cut_at_ = rounds_a_shoe;
};

TEST(TableMemory, IsTheSameHoweverMuchTheTableHasPlayed) {
    Play play;
    (void)play.least_of_a_stretch(); // fills what is filled once
    const auto early = play.least_of_a_stretch();
    for (int stretch = 0; stretch < 3; ++stretch)
        (void)play.least_of_a_stretch();
    const auto late = play.least_of_a_stretch();
    EXPECT_GT(play.rounds.opened, 500);
    EXPECT_GT(play.rounds.settled, 1000);
    EXPECT_LT(late, early + room) << play.rounds.opened << " rounds";
}

} // namespace
} // namespace studio
