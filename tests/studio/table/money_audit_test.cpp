// Money in = money out + what the house has won, and every wager ends once: what the audit lets pass, and what it names.
#include "studio/table/money_audit.h"

#include "tests/studio/table/fakes.h"

namespace studio {
namespace {

using namespace engine;
using testing::FakeClock;

const Seat p1 = *Seat::parse("P1");

Event of(const std::string& round, EventBody body) {
    return {round, std::move(body)};
}
Event accepted(const std::string& id, std::int64_t stake = 500, std::int64_t held = 500, const std::string& bet = "PLAYER") {
    return of("R1", WagerAccepted{id, "acme", p1, bet, {stake, "EUR"}, {held, "EUR"}});
}
Event settled(const std::string& id, std::int64_t deducted, std::int64_t returned, int revision = 1) {
    return of("R1", WagerSettled{id, "acme", revision, {deducted, "EUR"}, {returned, "EUR"}});
}
Event refunded(const std::string& id, std::int64_t returned) {
    return of("R1", WagerRefunded{id, "acme", {returned, "EUR"}});
}
Event confirmed(Outcome outcome, int odds, int revision = 1) {
    PositionResult result;
    result.position = p1;
    result.bets = {{"PLAYER", outcome, odds}};
    return of("R1", ResultConfirmed{revision, {result}, false, "anna"});
}

std::string wrong(MoneyAudit& audit, const std::vector<Event>& events) {
    return audit.take(events).value_or("");
}

TEST(MoneyAudit, ARoundThatAddsUpPasses) {
    MoneyAudit audit;
    EXPECT_EQ(wrong(audit, {accepted("won")}), "");
    EXPECT_EQ(wrong(audit, {accepted("back")}), "");
    EXPECT_EQ(audit.round().open, 2U);
    EXPECT_EQ(wrong(audit, {refunded("back", 1000)}), "");
    EXPECT_EQ(wrong(audit, {confirmed(Outcome::WIN, 2), settled("won", 1000, 2000)}), "");
    EXPECT_EQ(audit.round(), (RoundMoney{.round_id = "R1", .in = 2000, .out = 3000, .house = -1000, .wagers = 2, .open = 0}));
}

TEST(MoneyAudit, ARevisedResultReplacesTheEndsOfTheFirst) {
    MoneyAudit audit;
    ASSERT_EQ(wrong(audit, {accepted("w")}), "");
    ASSERT_EQ(wrong(audit, {confirmed(Outcome::WIN, 1), settled("w", 1000, 1500)}), "");
    PositionResult lost;
    lost.position = p1;
    lost.bets = {{"PLAYER", Outcome::LOSE, 1}};
    EXPECT_EQ(wrong(audit, {of("R1", ResultRevised{2, 7, {}, {lost}, "", "", ""}), settled("w", 1000, 500, 2)}), "");
    EXPECT_EQ(audit.round().house, 500);
    EXPECT_EQ(wrong(audit, {of("R1", RoundVoided{}), refunded("w", 1000)}), "") << "a void may follow a settlement";
    EXPECT_EQ(audit.round().house, 0);
}

TEST(MoneyAudit, NamesEveryWayInWhichMoneyGoesWrong) {
    struct Case {
        std::vector<Event> events;
        std::string what;
    };
    const std::vector<Case> cases{
        {{accepted("w")}, "wager w is accepted twice"},
        {{settled("x", 1000, 0)}, "wager x is settled and was never accepted"},
        {{refunded("x", 1000)}, "wager x is refunded and was never accepted"},
        {{settled("w", 999, 0)}, "wager w took 1000 and is settled for 999"},
        {{settled("w", 1000, -1)}, "wager w returns -1 EUR"},
        {{of("R1", WagerSettled{"w", "acme", 1, {1000, "THB"}, {0, "THB"}})}, "wager w took 1000 and is settled for 1000"},
        {{settled("w", 1000, 0), settled("w", 1000, 0)}, "wager w is settled twice"},
        {{refunded("w", 1000), settled("w", 1000, 0)}, "wager w is settled after it was refunded"},
        {{refunded("w", 1000), refunded("w", 1000)}, "wager w is refunded twice"},
        {{refunded("w", 500)}, "wager w took 1000 and 500 goes back"},
        {{confirmed(Outcome::WIN, 1)}, "wager w is not settled by revision 1 of the result"},
        {{of("R1", RoundVoided{})}, "wager w is not refunded, and its round is void"},
        {{of("R2", RoundOpened{})}, "wager w of round R1 has no end"},
        {{confirmed(Outcome::WIN, 2), settled("w", 1000, 1500)}, "PLAYER at P1 won at 2:1 and is paid 500 on 500"},
        {{confirmed(Outcome::WIN, 1), settled("w", 1000, 2000)}, "PLAYER at P1 won at 1:1 and is paid 1000 on 500"},
        {{confirmed(Outcome::TIE, 0), settled("w", 1000, 999)}, "PLAYER at P1 tied and returns 999 of 1000"},
        {{confirmed(Outcome::LOSE, 1), settled("w", 1000, 1000)}, "PLAYER at P1 lost and returns 1000 of 1000"},
    };
    for (const auto& [events, what] : cases) {
        MoneyAudit audit;
        ASSERT_EQ(wrong(audit, {accepted("w")}), "");
        const auto before = audit.round();
        EXPECT_EQ(wrong(audit, events), what);
        EXPECT_EQ(audit.round(), before) << "as if the events had never been: " << what;
    }
}

// A table that pays one cent more than it should when a result is confirmed.
class GenerousTable final : public Table {
public:
    explicit GenerousTable(std::unique_ptr<Table> real) : real_(std::move(real)) {}
    std::expected<Step, Rejection> apply(const Input& input, const InputMeta& meta) override {
        auto step = real_->apply(input, meta);
        if (step)
            for (auto& event : step->events)
                if (auto* end = std::get_if<WagerSettled>(&event.body)) ++end->returned.minor;
        return step;
    }
    [[nodiscard]] Expected expected() const override { return real_->expected(); }
    [[nodiscard]] std::map<TimerId, Time> timers() const override { return real_->timers(); }
    [[nodiscard]] TableView view() const override { return real_->view(); }
    [[nodiscard]] std::vector<SlotObserved> in_doubt() const override { return real_->in_doubt(); }
    [[nodiscard]] bool knows(const Input& input) const override { return real_->knows(input); }
    [[nodiscard]] std::string digest() const override { return real_->digest(); }
    [[nodiscard]] std::unique_ptr<Table> clone() const override { return std::make_unique<GenerousTable>(real_->clone()); }

private:
    std::unique_ptr<Table> real_;
};

TEST(Sequencer, ASettlementThatDoesNotAddUpIsNotCommittedAndPausesTheTable) {
    FakeClock clock;
    testing::MemoryJournal journal;
    testing::CollectingSink sink;
    const TableRules rules;
    Sequencer sequencer(std::make_unique<GenerousTable>(make_table(rules)), clock, journal, sink);
    testing::Dealer dealer(sequencer, clock, 5);
    for (int acts = 0; acts < 2000 && !sequencer.table()->view().pause_reason.starts_with(money_mismatch); ++acts)
        ASSERT_TRUE(dealer.act());
    const auto view = sequencer.table()->view();
    ASSERT_TRUE(view.pause_reason.starts_with("MONEY_MISMATCH: ")) << view.pause_reason;
    EXPECT_EQ(view.phase, Phase::RESULT) << "the result is not confirmed";
    EXPECT_GT(sequencer.money().open, 0U);
    const auto again = sequencer.submit(ResumeTable{"sue"}, "console:sue");
    ASSERT_TRUE(again);
    const auto confirm = sequencer.submit(ConfirmResult{"anna"}, "console:anna");
    ASSERT_FALSE(confirm);
    EXPECT_EQ(confirm.error().clause, money_mismatch);
    for (const auto& event : sink.all)
        EXPECT_FALSE(std::holds_alternative<WagerSettled>(event.event.event.body));

    const auto voided = sequencer.submit(VoidRound{"the money does not add up", "sue", "max"}, "console:sue");
    ASSERT_TRUE(voided) << voided.error().reason;
    EXPECT_EQ(sequencer.money().open, 0U);
    EXPECT_EQ(sequencer.money().in, sequencer.money().out) << "every stake went back";

    testing::MemoryRecording recording(journal.stored);
    const auto recovered = Sequencer::recover(recording, std::make_unique<GenerousTable>(make_table(rules)), clock, journal, sink);
    ASSERT_TRUE(recovered) << recovered.error().what;
    EXPECT_EQ((*recovered)->table()->digest(), sequencer.table()->digest());
}

TEST(Sequencer, EveryRoundOfARealTableAddsUp) {
    FakeClock clock;
    testing::MemoryJournal journal;
    testing::CollectingSink sink;
    Sequencer sequencer(make_table(TableRules{}), clock, journal, sink);
    testing::Dealer dealer(sequencer, clock, 11);
    std::set<std::string> rounds;
    std::size_t wagers = 0;
    for (int acts = 0; acts < 3000; ++acts) {
        ASSERT_TRUE(dealer.act());
        const auto money = sequencer.money();
        if (money.open > 0 || money.wagers == 0 || !rounds.insert(money.round_id).second) continue;
        EXPECT_EQ(money.in, money.out + money.house) << money.round_id;
        wagers += money.wagers;
    }
    EXPECT_GT(rounds.size(), 10U);
    EXPECT_GT(wagers, 20U);
}

} // namespace
} // namespace studio
