// One table: what may happen next, and what has happened. Pure: time is a parameter, timers are asked for and come back as inputs.
// Owned by one thread; nothing in here is shared.
#pragma once

#include "engine/core/expected.h"
#include "engine/core/input.h"

#include <expected>
#include <map>
#include <memory>
#include <vector>

namespace engine {

// The facts that an input made. Timers are read from Table::timers().
struct Step {
    std::vector<Event> events;
};

// The settled sight of one slot, as the table knows it.
struct SlotView {
    Sight sight = Sight::EMPTY;
    std::optional<Card> card; // public faces only: a card that has been revealed
};

// A box that is being asked. Like the betting countdown it has either a time or, while paused, a rest.
struct DecisionView {
    Seat box;
    std::vector<DecisionOption> options;
    std::string otherwise;
    std::optional<Time> closes_at;
    std::optional<Duration> rest;
};

// The whole public state of a table; what a late joiner needs.
struct TableView {
    TableState state = TableState::CLOSED;
    std::string pause_reason;
    Time since{}; // in this state
    std::string game;
    std::string dealer;
    std::string shoe_id;
    std::string round_id;
    Phase phase = Phase::IDLE;
    std::optional<Time> betting_closes_at; // running countdown
    std::optional<Duration> betting_rest;  // countdown held by a pause
    bool last_of_shoe = false;
    int cards_left = 0;
    int cards_total = 0; // of the shoe in play; 0 = none
    std::map<Slot, SlotView> slots;
    std::vector<PositionResult> result;     // provisional or confirmed
    int result_revision = 0;                // 0 = provisional or none
    std::vector<PositionResult> open_hands; // worth so far, while there is no result
    std::vector<FaultRaised> faults;
    std::vector<DecisionView> decisions; // waiting now
    std::vector<DecisionMade> decided;   // in this round, in order
};

// The house pays no more than `most` (minor units, the stakes not counted) on these bets together.
struct PayoutMaximum {
    enum class Span : std::uint8_t { POSITION, TABLE };
    std::int64_t most = 0;
    Span span = Span::POSITION;
    std::vector<std::string> bets;
};

class Table {
public:
    virtual ~Table() = default;
    // Turns one input into facts, or refuses it and changes nothing.
    [[nodiscard]] virtual std::expected<Step, Rejection> apply(const Input& input, const InputMeta& meta) = 0;
    // What may come next, the most urgent first; the prompt, the region of interest and the rule check all read this.
    [[nodiscard]] virtual Expected expected() const = 0;
    // Deadlines in force. The owner sends TimerFired at or after each of them.
    [[nodiscard]] virtual std::map<TimerId, Time> timers() const = 0;
    [[nodiscard]] virtual TableView view() const = 0;
    // What the camera shows and cannot read where a card is to be turned now: reason, guesses and still. For the people at the table; no
    // public event and no view has it.
    [[nodiscard]] virtual std::vector<SlotObserved> in_doubt() const = 0;
    // True when this input states what the table knows already: told again by a camera, or asked again by a distributor.
    [[nodiscard]] virtual bool knows(const Input& input) const = 0;
    // By its rules; the same for as long as it lives.
    [[nodiscard]] virtual std::vector<PayoutMaximum> maxima() const { return {}; }
    // The places that its cards are dealt to and burned at, in the order of dealing, BURN last; the same for as long as it lives. A camera
    // has to see each of them. CUT and DISCARD are looked at where there are any, and no round needs them.
    [[nodiscard]] virtual std::vector<Slot> needed_slots() const { return {}; }
    // Every part of the state in a canonical text; equal texts = equal states (replay and snapshots are compared by it).
    [[nodiscard]] virtual std::string digest() const = 0;
    // An independent copy in the same state.
    [[nodiscard]] virtual std::unique_ptr<Table> clone() const = 0;
};

} // namespace engine
