#include "tests/engine/core/table_driver.h"

#include <algorithm>

namespace engine {
namespace {

using namespace std::chrono_literals;
using testing::TableDriver;
using testing::twelve;

Input wager(const std::string& id, std::int64_t stake, const std::string& round, const std::string& bet = "PLAYER") {
    return PlaceWager{id, "acme", round, {SeatKind::PLAYER, 1}, bet, {stake, "EUR"}};
}

TEST(LiveTable, AWholeRoundFromOpenToConfirmed) {
    TableDriver driver;
    driver.open("5c");
    EXPECT_EQ(driver.all<ShoeStarted>().front(), (ShoeStarted{"S1", Card::parse("5c"), 5}));
    EXPECT_EQ(driver.all<CardBurned>().size(), 5U);
    EXPECT_EQ(driver.table->view().cards_left, 416 - 6);
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", 1000, "S1-R1"));
    driver.deal();
    EXPECT_TRUE(driver.expects(Act::WAIT_BETTING));
    EXPECT_FALSE(driver.expects(Act::TURN_CARD)) << "betting is open";
    driver.wait(15s);
    EXPECT_EQ(driver.all<BettingClosed>().size(), 1U);
    driver.turn(twelve);
    ASSERT_EQ(driver.all<ResultProvisional>().size(), 1U);
    driver.send(ConfirmResult{"anna"});
    const auto confirmed = driver.all<ResultConfirmed>();
    ASSERT_EQ(confirmed.size(), 1U);
    EXPECT_EQ(confirmed[0].positions[0].points, "6");
    EXPECT_EQ(confirmed[0].positions[0].outcome, Outcome::TIE);
    const auto settled = driver.all<WagerSettled>();
    ASSERT_EQ(settled.size(), 1U);
    EXPECT_EQ(settled[0].deducted.minor, 2000);
    EXPECT_EQ(settled[0].returned.minor, 2000);
    driver.clear();
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
    EXPECT_EQ(driver.table->view().cards_left, 416 - 6 - 13);
}

// PD-1.2: what a hand is worth shows as soon as both its cards lie open, and says nothing of who wins.
TEST(LiveTable, AnOpenHandShowsItsPointsBeforeThereIsAResult) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.turn({"6c"});
    EXPECT_TRUE(driver.table->view().open_hands.empty()) << "one card is no hand";
    driver.turn({"6c", "Ks", "5h"});
    const auto worth = driver.table->view().open_hands;
    ASSERT_EQ(worth.size(), 1U);
    EXPECT_EQ(worth[0].position.text(), "P1");
    EXPECT_EQ(worth[0].points, "6");
    EXPECT_EQ(worth[0].outcome, Outcome::NONE);
    EXPECT_TRUE(worth[0].bets.empty());
    driver.turn(twelve);
    EXPECT_TRUE(driver.table->view().open_hands.empty()) << "the result says it now";
    EXPECT_FALSE(driver.table->view().result.empty());
}

TEST(LiveTable, PauseAndResumeAtEveryStepKeepTheCountdownsRest) {
    // One run a step: pause for an hour before it, resume, and everything goes on with the rest that was left.
    for (int pause_at = 0; pause_at <= 12; ++pause_at) {
        TableDriver driver;
        driver.open();
        driver.send(StartRound{"anna"});
        const Time closes = *driver.table->view().betting_closes_at;
        driver.burn();
        const auto slots = TableDriver::deal_slots();
        Duration rest{};
        for (int step = 0; step <= 12; ++step) {
            if (step == pause_at) {
                rest = closes - driver.now;
                driver.send(PauseTable{"a word with the supervisor", "anna"});
                EXPECT_EQ(driver.table->view().betting_rest, rest);
                driver.wait(1h);
                EXPECT_TRUE(driver.all<BettingClosed>().empty());
                driver.send(ResumeTable{"boris"});
                EXPECT_EQ(*driver.table->view().betting_closes_at, driver.now + rest);
            }
            if (step < 12) driver.see(slots[static_cast<std::size_t>(step)], Sight::FACE_DOWN);
        }
        driver.wait(15s);
        driver.turn(twelve);
        EXPECT_TRUE(driver.expects(Act::CONFIRM_RESULT)) << "paused before step " << pause_at;
    }
}

TEST(LiveTable, CardsLaidWhilePausedCountWhenItResumes) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.send(PauseTable{"phone", "anna"});
    driver.deal();
    EXPECT_TRUE(driver.all<CardDealt>().empty());
    driver.send(ResumeTable{"boris"});
    EXPECT_EQ(driver.all<CardDealt>().size(), 12U);
}

TEST(LiveTable, CutCardInEveryPositionMakesTheRoundTheLast) {
    // PD-16. Position 0: before the burn; 1..12: before the n-th dealt card; 13: after the last card of the round.
    for (int position = 0; position <= 13; ++position) {
        TableDriver driver;
        driver.open();
        driver.send(StartRound{"anna"});
        if (position == 0) driver.see("CUT", Sight::CUT_CARD);
        driver.burn();
        int card = 0;
        for (const auto& slot : TableDriver::deal_slots()) {
            if (position == ++card) driver.see("CUT", Sight::CUT_CARD);
            driver.see(slot, Sight::FACE_DOWN);
        }
        if (position == 13) driver.see("CUT", Sight::CUT_CARD);
        driver.wait(15s);
        driver.turn(twelve);
        driver.send(ConfirmResult{"anna"});
        EXPECT_TRUE(driver.all<ResultConfirmed>().front().last_of_shoe) << position;
        ASSERT_EQ(driver.all<ShoeEnded>().size(), 1U) << position;
        const auto ended = driver.all<ShoeEnded>().front();
        EXPECT_EQ(ended.seen + ended.burned_unseen + ended.left, 416);
        driver.clear();
        driver.see("CUT", Sight::EMPTY);
        EXPECT_TRUE(driver.expects(Act::START_SHOE));
        EXPECT_FALSE(driver.offer(StartRound{"anna"}));
        driver.start_shoe();
        EXPECT_TRUE(driver.expects(Act::START_ROUND));
    }
}

TEST(LiveTable, CutCardBetweenRoundsMakesTheNextRoundTheLast) {
    TableDriver driver;
    driver.open();
    driver.see("CUT", Sight::CUT_CARD);
    driver.send(StartRound{"anna"});
    EXPECT_TRUE(driver.all<RoundOpened>().front().last_of_shoe);
}

TEST(LiveTable, AFaceShownWhileBettingIsOpenClosesBettingAndIsNotPublished) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.see("P2.1", Sight::FACE_UP, "Kd");
    EXPECT_EQ(driver.all<BettingClosed>().size(), 1U);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::CARD_EXPOSED_EARLY);
    EXPECT_EQ(driver.all<FaultRaised>().front().seen.find("Kd"), std::string::npos);
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    EXPECT_TRUE(driver.all<CardRevealed>().empty());
    EXPECT_FALSE(driver.table->view().slots.at(*Slot::parse("P2.1")).card) << "no card in the public view either";
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"})) << "only a void ends it";
    EXPECT_FALSE(driver.offer(VoidRound{"card exposed", "anna", ""})) << "cards are dealt: the supervisor authorises";
    driver.send(VoidRound{"card exposed", "anna", "boris"});
    driver.send(ResumeTable{"boris"});
    driver.clear();
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
}

TEST(LiveTable, ADoubtfulCardBecomesAQuestionAndTheSupervisorApprovesTheAnswer) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.see("P1.1", Sight::DOUBTFUL);
    driver.see("P1.2", Sight::FACE_UP, "Ks");
    driver.see("P2.1", Sight::FACE_UP, "5h");
    driver.wait(3s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U) << "what is turned behind a doubtful card waits, and is no mistake";
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::UNREADABLE);
    EXPECT_EQ(driver.all<CardRevealed>().size(), 1U);
    ASSERT_EQ(driver.table->in_doubt().size(), 1U);
    EXPECT_EQ(driver.table->in_doubt().front().slot.text(), "P1.1");
    EXPECT_FALSE(driver.offer(ManualCard{*Slot::parse("P1.1"), *Card::parse("6c"), "anna", ""}));
    EXPECT_FALSE(driver.offer(ManualCard{*Slot::parse("P1.1"), *Card::parse("6c"), "anna", "anna"}));
    driver.send(ManualCard{*Slot::parse("P1.1"), *Card::parse("6c"), "anna", "boris"});
    const auto revealed = driver.all<CardRevealed>();
    ASSERT_EQ(revealed.size(), 3U);
    EXPECT_EQ(revealed[1].source, CardSource::MANUAL);
    EXPECT_EQ(revealed[2].slot.text(), "P2.1");
    EXPECT_EQ(driver.all<FaultCleared>().front().ending, Ending::MANUAL_CARD);
    EXPECT_TRUE(driver.table->in_doubt().empty());
}

TEST(LiveTable, WrongPositionIsAMistakeOnlyWhenItStays) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.burn();
    driver.see("P2.1", Sight::FACE_DOWN); // two neighbours settle in the other order
    driver.see("P1.1", Sight::FACE_DOWN);
    driver.wait(2s);
    EXPECT_TRUE(driver.all<FaultRaised>().empty());
    EXPECT_EQ(driver.all<CardDealt>().size(), 2U);
    driver.see("P5.1", Sight::FACE_DOWN);
    driver.wait(2s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::WRONG_POSITION);
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::WRONG_POSITION, Ending::BACK_IN_ORDER, "boris"})) << "the card still lies there";
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::WRONG_POSITION, Ending::NEXT_BURN, "boris"})) << "no approved ending";
    driver.see("P5.1", Sight::EMPTY);
    driver.send(EndFault{FaultCode::WRONG_POSITION, Ending::BACK_IN_ORDER, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.see("P3.1", Sight::FACE_DOWN);
    EXPECT_EQ(driver.all<CardDealt>().size(), 3U);
}

TEST(LiveTable, AMissingBurnIsMadeUp) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.see("P1.1", Sight::FACE_DOWN);
    driver.wait(2s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::BURN_MISSING);
    driver.send(EndFault{FaultCode::BURN_MISSING, Ending::BURN_NOW, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.wait(5s);
    EXPECT_EQ(driver.all<FaultRaised>().size(), 1U) << "the dealer has time to burn";
    driver.burn();
    EXPECT_EQ(driver.all<CardDealt>().size(), 1U);
}

TEST(LiveTable, BurnsThatTheCameraMissedAreConfirmedFromTheStills) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.see("BURN", Sight::FACE_UP, "3c");
    driver.see("BURN", Sight::EMPTY);
    driver.burn();
    driver.send(RaiseMistake{FaultCode::BURN_MISSING, burn_slot, "anna"});
    driver.send(EndFault{FaultCode::BURN_MISSING, Ending::CONFIRM_STILLS, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_EQ(driver.all<CardBurned>().size(), 3U);
    EXPECT_EQ(driver.table->view().cards_left, 416 - 4);
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
}

TEST(LiveTable, AnUnreadableBurnCardLeavesTheGame) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.see("BURN", Sight::DOUBTFUL);
    driver.wait(3s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    driver.see("BURN", Sight::EMPTY);
    driver.burn();
    driver.burn();
    driver.send(EndFault{FaultCode::UNREADABLE, Ending::OUT_OF_GAME, "boris"});
    EXPECT_EQ(driver.all<ShoeStarted>().front().to_burn, 2);
    EXPECT_FALSE(driver.all<ShoeStarted>().front().burn_card);
    EXPECT_EQ(driver.table->view().cards_left, 416 - 3);
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
}

TEST(LiveTable, ACardThatChangesPausesAndACorrectionNamesWhatItSupersedes) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", 1000, "S1-R1"));
    driver.deal();
    driver.wait(15s);
    driver.turn(twelve);
    driver.see("P1.1", Sight::FACE_UP, "7c");
    driver.wait(2s);
    EXPECT_EQ(driver.all<FaultRaised>().back().code, FaultCode::CARD_CHANGED);
    driver.send(CorrectCard{*Slot::parse("P1.1"), *Card::parse("7c"), "misread", "anna", "boris"});
    driver.send(ResumeTable{"boris"});
    driver.send(ConfirmResult{"anna"});
    EXPECT_EQ(driver.all<ResultConfirmed>().front().positions[0].points, "7");
    // Found later: the result is revised by two persons and the wager settled again.
    EXPECT_FALSE(driver.offer(CorrectCard{*Slot::parse("P1.2"), *Card::parse("2s"), "misread", "boris", "boris"}));
    driver.send(CorrectCard{*Slot::parse("P1.2"), *Card::parse("2s"), "misread", "boris", "mara"});
    const auto revised = driver.all<ResultRevised>();
    ASSERT_EQ(revised.size(), 1U);
    EXPECT_EQ(revised[0].revision, 2);
    EXPECT_EQ(revised[0].before[0].points, "7");
    EXPECT_EQ(revised[0].after[0].points, "9");
    const auto settled = driver.all<WagerSettled>();
    ASSERT_EQ(settled.size(), 2U);
    EXPECT_EQ(settled[1].revision, 2);
}

TEST(LiveTable, AVoidReturnsStakeAndHoldAndMayFollowASettlement) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", 1000, "S1-R1"));
    driver.send(wager("w2", 500, "S1-R1", "PAIR"));
    driver.deal();
    driver.wait(15s);
    driver.turn(twelve);
    driver.send(ConfirmResult{"anna"});
    EXPECT_FALSE(driver.offer(VoidRound{"wrong shoe", "boris", "boris"}));
    driver.send(VoidRound{"wrong shoe", "boris", "mara"});
    const auto refunds = driver.all<WagerRefunded>();
    ASSERT_EQ(refunds.size(), 2U);
    EXPECT_EQ(refunds[0].returned.minor, 2000);
    EXPECT_EQ(refunds[1].returned.minor, 500);
    EXPECT_FALSE(driver.offer(VoidRound{"again", "boris", "mara"}));
}

TEST(LiveTable, WagersAreJudgedByTimeRoundAndLimits) {
    TableDriver driver;
    driver.open();
    EXPECT_EQ(driver.offer(wager("w0", 1000, "S1-R1")).error().clause, "WAGER.round");
    driver.send(StartRound{"anna"});
    EXPECT_EQ(driver.offer(wager("w1", 1, "S1-R1")).error().clause, "WAGER.limit");
    EXPECT_EQ(driver.offer(wager("w1", 1000, "S1-R9")).error().clause, "WAGER.round");
    EXPECT_EQ(driver.offer(wager("w1", 1000, "S1-R1", "BANKER")).error().clause, "WAGER.bet");
    EXPECT_EQ(driver.offer(PlaceWager{"w1", "acme", "S1-R1", {SeatKind::PLAYER, 1}, "PLAYER", {1000, "THB"}}).error().clause,
              "WAGER.currency");
    EXPECT_EQ(driver.send(wager("w1", 1000, "S1-R1")).size(), 1U);
    EXPECT_TRUE(driver.table->knows(wager("w1", 1000, "S1-R1"))) << "what is asked again needs no place in the journal";
    EXPECT_FALSE(driver.table->knows(wager("w1", 2000, "S1-R1")));
    EXPECT_FALSE(driver.table->knows(wager("w2", 1000, "S1-R1")));
    EXPECT_FALSE(driver.table->knows(wager("w1", 1000, "S1-R9")));
    EXPECT_TRUE(driver.send(wager("w1", 1000, "S1-R1")).empty()) << "the same again changes nothing";
    EXPECT_EQ(driver.offer(wager("w1", 2000, "S1-R1")).error().clause, "WAGER.conflict");
    driver.wait(15s);
    EXPECT_EQ(driver.offer(wager("w2", 1000, "S1-R1")).error().clause, "WAGER.late");
}

TEST(LiveTable, AnIdIsItsDistributorsOwn) {
    const auto called_w1 = [](const std::string& distributor, std::uint8_t player, std::int64_t stake) {
        return PlaceWager{"w1", distributor, "S1-R1", {SeatKind::PLAYER, player}, "PLAYER", {stake, "EUR"}};
    };
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    EXPECT_EQ(driver.send(called_w1("bolt", 2, 500)).size(), 1U);
    EXPECT_EQ(driver.send(called_w1("acme", 1, 1000)).size(), 1U);
    EXPECT_TRUE(driver.send(called_w1("bolt", 2, 500)).empty()) << "the same again changes nothing";
    EXPECT_TRUE(driver.send(called_w1("acme", 1, 1000)).empty());
    EXPECT_EQ(driver.offer(called_w1("acme", 2, 500)).error().clause, "WAGER.conflict") << "as the other's is";
    EXPECT_EQ(driver.offer(called_w1("bolt", 1, 1000)).error().clause, "WAGER.conflict");
    driver.deal();
    driver.wait(15s);
    driver.turn(twelve);
    driver.send(ConfirmResult{"anna"});
    EXPECT_EQ(driver.all<WagerSettled>(),
              (std::vector<WagerSettled>{{"w1", "acme", 1, {2000, "EUR"}, {2000, "EUR"}}, {"w1", "bolt", 1, {1000, "EUR"}, {500, "EUR"}}}));
    driver.send(VoidRound{"wrong shoe", "boris", "mara"});
    EXPECT_EQ(driver.all<WagerRefunded>(), (std::vector<WagerRefunded>{{"w1", "acme", {2000, "EUR"}}, {"w1", "bolt", {1000, "EUR"}}}));
}

// An id may be used again in the next round, and then neither is taken for the other.
TEST(LiveTable, AWagerOfARoundThatIsOverIsNoneOfThisOne) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", 1000, "S1-R1"));
    driver.send(VoidRound{"again", "anna", ""});
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", 2000, "S1-R2"));
    EXPECT_EQ(driver.offer(wager("w1", 1000, "S1-R1")).error().clause, "WAGER.round");
    driver.send(PauseTable{"a word", "anna"});
    EXPECT_EQ(driver.offer(wager("w1", 1000, "S1-R1")).error().clause, "WAGER.round") << "and not that the table is paused";
    EXPECT_TRUE(driver.send(wager("w1", 2000, "S1-R2")).empty());
    EXPECT_EQ(driver.offer(wager("w2", 2000, "S1-R2")).error().clause, "WAGER.paused");
}

TEST(LiveTable, ANinthCopyIsNeverPublished) {
    TableRules rules;
    rules.decks = 1; // the second copy stands for the ninth
    TableDriver driver(rules);
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.see("P1.1", Sight::FACE_UP, "2c"); // the turned burn card's only copy
    ASSERT_FALSE(driver.all<FaultRaised>().empty());
    EXPECT_EQ(driver.all<FaultRaised>().back().code, FaultCode::DUPLICATE_CARD);
    EXPECT_TRUE(driver.all<CardRevealed>().empty());
}

// The camera sees one card in two slots: which of them is misread nobody can say, and the first may be the wrong one.
TEST(LiveTable, ACardThatTwoSlotsShowIsADuplicateUntilThePublishedOneIsCorrected) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.see("P1.1", Sight::FACE_UP, "Kh");
    const auto doubt = [&](const char* slot) {
        driver.send(SlotObserved{.slot = *Slot::parse(slot),
                                 .sight = Sight::DOUBTFUL,
                                 .card = {},
                                 .confidence = 0.99,
                                 .frame = ++driver.frame,
                                 .captured_at = driver.now,
                                 .still_sha256 = "",
                                 .camera = "c1",
                                 .reason = std::string(one_copy_too_many),
                                 .guesses = {*Card::parse("Kh")}});
    };
    doubt("P2.1"); // not to be turned yet
    EXPECT_TRUE(driver.all<FaultRaised>().empty());
    driver.see("P2.1", Sight::FACE_DOWN);
    doubt("P1.2");
    doubt("P1.1");
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    const auto fault = driver.all<FaultRaised>().back();
    EXPECT_EQ(fault.code, FaultCode::DUPLICATE_CARD);
    EXPECT_EQ(fault.slot, Slot::parse("P1.2"));
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    EXPECT_EQ(driver.all<CardRevealed>().size(), 1U) << "the second one is not published";
    driver.send(CorrectCard{*Slot::parse("P1.1"), *Card::parse("Qh"), "the still shows a queen", "anna", "mara"});
    driver.see("P1.1", Sight::FACE_UP, "Qh");
    driver.see("P1.2", Sight::FACE_UP, "Kh");
    driver.send(EndFault{FaultCode::DUPLICATE_CARD, Ending::RESCAN, "mara"});
    driver.send(ResumeTable{"mara"});
    ASSERT_EQ(driver.all<CardRevealed>().size(), 2U);
    EXPECT_EQ(driver.all<CardRevealed>().back().card, *Card::parse("Kh"));
    EXPECT_TRUE(driver.table->view().faults.empty());
}

SoftwareRecord software_with(std::string settings) {
    return {.when = RecordedWhen::START,
            .version = "1.0",
            .parts = {{"layout", std::string(64, 'a')}, {"settings", std::move(settings)}, {"studio", std::string(64, 'c')}},
            .clock = {true, 12, 3400}};
}

// PROC.evidence: an event at any time, which names what has changed since the last one; nothing else of the table does.
TEST(LiveTable, WhatRunsTheTableIsRecordedAtAnyTimeWithWhatHasChanged) {
    TableDriver driver;
    const auto first = software_with(std::string(64, 'b'));
    driver.send(RecordSoftware{first, ""});
    ASSERT_EQ(driver.all<SoftwareRecorded>().size(), 1U);
    EXPECT_EQ(driver.all<SoftwareRecorded>().back(), (SoftwareRecorded{first, {}, ""}));
    driver.open();
    driver.send(StartRound{"anna"});
    auto other = software_with(std::string(64, 'd'));
    other.when = RecordedWhen::ASKED;
    other.parts[0].name = "face";
    const auto timers = driver.table->timers();
    const auto before = driver.table->view();
    driver.wait(std::chrono::milliseconds(100));
    driver.send(RecordSoftware{other, "vera"});
    EXPECT_EQ(driver.all<SoftwareRecorded>().back(), (SoftwareRecorded{other, {"face", "layout", "settings"}, "vera"}));
    EXPECT_EQ(driver.table->timers(), timers) << "it is no progress of the round";
    EXPECT_EQ(driver.table->view().phase, before.phase);
    EXPECT_NE(driver.table->digest().find("software settings dddd"), std::string::npos);
    driver.send(RecordSoftware{other, "vera"});
    EXPECT_EQ(driver.all<SoftwareRecorded>().size(), 3U) << "said again although nothing has changed";
    EXPECT_TRUE(driver.all<SoftwareRecorded>().back().changed.empty());
}

TEST(LiveTable, ARecordOfTheSoftwareThatProvesNothingIsRefused) {
    TableDriver driver;
    const auto clause_of = [&](auto change, std::string by = "") {
        RecordSoftware wrong{software_with(std::string(64, 'b')), std::move(by)};
        change(wrong.record);
        const auto answer = driver.offer(wrong);
        return answer ? "accepted" : answer.error().clause;
    };
    EXPECT_EQ(clause_of([](auto&) {}), "accepted");
    EXPECT_EQ(clause_of([](auto& one) { one.version.clear(); }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.parts.clear(); }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.parts[1].sha256.pop_back(); }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.parts[1].sha256[0] = 'B'; }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.parts[0].name.clear(); }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.parts[1].name = "layout"; }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { std::swap(one.parts[0], one.parts[1]); }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.clock.max_error_us = -1; }), "PROC.evidence");
    EXPECT_EQ(clause_of([](auto& one) { one.when = RecordedWhen::ASKED; }), "PROC.evidence") << "nobody is named";
    EXPECT_EQ(clause_of([](auto&) {}, "vera"), "PROC.evidence") << "nobody was to ask";
}

// PROC.cardcheck: kept as an input; no event, no change, and never in the middle of a deal.
TEST(LiveTable, ACardCheckIsKeptBetweenRoundsAndChangesNothing) {
    TableDriver driver;
    const Card three = *Card::parse("3h"), eight = *Card::parse("8h");
    const CardCheckDone check{"c1", 52, 50, 1, 1, 2, 640, 167, {{three, eight, 1}}};
    const auto before = driver.table->digest();
    EXPECT_TRUE(driver.send(check).empty());
    EXPECT_EQ(driver.table->digest(), before);
    EXPECT_FALSE(driver.table->knows(check)) << "every check is another one";
    const auto clause_of = [&](auto change) {
        auto wrong = check;
        change(wrong);
        const auto answer = driver.offer(wrong);
        return answer ? "accepted" : answer.error().clause;
    };
    EXPECT_EQ(clause_of([](auto& one) { one.camera.clear(); }), "PROC.cardcheck");
    EXPECT_EQ(clause_of([](auto& one) { one.right = 51; }), "PROC.cardcheck");
    EXPECT_EQ(clause_of([](auto& one) { one.doubtful = -1, one.right = 52; }), "PROC.cardcheck");
    EXPECT_EQ(clause_of([](auto& one) { one.confusion.push_back(one.confusion[0]); }), "PROC.cardcheck");
    EXPECT_EQ(clause_of([&](auto& one) { one.confusion[0].read = three; }), "PROC.cardcheck");
    driver.open();
    EXPECT_TRUE(driver.send(check).empty());
    driver.send(StartRound{"anna"});
    EXPECT_EQ(clause_of([](auto&) {}), "PROC.cardcheck");
}

TEST(LiveTable, ARepeatedStatementIsKnownAndNothingIsDealtTwice) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.burn();
    driver.see("P1.1", Sight::FACE_DOWN);
    const SlotObserved again{.slot = *Slot::parse("P1.1"),
                             .sight = Sight::FACE_DOWN,
                             .card = {},
                             .confidence = 1,
                             .frame = 99,
                             .captured_at = {},
                             .still_sha256 = "",
                             .camera = "c1",
                             .reason = "",
                             .guesses = {}};
    EXPECT_TRUE(driver.table->knows(again));
    driver.send(again);
    EXPECT_EQ(driver.all<CardDealt>().size(), 1U);
}

TEST(LiveTable, CardsTakenAwayBeforeTheResult) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.turn(twelve);
    driver.see("P1.1", Sight::EMPTY);
    driver.wait(2s);
    EXPECT_EQ(driver.all<FaultRaised>().back().code, FaultCode::CLEARED_TOO_EARLY);
    driver.send(EndFault{FaultCode::CLEARED_TOO_EARLY, Ending::CONFIRM_STILLS, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.wait(2s);
    driver.send(ConfirmResult{"anna"});
    EXPECT_EQ(driver.all<ResultConfirmed>().size(), 1U);
}

TEST(LiveTable, ALostCameraPausesAndComesBack) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.send(CameraChanged{"c1", CameraSight::LOST, "no frame for 1 s"});
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"}));
    driver.send(CameraChanged{"c1", CameraSight::GOOD, ""});
    driver.send(ResumeTable{"boris"});
}

TEST(LiveTable, OneCameraBackDoesNotEndWhatAnotherStillSays) {
    TableDriver driver;
    driver.open();
    driver.send(CameraChanged{"c1", CameraSight::LOST, ""});
    driver.send(CameraChanged{"c2", CameraSight::LOST, ""});
    driver.send(CameraChanged{"c1", CameraSight::GOOD, ""});
    EXPECT_FALSE(driver.expects(Act::RESUME));
    driver.send(CameraChanged{"c2", CameraSight::DARK, ""}); // another trouble takes the place of the first
    EXPECT_EQ(driver.all<FaultCleared>().back().code, FaultCode::CAMERA_LOST);
    EXPECT_EQ(driver.all<FaultRaised>().back().code, FaultCode::CAMERA_DARK);
    driver.send(CameraChanged{"c2", CameraSight::GOOD, ""});
    EXPECT_TRUE(driver.expects(Act::RESUME));
}

TEST(LiveTable, APersonEndsACameraFaultOnlyWhenNoCameraSaysSo) {
    TableDriver driver;
    driver.open();
    driver.send(RaiseMistake{FaultCode::CAMERA_LOST, {}, "anna"}); // every camera is good: none will ever say that it is back
    driver.send(EndFault{FaultCode::CAMERA_LOST, Ending::CAMERA_BACK, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.send(CameraChanged{"c1", CameraSight::LOST, ""});
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::CAMERA_LOST, Ending::CAMERA_BACK, "boris"}));
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::CAMERA_LOST, Ending::VOID_ROUND, "boris"}));
}

TEST(LiveTable, ATableThatOpensWithABadCameraIsPaused) {
    TableDriver driver;
    driver.send(CameraChanged{"c1", CameraSight::FROZEN, ""});
    EXPECT_EQ(driver.all<FaultRaised>().size(), 0U);
    driver.send(OpenTable{"anna", "anna"});
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    EXPECT_EQ(driver.all<FaultRaised>().back().code, FaultCode::CAMERA_FROZEN);
    driver.send(CameraChanged{"c1", CameraSight::GOOD, ""});
    EXPECT_TRUE(driver.expects(Act::RESUME));
}

TEST(LiveTable, SilenceIsWarnedAboutOnceAndEndsWithTheNextCard) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.burn();
    driver.see("P1.1", Sight::FACE_DOWN);
    driver.wait(200s);
    const auto faults = driver.all<FaultRaised>();
    EXPECT_EQ(std::ranges::count_if(faults, [](const auto& fault) { return fault.code == FaultCode::NO_DEAL; }), 1);
    driver.see("P2.1", Sight::FACE_DOWN);
    EXPECT_EQ(driver.all<FaultCleared>().back().ending, Ending::PRESSED);
}

TEST(LiveTable, ResumeIsExpectedOnlyWhenItWouldBeAccepted) {
    TableDriver driver;
    driver.open();
    driver.send(PauseTable{"phone", "anna"});
    EXPECT_TRUE(driver.expects(Act::RESUME));
    driver.send(CameraChanged{"c1", CameraSight::LOST, ""});
    EXPECT_FALSE(driver.expects(Act::RESUME));
    EXPECT_TRUE(driver.expects(Act::RESOLVE_FAULT));
    driver.send(CameraChanged{"c1", CameraSight::GOOD, ""});
    EXPECT_TRUE(driver.expects(Act::RESUME));
}

TEST(LiveTable, AShoeTooShortForARoundIsChangedThoughItsCutCardNeverCame) {
    TableRules rules;
    rules.decks = 1;
    TableDriver driver(rules);
    driver.open("2c"); // 52 - 3 cards: three rounds, and 10 cards too few for a fourth
    for (int round = 0; round < 3; ++round) {
        driver.send(StartRound{"anna"});
        driver.deal();
        driver.send(VoidRound{"error", "anna", "boris"}); // no result, so no CUT_CARD_LATE
        driver.clear();
    }
    EXPECT_FALSE(driver.offer(StartRound{"anna"}));
    EXPECT_FALSE(driver.expects(Act::START_ROUND));
    EXPECT_TRUE(driver.expects(Act::START_SHOE));
}

TEST(LiveTable, CardsThatWereNeverTakenIntoAVoidedRoundHaveLeftTheShoe) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    const int left = driver.table->view().cards_left;
    driver.send(PauseTable{"phone", "anna"});
    driver.deal();
    driver.send(VoidRound{"dealt in the pause", "anna", "boris"});
    EXPECT_EQ(driver.table->view().cards_left, left - 13);
}

// Laid just before the confirmation, and no mistake yet: it has left the shoe all the same.
TEST(LiveTable, ACardAstrayWhenTheShoeEndsIsInItsLedger) {
    for (const auto sight : {Sight::FACE_DOWN, Sight::FACE_UP}) {
        TableRules rules;
        rules.game = "poker-switch";
        TableDriver driver(rules);
        driver.send(OpenTable{"anna", "anna"});
        driver.send(StartRound{"anna"});
        driver.wait(15s); // nobody plays: a round without cards
        driver.see("X3.4", sight, sight == Sight::FACE_UP ? "2s" : "");
        driver.send(ConfirmResult{"anna"});
        const auto ended = driver.all<ShoeEnded>();
        ASSERT_EQ(ended.size(), 1U);
        EXPECT_EQ(ended.front().left, 51);
        EXPECT_EQ(ended.front().seen, sight == Sight::FACE_UP ? 1 : 0);
        EXPECT_EQ(ended.front().seen + ended.front().burned_unseen, 1);
    }
}

TEST(LiveTable, AWrongResultEndsWithTheCorrection) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(15s);
    driver.turn(twelve);
    driver.send(ConfirmResult{"anna"});
    driver.send(RaiseMistake{FaultCode::RESULT_WRONG, {}, "boris"});
    driver.send(CorrectCard{*Slot::parse("P1.2"), *Card::parse("2s"), "misread", "boris", "mara"});
    EXPECT_TRUE(driver.table->view().faults.empty());
}

TEST(LiveTable, AShoeThatEndsBeforeItsFirstCardWasNeverTold) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.send(RaiseMistake{FaultCode::UNSHUFFLED_ORDER, {}, "anna"});
    driver.send(EndFault{FaultCode::UNSHUFFLED_ORDER, Ending::NEW_SHOE, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(driver.all<ShoeStarted>().empty());
    EXPECT_TRUE(driver.all<ShoeEnded>().empty());
    EXPECT_TRUE(driver.expects(Act::START_SHOE));
    driver.start_shoe();
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
}

TEST(LiveTable, AFaultThatEndsByAVoidEndsWithoutOneWhereThereIsNoRound) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.send(RaiseMistake{FaultCode::CARD_EXPOSED_EARLY, {}, "anna"});
    EXPECT_FALSE(driver.offer(VoidRound{"nothing", "boris", "mara"}));
    driver.send(EndFault{FaultCode::CARD_EXPOSED_EARLY, Ending::VOID_ROUND, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.see("BURN", Sight::FACE_UP, "2c");
    EXPECT_EQ(driver.all<ShoeStarted>().size(), 1U);
}

TEST(LiveTable, ARoundThatIsStartedWhileACardLiesAsksForItToBeTakenBeforeOneIsDealtThere) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.see("BURN", Sight::FACE_DOWN);
    driver.see("BURN", Sight::EMPTY);
    driver.see("P1.1", Sight::FACE_DOWN);
    driver.send(VoidRound{"wrong deal", "anna", "boris"});
    driver.send(StartRound{"anna"});
    const auto next = driver.table->expected().acts.front();
    EXPECT_EQ(next.act, Act::CLEAR_SLOT);
    EXPECT_EQ(next.slot, Slot::parse("P1.1"));
    driver.see("P1.1", Sight::EMPTY);
    EXPECT_FALSE(driver.expects(Act::CLEAR_SLOT));
}

TEST(LiveTable, ABurnCardInDoubtIsNotTakenAwayBeforeItCounts) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.see("BURN", Sight::DOUBTFUL);
    EXPECT_FALSE(driver.expects(Act::CLEAR_SLOT));
    EXPECT_TRUE(driver.expects(Act::BURN_CARD));
    driver.see("BURN", Sight::FACE_DOWN);
    EXPECT_TRUE(driver.expects(Act::CLEAR_SLOT));
    driver.see("BURN", Sight::DOUBTFUL);
    EXPECT_TRUE(driver.expects(Act::CLEAR_SLOT)) << "the same card, and it has counted";
}

TEST(LiveTable, ACardShownInBurnIsNotClearedBeforeItCountsAndCountsOnceHoweverItLeaves) {
    // Taken away at once, by its fault's ending, by a void: 416 - 3 for the shoe, and the shown card.
    for (int way = 0; way < 3; ++way) {
        TableDriver driver;
        driver.open();
        driver.send(StartRound{"anna"});
        driver.see("BURN", Sight::FACE_UP, "Qs");
        EXPECT_FALSE(driver.expects(Act::CLEAR_SLOT)) << "no act has taken it";
        if (way > 0) driver.wait(2s);
        if (way == 1) {
            driver.send(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "boris"});
            driver.send(ResumeTable{"boris"});
            EXPECT_TRUE(driver.expects(Act::CLEAR_SLOT)) << "counted, and in the way";
        }
        if (way == 2) driver.send(VoidRound{"burn card shown", "boris", "mara"});
        driver.see("BURN", Sight::EMPTY);
        EXPECT_EQ(driver.table->view().cards_left, 416 - 4) << "way " << way;
        EXPECT_EQ(driver.all<CardBurned>().size(), 2U) << "it serves as no burn card";
        driver.see("BURN", Sight::FACE_DOWN);
        EXPECT_EQ(driver.all<CardBurned>().size(), way == 2 ? 2U : 3U);
    }
}

TEST(LiveTable, ACardShownInBurnAndTurnedDownIsTheBurnCard) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.see("BURN", Sight::FACE_UP, "Qs");
    driver.see("BURN", Sight::FACE_DOWN);
    EXPECT_EQ(driver.all<CardBurned>().size(), 3U);
    driver.see("BURN", Sight::EMPTY);
    EXPECT_EQ(driver.table->view().cards_left, 416 - 4);
}

TEST(LiveTable, TheFirstCardOfAShoeMayBeTurnedWhereItLies) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.see("BURN", Sight::FACE_DOWN);
    EXPECT_TRUE(driver.expects(Act::TURN_BURN_CARD));
    driver.see("BURN", Sight::FACE_UP, "2c");
    EXPECT_TRUE(driver.all<CardBurned>().empty()) << "one card, and it is the turned one";
    driver.see("BURN", Sight::EMPTY);
    driver.burn();
    driver.burn();
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
    EXPECT_EQ(driver.table->view().cards_left, 416 - 3);
}

TEST(LiveTable, ABurnedCardThatIsShownIsNotCountedTwice) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.see("BURN", Sight::FACE_DOWN);
    const int left = driver.table->view().cards_left;
    driver.see("BURN", Sight::FACE_UP, "Qs");
    driver.see("BURN", Sight::FACE_DOWN);
    driver.wait(2s);
    EXPECT_TRUE(driver.all<FaultRaised>().empty()) << "the same card, turned back";
    driver.see("BURN", Sight::FACE_UP, "Qs");
    driver.wait(2s);
    driver.send(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "boris"});
    driver.send(ResumeTable{"boris"});
    driver.see("BURN", Sight::EMPTY);
    EXPECT_EQ(driver.table->view().cards_left, left);
}

TEST(LiveTable, ACardTooManyInBurnThatWasTakenAwayAtOnceEndsByEachOfItsEndings) {
    struct Way {
        Ending ending;
        int left;   // 3 for the shoe, the burn card, the dealt one; and the one too many unless it went back
        int burned; // the next round's burn card included
    };
    for (const auto& [ending, left, burned] :
         {Way{Ending::BACK_IN_ORDER, 416 - 5, 4}, {Ending::NEXT_BURN, 416 - 6, 4}, {Ending::OUT_OF_GAME, 416 - 6, 4}}) {
        TableDriver driver;
        driver.open();
        driver.send(StartRound{"anna"});
        driver.burn();
        driver.see("P1.1", Sight::FACE_DOWN);
        driver.see("BURN", Sight::FACE_DOWN);
        driver.wait(2s);
        ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
        EXPECT_FALSE(driver.offer(EndFault{FaultCode::EXTRA_CARD, Ending::BACK_IN_ORDER, "boris"})) << "it still lies there";
        driver.see("BURN", Sight::EMPTY);
        driver.send(EndFault{FaultCode::EXTRA_CARD, ending, "boris"});
        driver.send(ResumeTable{"boris"});
        driver.wait(2s);
        EXPECT_EQ(driver.all<FaultRaised>().size(), 1U) << "it is not raised again";
        EXPECT_EQ(driver.table->view().cards_left, left);
        driver.send(VoidRound{"enough seen", "boris", "mara"});
        driver.see("P1.1", Sight::EMPTY);
        driver.send(StartRound{"anna"});
        if (ending != Ending::NEXT_BURN) driver.burn();
        EXPECT_EQ(static_cast<int>(driver.all<CardBurned>().size()), burned);
        EXPECT_FALSE(driver.expects(Act::BURN_CARD));
    }
}

TEST(LiveTable, ADealtCardIsNoExtraCardThatLeavesTheGame) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.burn();
    driver.see("P1.1", Sight::FACE_DOWN);
    driver.send(RaiseMistake{FaultCode::EXTRA_CARD, Slot::parse("P1.1"), "anna"});
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "boris"}));
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::EXTRA_CARD, Ending::NEXT_BURN, "boris"}));
    driver.send(EndFault{FaultCode::EXTRA_CARD, Ending::BACK_IN_ORDER, "boris"});
}

TEST(LiveTable, ACardTooManyBetweenRoundsHasLeftTheShoeWhenTheNextRoundStartsOverIt) {
    TableDriver driver;
    driver.open();
    driver.see("P1.1", Sight::FACE_DOWN);
    EXPECT_FALSE(driver.expects(Act::CLEAR_SLOT)) << "not before the ledger knows of it";
    driver.send(StartRound{"anna"});
    EXPECT_EQ(driver.table->view().cards_left, 416 - 4);
}

TEST(LiveTable, WhatLiesInTheDiscardsChangesNothing) {
    TableDriver driver;
    for (const auto sight : {Sight::FACE_DOWN, Sight::FACE_UP, Sight::EMPTY, Sight::DOUBTFUL}) {
        SlotObserved seen;
        seen.slot = discard_slot;
        seen.sight = sight;
        if (sight == Sight::FACE_UP) seen.card = *Card::parse("As");
        EXPECT_TRUE(driver.table->knows(seen)) << name(sight);
    }
}

TEST(LiveTable, EveryFaultHasAnEndingAndEveryStateSomethingExpected) {
    for (int code = 0; code < fault_codes; ++code) {
        const auto& rule = rule_of(static_cast<FaultCode>(code));
        EXPECT_FALSE(rule.endings.empty()) << name(rule.code);
        EXPECT_FALSE(rule.suggestion.empty()) << name(rule.code);
        EXPECT_EQ(fault_code(name(rule.code)), rule.code);
    }
}

} // namespace
} // namespace engine
