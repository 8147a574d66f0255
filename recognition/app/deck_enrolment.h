// Which card is which when a deck is shown once. Pure.
#pragma once

#include "recognition/vision/reading.h"

#include <opencv2/core.hpp>

#include <span>
#include <string>
#include <vector>

namespace recognition::app {

// One card as it was shown: what the networks made of it, and its picture in the form of a DeckCard.
struct Show {
    std::string where; // "card 14, frame 702", "IMG_14.jpg"
    CardReading reading;
    cv::Mat picture;
};

// The order in which a new deck leaves its box: spades and diamonds from the ace up, clubs and hearts from the king down.
[[nodiscard]] std::vector<engine::Card> factory_order();

// `cards[i]` is the card of show i, set for all of them or, when there are faults, for none. A fault is one line for the operator: a card
// seen twice, never seen, not to be told, or read as another card than the order says.
struct Naming {
    std::vector<engine::Card> cards;
    std::vector<std::string> faults;
    std::vector<std::string> notes; // cards that nobody read surely, for a person to look at
};

// Whose word counts where the networks read surely what the order does not say.
enum class Trust : std::uint8_t { BOTH_MUST_AGREE, ORDER };

// Names 52 shows: by `order`, or, when that is empty, by what is read surely and, for what is left, by elimination.
[[nodiscard]] Naming name_shows(std::span<const Show> shows, std::span<const engine::Card> order, Trust trust);

} // namespace recognition::app
