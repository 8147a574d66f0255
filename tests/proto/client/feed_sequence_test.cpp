// The machine alone: no socket, no waiting. Time is what the test says it is.
#include "proto/client/feed_sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace proto::client {
namespace {

using namespace std::chrono_literals;
using ::studio::v1::Envelope;
using ::studio::v1::ReplayResponse;
using ::studio::v1::Snapshot;

std::string event_bytes(std::uint64_t seq, std::uint64_t epoch = 1, const std::string& table = "t1") {
    Envelope envelope;
    envelope.set_schema(1);
    envelope.set_table_id(table);
    envelope.set_epoch(epoch);
    envelope.set_seq(seq);
    envelope.mutable_dealer_changed()->set_dealer("dealer " + std::to_string(seq));
    return envelope.SerializeAsString();
}
std::string beat_bytes(std::uint64_t next_seq, std::uint64_t epoch = 1) {
    Envelope envelope;
    envelope.set_schema(1);
    envelope.set_table_id("t1");
    envelope.set_epoch(epoch);
    envelope.mutable_heartbeat()->set_next_seq(next_seq);
    return envelope.SerializeAsString();
}

// Does what the actions say, into plain lists.
struct Bench {
    FeedSequence sequence;
    Instant now{};
    std::vector<std::uint64_t> delivered; // seq
    std::vector<std::uint64_t> epochs;    // of the same
    std::vector<Snapshot> snapshots;
    std::vector<FeedStateChange> states;
    std::vector<::studio::v1::ReplayRequest> asks;

    explicit Bench(std::optional<FeedPosition> start = FeedPosition{}, FeedTiming timing = {}) : sequence("t1", start, 100, timing) {
        take(sequence.join(now));
    }
    void take(FeedActions actions) {
        for (auto& action : actions) {
            if (auto* event = std::get_if<FeedEvent>(&action)) {
                Envelope again;
                EXPECT_TRUE(again.ParseFromString(event->bytes));
                EXPECT_EQ(again.seq(), event->envelope.seq());
                delivered.push_back(event->envelope.seq());
                epochs.push_back(event->envelope.epoch());
            } else if (auto* snapshot = std::get_if<Snapshot>(&action)) {
                snapshots.push_back(*snapshot);
            } else if (auto* change = std::get_if<FeedStateChange>(&action)) {
                states.push_back(*change);
            } else {
                asks.push_back(std::get<FeedAsk>(action).request);
            }
        }
    }
    void feed(const std::string& bytes) { take(sequence.on_feed(bytes, now)); }
    void wait(std::chrono::milliseconds time) {
        now += time;
        take(sequence.on_time(now));
    }
    ReplayResponse answer() const {
        ReplayResponse response;
        response.set_schema(1);
        response.set_request_id(asks.back().request_id());
        return response;
    }
    void page(std::uint64_t from, std::uint64_t to, std::uint64_t epoch = 1) {
        auto response = answer();
        for (auto seq = from; seq <= to; ++seq)
            response.mutable_page()->add_envelopes(event_bytes(seq, epoch));
        take(sequence.on_replay(response, now));
    }
    void end(std::uint64_t last_seq, std::uint64_t next_seq, std::uint64_t epoch = 1) {
        auto response = answer();
        response.mutable_end()->set_epoch(epoch);
        response.mutable_end()->set_last_seq(last_seq);
        response.mutable_end()->set_next_seq(next_seq);
        take(sequence.on_replay(response, now));
    }
    void snapshot(std::uint64_t seq, std::uint64_t epoch = 1) {
        auto response = answer();
        response.mutable_snapshot()->set_table_id("t1");
        response.mutable_snapshot()->set_epoch(epoch);
        response.mutable_snapshot()->set_seq(seq);
        take(sequence.on_replay(response, now));
    }
    FeedState state() const { return states.back().state; }
};

using Seqs = std::vector<std::uint64_t>;

// Joined from the first event, live, with events 1..3 delivered.
Bench live_bench(FeedTiming timing = {}) {
    Bench bench(FeedPosition{}, timing);
    bench.page(1, 3);
    bench.end(3, 4);
    bench.feed(beat_bytes(4));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
    bench.asks.clear();
    bench.states.clear();
    return bench;
}

TEST(FeedSequence, JoinsWithASnapshotAndDropsWhatItHolds) {
    Bench bench(std::nullopt);
    ASSERT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.asks[0].snapshot().table_id(), "t1");
    for (const auto seq : {9, 10, 11, 12})
        bench.feed(event_bytes(static_cast<std::uint64_t>(seq)));
    EXPECT_TRUE(bench.delivered.empty()) << "nothing before the snapshot";
    bench.snapshot(10);
    EXPECT_EQ(bench.snapshots.size(), 1U);
    EXPECT_EQ(bench.delivered, (Seqs{11, 12}));
    EXPECT_EQ(bench.state(), FeedState::RECOVERING) << "live only after a heartbeat";
    bench.feed(beat_bytes(13));
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::LIVE, ""}));
    EXPECT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.sequence.position(), (FeedPosition{1, 13}));
}

TEST(FeedSequence, JoinsFromASequenceNumberByReplay) {
    Bench bench(FeedPosition{std::nullopt, 5});
    ASSERT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.asks[0].replay().from_seq(), 5U);
    EXPECT_EQ(bench.asks[0].replay().to_seq(), 0U);
    bench.feed(event_bytes(9));
    bench.page(5, 6);
    bench.end(6, 10); // the studio bounds an answer: the client asks on
    ASSERT_EQ(bench.asks.size(), 2U);
    EXPECT_EQ(bench.asks[1].replay().from_seq(), 7U);
    EXPECT_EQ(bench.asks[1].replay().to_seq(), 8U);
    bench.page(7, 8);
    bench.end(8, 10);
    EXPECT_EQ(bench.delivered, (Seqs{5, 6, 7, 8, 9}));
    EXPECT_EQ(bench.asks.size(), 2U);
}

TEST(FeedSequence, AGapIsReplayedInOrder) {
    auto bench = live_bench();
    bench.feed(event_bytes(6));
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::RECOVERING, "a gap is being filled"}));
    ASSERT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.asks[0].replay().from_seq(), 4U);
    EXPECT_EQ(bench.asks[0].replay().to_seq(), 5U);
    bench.feed(event_bytes(7));
    EXPECT_EQ(bench.asks.size(), 1U) << "one question at a time";
    bench.page(4, 5);
    EXPECT_EQ(bench.delivered, (Seqs{1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, ALostTailShowsWithTheHeartbeat) {
    auto bench = live_bench();
    bench.feed(beat_bytes(6));
    ASSERT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.asks[0].replay().from_seq(), 4U);
    bench.page(4, 5);
    bench.end(5, 6);
    EXPECT_EQ(bench.delivered, (Seqs{1, 2, 3, 4, 5}));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, DuplicatesAreDroppedAndCounted) {
    auto bench = live_bench();
    bench.feed(event_bytes(3));
    bench.feed(event_bytes(5));
    bench.feed(event_bytes(5));
    bench.page(2, 5);
    EXPECT_EQ(bench.delivered, (Seqs{1, 2, 3, 4, 5}));
    EXPECT_EQ(bench.sequence.duplicates(), 5U);
}

TEST(FeedSequence, AnOldHeartbeatChangesNothing) {
    auto bench = live_bench();
    bench.feed(beat_bytes(2));
    EXPECT_TRUE(bench.states.empty());
    EXPECT_TRUE(bench.asks.empty());
}

TEST(FeedSequence, SuspendedAfterThreeSilentBeats) {
    auto bench = live_bench();
    bench.wait(2999ms);
    EXPECT_TRUE(bench.states.empty());
    EXPECT_EQ(bench.sequence.next_wake() - bench.now, 1ms);
    bench.wait(1ms);
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::SUSPENDED, "no heartbeat for 3000 ms"}));
    bench.feed(event_bytes(4));
    EXPECT_EQ(bench.state(), FeedState::SUSPENDED) << "an event is no heartbeat";
    EXPECT_EQ(bench.delivered.back(), 4U) << "but it is delivered";
    bench.feed(beat_bytes(6));
    EXPECT_EQ(bench.state(), FeedState::RECOVERING);
    bench.page(5, 5);
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, ARefusedKeyIsSuspendedAtOnceUntilTheTableIsHeardAgain) {
    auto bench = live_bench();
    bench.take(bench.sequence.on_refused("AUTH_FAILED: no", bench.now));
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::SUSPENDED, "AUTH_FAILED: no"}));
    bench.wait(10s);
    EXPECT_EQ(bench.states.back().reason, "AUTH_FAILED: no") << "the first reason stays";
    bench.feed(beat_bytes(4));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, ATableThatTheKeyMayNotSeeIsSuspendedAtOnce) {
    Bench bench;
    auto response = bench.answer();
    response.mutable_error()->set_reason("AUTH.table: no right to t1");
    response.mutable_error()->set_clause("AUTH.table");
    bench.take(bench.sequence.on_replay(response, bench.now));
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::SUSPENDED, "AUTH.table: no right to t1"}));
    bench.wait(100ms);
    EXPECT_EQ(bench.asks.size(), 2U) << "the right may come later";
}

TEST(FeedSequence, ARefusalIsKnownByItsClauseAndNotByItsWords) {
    Bench bench;
    auto response = bench.answer();
    response.mutable_error()->set_reason("AUTH. is how the name of this table begins, and it is still recovering");
    bench.take(bench.sequence.on_replay(response, bench.now));
    EXPECT_EQ(bench.states.back().state, FeedState::RECOVERING);
}

TEST(FeedSequence, ASilentStudioIsSuspendedFromTheStart) {
    Bench bench;
    bench.wait(3000ms);
    EXPECT_EQ(bench.state(), FeedState::SUSPENDED);
}

TEST(FeedSequence, AsksAgainWithBackOff) {
    auto bench = live_bench();
    bench.feed(event_bytes(5));
    std::vector<std::chrono::milliseconds> gaps;
    auto asked_at = bench.now;
    for (std::size_t asked = 1; asked < 10;) {
        bench.feed(beat_bytes(6)); // the feed itself is well
        const auto wake = bench.sequence.next_wake();
        ASSERT_GT(wake, bench.now);
        bench.wait(std::chrono::duration_cast<std::chrono::milliseconds>(wake - bench.now));
        if (bench.asks.size() == asked) continue;
        ++asked;
        gaps.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(bench.now - asked_at));
        asked_at = bench.now;
    }
    EXPECT_EQ(gaps, (std::vector<std::chrono::milliseconds>{2100ms, 2200ms, 2400ms, 2800ms, 3600ms, 5200ms, 7000ms, 7000ms, 7000ms}));
    EXPECT_EQ(bench.states.back().reason, "replay does not answer");
    bench.page(4, 4);
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, AnErrorIsTheReasonAndIsAskedAgain) {
    Bench bench;
    auto response = bench.answer();
    response.mutable_error()->set_reason("no table t1");
    bench.take(bench.sequence.on_replay(response, bench.now));
    EXPECT_EQ(bench.states.back(), (FeedStateChange{FeedState::RECOVERING, "no table t1"}));
    EXPECT_EQ(bench.asks.size(), 1U);
    bench.wait(100ms);
    EXPECT_EQ(bench.asks.size(), 2U);
}

TEST(FeedSequence, AnEmptyAnswerIsNoReasonToHurry) {
    auto bench = live_bench();
    bench.feed(event_bytes(6));
    bench.end(3, 7);
    EXPECT_EQ(bench.asks.size(), 1U);
    EXPECT_EQ(bench.states.back().reason, "replay does not give event 4");
    bench.wait(100ms);
    EXPECT_EQ(bench.asks.size(), 2U);
}

TEST(FeedSequence, AnUnsentQuestionIsSentSoon) {
    Bench bench;
    bench.take(bench.sequence.on_unsent(bench.now));
    EXPECT_EQ(bench.states.back().reason, "replay is not connected");
    bench.wait(99ms);
    EXPECT_EQ(bench.asks.size(), 1U);
    bench.wait(1ms);
    EXPECT_EQ(bench.asks.size(), 2U);
}

TEST(FeedSequence, ALongGapHoldsABoundedNumberOfMessages) {
    FeedTiming timing;
    timing.held_messages = 10;
    auto bench = live_bench(timing);
    for (std::uint64_t seq = 5; seq <= 100; ++seq)
        bench.feed(event_bytes(seq));
    bench.page(4, 4); // then 5..14 were held, and 15..100 are asked for
    EXPECT_EQ(bench.delivered.back(), 14U);
    bench.end(4, 101);
    EXPECT_EQ(bench.asks.back().replay().from_seq(), 15U);
    bench.page(15, 100);
    EXPECT_EQ(bench.delivered.back(), 100U);
    EXPECT_EQ(bench.delivered.size(), 100U);
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, ANewEpochBeginsAtOne) {
    auto bench = live_bench();
    bench.feed(event_bytes(6)); // of the old epoch, held
    bench.feed(beat_bytes(3, 2));
    EXPECT_EQ(bench.states.back().reason, "epoch 2 has begun");
    EXPECT_EQ(bench.asks.back().replay().from_seq(), 1U);
    bench.feed(event_bytes(4, 1)); // late, of the epoch that is over
    bench.page(1, 2, 2);
    bench.end(2, 3, 2);
    EXPECT_EQ(bench.delivered, (Seqs{1, 2, 3, 1, 2}));
    EXPECT_EQ(bench.epochs, (Seqs{1, 1, 1, 2, 2}));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
    EXPECT_EQ(bench.sequence.position(), (FeedPosition{2, 3}));
}

TEST(FeedSequence, ANewEpochInAPage) {
    auto bench = live_bench();
    bench.feed(event_bytes(6));
    bench.page(1, 2, 2);
    EXPECT_EQ(bench.epochs, (Seqs{1, 1, 1, 2, 2}));
    bench.feed(beat_bytes(3, 2));
    EXPECT_EQ(bench.state(), FeedState::LIVE);
}

TEST(FeedSequence, AResumedPositionOfAnOlderEpochStartsTheNewOne) {
    Bench bench(FeedPosition{3, 77});
    bench.end(0, 5, 4);
    EXPECT_EQ(bench.asks.back().replay().from_seq(), 1U);
    bench.page(1, 4, 4);
    EXPECT_EQ(bench.delivered, (Seqs{1, 2, 3, 4}));
}

TEST(FeedSequence, AStudioOfAnOlderEpochIsNotFollowed) {
    Bench bench(FeedPosition{3, 77});
    bench.feed(event_bytes(77, 2));
    EXPECT_TRUE(bench.delivered.empty());
    EXPECT_EQ(bench.states.back().reason, "the studio is in epoch 2, before this client's epoch 3");
}

TEST(FeedSequence, HostileBytesAreCounted) {
    auto bench = live_bench();
    bench.feed("\xFF\xFF");
    bench.feed("");
    bench.feed(event_bytes(4, 1, "t2"));
    bench.feed(event_bytes(0));
    auto response = bench.sequence.on_replay(ReplayResponse{}, bench.now);
    EXPECT_TRUE(response.empty());
    EXPECT_EQ(bench.sequence.malformed(), 4U);
    EXPECT_EQ(bench.delivered.size(), 3U);
    EXPECT_TRUE(bench.states.empty());
}

// Whatever is lost, doubled or late, by whatever seed: what comes out is 1, 2, 3, ... and in the end it is live.
TEST(FeedSequence, AnyLossGivesTheSameStream) {
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        std::mt19937 random(seed);
        const auto chance = [&random](unsigned percent) { return random() % 100 < percent; };
        FeedTiming timing;
        timing.held_messages = 1 + random() % 20;
        const bool by_snapshot = chance(50);
        Bench bench(by_snapshot ? std::nullopt : std::optional(FeedPosition{}), timing);
        std::uint64_t published = 0;
        std::size_t answered = 0;
        const auto studio = [&] {
            for (; answered < bench.asks.size(); ++answered) {
                const auto request = bench.asks[answered];
                if (chance(30)) continue; // lost
                ReplayResponse response;
                response.set_request_id(request.request_id());
                if (request.has_snapshot()) {
                    response.mutable_snapshot()->set_epoch(1);
                    response.mutable_snapshot()->set_seq(published);
                    bench.take(bench.sequence.on_replay(response, bench.now));
                    continue;
                }
                auto last = request.replay().from_seq() - 1;
                const auto to = request.replay().to_seq() == 0 ? published : std::min(published, request.replay().to_seq());
                for (int part = 0; part < 3 && last < to; ++part) {
                    ReplayResponse page;
                    page.set_request_id(request.request_id());
                    for (int i = 0; i < 4 && last < to; ++i)
                        page.mutable_page()->add_envelopes(event_bytes(++last));
                    if (!chance(20)) bench.take(bench.sequence.on_replay(page, bench.now));
                }
                response.mutable_end()->set_epoch(1);
                response.mutable_end()->set_last_seq(last);
                response.mutable_end()->set_next_seq(published + 1);
                bench.take(bench.sequence.on_replay(response, bench.now));
            }
        };
        for (int step = 0; step < 300; ++step) {
            if (chance(60)) {
                ++published;
                if (!chance(30)) bench.feed(event_bytes(published));
                if (chance(10)) bench.feed(event_bytes(1 + random() % published));
            }
            if (chance(10) && !chance(30)) bench.feed(beat_bytes(published + 1));
            if (chance(70)) studio();
            bench.wait(std::chrono::milliseconds(random() % 200));
        }
        for (int step = 0; step < 2000 && (step == 0 || bench.state() != FeedState::LIVE); ++step) {
            bench.feed(beat_bytes(published + 1));
            studio();
            bench.wait(100ms);
        }
        ASSERT_EQ(bench.state(), FeedState::LIVE) << "seed " << seed;
        const auto first = by_snapshot ? bench.snapshots.at(0).seq() + 1 : 1;
        ASSERT_EQ(bench.snapshots.size(), by_snapshot ? 1U : 0U);
        ASSERT_EQ(bench.delivered.size(), published + 1 - first) << "seed " << seed;
        for (std::size_t i = 0; i < bench.delivered.size(); ++i)
            ASSERT_EQ(bench.delivered[i], first + i) << "seed " << seed;
    }
}

} // namespace
} // namespace proto::client
