#include "engine/cards/card.h"
#include "engine/cards/slot.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

TEST(Card, EveryCardSurvivesItsNotationAndIndex) {
    for (const auto& card : full_deck()) {
        EXPECT_EQ(Card::parse(card.text()), card);
        EXPECT_EQ(Card::from_index(card.index()), card);
    }
    EXPECT_EQ(Card::parse("Td")->index(), 33);
}

TEST(Card, RefusesWhatIsNotACard) {
    for (const char* text : {"", "T", "10d", "1d", "tD", "TD", "Ts "})
        EXPECT_FALSE(Card::parse(text)) << text;
    EXPECT_FALSE(Card::from_index(52));
    EXPECT_FALSE(Card::from_index(-1));
}

TEST(Card, ParseCardsNamesThePlace) {
    EXPECT_EQ(parse_cards("As4s7h")->size(), 3U);
    EXPECT_EQ(parse_cards("As4x7h").error(), "not a card at character 2: '4x'");
    EXPECT_EQ(parse_cards("As4").error(), "not a card at character 2: '4'");
}

TEST(Slot, NotationRoundTrips) {
    for (const char* text : {"P1.1", "P5.2", "B.1", "X4.6", "D.5", "BURN", "CUT", "DISCARD"}) {
        ASSERT_TRUE(Slot::parse(text)) << text;
        EXPECT_EQ(Slot::parse(text)->text(), text);
    }
    for (const char* text : {"", "P1", "P.1", "B", "B1.1", "BURN.1", "P1.0", "P10.1", "Q1.1", "P1."})
        EXPECT_FALSE(Slot::parse(text)) << text;
}

} // namespace
} // namespace engine
