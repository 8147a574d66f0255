// What a game adds to a table: the order of its cards, what its boxes decide, and what it all is worth. Everything that all tables share
// (opening, pausing, faults, betting, windows, money in and out, the ledger of cards) is LiveTable's.
#pragma once

#include "engine/core/catalog.h"
#include "engine/core/wager.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

// One round of one game. Told of each card and decision as it is accepted; says what comes next and, when it is complete, how it ended.
// What it says follows from the cards as they are known now: a correction may change it at any time, and never undoes a decision.
class Round {
public:
    virtual ~Round() = default;
    // What may happen now: card acts (BURN_CARD, DEAL_CARD, DEAL_OPEN, TURN_CARD, CLEAR_SLOT, SWAP_CARDS), any of which may come first, and
    // boxes that DECIDE. Empty when it is complete, and while nothing is due before betting closes. While betting is open no TURN_CARD and
    // no DEAL_OPEN is named.
    [[nodiscard]] virtual std::vector<ExpectedAct> next() const = 0;
    virtual void burned() {}
    virtual void dealt(const Slot& slot) = 0;
    virtual void revealed(const Slot& slot, const Card& card) = 0; // again after a correction
    virtual void discarded(const Slot& /*slot*/) {}                // CLEAR_SLOT
    virtual void swapped(const Slot& /*first*/, const Slot& /*second*/) {}
    // A card has left the deck and is in no hand: dropped, or laid where none belongs.
    virtual void lost() {}
    // The wagers that were accepted. Says which of them cannot be played and go back, and what the rules take by themselves.
    [[nodiscard]] virtual MoneyMoved betting_closed(const Wagers& wagers) = 0;

    // Of a box that DECIDE names: the distributor that owns it.
    [[nodiscard]] virtual std::string owner(const Seat& /*box*/) const { return {}; }
    // One of the options that are open to the box, with as many cards and the amount that it asks for. Charges that it makes bear its id.
    [[nodiscard]] virtual MoneyMoved decide(const Decision& decision);
    // The rule by which a box cannot choose this now; nothing when no rule says more than that it is not asked.
    [[nodiscard]] virtual std::optional<Rejection> why_not(const Seat& /*box*/, const std::string& /*choice*/) const { return {}; }
    // A text key for the players beside an open decision ("LAST_CARD"); empty when there is none.
    [[nodiscard]] virtual std::string notice(const Seat& /*box*/) const { return {}; }

    // The card there is out of play (a folded hand): it may be turned over or taken away.
    [[nodiscard]] virtual bool may_go(const Slot& /*slot*/) const { return false; }
    [[nodiscard]] virtual bool complete() const = 0;
    // Of a complete round, or of one that has been complete: decisions that a correction has made due are then taken as not made.
    [[nodiscard]] virtual std::vector<PositionResult> results() const = 0;
    // What the hands are worth whose cards all lie open, before the round is complete: for people to look at, without an outcome.
    [[nodiscard]] virtual std::vector<PositionResult> open_hands() const { return {}; }
    // What goes back of each wager and charge of `stakes`: stake, hold and winnings. When results() may be asked.
    [[nodiscard]] virtual std::map<WagerKey, Money> returned(const Wagers& stakes) const = 0;
    [[nodiscard]] virtual std::unique_ptr<Round> clone() const = 0;
    [[nodiscard]] virtual std::string digest() const = 0;
};

// SHOE: several rounds from one shoe with a cut card; a turned card says how many are burned. FRESH_DECK: each round has a deck of its own.
enum class DealtFrom : std::uint8_t { SHOE, FRESH_DECK };

// Least and most that may be staked on a bet.
struct StakeLimits {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

// A game's fixed rules. Immutable; shared by all tables that play it alike.
class Game {
public:
    virtual ~Game() = default;
    [[nodiscard]] virtual std::unique_ptr<Round> start_round() const = 0;
    [[nodiscard]] virtual DealtFrom dealt_from() const = 0;
    // How many cards follow a turned burn card into the discards at the start of a shoe; nothing when the game turns none.
    [[nodiscard]] virtual std::optional<int> burn_count(const Card& /*turned*/) const { return {}; }
    [[nodiscard]] virtual bool turns_burn_card() const { return false; }
    [[nodiscard]] virtual std::span<const Slot> hand_slots() const = 0;
    [[nodiscard]] virtual bool offers(const Seat& position, std::string_view bet) const = 0;
    // How long a box may think; of a game that asks.
    [[nodiscard]] virtual Duration decision_window() const { return {}; }
    // Nothing = the table's limits.
    [[nodiscard]] virtual std::optional<StakeLimits> limits(std::string_view /*bet*/) const { return {}; }
    [[nodiscard]] virtual std::vector<PayoutMaximum> maxima() const { return {}; }
    // Why a wager that the game offers does not go with those accepted before it; nothing when it does.
    [[nodiscard]] virtual std::optional<Rejection> refuses(const Wager& /*wager*/, const Wagers& /*accepted*/) const { return {}; }
    // Taken beside the stake and given back according to the result.
    [[nodiscard]] virtual Money held(std::string_view bet, const Money& stake) const = 0;
};

} // namespace engine
