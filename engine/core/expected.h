// What may happen next at a table.
#pragma once

#include "engine/cards/slot.h"
#include "engine/core/decision.h"
#include "engine/core/fault.h"
#include "engine/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

enum class Act : std::uint8_t {
    OPEN_TABLE,
    START_SHOE,
    TURN_BURN_CARD, // draw one card and turn it in BURN
    BURN_CARD,      // lay one card face down in BURN and take it away
    CLEAR_SLOT,     // take the card of `slot` away
    START_ROUND,
    DEAL_CARD,    // lay one card face down in `slot`
    WAIT_BETTING, // until `until`
    TURN_CARD,    // turn the card of `slot`
    CONFIRM_RESULT,
    RESOLVE_FAULT, // `fault` with its approved `endings` that the table would accept now, and those that are `barred`
    RESUME,
    DEAL_OPEN,  // lay one card in `slot`, face up
    SWAP_CARDS, // the open cards of `slot` and `other` change places
    DECIDE,     // `box` chooses one of `options` until `until`; `otherwise` stands when it does not
};

// A refused input: the state is untouched and nothing is journalled.
struct Rejection {
    std::string clause; // rule or procedure: "PD-1.1", "PROC.void", "WAGER.late"
    std::string reason; // one sentence a dealer or distributor can act on
    friend bool operator==(const Rejection&, const Rejection&) = default;
};

// An approved ending that the table would refuse as it stands now.
struct BarredEnding {
    Ending ending;
    Rejection why;
    friend bool operator==(const BarredEnding&, const BarredEnding&) = default;
};

struct ExpectedAct {
    Act act = Act::OPEN_TABLE;
    std::optional<Slot> slot;
    std::optional<Time> until;
    std::optional<FaultCode> fault;
    std::vector<Ending> endings;
    std::vector<BarredEnding> barred{};
    std::optional<Slot> other{};
    std::optional<Seat> box{};
    std::vector<DecisionOption> options{};
    std::string otherwise{};
    friend bool operator==(const ExpectedAct&, const ExpectedAct&) = default;
};

// Most urgent first. Empty only when nothing can happen any more, which no reachable state has.
struct Expected {
    std::vector<ExpectedAct> acts;
    friend bool operator==(const Expected&, const Expected&) = default;
};

[[nodiscard]] std::string_view name(Act act);
// "Turn Player 3", "Burn one card", "Wait: betting closes".
[[nodiscard]] std::string prompt(const ExpectedAct& act);

} // namespace engine
