// What a game adds to a table: the order of its cards and what they are worth. Everything that all tables share (opening, pausing, faults,
// betting, wagers, the shoe's ledger) is LiveTable's.
#pragma once

#include "engine/core/catalog.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

// One round of one game. Told of each card as it is accepted; says what comes next and, when it is complete, how it ended.
class Round {
public:
    virtual ~Round() = default;
    // The card acts that may happen now (BURN_CARD, DEAL_CARD, TURN_CARD). Any of those named may come first. Empty when it is complete.
    // While betting is open no TURN_CARD is named.
    [[nodiscard]] virtual std::vector<ExpectedAct> next() const = 0;
    virtual void burned() = 0;
    virtual void dealt(const Slot& slot) = 0;
    virtual void revealed(const Slot& slot, const Card& card) = 0; // again after a correction
    virtual void betting_closed() = 0;
    [[nodiscard]] virtual bool complete() const = 0;
    // Only of a complete round.
    [[nodiscard]] virtual std::vector<PositionResult> results() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Round> clone() const = 0;
    [[nodiscard]] virtual std::string digest() const = 0;
};

// A game's fixed rules. Stateless; shared by all tables that play it.
class Game {
public:
    virtual ~Game() = default;
    [[nodiscard]] virtual std::unique_ptr<Round> start_round() const = 0;
    // How many cards follow a turned burn card into the discards at the start of a shoe; nothing when the game turns none.
    [[nodiscard]] virtual std::optional<int> burn_count(const Card& turned) const = 0;
    [[nodiscard]] virtual bool turns_burn_card() const = 0;
    [[nodiscard]] virtual std::span<const Slot> hand_slots() const = 0;
    [[nodiscard]] virtual bool offers(const Seat& position, std::string_view bet) const = 0;
    // Taken beside the stake and given back according to the result.
    [[nodiscard]] virtual Money held(std::string_view bet, const Money& stake) const = 0;
    // All that goes back to the player: stake, hold and winnings.
    [[nodiscard]] virtual Money returned(std::string_view bet, const Money& stake, const PositionResult& result) const = 0;
};

} // namespace engine
