// The cursor of one table against a stream in the test's hand.
#include "studio/bridge/table_bridge.h"
#include "tests/studio/bridge/fake_stream.h"
#include "tests/studio/journal/studio_fixture.h"

namespace studio::bridge {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using studio::testing::Dealer;
using studio::testing::Folder;
using studio::testing::LiveTable;
using testing::FakeStream;
using Fate = FakeStream::Fate;

const std::string subject = "studio.studio-1.pd1";

// A table that deals, a stream, and what bridges them.
class Bridged : public ::testing::Test {
protected:
    Bridged() : table(std::make_unique<LiveTable>(folder.path())) { start(); }

    void start(std::set<std::uint64_t> given_up = {}) {
        bridge = std::make_unique<TableBridge>(JournalTail(folder.path(), "pd1", std::move(given_up)), "pd1", stream, options,
                                               [this](Weight weight, const std::string& words) {
                                                   if (weight != Weight::NEWS) told.push_back(words);
                                               });
    }
    void play(int acts) { Dealer(*table->sequencer, table->clock, ++seed).play(acts); }
    [[nodiscard]] std::vector<std::string> committed() const {
        std::vector<std::string> bytes;
        for (const auto& event : table->sink.all)
            if (event.event.distributor.empty()) bytes.push_back(event.bytes);
        return bytes;
    }
    [[nodiscard]] std::uint64_t epoch() const { return table->writer->identity().epoch; }
    // Where the stream and the journal are not the same; empty when they are. (Ids, as bytes are unreadable.)
    [[nodiscard]] std::string difference() const {
        const auto events = committed();
        for (std::size_t place = 0; place < std::max(events.size(), stream.kept.size()); ++place) {
            const auto id = text(MessageId{"pd1", {epoch(), place + 1}});
            if (place >= events.size()) return "after the last event comes " + stream.kept[place].message.message_id;
            if (place >= stream.kept.size()) return id + " and what follows is missing";
            if (stream.kept[place].message.message_id != id) return "in place of " + id + " comes " + stream.kept[place].message.message_id;
            if (stream.kept[place].message.bytes != events[place]) return id + " has other bytes";
        }
        return {};
    }
    // Until there is nothing to do, at most `steps`; returns the last pause.
    milliseconds step_until_idle(int steps = 10'000) {
        milliseconds pause{0};
        while (steps-- > 0 && pause == milliseconds(0))
            pause = bridge->step(now += milliseconds(1));
        return pause;
    }
    // Until the stream has all of the journal, whatever fails on the way.
    void step_until_there() {
        const auto all = committed().size();
        for (int step = 0; step < 200'000 && stream.kept.size() < all; ++step)
            now += std::max(milliseconds(1), bridge->step(now));
        step_until_idle();
    }

    Folder folder;
    std::unique_ptr<LiveTable> table;
    FakeStream stream;
    TableBridgeOptions options;
    std::vector<std::string> told; // warnings and errors
    std::unique_ptr<TableBridge> bridge;
    steady_clock::time_point now{};
    std::uint64_t seed = 10;
};
using TableBridgeTest = Bridged;

TEST_F(TableBridgeTest, TheStreamHasTheSameBytesInTheSameOrder) {
    play(100);
    EXPECT_EQ(step_until_idle(), options.look_every);
    play(100);
    step_until_idle();
    EXPECT_EQ(difference(), "");
    ASSERT_GT(stream.kept.size(), 50U);
    EXPECT_EQ(stream.kept[6].message.message_id, "pd1:" + std::to_string(epoch()) + ":7");
    const auto report = bridge->report();
    EXPECT_EQ(report.state, Bridging::LIVE);
    EXPECT_EQ(report.published, stream.kept.size());
    EXPECT_EQ(report.stored, (Position{epoch(), stream.kept.size()}));
    EXPECT_EQ(report.waiting, 0U);
    EXPECT_EQ(report.finds, 1U) << "while all goes well the stream is asked once";
    EXPECT_TRUE(told.empty());
}

TEST_F(TableBridgeTest, AfterARestartTheStreamSaysWhereToGoOn) {
    play(100);
    step_until_idle(40);
    const auto before = stream.kept.size();
    ASSERT_GT(before, 10U);
    ASSERT_LT(before, committed().size());
    const auto calls = stream.calls;
    start();
    step_until_idle();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(stream.calls - calls, 2 + static_cast<int>(committed().size() - before)) << "nothing was sent a second time";
}

TEST_F(TableBridgeTest, AnAnswerThatIsLostIsAskedForAndNotSentAgain) {
    play(30);
    int call = 0;
    stream.fate = [&call] { return ++call == 5 ? Fate::ANSWER_LOST : Fate::ANSWERED; };
    EXPECT_EQ(step_until_idle(), options.first_back_off);
    EXPECT_EQ(bridge->report().state, Bridging::AWAY);
    step_until_there();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(bridge->report().repeated, 0U) << "the cursor was found, nothing had to be recognised by its id";
    EXPECT_EQ(bridge->report().published, committed().size() - 1);
}

TEST_F(TableBridgeTest, WhileTheStreamIsAwayItWaitsLongerAndLongerAndTheLagShows) {
    play(30);
    step_until_idle();
    stream.fate = [] { return Fate::LOST; };
    const auto there = committed().size();
    play(60);
    std::vector<milliseconds> pauses;
    for (int turn = 0; turn < 9; ++turn)
        pauses.push_back(bridge->step(now += milliseconds(1)));
    EXPECT_EQ(pauses.front(), options.first_back_off);
    EXPECT_EQ(pauses[1], 2 * options.first_back_off);
    EXPECT_EQ(pauses.back(), options.longest_back_off);
    const auto report = bridge->report();
    EXPECT_EQ(report.state, Bridging::AWAY);
    EXPECT_EQ(report.waiting, committed().size() - there);
    EXPECT_EQ(report.stored.seq, there);
    ASSERT_TRUE(report.oldest_waiting);
    EXPECT_EQ(told.size(), 1U) << "told once, not at every attempt";
    stream.fate = nullptr;
    step_until_there();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(bridge->report().waiting, 0U);
}

TEST_F(TableBridgeTest, WhatTheStreamHadAcknowledgedAndLostIsSentAgain) {
    play(60);
    step_until_idle();
    stream.kept.resize(stream.kept.size() - 7);
    play(10);
    step_until_there();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(bridge->report().taken_back, 7U);
    EXPECT_EQ(told.size(), 1U);
}

TEST_F(TableBridgeTest, AnEndThatTheStreamLostIsNoticedThoughNothingNewComes) {
    play(60);
    step_until_idle();
    stream.kept.pop_back();
    const auto calls = stream.calls;
    now += options.ask_every / 2;
    EXPECT_EQ(step_until_idle(), options.look_every);
    EXPECT_EQ(stream.calls, calls) << "a stream is not asked all the time";
    now += options.ask_every;
    step_until_idle();
    step_until_idle();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(bridge->report().taken_back, 1U);
}

TEST_F(TableBridgeTest, AStreamThatIsMadeAnewGetsTheNewestEventsOfTheJournal) {
    options.keep_events = 25;
    play(120);
    start();
    step_until_idle();
    const auto all = committed();
    ASSERT_GT(all.size(), 25U);
    EXPECT_EQ(stream.bytes_of(subject), std::vector<std::string>(all.end() - 25, all.end()));
}

TEST_F(TableBridgeTest, SomebodyElsesMessageStopsTheTableAndIsNamed) {
    play(30);
    step_until_idle();
    stream.intrude(subject, "hello", "not an event");
    play(30);
    EXPECT_EQ(step_until_idle(), options.first_back_off) << "refused: it asks whose the last message is";
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    const auto report = bridge->report();
    EXPECT_EQ(report.state, Bridging::STOPPED);
    EXPECT_EQ(report.contested, 1U);
    EXPECT_NE(report.reason.find("message " + std::to_string(stream.last_number) + " on " + subject + " (id 'hello'"), std::string::npos)
        << report.reason;
    const auto there = stream.kept.size();
    EXPECT_EQ(step_until_idle(), options.stopped_for) << "looked at again";
    EXPECT_EQ(stream.kept.size(), there) << "nothing is added behind it";
    stream.kept.pop_back(); // deleted by whoever put it right
    step_until_there();
    EXPECT_EQ(difference(), "");
}

TEST_F(TableBridgeTest, ServersThatLostTrackOfTheLastMessageAreNotTakenForEmpty) {
    play(30);
    step_until_idle();
    stream.lost_track = true;
    play(30);
    step_until_there();
    EXPECT_EQ(difference(), "");
    EXPECT_FALSE(stream.lost_track);
    EXPECT_EQ(bridge->report().contested, 1U);
    EXPECT_EQ(bridge->report().repeated, 0U);
}

TEST_F(TableBridgeTest, AnotherStudioUnderTheSameNamesIsNoticed) {
    play(30);
    step_until_idle();
    const auto next = committed().size() + 1;
    stream.intrude(subject, "pd1:" + std::to_string(epoch()) + ":" + std::to_string(next), "other bytes");
    EXPECT_EQ(bridge->report().state, Bridging::LIVE);
    start();
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    EXPECT_NE(bridge->report().reason.find("ahead of the journal"), std::string::npos) << bridge->report().reason;
    play(30); // now the journal has that number too, with its own bytes
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    EXPECT_NE(bridge->report().reason.find("other bytes"), std::string::npos) << bridge->report().reason;
    stream.kept.back().message.message_id = "pd1:" + std::to_string(epoch() + 1) + ":1";
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    EXPECT_NE(bridge->report().reason.find("later epoch"), std::string::npos) << bridge->report().reason;
}

TEST_F(TableBridgeTest, AnEventThatIsNeverTakenStopsTheTableAtIt) {
    play(60);
    stream.refuse = [](const OutgoingEvent& event) { return event.message_id.ends_with(":9"); };
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    EXPECT_EQ(stream.kept.size(), 8U) << "an event is never left out";
    EXPECT_EQ(bridge->report().state, Bridging::STOPPED);
}

TEST_F(TableBridgeTest, AStreamThatIsMadeOtherwiseIsToldToTheWhole) {
    play(10);
    stream.misfit = "it is kept in memory";
    step_until_idle();
    EXPECT_TRUE(bridge->misfit());
    EXPECT_TRUE(stream.kept.empty());
}

TEST_F(TableBridgeTest, TheRestOfAnEpochComesBeforeTheNextOne) {
    play(60);
    step_until_idle(20);
    auto expected = committed();
    const auto first = epoch();
    table.reset();
    ASSERT_LT(stream.kept.size(), expected.size());
    start(); // a journal that is open cannot be put away
    const auto put_away = JournalWriter::archive(folder.path(), "pd1");
    table = std::make_unique<LiveTable>(folder.path());
    play(60);
    const auto more = committed();
    expected.insert(expected.end(), more.begin(), more.end());
    ASSERT_GT(epoch(), first);
    std::filesystem::rename(put_away, folder.path() / "elsewhere");
    EXPECT_EQ(step_until_idle(), options.stopped_for);
    EXPECT_NE(bridge->report().reason.find("--give-up pd1:" + std::to_string(first)), std::string::npos) << bridge->report().reason;
    std::filesystem::rename(folder.path() / "elsewhere", put_away);
    step_until_idle();
    EXPECT_EQ(stream.bytes_of(subject), expected);
    EXPECT_EQ(bridge->report().stored.epoch, epoch());
}

TEST_F(TableBridgeTest, TwoBridgesOfOneJournalDoNoHarm) {
    play(60);
    TableBridge other(JournalTail(folder.path(), "pd1"), "pd1", stream, options, [](Weight, const std::string&) {});
    std::mt19937 random(4);
    for (int step = 0; step < 4000; ++step) {
        (random() % 2 == 0 ? *bridge : other).step(now += milliseconds(1));
        if (step % 50 == 0) play(1);
    }
    step_until_idle();
    EXPECT_EQ(difference(), "");
    EXPECT_NE(bridge->report().state, Bridging::STOPPED);
    EXPECT_NE(other.report().state, Bridging::STOPPED);
}

// Every way in which a call can end, in any order, with restarts at any moment and a stream that loses its end.
TEST_F(TableBridgeTest, WhateverFailsNothingIsLostNothingIsTwiceAndTheOrderIsKept) {
    for (std::uint32_t round = 0; round < 8; ++round) {
        std::mt19937 random(round);
        stream.fate = [&random] {
            const auto dice = random() % 20;
            return dice == 0 ? Fate::LOST : dice == 1 ? Fate::ANSWER_LOST : dice == 2 ? Fate::STALE : Fate::ANSWERED;
        };
        for (int turn = 0; turn < 60; ++turn) {
            if (random() % 3 == 0) play(1 + static_cast<int>(random() % 4));
            for (auto steps = random() % 12; steps > 0; --steps)
                now += bridge->step(now);
            if (random() % 15 == 0) start();
            if (random() % 15 == 0 && !stream.kept.empty())
                stream.kept.resize(stream.kept.size() - random() % std::min<std::size_t>(stream.kept.size(), 4));
            ASSERT_NE(bridge->report().state, Bridging::STOPPED) << bridge->report().reason;
        }
        stream.fate = nullptr;
        step_until_there();
        ASSERT_EQ(difference(), "") << "round " << round;
    }
    EXPECT_GT(committed().size(), 200U);
}

} // namespace
} // namespace studio::bridge
