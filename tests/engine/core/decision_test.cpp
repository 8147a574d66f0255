// What a table does with decisions: windows, prices, refusals, what stands when nobody speaks; decks of one round; cards that are taken
// away or swapped. Played with a game of its own, so that no game's rules are in the way.
#include "tests/engine/core/asking_game.h"
#include "tests/engine/core/table_driver.h"

namespace engine::testing {
namespace {

using namespace std::chrono_literals;

const Seat x1{SeatKind::BOX, 1};
const Seat x2{SeatKind::BOX, 2};

class Asking : public ::testing::Test {
protected:
    Asking() {
        driver.table = std::make_unique<LiveTable>(TableRules{}, std::make_shared<AskingGame>());
        driver.send(OpenTable{"anna", "anna"});
    }
    static PlaceWager wager(const std::string& id, const std::string& distributor, const Seat& box, const std::string& bet = "ANTE",
                            std::int64_t stake = 500) {
        return {id, distributor, "S1-R1", box, bet, {stake, "EUR"}};
    }
    static MakeDecision decision(const std::string& id, const std::string& distributor, const Seat& box, const std::string& choice) {
        return {.decision_id = id,
                .distributor = distributor,
                .by = distributor.empty() ? "anna" : distributor,
                .round_id = "S1-R1",
                .box = box,
                .choice = choice,
                .cards = {},
                .amount = {}};
    }
    // Both boxes dealt and open, both asked.
    void to_the_question() {
        driver.send(StartRound{"anna"});
        driver.send(wager("w1", "d1", x1));
        driver.send(wager("w2", "d2", x2));
        driver.wait(15s);
        for (const auto* slot : {"X1.1", "X1.2", "X2.1", "X2.2"})
            driver.see(slot, Sight::FACE_DOWN);
        driver.see("X1.1", Sight::FACE_UP, "Kd");
        driver.see("X1.2", Sight::FACE_UP, "2c");
        driver.see("X2.1", Sight::FACE_UP, "5h");
        driver.see("X2.2", Sight::FACE_UP, "9s");
    }
    std::string clause_of(const Input& input) {
        const auto answer = driver.offer(input);
        return answer ? "accepted" : answer.error().clause;
    }

    TableDriver driver;
};

TEST_F(Asking, ABoxIsAskedWithItsPricesAndUntilWhen) {
    to_the_question();
    EXPECT_EQ(driver.table->view().phase, Phase::DECIDING);
    const auto opened = driver.all<DecisionOpened>();
    ASSERT_EQ(opened.size(), 2U);
    EXPECT_EQ(opened[0].box, x1);
    EXPECT_EQ(opened[0].otherwise, "FOLD");
    EXPECT_EQ(opened[0].options[1], (DecisionOption{.choice = "BET", .price = {500, "EUR"}}));
    const auto acts = driver.table->expected().acts;
    ASSERT_EQ(acts.size(), 2U);
    EXPECT_EQ(acts[0].act, Act::DECIDE);
    EXPECT_EQ(acts[0].box, x1);
    EXPECT_EQ(acts[0].until, opened[0].closes_at);
    EXPECT_EQ(prompt(acts[0]), "Wait: Box 1 decides");
    const auto view = driver.table->view();
    ASSERT_EQ(view.decisions.size(), 2U);
    EXPECT_EQ(view.decisions[1].closes_at, opened[1].closes_at);
}

TEST_F(Asking, WhatIsDecidedIsPaidForAndSettled) {
    to_the_question();
    const auto events = driver.send(decision("k1", "d1", x1, "BET"));
    ASSERT_GE(events.size(), 3U);
    EXPECT_EQ(std::get<DecisionMade>(events[0].body), (DecisionMade{x1, "BET", {}, DecidedBy::PLAYER}));
    EXPECT_EQ(std::get<WagerAccepted>(events[1].body), (WagerAccepted{"k1", "d1", x1, "BET", {500, "EUR"}, {0, "EUR"}}));
    EXPECT_EQ(std::get<DecisionAccepted>(events[2].body), (DecisionAccepted{"k1", "d1", x1, "BET", {500, "EUR"}}));
    EXPECT_FALSE(is_public(events[2]));
    driver.send(decision("k2", "", x2, "FOLD"));
    EXPECT_EQ(driver.all<DecisionMade>().back().by, DecidedBy::DEALER);
    EXPECT_EQ(driver.all<DecisionAccepted>().back(), (DecisionAccepted{"k2", "d2", x2, "FOLD", {0, "EUR"}})) << "the owner hears of it";
    ASSERT_EQ(driver.table->view().phase, Phase::RESULT);
    EXPECT_TRUE(driver.table->view().decisions.empty());
    driver.send(ConfirmResult{"anna"});
    std::map<std::string, std::int64_t> back;
    for (const auto& settled : driver.all<WagerSettled>())
        back[settled.wager_id] = settled.returned.minor;
    EXPECT_EQ(back, (std::map<std::string, std::int64_t>{{"k1", 1000}, {"w1", 1000}, {"w2", 0}}));
}

TEST_F(Asking, WhatAVoidGivesBackIncludesTheCharges) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "BET"));
    auto insure = decision("k2", "d2", x2, "INSURE");
    insure.amount = Money{700, "EUR"};
    driver.send(insure);
    driver.send(VoidRound{"error", "boris", "mara"});
    std::map<std::string, std::int64_t> back;
    for (const auto& refunded : driver.all<WagerRefunded>())
        back[refunded.wager_id] = refunded.returned.minor;
    EXPECT_EQ(back, (std::map<std::string, std::int64_t>{{"k1", 500}, {"k2", 700}, {"w1", 500}, {"w2", 500}}));
    EXPECT_TRUE(driver.table->view().decided.empty());
    EXPECT_FALSE(driver.table->timers().contains(TimerId::DECISION_CLOSES));
}

TEST_F(Asking, TheSameDecisionAgainIsTheSameAnswerAndChangesNothing) {
    to_the_question();
    const auto bet = decision("k1", "d1", x1, "BET");
    driver.send(bet);
    const auto before = driver.table->digest();
    EXPECT_TRUE(driver.send(bet).empty());
    EXPECT_EQ(driver.table->digest(), before);
    auto other = bet;
    other.choice = "FOLD";
    EXPECT_EQ(clause_of(other), "DECISION.conflict");
    EXPECT_EQ(clause_of(decision("w2", "d2", x2, "BET")), "DECISION.conflict") << "a wager is called so";
}

TEST_F(Asking, TheIdOfADecisionIsItsDistributorsOwn) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "BET"));
    driver.send(decision("k1", "d2", x2, "SWITCH"));
    EXPECT_EQ(driver.all<DecisionAccepted>(),
              (std::vector<DecisionAccepted>{{"k1", "d1", x1, "BET", {500, "EUR"}}, {"k1", "d2", x2, "SWITCH", {500, "EUR"}}}));
    EXPECT_EQ(driver.all<WagerAccepted>().back(), (WagerAccepted{"k1", "d2", x2, "SWITCH", {500, "EUR"}, {0, "EUR"}}));
    EXPECT_TRUE(driver.table->knows(decision("k1", "d1", x1, "BET"))) << "what is asked again needs no place in the journal";
    EXPECT_FALSE(driver.table->knows(decision("k1", "d1", x1, "FOLD")));
    EXPECT_TRUE(driver.send(decision("k1", "d1", x1, "BET")).empty()) << "the same again: the same answer";
    EXPECT_TRUE(driver.send(decision("k1", "d2", x2, "SWITCH")).empty());
    EXPECT_EQ(clause_of(decision("k1", "d2", x2, "FOLD")), "DECISION.conflict");
    driver.see("X1.2", Sight::FACE_UP, "9s");
    driver.see("X2.2", Sight::FACE_UP, "2c");
    driver.send(decision("w1", "d2", x2, "SWITCH")); // as the other's wager is called
    ASSERT_EQ(driver.all<WagerRefunded>().size(), 1U);
    EXPECT_EQ(driver.all<WagerRefunded>().front(), (WagerRefunded{"k1", "d2", {500, "EUR"}})) << "its own charge, not the other's";
}

TEST_F(Asking, WhatAPersonEntersHasAnIdForTheOwnerToo) {
    to_the_question();
    auto insure = decision("k1", "", x1, "INSURE");
    insure.amount = Money{500, "EUR"};
    driver.send(insure);
    EXPECT_EQ(driver.all<DecisionAccepted>().back().distributor, "d1");
    EXPECT_EQ(clause_of(decision("k1", "", x2, "FOLD")), "DECISION.conflict") << "people at the table share their ids";
    EXPECT_EQ(clause_of(decision("k1", "d1", x1, "BET")), "DECISION.conflict") << "the owner was told of another by this id";
    driver.send(decision("k1", "d2", x2, "FOLD"));
    driver.send(decision("k2", "", x1, "FOLD"));
    EXPECT_EQ(driver.table->view().phase, Phase::RESULT);
}

TEST_F(Asking, WhatAPersonEntersIsNotCalledAsSomethingOfTheOwner) {
    to_the_question();
    EXPECT_EQ(clause_of(decision("w1", "", x1, "FOLD")), "DECISION.conflict");
    EXPECT_EQ(clause_of(decision("w1", "", x2, "FOLD")), "accepted") << "another's wager is called so";
}

TEST_F(Asking, WhatMayNotBeIsRefusedWithItsClause) {
    driver.send(StartRound{"anna"});
    EXPECT_EQ(clause_of(decision("k", "d1", x1, "FOLD")), "DECISION.turn");
    driver.send(VoidRound{"again", "anna", ""});
    driver.table = std::make_unique<LiveTable>(TableRules{}, std::make_shared<AskingGame>());
    driver.send(OpenTable{"anna", "anna"});
    to_the_question();
    EXPECT_EQ(clause_of(decision("", "d1", x1, "BET")), "DECISION.id");
    auto nobody = decision("k", "d1", x1, "BET");
    nobody.distributor = nobody.by = "";
    EXPECT_EQ(clause_of(nobody), "DECISION.id");
    EXPECT_EQ(clause_of(decision("k", "d2", x1, "BET")), "DECISION.owner");
    EXPECT_EQ(clause_of(decision("k", "d1", {SeatKind::BOX, 4}, "BET")), "DECISION.turn");
    EXPECT_EQ(clause_of(decision("k", "d1", x1, "DANCE")), "DECISION.option");
    auto of_another_round = decision("k", "d1", x1, "BET");
    of_another_round.round_id = "S1-R9";
    EXPECT_EQ(clause_of(of_another_round), "DECISION.round");

    auto exchange = decision("k", "d1", x1, "EXCHANGE");
    EXPECT_EQ(clause_of(exchange), "DECISION.cards") << "none named";
    exchange.cards = {1, 2};
    EXPECT_EQ(clause_of(exchange), "DECISION.cards") << "two named";
    exchange.cards = {3};
    EXPECT_EQ(clause_of(exchange), "DECISION.cards") << "a card the box does not have";
    auto bet = decision("k", "d1", x1, "BET");
    bet.cards = {1};
    EXPECT_EQ(clause_of(bet), "DECISION.cards");
    bet = decision("k", "d1", x1, "BET");
    bet.amount = Money{499, "EUR"};
    EXPECT_EQ(clause_of(bet), "DECISION.amount") << "a wrong price";
    bet.amount = Money{500, "USD"};
    EXPECT_EQ(clause_of(bet), "DECISION.amount");

    auto insure = decision("k", "d1", x1, "INSURE");
    EXPECT_EQ(clause_of(insure), "DECISION.amount") << "none named";
    insure.amount = Money{499, "EUR"};
    EXPECT_EQ(clause_of(insure), "DECISION.amount");
    insure.amount = Money{2501, "EUR"};
    EXPECT_EQ(clause_of(insure), "DECISION.amount");
    insure.amount = Money{2500, "EUR"};
    EXPECT_EQ(clause_of(insure), "accepted");
    driver.send(PauseTable{"a word", "anna"});
    EXPECT_EQ(clause_of(decision("k9", "d1", x1, "BET")), "DECISION.paused");
}

TEST_F(Asking, WhenTheWindowRunsOutTheDefaultStands) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "BET"));
    driver.wait(20s);
    const auto made = driver.all<DecisionMade>();
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[1], (DecisionMade{x2, "FOLD", {}, DecidedBy::CLOCK}));
    EXPECT_EQ(driver.table->view().phase, Phase::RESULT);
    EXPECT_EQ(clause_of(decision("k2", "d2", x2, "BET")), "DECISION.turn");
}

TEST_F(Asking, ADecisionAtItsDeadlineIsLate) {
    to_the_question();
    driver.now = driver.all<DecisionOpened>().front().closes_at;
    EXPECT_EQ(clause_of(decision("k1", "d1", x1, "BET")), "DECISION.late");
}

TEST_F(Asking, APauseKeepsTheRestOfEveryWindow) {
    to_the_question();
    driver.wait(12s);
    auto insure = decision("k1", "d1", x1, "INSURE");
    insure.amount = Money{500, "EUR"};
    driver.send(insure); // box 1 is asked anew: its window is whole again
    driver.wait(3s);
    driver.send(PauseTable{"a word", "anna"});
    auto view = driver.table->view();
    ASSERT_EQ(view.decisions.size(), 2U);
    const auto rest_1 = *view.decisions[0].rest;
    const auto rest_2 = *view.decisions[1].rest;
    EXPECT_EQ(rest_1 - rest_2, 12s);
    driver.wait(500s);
    EXPECT_EQ(driver.all<DecisionMade>().size(), 1U);
    driver.send(ResumeTable{"boris"});
    view = driver.table->view();
    EXPECT_EQ(*view.decisions[0].closes_at, driver.now + rest_1);
    EXPECT_EQ(*view.decisions[1].closes_at, driver.now + rest_2);
    driver.wait(rest_2);
    ASSERT_EQ(driver.all<DecisionMade>().size(), 2U);
    EXPECT_EQ(driver.all<DecisionMade>().back().box, x2);
}

TEST_F(Asking, NobodyIsHurriedWhilePlayersThink) {
    to_the_question();
    for (int i = 0; i < 15; ++i) {
        driver.wait(9s);
        auto choice = decision("k" + std::to_string(i), "d1", x1, "SWITCH");
        driver.send(choice);
        const auto cards =
            std::pair(driver.table->view().slots.at(*Slot::parse("X1.2")).card, driver.table->view().slots.at(*Slot::parse("X2.2")).card);
        driver.see("X1.2", Sight::FACE_UP, cards.second->text());
        driver.see("X2.2", Sight::FACE_UP, cards.first->text());
        if (driver.table->view().phase != Phase::DECIDING) break;
    }
    EXPECT_TRUE(driver.all<FaultRaised>().empty());
}

TEST_F(Asking, AnExchangedCardIsTakenAwayAndTheNewOneLaidOpen) {
    to_the_question();
    auto exchange = decision("k1", "d1", x1, "EXCHANGE");
    exchange.cards = {2};
    driver.send(exchange);
    EXPECT_EQ(driver.table->view().phase, Phase::DEALING);
    EXPECT_TRUE(driver.expects(Act::CLEAR_SLOT));
    EXPECT_EQ(prompt(driver.table->expected().acts.front()), "Take card 2 of Box 1 away");
    driver.see("X1.2", Sight::EMPTY);
    driver.wait(5s);
    EXPECT_EQ(driver.all<CardDiscarded>().size(), 1U);
    EXPECT_TRUE(driver.expects(Act::DEAL_OPEN));
    driver.see("X1.2", Sight::FACE_UP, "2c");
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U) << "that card has left the game";
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::DUPLICATE_CARD);
    driver.see("X1.2", Sight::FACE_UP, "Qh");
    driver.send(EndFault{FaultCode::DUPLICATE_CARD, Ending::RESCAN, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_EQ(driver.all<CardDealt>().back(), (CardDealt{*Slot::parse("X1.2"), false}));
    EXPECT_EQ(driver.all<CardRevealed>().back().card, *Card::parse("Qh"));
    const auto opened = driver.all<DecisionOpened>();
    ASSERT_GE(opened.size(), 2U); // the boxes are asked again, both
    const auto& again = opened[opened.size() - 2];
    EXPECT_EQ(again.box, x1);
    EXPECT_EQ(again.options.size(), 4U) << "no second exchange";
    EXPECT_EQ(driver.all<PlayerNotice>().back(), (PlayerNotice{"EXCHANGED", 20}));
}

TEST_F(Asking, AnOpenCardThatCannotBeReadIsNamedByAPerson) {
    to_the_question();
    auto exchange = decision("k1", "d1", x1, "EXCHANGE");
    exchange.cards = {2};
    driver.send(exchange);
    driver.see("X1.2", Sight::EMPTY);
    driver.see("X1.2", Sight::DOUBTFUL);
    driver.wait(3s);
    ASSERT_EQ(driver.all<FaultRaised>().back().code, FaultCode::UNREADABLE);
    driver.send(ManualCard{*Slot::parse("X1.2"), *Card::parse("Qh"), "anna", "boris"});
    EXPECT_EQ(driver.all<CardRevealed>().back().card, *Card::parse("Qh"));
    EXPECT_EQ(driver.table->view().phase, Phase::DECIDING);
    EXPECT_TRUE(driver.table->view().faults.empty());
}

TEST_F(Asking, TwoCardsChangePlacesAndTheFeeGoesBackWhenTheyChangeAgain) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "SWITCH"));
    driver.see("X1.2", Sight::EMPTY);
    driver.wait(3s);
    driver.see("X2.2", Sight::FACE_UP, "2c");
    driver.wait(3s);
    driver.see("X1.2", Sight::FACE_UP, "9s");
    EXPECT_TRUE(driver.all<FaultRaised>().empty());
    EXPECT_EQ(driver.all<CardsSwapped>().size(), 1U);
    EXPECT_EQ(*driver.table->view().slots.at(*Slot::parse("X1.2")).card, *Card::parse("9s"));
    driver.send(decision("k2", "d1", x1, "SWITCH"));
    ASSERT_EQ(driver.all<WagerRefunded>().size(), 1U);
    EXPECT_EQ(driver.all<WagerRefunded>().front(), (WagerRefunded{"k1", "d1", {500, "EUR"}}));
    driver.see("X1.2", Sight::FACE_UP, "Ac");
    driver.wait(2s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U) << "neither of the two cards";
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::CARD_CHANGED);
}

TEST_F(Asking, AFoldedHandMayBeTakenAway) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "FOLD"));
    driver.see("X1.1", Sight::FACE_DOWN);
    driver.see("X1.2", Sight::EMPTY);
    driver.wait(5s);
    EXPECT_TRUE(driver.all<FaultRaised>().empty());
    driver.see("X2.1", Sight::EMPTY);
    driver.wait(5s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::CLEARED_TOO_EARLY);
}

TEST_F(Asking, EachRoundHasADeckOfItsOwn) {
    EXPECT_EQ(clause_of(StartShoe{"anna"}), "PROC.shoe");
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
    to_the_question();
    EXPECT_EQ(driver.all<ShoeStarted>().back(), (ShoeStarted{"S1", {}, 0}));
    EXPECT_EQ(driver.table->view().cards_left, 48);
    driver.wait(20s);
    driver.send(ConfirmResult{"anna"});
    EXPECT_EQ(driver.all<ShoeEnded>().back(), (ShoeEnded{"S1", 52, 4, 0, 48, true}));
    for (const auto* slot : {"X1.1", "X1.2", "X2.1", "X2.2"})
        driver.see(slot, Sight::EMPTY);
    driver.send(StartRound{"anna"});
    EXPECT_EQ(driver.all<RoundOpened>().back().shoe_id, "S2");
    EXPECT_EQ(driver.table->view().round_id, "S2-R2");
    EXPECT_EQ(driver.all<RoundOpened>().back().last_of_shoe, true);
    const auto observed = driver.offer(SlotObserved{.slot = burn_slot,
                                                    .sight = Sight::EMPTY,
                                                    .card = {},
                                                    .captured_at = {},
                                                    .still_sha256 = "",
                                                    .camera = "c1",
                                                    .reason = "",
                                                    .guesses = {}});
    ASSERT_FALSE(observed);
    EXPECT_EQ(observed.error().clause, "OBSERVE.slot");
}

TEST_F(Asking, AWagerThatCannotBePlayedGoesBackWhenBettingCloses) {
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", "d1", x1));
    driver.send(wager("s1", "d1", x1, "SIDE", 10));
    driver.send(wager("s2", "d2", x2, "SIDE", 50));
    EXPECT_EQ(clause_of(wager("s3", "d2", x2, "SIDE", 51)), "WAGER.limit") << "the bet's own limits";
    EXPECT_EQ(clause_of(wager("w2", "d2", x1)), "ASK-1");
    driver.wait(15s);
    ASSERT_EQ(driver.all<WagerRefunded>().size(), 1U);
    EXPECT_EQ(driver.all<WagerRefunded>().front().wager_id, "s2");
}

TEST_F(Asking, TheIdOfAWagerThatWentBackIsSpentForTheRound) {
    driver.send(StartRound{"anna"});
    driver.send(wager("w1", "d1", x1));
    driver.send(wager("s2", "d1", x2, "SIDE", 50));
    driver.wait(15s);
    ASSERT_EQ(driver.all<WagerRefunded>().size(), 1U);
    EXPECT_TRUE(driver.send(wager("s2", "d1", x2, "SIDE", 50)).empty()) << "the same again: the same answer";
    EXPECT_EQ(clause_of(wager("s2", "d1", x2, "SIDE", 40)), "WAGER.conflict");
    driver.see("X1.1", Sight::FACE_DOWN);
    driver.see("X1.2", Sight::FACE_DOWN);
    driver.see("X1.1", Sight::FACE_UP, "Kd");
    driver.see("X1.2", Sight::FACE_UP, "2c");
    driver.send(decision("s2", "d1", x1, "BET"));
    EXPECT_EQ(driver.all<WagerAccepted>().back().wager_id, "s2'") << "and not the stake that has gone back";
    EXPECT_EQ(driver.all<DecisionAccepted>().back().decision_id, "s2");
    const auto twin = driver.table->clone();
    EXPECT_EQ(twin->digest(), driver.table->digest());
    driver.send(VoidRound{"a card fell", "anna", "sue"});
    EXPECT_EQ(driver.all<WagerRefunded>().back().wager_id, "w1");
    EXPECT_EQ(driver.table->digest().find("refunded"), std::string::npos) << "the next round begins anew";
}

TEST_F(Asking, ARoundWithoutAWagerIsOverAtOnce) {
    driver.send(StartRound{"anna"});
    driver.wait(15s);
    EXPECT_EQ(driver.table->view().phase, Phase::RESULT);
    driver.send(ConfirmResult{"anna"});
    EXPECT_TRUE(driver.expects(Act::START_ROUND));
}

TEST_F(Asking, ACardWhereNoneIsDueIsAnExtraCard) {
    driver.send(StartRound{"anna"});
    driver.see("X1.1", Sight::FACE_DOWN);
    driver.wait(2s);
    ASSERT_EQ(driver.all<FaultRaised>().size(), 1U);
    EXPECT_EQ(driver.all<FaultRaised>().front().code, FaultCode::EXTRA_CARD);
    EXPECT_EQ(clause_of(EndFault{FaultCode::EXTRA_CARD, Ending::NEXT_BURN, "boris"}), "PROC.fault");
    driver.send(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "boris"});
    EXPECT_EQ(driver.table->view().cards_left, 51);
}

TEST_F(Asking, ACorrectedCardNeverUndoesADecision) {
    to_the_question();
    driver.send(decision("k1", "d1", x1, "BET"));
    driver.send(decision("k2", "d2", x2, "FOLD"));
    ASSERT_EQ(driver.table->view().result[0].outcome, Outcome::WIN);
    driver.send(CorrectCard{*Slot::parse("X1.1"), *Card::parse("4d"), "misread", "boris", "mara"});
    EXPECT_EQ(driver.table->view().result[0].outcome, Outcome::LOSE);
    EXPECT_EQ(driver.table->view().decided.size(), 2U);
    driver.send(ConfirmResult{"anna"});
    driver.send(CorrectCard{*Slot::parse("X1.1"), *Card::parse("Qd"), "misread again", "boris", "mara"});
    EXPECT_EQ(driver.all<ResultRevised>().back().after[0].outcome, Outcome::WIN);
    EXPECT_EQ(driver.all<WagerSettled>().back().revision, 2);
}

} // namespace
} // namespace engine::testing
