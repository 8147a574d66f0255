#include "tests/studio/table/fakes.h"

namespace studio::testing {
namespace {

using engine::Slot;

engine::SlotObserved empty(const char* slot) {
    engine::SlotObserved observed;
    observed.slot = *Slot::parse(slot);
    return observed;
}
engine::PlaceWager wager(const std::string& id, const std::string& distributor) {
    return {id, distributor, "R1", *engine::Seat::parse("P1"), "PLAYER", {100, "EUR"}};
}

struct Bench {
    FakeClock clock;
    MemoryJournal journal;
    CollectingSink sink;
    Sequencer sequencer{std::make_unique<ToyTable>(), clock, journal, sink};
};

TEST(Sequencer, NothingIsPublishedBeforeItIsCommitted) { // invariant 1
    Bench bench;
    bench.sink.before_each = [&](const Published& event) {
        ASSERT_FALSE(bench.journal.stored.empty());
        EXPECT_LE(event.entry_no, bench.journal.stored.back().entry_no);
        EXPECT_NE(std::ranges::find(bench.journal.bytes, event.bytes), bench.journal.bytes.end());
    };
    for (int turn = 0; turn < 20; ++turn) {
        ASSERT_TRUE(bench.sequencer.submit(engine::StartRound{"anna"}, "console:anna"));
        bench.clock.time += 1s;
    }
    EXPECT_EQ(bench.sink.all.size(), bench.journal.bytes.size());
}

TEST(Sequencer, PublishedBytesAreTheJournalsBytes) {
    Bench bench;
    ASSERT_TRUE(bench.sequencer.submit(wager("w1", "d1"), "d1", "command-7"));
    ASSERT_EQ(bench.sink.all.size(), 2U);
    EXPECT_EQ(bench.sink.all[0].bytes, bench.journal.bytes[0]);
    EXPECT_EQ(bench.sink.all[1].bytes, bench.journal.bytes[1]);
    EXPECT_EQ(bench.journal.stored[0].correlation, "command-7");
}

TEST(Sequencer, PublicEventsAreNumberedForTheTableAndPrivateOnesForTheirDistributor) {
    Bench bench;
    int number = 0;
    for (const auto* owner : {"d1", "d2", "d1"})
        ASSERT_TRUE(bench.sequencer.submit(wager("w" + std::to_string(++number), owner), owner));
    std::vector<std::pair<std::string, std::uint64_t>> numbers;
    for (const auto& event : bench.sink.all)
        numbers.emplace_back(event.event.distributor, event.event.seq);
    const std::vector<std::pair<std::string, std::uint64_t>> wanted{{"d1", 1}, {"", 1}, {"d2", 1}, {"", 2}, {"d1", 2}, {"", 3}};
    EXPECT_EQ(numbers, wanted);
    EXPECT_EQ(bench.sequencer.next_private_seq("d1"), 3U);
    EXPECT_EQ(bench.sequencer.next_private_seq("nobody"), 1U);
}

TEST(Sequencer, ARefusedInputChangesNothingAndIsNotJournalled) {
    Bench bench;
    const auto before = bench.sequencer.table()->digest();
    const auto answer = bench.sequencer.submit(engine::PauseTable{"", "anna"}, "console:anna");
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().clause, "TOY.pause");
    EXPECT_EQ(bench.sequencer.table()->digest(), before);
    EXPECT_EQ(bench.journal.commits, 0);
    EXPECT_EQ(bench.sequencer.counts().rejected, 1U);
    EXPECT_EQ(bench.sequencer.next_entry(), 1U);
}

TEST(Sequencer, ARepeatedStatementIsNotJournalled) {
    Bench bench;
    ASSERT_TRUE(bench.sequencer.submit(empty("P1.1"), "camera:c1"));
    const auto again = bench.sequencer.submit(empty("P1.1"), "camera:c1");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->entry_no, 0U);
    EXPECT_TRUE(again->events.empty());
    EXPECT_EQ(bench.journal.stored.size(), 1U);
    EXPECT_EQ(bench.sequencer.counts().repeated, 1U);
}

TEST(Sequencer, AnInputWithoutEventsIsJournalled) {
    Bench bench;
    const auto answer = bench.sequencer.submit(engine::RescanSlot{*Slot::parse("P1.1"), "anna"}, "console:anna");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->entry_no, 1U);
    EXPECT_EQ(answer->first_seq, 0U);
    EXPECT_EQ(bench.journal.stored.size(), 1U);
    EXPECT_TRUE(bench.sink.all.empty());
}

TEST(Sequencer, TimeNeverRunsBackwards) {
    Bench bench;
    bench.clock.time = start_time + 100s;
    ASSERT_TRUE(bench.sequencer.submit(engine::StartShoe{"anna"}, "console:anna"));
    bench.clock.time = start_time;
    ASSERT_TRUE(bench.sequencer.submit(engine::StartShoe{"anna"}, "console:anna"));
    EXPECT_EQ(bench.journal.stored[1].meta.at, start_time + 100s);
}

TEST(Sequencer, DueTimersFireAtTheirDeadlinesBeforeALaterInput) {
    Bench bench;
    ASSERT_TRUE(bench.sequencer.submit(engine::OpenTable{"anna", "Anna"}, "console:anna"));
    EXPECT_EQ(bench.sequencer.next_deadline(), start_time + 10s);
    bench.clock.time = start_time + 60s; // both timers are over: the second is set by the first
    ASSERT_TRUE(bench.sequencer.submit(engine::StartShoe{"anna"}, "console:anna"));
    ASSERT_EQ(bench.journal.stored.size(), 4U);
    EXPECT_EQ(bench.journal.stored[1].input, engine::Input(engine::TimerFired{engine::TimerId::NO_DEAL}));
    EXPECT_EQ(bench.journal.stored[1].meta.at, start_time + 10s);
    EXPECT_EQ(bench.journal.stored[1].meta.source, "clock");
    EXPECT_EQ(bench.journal.stored[2].input, engine::Input(engine::TimerFired{engine::TimerId::NO_REVEAL}));
    EXPECT_EQ(bench.journal.stored[2].meta.at, start_time + 15s);
    EXPECT_EQ(bench.journal.stored[3].meta.at, start_time + 60s);
    EXPECT_EQ(bench.journal.commits, 2); // timers and input in one transaction
    EXPECT_EQ(bench.sequencer.counts().timers, 2U);
}

TEST(Sequencer, ATimerFiresAtItsDeadlineAndNotBefore) {
    Bench bench;
    ASSERT_TRUE(bench.sequencer.submit(engine::OpenTable{"anna", "Anna"}, "console:anna"));
    bench.clock.time = start_time + 10s - 1ns;
    EXPECT_EQ(bench.sequencer.on_time(), 0U);
    bench.clock.time = start_time + 10s;
    EXPECT_EQ(bench.sequencer.on_time(), 1U);
    EXPECT_EQ(bench.sequencer.on_time(), 0U);
}

TEST(Sequencer, ARefusedInputDoesNotHoldUpTheTimersBeforeIt) {
    Bench bench;
    ASSERT_TRUE(bench.sequencer.submit(engine::OpenTable{"anna", "Anna"}, "console:anna"));
    bench.clock.time += 11s;
    EXPECT_FALSE(bench.sequencer.submit(engine::PauseTable{"", "anna"}, "console:anna"));
    EXPECT_EQ(bench.journal.stored.size(), 2U);
}

TEST(Sequencer, ABatchIsOneTransactionAndEachInputIsJudgedOnItsOwn) {
    Bench bench;
    const std::vector<Proposal> proposals{
        {engine::StartShoe{"anna"}, "a", "1"}, {engine::PauseTable{"", "anna"}, "a", "2"}, {wager("w", "d1"), "d1", "3"}};
    const auto answers = bench.sequencer.submit_all(proposals);
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_TRUE(answers[0]);
    EXPECT_FALSE(answers[1]);
    ASSERT_TRUE(answers[2]);
    EXPECT_EQ(answers[2]->first_seq, 2U);
    EXPECT_EQ(answers[2]->last_seq, 2U);
    EXPECT_EQ(answers[2]->events.size(), 2U);
    EXPECT_EQ(bench.journal.commits, 1);
    EXPECT_EQ(bench.journal.stored.size(), 2U);
}

TEST(Sequencer, AFailedCommitStopsTheTable) {
    Bench bench;
    bench.journal.fail_at = 2;
    ASSERT_TRUE(bench.sequencer.submit(engine::StartShoe{"anna"}, "console:anna"));
    for (int turn = 0; turn < 3; ++turn) {
        const auto answer = bench.sequencer.submit(engine::StartRound{"anna"}, "console:anna");
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error().clause, "JOURNAL_FAILED");
        EXPECT_NE(answer.error().reason.find("the disk is full"), std::string::npos);
    }
    EXPECT_TRUE(bench.sequencer.stopped());
    EXPECT_EQ(bench.sequencer.table(), nullptr);
    EXPECT_EQ(bench.sequencer.on_time(), 0U);
    EXPECT_FALSE(bench.sequencer.next_deadline());
    EXPECT_EQ(bench.journal.commits, 2); // it is not asked again
    EXPECT_EQ(bench.sink.all.size(), 1U);
}

TEST(Sequencer, AnEngineThatThrowsStopsTheTableAsWell) {
    Bench bench;
    const std::vector<Proposal> proposals{{engine::StartShoe{"anna"}, "a", ""}, {engine::CameraChanged{}, "camera:c1", ""}};
    for (const auto& answer : bench.sequencer.submit_all(proposals))
        EXPECT_FALSE(answer);
    EXPECT_TRUE(bench.sequencer.stopped());
    EXPECT_EQ(bench.journal.commits, 0);
    EXPECT_TRUE(bench.sink.all.empty());
}

TEST(Sequencer, ASinkThatThrowsLosesNothing) {
    Bench bench;
    bench.sink.before_each = [](const Published&) { throw std::runtime_error("no socket"); };
    EXPECT_THROW((void)bench.sequencer.submit(engine::StartShoe{"anna"}, "console:anna"), std::runtime_error);
    bench.sink.before_each = {};
    EXPECT_FALSE(bench.sequencer.stopped());
    ASSERT_TRUE(bench.sequencer.submit(engine::StartRound{"anna"}, "console:anna"));
    EXPECT_EQ(bench.journal.stored.size(), 2U);
    EXPECT_EQ(bench.sink.all.back().event.seq, 2U);
}

// A real game up to any commit that fails, before or after it is stored: the recovered table is the one that the journal describes.
TEST(Sequencer, RecoversFromAFailureOfEveryCommit) {
    for (int failing = 1; failing < 260; failing += 7) {
        for (const bool stored : {false, true}) {
            FakeClock clock;
            MemoryJournal journal;
            CollectingSink sink;
            (stored ? journal.fail_after : journal.fail_at) = failing;
            Sequencer sequencer(engine::make_table({}), clock, journal, sink);
            Dealer(sequencer, clock, 11).play(2000);
            ASSERT_TRUE(sequencer.stopped());
            MemoryRecording recording(journal.stored);
            auto recovered = Sequencer::recover(recording, engine::make_table({}), clock, journal, sink);
            ASSERT_TRUE(recovered) << recovered.error().entry_no << ": " << recovered.error().what;
            EXPECT_EQ((*recovered)->next_entry(), journal.stored.size() + 1);
            for (const auto& event : sink.all) // published is a part of committed
                EXPECT_NE(std::ranges::find(journal.bytes, event.bytes), journal.bytes.end());
            Dealer(**recovered, clock, 12).play(30);
            EXPECT_FALSE((*recovered)->stopped());
            std::uint64_t seq = 0;
            for (const auto& entry : journal.stored) {
                for (const auto& event : entry.events) {
                    if (event.distributor.empty()) {
                        EXPECT_EQ(event.seq, ++seq);
                    }
                }
            }
        }
    }
}

TEST(Sequencer, SameInputsSameEvents) { // invariant 3
    std::vector<std::vector<std::string>> runs;
    for (int run = 0; run < 2; ++run) {
        FakeClock clock;
        MemoryJournal journal;
        CollectingSink sink;
        Sequencer sequencer(engine::make_table({}), clock, journal, sink);
        Dealer(sequencer, clock, 5).play(600);
        runs.push_back(journal.bytes);
    }
    EXPECT_GT(runs[0].size(), 100U);
    EXPECT_EQ(runs[0], runs[1]);
}

TEST(Sequencer, RecoveryNamesTheEntryThatIsWrong) {
    FakeClock clock;
    MemoryJournal journal;
    CollectingSink sink;
    Sequencer sequencer(engine::make_table({}), clock, journal, sink);
    Dealer(sequencer, clock, 5).play(60);
    const auto fault_after = [&](const std::function<void(std::vector<JournalEntry>&)>& damage) {
        auto entries = journal.stored;
        damage(entries);
        MemoryRecording recording(entries);
        const auto recovered = Sequencer::recover(recording, engine::make_table({}), clock, journal, sink);
        return recovered ? RecoveryFault{0, "none"} : recovered.error();
    };
    EXPECT_EQ(fault_after([](auto& entries) { entries.erase(entries.begin() + 9); }).entry_no, 11U);
    EXPECT_EQ(fault_after([](auto& entries) { entries[9].meta.at = start_time; }).entry_no, 10U);
    EXPECT_EQ(fault_after([](auto& entries) { entries[0].events.clear(); }).entry_no, 1U);
    EXPECT_EQ(fault_after([](auto& entries) { entries[4].input = engine::OpenTable{"x", "y"}; }).entry_no, 5U);
    EXPECT_EQ(fault_after([](auto& entries) { entries[0].meta.next_seq = 9; }).entry_no, 1U);
    EXPECT_EQ(fault_after([](auto&) {}).what, "none");
}

} // namespace
} // namespace studio::testing
