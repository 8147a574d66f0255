// Money in = money out + what the house has won, and every wager ends once: what the audit lets pass, and what it names.
#include "studio/table/money_audit.h"

#include "tests/engine/core/table_driver.h"
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
        {{accepted("w")}, "wager w of acme is accepted twice"},
        {{settled("x", 1000, 0)}, "wager x of acme is settled and was never accepted"},
        {{refunded("x", 1000)}, "wager x of acme is refunded and was never accepted"},
        {{settled("w", 999, 0)}, "wager w of acme took 1000 and is settled for 999"},
        {{settled("w", 1000, -1)}, "wager w of acme returns -1 EUR"},
        {{of("R1", WagerSettled{"w", "acme", 1, {1000, "THB"}, {0, "THB"}})}, "wager w of acme took 1000 and is settled for 1000"},
        {{settled("w", 1000, 0), settled("w", 1000, 0)}, "wager w of acme is settled twice"},
        {{refunded("w", 1000), settled("w", 1000, 0)}, "wager w of acme is settled after it was refunded"},
        {{refunded("w", 1000), refunded("w", 1000)}, "wager w of acme is refunded twice"},
        {{refunded("w", 500)}, "wager w of acme took 1000 and 500 goes back"},
        {{confirmed(Outcome::WIN, 1)}, "wager w of acme is not settled by revision 1 of the result"},
        {{of("R1", RoundVoided{})}, "wager w of acme is not refunded, and its round is void"},
        {{of("R2", RoundOpened{})}, "wager w of acme of round R1 has no end"},
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

// R-17, I-13: results tell the odds of the pay table; a maximum of the house cuts what is won, and never touches the stake. Less is right
// only where just the maximum is paid on all that it counts together.
TEST(MoneyAudit, AMaximumCutsWhatIsWonAndNothingElseDoes) {
    using Span = PayoutMaximum::Span;
    const auto judge = [](const std::vector<PayoutMaximum>& maxima, std::int64_t returned) {
        MoneyAudit audit(maxima);
        EXPECT_EQ(wrong(audit, {accepted("w", 500, 0)}), "");
        return wrong(audit, {confirmed(Outcome::WIN, 2), settled("w", 500, returned)});
    };
    const std::vector<PayoutMaximum> maxima{{700, Span::POSITION, {"PLAYER"}}, {300, Span::TABLE, {"BONUS"}}};
    EXPECT_EQ(judge(maxima, 1200), "") << "700 won";
    EXPECT_EQ(judge(maxima, 1500), "") << "as the odds say; whether that is too much is the engine's rule, not this one's";
    EXPECT_EQ(judge(maxima, 1199), "PLAYER at P1 won at 2:1 and is paid 699 on 500");
    EXPECT_EQ(judge(maxima, 800), "PLAYER at P1 won at 2:1 and is paid 300 on 500") << "another bet's maximum";
    EXPECT_EQ(judge({}, 1200), "PLAYER at P1 won at 2:1 and is paid 700 on 500") << "a table without a maximum";
    EXPECT_EQ(judge({{0, Span::POSITION, {"PLAYER"}}}, 499), "PLAYER at P1 won at 2:1 and is paid -1 on 500") << "never of the stake";
    EXPECT_EQ(judge(maxima, 2000), "PLAYER at P1 won at 2:1 and is paid 1500 on 500");
}

// S-14: an ante without its neighbour goes back. A decision may bear the name that it had, and its fee may go back as well.
void play_a_fee_named_as_an_ante(const std::string& owner_of_ante, const std::string& fee) {
    TableRules rules;
    rules.game = "poker-switch";
    engine::testing::TableDriver driver(rules);
    const auto box = [](const std::string& text) { return *Seat::parse(text); };
    const auto ante = [&](const std::string& id, const std::string& at) {
        driver.send(PlaceWager{id, id == "spare" ? owner_of_ante : "acme", "S1-R1", box(at), "ANTE", {500, "EUR"}});
    };
    const auto switches = [&](const std::string& id) {
        driver.send(MakeDecision{id, "acme", "acme", "S1-R1", box("X1"), "SWITCH", {}, {}});
    };
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartRound{"anna"});
    ante("w1", "X1");
    ante("w2", "X2");
    ante("spare", "X4");
    driver.wait(rules.betting);
    std::size_t next = 0;
    for (int acts = 0; acts < 40; ++acts) {
        const auto act = driver.table->expected().acts.at(0);
        if (act.act == Act::DECIDE) break;
        const bool open = act.act != Act::DEAL_CARD;
        driver.see(act.slot->text(), open ? Sight::FACE_UP : Sight::FACE_DOWN, open ? full_deck()[next++].text() : "");
    }
    switches("spare");
    EXPECT_EQ(driver.all<WagerAccepted>().back().wager_id, fee);
    for (int places = 0; places < 2; ++places) // the fifth cards change places
        driver.see(places == 0 ? "X1.5" : "X2.5", Sight::FACE_UP, driver.table->view().slots.at(*Slot::parse("X2.5")).card->text());
    driver.send(VoidRound{"the end", "sue", "max"});
    MoneyAudit audit;
    EXPECT_EQ(wrong(audit, driver.log), "");
    EXPECT_EQ(audit.round().in, audit.round().out);
    EXPECT_EQ(audit.round().wagers, 4U);
}

TEST(MoneyAudit, AFeeNamedAsAnAnteThatWentBackAddsUp) {
    play_a_fee_named_as_an_ante("acme", "spare'");
    play_a_fee_named_as_an_ante("other", "spare");
}

// Each distributor numbers its own: the money of one never ends a wager of the other.
TEST(MoneyAudit, TwoDistributorsMayCallTheirWagersAlike) {
    const auto taken_of_other = of("R1", WagerAccepted{"w", "other", *Seat::parse("P2"), "PLAYER", {700, "EUR"}, {700, "EUR"}});
    MoneyAudit audit;
    ASSERT_EQ(wrong(audit, {accepted("w")}), "");
    EXPECT_FALSE(audit.knows({"w", "other"}));
    ASSERT_EQ(wrong(audit, {taken_of_other}), "");
    EXPECT_TRUE(audit.knows({"w", "other"}));
    EXPECT_EQ(audit.round().in, 2400);
    EXPECT_EQ(wrong(audit, {refunded("w", 1000), refunded("w", 1000)}), "wager w of acme is refunded twice");
    EXPECT_EQ(wrong(audit, {of("R1", RoundVoided{}), refunded("w", 1000)}), "wager w of other is not refunded, and its round is void");
    EXPECT_EQ(wrong(audit, {of("R1", WagerRefunded{"w", "other", {1000, "EUR"}})}), "wager w of other took 1400 and 1000 goes back");
    EXPECT_EQ(wrong(audit, {of("R1", RoundVoided{}), refunded("w", 1000), of("R1", WagerRefunded{"w", "other", {1400, "EUR"}})}), "");
    EXPECT_EQ(audit.round(), (RoundMoney{.round_id = "R1", .in = 2400, .out = 2400, .house = 0, .wagers = 2, .open = 0}));
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
    for (int acts = 0; acts < 2000 && sequencer.table()->view().pause_reason != money_mismatch; ++acts)
        ASSERT_TRUE(dealer.act());
    const auto view = sequencer.table()->view();
    ASSERT_EQ(view.pause_reason, "MONEY_MISMATCH") << "everybody hears it, and amounts are their distributor's";
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

TEST(Sequencer, AWagerThatDoesNotAddUpIsRefusedAndTheTableGoesOn) {
    FakeClock clock;
    testing::MemoryJournal journal;
    testing::CollectingSink sink;
    Sequencer sequencer(std::make_unique<testing::ToyTable>(), clock, journal, sink); // takes the same wager twice
    const PlaceWager wager{"w", "acme", "R1", p1, "PLAYER", {500, "EUR"}};
    ASSERT_TRUE(sequencer.submit(wager, "acme"));
    const auto twice = sequencer.submit(wager, "acme");
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().clause, money_mismatch);
    ASSERT_FALSE(sequencer.stopped()) << sequencer.stop_reason();
    EXPECT_EQ(std::get<PauseTable>(journal.stored.back().input).reason, money_mismatch);
    EXPECT_EQ(sequencer.money().wagers, 1U);
    EXPECT_TRUE(sequencer.submit(PlaceWager{"v", "acme", "R1", p1, "PLAYER", {500, "EUR"}}, "acme"));
}

// Takes the same wager whenever its time comes.
class GreedyTable final : public testing::ToyTable {
public:
    std::expected<Step, Rejection> apply(const Input& input, const InputMeta& meta) override {
        auto step = ToyTable::apply(input, meta);
        if (step && std::holds_alternative<TimerFired>(input)) step->events.push_back(accepted("w"));
        return step;
    }
};

TEST(Sequencer, WhenTimeHasMovedMoneyThatDoesNotAddUpItStopsAndSaysSo) {
    FakeClock clock;
    testing::MemoryJournal journal;
    testing::CollectingSink sink;
    Sequencer sequencer(std::make_unique<GreedyTable>(), clock, journal, sink);
    ASSERT_TRUE(sequencer.submit(OpenTable{"anna", "anna"}, "console:anna"));
    clock.time += std::chrono::seconds(10);
    EXPECT_EQ(sequencer.on_time(), 1U);
    clock.time += std::chrono::seconds(5);
    sequencer.on_time();
    ASSERT_TRUE(sequencer.stopped());
    EXPECT_EQ(sequencer.stop_reason(), "MONEY_MISMATCH: wager w of acme is accepted twice");
    const auto answer = sequencer.submit(ResumeTable{"sue"}, "console:sue");
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().clause, money_mismatch);
    EXPECT_EQ(answer.error().reason, "The table is stopped, the money of its round does not add up");
}

TEST(Sequencer, AJournalWhoseMoneyDoesNotAddUpIsNotRecovered) {
    FakeClock clock;
    testing::MemoryJournal journal;
    testing::CollectingSink sink;
    Sequencer sequencer(std::make_unique<testing::ToyTable>(), clock, journal, sink);
    ASSERT_TRUE(sequencer.submit(OpenTable{"anna", "anna"}, "console:anna"));
    clock.time += std::chrono::seconds(15);
    ASSERT_EQ(sequencer.on_time(), 2U);
    testing::MemoryRecording recording(journal.stored);
    class Lenient final : public Recording { // every entry is as it was recorded
    public:
        explicit Lenient(Recording& real) : real_(real) {}
        std::optional<RecordedInput> next() override { return real_.next(); }
        std::string difference(const JournalEntry&) override { return ""; }

    private:
        Recording& real_;
    } lenient(recording);
    const auto recovered = Sequencer::recover(lenient, std::make_unique<GreedyTable>(), clock, journal, sink);
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().entry_no, 3U);
    EXPECT_EQ(recovered.error().what, "MONEY_MISMATCH: wager w of acme is accepted twice");
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
