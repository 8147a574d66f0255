// A card check's account: a whole deck dealt to the camera one card after another, and what was read of it. Pure: time is a parameter.
#pragma once

#include "recognition/tracking/settler.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace recognition::app {

// One card as it was dealt: what settled, and how long after the slot was first seen uncovered with it.
struct DealtCard {
    std::optional<engine::Card> read; // nothing when it stayed in doubt
    std::string reason;               // of the doubt
    tracking::CaptureTime took{0};    // until the face settled; of a doubt until it was told
    std::uint64_t frame = 0;
};

// From the readings and settlements of one slot to the cards that were dealt there. Between two cards the slot must be empty.
class CardCheck {
public:
    // One frame: the slot's reading, and what the settler said of the slot with it.
    void observe(const tracking::SlotReading& reading, std::span<const tracking::CardSettled> settled, std::uint64_t frame,
                 tracking::CaptureTime at);
    // The last card lies until the end.
    void finish();
    [[nodiscard]] const std::vector<DealtCard>& cards() const { return cards_; }

private:
    std::vector<DealtCard> cards_;
    std::optional<DealtCard> lying_;
    std::optional<tracking::CaptureTime> uncovered_at_;
};

// Right, wrong and doubtful are counted against the order of dealing; without one, a card that is read once is taken for right, and what
// was read twice or never is told.
struct CardCheckResult {
    int cards = 0, right = 0, wrong = 0, doubtful = 0;
    std::map<std::pair<engine::Card, engine::Card>, int> confusion; // dealt, read; with an order only
    std::vector<engine::Card> missing, twice;                       // of a deck of 52
    std::map<std::string, int> reasons;                             // of the doubts
    tracking::CaptureTime slowest{0}, usual{0};                     // the longest and the median time until a face settled
    std::optional<std::size_t> slowest_at;                          // place in the order of dealing, from 0

    // Every card of the deck was read right.
    [[nodiscard]] bool passed(int wanted) const { return cards == wanted && right == wanted && twice.empty(); }
};
[[nodiscard]] CardCheckResult account(std::span<const DealtCard> dealt, std::span<const engine::Card> order);

} // namespace recognition::app
