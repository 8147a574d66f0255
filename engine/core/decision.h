// What a box may decide, and what it has decided.
#pragma once

#include "engine/cards/slot.h"
#include "engine/core/money.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// One way to decide that is open to a box now.
struct DecisionOption {
    std::string choice;           // "FOLD", "BET", "EXCHANGE"
    Money price;                  // taken from the box's owner when it is chosen; an amount, where one is named, comes on top
    int least_cards = 0;          // how many of the box's cards are named with it; 0 and 0 = none
    int most_cards = 0;           //
    std::optional<Money> least{}; // both present when an amount is named with it: from `least` to `most`
    std::optional<Money> most{};
    friend bool operator==(const DecisionOption&, const DecisionOption&) = default;
};

// A decision as a round is told of it. `cards` are places in the box, from 1, in rising order; `amount` is named where the option asks for
// one.
struct Decision {
    std::string id;
    Seat box;
    std::string choice;
    std::vector<int> cards;
    std::optional<Money> amount;
    friend bool operator==(const Decision&, const Decision&) = default;
};

// PLAYER through a distributor, DEALER for a player who said it at the table, CLOCK when the window ran out.
enum class DecidedBy : std::uint8_t { PLAYER, DEALER, CLOCK };

} // namespace engine
