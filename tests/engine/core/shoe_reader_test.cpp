// A shoe that reads its cards: a second source that every face is held against before it is published.
#include "tests/engine/core/table_driver.h"

#include <algorithm>

namespace engine {
namespace {

using namespace std::chrono_literals;
using testing::TableDriver;

const std::vector<std::string> faces{"2c", "3c", "4d", "5d", "6h", "7h", "8s", "9s", "Tc", "Jc", "Qd", "Kd"}; // in the order of turning

// A shoe whose reader says what it draws; `wrong` is the slot of which it says another card.
class ReadShoe {
public:
    // The faces of a round that is about to be dealt: its burn card comes first.
    void read_round(TableDriver& driver, const std::string& wrong = "") {
        const auto drawn = 416 - driver.table->view().cards_left;
        const auto slots = TableDriver::deal_slots();
        const auto turned = TableDriver::turn_slots();
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const auto at = static_cast<std::size_t>(std::ranges::find(turned, slots[i]) - turned.begin());
            const auto card = slots[i] == wrong ? *Card::parse("As") : *Card::parse(faces[at]);
            driver.send(ShoeCardRead{"shoe-1", static_cast<std::uint64_t>(drawn) + 2 + i, card});
        }
    }
};

void to_the_turning(TableDriver& driver) {
    driver.deal();
    driver.wait(16s);
}

void start(TableDriver& driver, const std::string& wrong = "") {
    driver.open();
    driver.send(StartRound{"anna"});
    ReadShoe().read_round(driver, wrong);
    to_the_turning(driver);
}

std::size_t disagreements(const TableDriver& driver) {
    return static_cast<std::size_t>(std::ranges::count(driver.all<FaultRaised>(), FaultCode::SOURCES_DISAGREE, &FaultRaised::code));
}

TEST(ShoeReader, WhatAgreesChangesNothing) {
    TableDriver without;
    without.open();
    without.send(StartRound{"anna"});
    to_the_turning(without);
    without.turn(faces);
    TableDriver with;
    start(with);
    with.turn(faces);
    EXPECT_EQ(with.log, without.log);
    EXPECT_EQ(with.all<ResultProvisional>().size(), 1U);
}

TEST(ShoeReader, ACardThatTheShoeNamesOtherwiseIsAFaultBeforeItIsPublished) {
    TableDriver driver;
    start(driver, "P1.2");
    driver.turn({faces[0], faces[1]});
    EXPECT_EQ(driver.all<CardRevealed>().size(), 1U);
    const auto fault = driver.all<FaultRaised>().back();
    EXPECT_EQ(fault.code, FaultCode::SOURCES_DISAGREE);
    EXPECT_EQ(fault.slot, Slot::parse("P1.2"));
    for (const char* card : {"3c", "As"})
        EXPECT_EQ(fault.seen.find(card), std::string::npos) << "neither card may be told yet";
    EXPECT_EQ(driver.table->view().state, TableState::PAUSED);
    EXPECT_FALSE(driver.offer(ResumeTable{"boris"}));
}

TEST(ShoeReader, ARescanThatAgreesEndsItAndOneThatDoesNotRaisesItAgain) {
    TableDriver driver;
    start(driver, "P1.2");
    driver.turn({faces[0], faces[1]});
    driver.send(EndFault{FaultCode::SOURCES_DISAGREE, Ending::RESCAN, "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_EQ(disagreements(driver), 2U);
    driver.send(EndFault{FaultCode::SOURCES_DISAGREE, Ending::RESCAN, "boris"});
    driver.see("P1.2", Sight::FACE_UP, "As");
    driver.send(ResumeTable{"boris"});
    const auto revealed = driver.all<CardRevealed>().back();
    EXPECT_EQ(revealed.card, *Card::parse("As"));
    EXPECT_EQ(revealed.source, CardSource::RESCAN);
    EXPECT_EQ(disagreements(driver), 2U);
}

TEST(ShoeReader, APersonsWordEndsIt) {
    TableDriver driver;
    start(driver, "P1.2");
    driver.turn({faces[0], faces[1]});
    EXPECT_FALSE(driver.offer(EndFault{FaultCode::SOURCES_DISAGREE, Ending::MANUAL_CARD, "boris"})) << "the card must be named";
    driver.send(ManualCard{*Slot::parse("P1.2"), *Card::parse("3c"), "anna", "boris"});
    EXPECT_EQ(driver.all<CardRevealed>().back().source, CardSource::MANUAL);
    driver.send(ResumeTable{"boris"});
    for (std::size_t i = 2; i < faces.size(); ++i)
        driver.see(TableDriver::turn_slots()[i], Sight::FACE_UP, faces[i]);
    EXPECT_EQ(driver.all<ResultProvisional>().size(), 1U);
    EXPECT_EQ(disagreements(driver), 1U);
}

TEST(ShoeReader, AVoidEndsIt) {
    TableDriver driver;
    start(driver, "P1.1");
    driver.turn({faces[0]});
    driver.send(VoidRound{"the shoe and the camera disagree", "anna", "boris"});
    driver.send(ResumeTable{"boris"});
    EXPECT_TRUE(driver.table->view().faults.empty());
}

TEST(ShoeReader, AReadingThatComesLateIsHeldAgainstWhatWasPublished) {
    TableDriver driver;
    driver.open();
    driver.send(StartRound{"anna"});
    const auto first = static_cast<std::uint64_t>(416 - driver.table->view().cards_left) + 2;
    to_the_turning(driver);
    driver.turn({faces[0]});
    driver.send(ShoeCardRead{"shoe-1", first, *Card::parse("9h")});
    EXPECT_EQ(disagreements(driver), 1U);
    driver.send(CorrectCard{*Slot::parse("P1.1"), *Card::parse("9h"), "misread", "anna", "boris"});
    EXPECT_TRUE(std::ranges::none_of(driver.table->view().faults, [](const auto& one) { return one.code == FaultCode::SOURCES_DISAGREE; }));
}

TEST(ShoeReader, TheTurnedBurnCardIsTheFirst) {
    TableDriver driver;
    driver.send(OpenTable{"anna", "anna"});
    driver.send(StartShoe{"anna"});
    driver.send(ShoeCardRead{"shoe-1", 1, *Card::parse("5c")});
    driver.see("BURN", Sight::FACE_UP, "2c");
    EXPECT_EQ(disagreements(driver), 1U);
    EXPECT_TRUE(driver.all<ShoeStarted>().empty());
    driver.send(ManualCard{burn_slot, *Card::parse("5c"), "anna", "boris"});
    EXPECT_EQ(driver.all<ShoeStarted>().back().burn_card, Card::parse("5c"));
    driver.send(ResumeTable{"boris"});
}

TEST(ShoeReader, ANewShoeIsReadAnew) {
    TableDriver driver;
    driver.open();
    driver.send(ShoeCardRead{"shoe-1", 1, *Card::parse("2c")});
    driver.start_shoe("Kh");
    EXPECT_EQ(driver.all<ShoeStarted>().size(), 2U);
    EXPECT_EQ(disagreements(driver), 0U);
}

TEST(ShoeReader, WhatMakesNoSenseIsRefused) {
    TableDriver driver;
    const auto card = *Card::parse("9h");
    EXPECT_FALSE(driver.offer(ShoeCardRead{"shoe-1", 1, card})) << "no shoe is in play";
    driver.open();
    EXPECT_FALSE(driver.offer(ShoeCardRead{"", 9, card}));
    EXPECT_FALSE(driver.offer(ShoeCardRead{"shoe-1", 0, card}));
    EXPECT_FALSE(driver.offer(ShoeCardRead{"shoe-1", 417, card}));
    driver.send(ShoeCardRead{"shoe-1", 9, card});
    EXPECT_TRUE(driver.table->knows(ShoeCardRead{"shoe-1", 9, card}));
    EXPECT_FALSE(driver.offer(ShoeCardRead{"shoe-1", 9, *Card::parse("9d")}));
}

} // namespace
} // namespace engine
