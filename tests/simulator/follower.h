// A listener that knows the table from its events alone, as a distributor does, and keeps the books of the money.
#pragma once

#include "engine/core/table.h"
#include "studio/table/ports.h"
#include "tests/simulator/game_model.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace simulator {

struct ShownFace {
    engine::Card card;
    std::uint64_t seq = 0; // of the event that told it last
};

struct Follower {
    engine::TableState table = engine::TableState::CLOSED;
    std::string shoe_id;
    std::string round_id;
    bool round_running = false; // opened, and neither confirmed nor voided
    bool confirmed = false;     // the last round, until it is voided or the next one opens
    bool voided = false;        // the last round was
    bool betting_open = false;
    engine::Time betting_closes_at{};
    bool last_of_shoe = false;
    std::set<engine::Slot> dealt;
    std::map<engine::Slot, ShownFace> shown;
    std::map<engine::Slot, std::optional<engine::Slot>> dealt_first_to; // of each card that lies: the place that it was dealt to first
    Faces first;                                                        // and what it turned out to be
    int dealer_draws = 0;
    std::optional<engine::Card> dealer_without;
    std::map<engine::Seat, engine::DecisionOpened> asked;
    std::optional<engine::DecisionOpened> answered; // by the last decision
    std::vector<engine::DecisionMade> decisions;
    std::optional<engine::Card> burn_card;
    std::array<int, engine::cards_per_deck> copies{}; // told in this shoe
    std::vector<std::pair<engine::FaultCode, std::optional<engine::Slot>>> faults;
    std::vector<engine::PositionResult> result;
    int revision = 0;
    std::uint64_t result_seq = 0;
    std::map<engine::WagerKey, BookedWager> wagers; // of the round
    std::int64_t house = 0;                         // of all ended rounds
    std::uint64_t rounds_confirmed = 0;
    std::uint64_t rounds_voided = 0;

    [[nodiscard]] RoundFacts facts() const;
    // Whose wagers lie on the box.
    [[nodiscard]] std::string owner(const engine::Seat& box) const;
    // What the event says becomes what is known. The checks are the invariants'.
    void hear(const studio::SequencedEvent& event);

private:
    void open_round(const engine::RoundOpened& opened, const std::string& id);
    void void_round();
    void clear_cards();
    void dealt_to(const engine::Slot& slot);
    void turned(const engine::Slot& slot, const engine::Card& card);
    void discarded(const engine::Slot& slot);
    void swapped(const engine::Slot& first, const engine::Slot& second);
    void decided(const engine::DecisionMade& made);
};

} // namespace simulator
