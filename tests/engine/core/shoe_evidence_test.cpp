// What the cards say of their shoe, and what the camera's doubts say of the camera (procedures: UNSHUFFLED_ORDER, MISSING_CARDS,
// RECOGNITION_POOR).
#include "engine/core/shoe_evidence.h"

#include "tests/engine/core/table_driver.h"

#include <algorithm>
#include <random>

namespace engine {
namespace {

using namespace std::chrono_literals;
using testing::TableDriver;
using testing::twelve;

std::vector<NumberedFace> drawn(std::string_view cards, int first = 1) {
    std::vector<NumberedFace> faces;
    const auto parsed = parse_cards(cards);
    for (const auto& card : *parsed)
        faces.emplace_back(first++, card);
    return faces;
}

TEST(FactoryOrder, ADeckAsItIsPackedIsFoundWhicheverWayItLies) {
    EXPECT_TRUE(in_factory_order(drawn("As2s3s4s5s6s7s8s9sTs")));
    EXPECT_TRUE(in_factory_order(drawn("TsJsQsKsAs2d3d4d5d6d"))) << "a suit ends";
    EXPECT_TRUE(in_factory_order(drawn("KhQhJhTh9h8h7h6h5h4h"))) << "face up";
    EXPECT_TRUE(in_factory_order(drawn("9dTdJdQdKdAdAcKcQcJc"))) << "up one suit and down the next";
    auto holes = drawn("3s4s5s6s7s8s9sTsJsQs");
    std::erase_if(holes, [](const auto& face) { return face.first == 4 || face.first == 7; }); // burned unseen
    EXPECT_TRUE(in_factory_order(holes));
    std::ranges::reverse(holes);
    EXPECT_TRUE(in_factory_order(holes)) << "turned in another order than drawn";
}

TEST(FactoryOrder, AShuffledShoeIsNot) {
    EXPECT_FALSE(in_factory_order(drawn("As2s3s4s9d6s7sKh2cTs"))) << "four breaks";
    EXPECT_FALSE(in_factory_order(drawn("As3s5s7s9sJsKs2d4d6d"))) << "evenly dealt out";
    EXPECT_FALSE(in_factory_order(drawn("As2s3s"))) << "too few";
    std::mt19937_64 random(7);
    std::vector<Card> shoe;
    for (int deck = 0; deck < 8; ++deck)
        shoe.insert(shoe.end(), full_deck().begin(), full_deck().end());
    for (int tried = 0; tried < 20'000; ++tried) {
        std::ranges::shuffle(shoe, random);
        std::vector<NumberedFace> faces;
        for (int i = 0; i < 10; ++i)
            faces.emplace_back(i + 1, shoe[static_cast<std::size_t>(i)]);
        ASSERT_FALSE(in_factory_order(faces)) << tried;
    }
}

TEST(MissingCards, ARoundIsNamedWhenItsGapLasts) {
    using Rounds = std::vector<std::string>;
    EXPECT_EQ(rounds_of_missing_cards({}), Rounds());
    EXPECT_EQ(rounds_of_missing_cards({{"R1", 0}, {"R2", 0}}), Rounds());
    EXPECT_EQ(rounds_of_missing_cards({{"R1", 0}, {"R2", 2}, {"R3", 2}}), Rounds({"R2"}));
    EXPECT_EQ(rounds_of_missing_cards({{"R1", 1}, {"R2", 0}, {"R3", 1}}), Rounds({"R3"})) << "the first was on its way";
    EXPECT_EQ(rounds_of_missing_cards({{"R1", 1}, {"R2", 3}, {"R3", 2}}), Rounds({"R1", "R2"}));
}

std::size_t count_of(const TableDriver& driver, FaultCode code) {
    return static_cast<std::size_t>(std::ranges::count(driver.all<FaultRaised>(), code, &FaultRaised::code));
}

void play_to_the_turning(TableDriver& driver) {
    driver.send(StartRound{"anna"});
    driver.deal();
    driver.wait(16s);
}

// The cards of a round as they leave the shoe, turned box by box.
std::vector<std::string> as_turned(const std::vector<std::string>& as_dealt) {
    const auto slots = TableDriver::deal_slots();
    std::vector<std::string> turned;
    for (const auto& slot : TableDriver::turn_slots())
        turned.push_back(as_dealt.at(static_cast<std::size_t>(std::ranges::find(slots, slot) - slots.begin())));
    return turned;
}

TEST(LiveTable, AnUnshuffledShoeStopsTheTableAndOnlyANewShoeEndsThat) {
    TableDriver driver;
    driver.open("Ac"); // one card is burned: 2c; another for the round: 3c
    play_to_the_turning(driver);
    driver.turn(as_turned({"4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ad", "2d"}));
    ASSERT_EQ(count_of(driver, FaultCode::UNSHUFFLED_ORDER), 1U);
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    driver.send(VoidRound{"unshuffled", "anna", "boris"});
    EXPECT_EQ(driver.table->view().faults.size(), 1U) << "the shoe is still the same";
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"}));
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::UNSHUFFLED_ORDER, Ending::ACKNOWLEDGED, "boris"}));
    driver.send(EndFault{FaultCode::UNSHUFFLED_ORDER, Ending::NEW_SHOE, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(driver.expects(Act::START_SHOE));
}

TEST(LiveTable, AShuffledShoeIsJudgedOnceAndGoesOn) {
    TableDriver driver;
    driver.open();
    play_to_the_turning(driver);
    driver.turn(twelve);
    driver.send(ConfirmResult{"anna"});
    driver.clear();
    play_to_the_turning(driver);
    driver.turn(as_turned({"4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ad", "2d"}));
    EXPECT_EQ(count_of(driver, FaultCode::UNSHUFFLED_ORDER), 0U) << "only the first cards of a shoe say so";
    EXPECT_EQ(driver.table->view().state, TableState::OPEN);
}

// Its reader counts two cards more than the table has seen.
TEST(LiveTable, AShoeThatDoesNotReconcileHoldsTheTableAndNamesTheRounds) {
    TableRules rules;
    rules.cut_card_late_at = 410;
    TableDriver driver(rules);
    driver.open();
    play_to_the_turning(driver);
    driver.turn(twelve); // fewer than 410 cards are left: this is the last round
    const int taken = driver.table->view().cards_total - driver.table->view().cards_left;
    driver.send(ShoeCardRead{"shoe-1", static_cast<std::uint64_t>(taken) + 2, *Card::parse("9h")});
    driver.send(ConfirmResult{"anna"});
    const auto ended = driver.all<ShoeEnded>();
    ASSERT_EQ(ended.size(), 1U);
    EXPECT_FALSE(ended[0].reconciled);
    ASSERT_EQ(count_of(driver, FaultCode::MISSING_CARDS), 1U);
    EXPECT_NE(driver.all<FaultRaised>().back().seen.find("2 cards left the shoe that no camera has seen, in round S1-R1"),
              std::string::npos)
        << driver.all<FaultRaised>().back().seen;
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    driver.send(EndFault{FaultCode::MISSING_CARDS, Ending::NEW_SHOE, "boris"});
    driver.send(ResumeTable{"boris"});
    ASSERT_EQ(driver.table->view().faults.size(), 1U) << "the late cut card is a warning of its own";
    driver.clear();
    driver.start_shoe();
    EXPECT_TRUE(driver.table->view().faults.empty()) << "and ends with the shoe";
}

TEST(LiveTable, AShoeWithItsCardsAllSeenReconciles) {
    TableRules rules;
    rules.cut_card_late_at = 410;
    TableDriver driver(rules);
    driver.open();
    play_to_the_turning(driver);
    driver.turn(twelve);
    const int taken = driver.table->view().cards_total - driver.table->view().cards_left;
    driver.send(ShoeCardRead{"shoe-1", static_cast<std::uint64_t>(taken), *Card::parse("Kc")});
    driver.send(ConfirmResult{"anna"});
    ASSERT_EQ(driver.all<ShoeEnded>().size(), 1U);
    EXPECT_TRUE(driver.all<ShoeEnded>()[0].reconciled);
    EXPECT_EQ(count_of(driver, FaultCode::MISSING_CARDS), 0U);
}

// Turns a round of which the first cards cannot be read at first; true while the table is open.
bool turn_with_doubts(TableDriver& driver, std::size_t doubts) {
    for (std::size_t i = 0; i < twelve.size(); ++i) {
        const auto slot = TableDriver::turn_slots()[i];
        if (i < doubts) {
            driver.see(slot, Sight::DOUBTFUL);
            driver.wait(2s);
        }
        if (driver.table->view().state != TableState::OPEN) return false;
        driver.see(slot, Sight::FACE_UP, twelve[i]);
    }
    driver.send(ConfirmResult{"anna"});
    driver.clear();
    return true;
}

TEST(LiveTable, ManyDoubtfulCardsWarnAndThenStopTheTable) {
    TableDriver driver;
    driver.open();
    play_to_the_turning(driver);
    ASSERT_TRUE(turn_with_doubts(driver, 4));
    EXPECT_EQ(count_of(driver, FaultCode::RECOGNITION_POOR), 0U);
    play_to_the_turning(driver);
    ASSERT_TRUE(turn_with_doubts(driver, 5));
    ASSERT_EQ(count_of(driver, FaultCode::RECOGNITION_POOR), 1U) << "the fifth of the last 50 warns, once";
    EXPECT_EQ(driver.all<FaultRaised>().back().severity, Severity::WARN);
    play_to_the_turning(driver);
    ASSERT_FALSE(turn_with_doubts(driver, 2)) << "the tenth stops the table";
    const auto poor = driver.table->view().faults;
    const auto found = std::ranges::find(poor, FaultCode::RECOGNITION_POOR, &FaultRaised::code);
    ASSERT_NE(found, poor.end());
    EXPECT_EQ(found->severity, Severity::ERROR);
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"})) << "before the lens is clean";
    driver.send(EndFault{FaultCode::RECOGNITION_POOR, Ending::CLEANED, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(turn_with_doubts(driver, 0));
    EXPECT_EQ(count_of(driver, FaultCode::RECOGNITION_POOR), 2U) << "counted anew";
}

TEST(LiveTable, DoubtsOfLongAgoDoNotCount) {
    TableRules rules;
    rules.poor_of = 24;
    TableDriver driver(rules);
    driver.open();
    for (int round = 0; round < 6; ++round) {
        play_to_the_turning(driver);
        ASSERT_TRUE(turn_with_doubts(driver, round % 3 == 0 ? 4 : 0)) << round;
    }
    EXPECT_EQ(count_of(driver, FaultCode::RECOGNITION_POOR), 0U) << "four of any 24";
}

// Closing the table is the dealer's, ending such a fault the supervisor's.
TEST(LiveTable, WhatHoldsTheTableIsNotShedByClosingIt) {
    TableDriver driver;
    driver.open("Ac");
    play_to_the_turning(driver);
    driver.turn(as_turned({"4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ad", "2d"}));
    driver.send(VoidRound{"unshuffled", "anna", "boris"});
    driver.send(RaiseMistake{FaultCode::CARD_DAMAGED, {}, "anna"});
    driver.send(CloseTable{"anna"});
    const auto opened = driver.send(OpenTable{"anna", "anna"});
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    ASSERT_EQ(driver.table->view().faults.size(), 1U) << "the damaged card was of the session";
    EXPECT_EQ(driver.table->view().faults[0].code, FaultCode::UNSHUFFLED_ORDER);
    EXPECT_EQ(count_of(driver, FaultCode::UNSHUFFLED_ORDER), 2U) << "the new session is told";
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"}));
    driver.send(EndFault{FaultCode::UNSHUFFLED_ORDER, Ending::NEW_SHOE, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(driver.expects(Act::START_SHOE));
}

// procedures: re-scan, or void and change the shoe.
TEST(LiveTable, ACardTooManyEndsTheShoeWithItsRound) {
    TableRules rules;
    rules.decks = 1;
    rules.cut_card_late_at = 0;
    TableDriver driver(rules);
    driver.open("Ac");
    play_to_the_turning(driver);
    driver.see("P1.1", Sight::FACE_UP, "Ac"); // has been turned already
    ASSERT_EQ(count_of(driver, FaultCode::DUPLICATE_CARD), 1U);
    driver.send(VoidRound{"a second ace", "anna", "boris"});
    EXPECT_EQ(driver.all<ShoeEnded>().size(), 1U);
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(driver.expects(Act::START_SHOE));
    EXPECT_FALSE(driver.offer(StartRound{"anna"}));
}

TEST(LiveTable, AVoidEndsEachFaultAsItsRuleApproves) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    driver.wait(80s); // nothing is dealt, and betting has closed
    ASSERT_EQ(count_of(driver, FaultCode::NO_DEAL), 1U);
    driver.send(RaiseMistake{FaultCode::CARD_ON_FLOOR, {}, "anna"});
    driver.send(VoidRound{"dropped", "anna", "boris"});
    for (const auto& cleared : driver.all<FaultCleared>()) {
        const auto& endings = rule_of(cleared.code).endings;
        EXPECT_NE(std::ranges::find(endings, cleared.ending), endings.end()) << name(cleared.code) << ' ' << name(cleared.ending);
    }
    EXPECT_TRUE(driver.table->view().faults.empty());
}

TEST(Rules, TheLimitsOfPoorRecognitionGoTogether) {
    TableRules rules;
    rules.poor_warn_at = 11;
    EXPECT_FALSE(check_rules(rules)) << "a warning after the pause";
    rules = {};
    rules.poor_of = 9;
    EXPECT_FALSE(check_rules(rules)) << "ten of nine";
    rules = {};
    rules.factory_order_cards = 7;
    EXPECT_FALSE(check_rules(rules));
}

} // namespace
} // namespace engine
