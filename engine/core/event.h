// What has happened at a table: facts, never edited. The names are those of the feed's schema. Public events are published to everybody,
// private ones (wagers) only to the distributor that owns them.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"
#include "engine/core/decision.h"
#include "engine/core/fault.h"
#include "engine/core/money.h"
#include "engine/core/software.h"
#include "engine/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace engine {

enum class TableState : std::uint8_t { CLOSED, OPEN, PAUSED };
enum class CardSource : std::uint8_t { CAMERA, RESCAN, MANUAL };
enum class Phase : std::uint8_t { IDLE, SHOE, BETTING, DEALING, REVEALING, RESULT, CONFIRMED, DECIDING };
enum class Outcome : std::uint8_t { NONE, WIN, LOSE, TIE }; // seen from the player's position

struct TableStatus {
    TableState state;
    std::string reason; // why it is paused, empty otherwise
    Time since;
    friend bool operator==(const TableStatus&, const TableStatus&) = default;
};
struct DealerChanged {
    std::string dealer;
    friend bool operator==(const DealerChanged&, const DealerChanged&) = default;
};
// The turned card is known: `to_burn` more cards are burned unseen (PD-15).
struct ShoeStarted {
    std::string shoe_id;
    std::optional<Card> burn_card; // nothing in games without a turned card
    int to_burn = 0;
    friend bool operator==(const ShoeStarted&, const ShoeStarted&) = default;
};
struct CardBurned {
    int number = 0; // 1.. within the shoe's opening; 1 in a round
    int of = 0;
    friend bool operator==(const CardBurned&, const CardBurned&) = default;
};
struct CutCardDrawn {
    std::string shoe_id;
    friend bool operator==(const CutCardDrawn&, const CutCardDrawn&) = default;
};
// The ledger at the end of a shoe: seen + burned_unseen + left = total when nothing is missing.
struct ShoeEnded {
    std::string shoe_id;
    int total = 0;
    int seen = 0;
    int burned_unseen = 0;
    int left = 0;
    bool reconciled = true;
    friend bool operator==(const ShoeEnded&, const ShoeEnded&) = default;
};
struct RoundOpened {
    std::string shoe_id;
    Time betting_closes_at;
    bool last_of_shoe = false; // known already when the round opens
    friend bool operator==(const RoundOpened&, const RoundOpened&) = default;
};
struct BettingClosed {
    friend bool operator==(const BettingClosed&, const BettingClosed&) = default;
};
struct CardDealt {
    Slot slot;
    bool face_down = true;
    friend bool operator==(const CardDealt&, const CardDealt&) = default;
};
struct CardRevealed {
    Slot slot;
    Card card;
    CardSource source = CardSource::CAMERA;
    double confidence = 0; // carried, never computed with here
    std::uint64_t frame = 0;
    Time captured_at;
    std::string still_sha256; // 64 hex digits, or empty
    friend bool operator==(const CardRevealed&, const CardRevealed&) = default;
};
struct CardCorrected {
    std::uint64_t supersedes_seq = 0;
    Slot slot;
    Card before;
    Card after;
    std::string reason;
    std::string by;
    std::string authorised_by;
    friend bool operator==(const CardCorrected&, const CardCorrected&) = default;
};

// A card was taken away by the rules (exchanged, bought off): it is out of the game and its place is free.
struct CardDiscarded {
    Slot slot;
    friend bool operator==(const CardDiscarded&, const CardDiscarded&) = default;
};
// Two open cards have changed places.
struct CardsSwapped {
    Slot first;
    Slot second;
    friend bool operator==(const CardsSwapped&, const CardsSwapped&) = default;
};

// A box is asked. A decision that waits is opened again, with a new window, when its options change.
struct DecisionOpened {
    Seat box;
    std::vector<DecisionOption> options;
    std::string otherwise; // the option that stands when the window runs out
    Time closes_at;
    friend bool operator==(const DecisionOpened&, const DecisionOpened&) = default;
};
struct DecisionMade {
    Seat box;
    std::string choice;
    std::vector<int> cards; // places in the box
    DecidedBy by = DecidedBy::PLAYER;
    friend bool operator==(const DecisionMade&, const DecisionMade&) = default;
};

// One kind of bet at one position: how it ended and at what odds (m:1).
struct BetResult {
    std::string bet; // "PLAYER", "PAIR"
    Outcome outcome = Outcome::NONE;
    int odds = 0;
    friend bool operator==(const BetResult&, const BetResult&) = default;
};
struct PositionResult {
    Seat position;
    std::vector<Card> hand;
    std::string points;                    // "7.4", "3"; empty in poker games
    std::vector<std::string> combinations; // poker games
    Outcome outcome = Outcome::NONE;       // NONE for the house's own hand
    int odds = 0;                          // of the main bet
    std::vector<BetResult> bets;
    friend bool operator==(const PositionResult&, const PositionResult&) = default;
};
struct ResultProvisional {
    std::vector<PositionResult> positions;
    friend bool operator==(const ResultProvisional&, const ResultProvisional&) = default;
};
struct ResultConfirmed {
    int revision = 1;
    std::vector<PositionResult> positions;
    bool last_of_shoe = false;
    std::string by;
    friend bool operator==(const ResultConfirmed&, const ResultConfirmed&) = default;
};
struct ResultRevised {
    int revision = 2;
    std::uint64_t supersedes_seq = 0;
    std::vector<PositionResult> before;
    std::vector<PositionResult> after;
    std::string reason;
    std::string by;
    std::string authorised_by;
    friend bool operator==(const ResultRevised&, const ResultRevised&) = default;
};
// Not a settlement: it may follow one, and always means that every stake goes back.
struct RoundVoided {
    std::string reason;
    Phase phase = Phase::IDLE;
    std::string by;
    std::string authorised_by;
    friend bool operator==(const RoundVoided&, const RoundVoided&) = default;
};
struct FaultRaised {
    FaultCode code;
    Severity severity = Severity::WARN;
    std::optional<Slot> slot;
    std::string suggestion;
    std::string expected; // what the engine expected, as a dealer would say it
    std::string seen;     // what was seen; never the face of a card that was not to be shown yet
    friend bool operator==(const FaultRaised&, const FaultRaised&) = default;
};
struct FaultCleared {
    FaultCode code;
    std::optional<Slot> slot;
    Ending ending = Ending::ACKNOWLEDGED;
    std::string by;
    friend bool operator==(const FaultCleared&, const FaultCleared&) = default;
};
struct PlayerNotice {
    std::string text_key;
    int seconds = 0;
    friend bool operator==(const PlayerNotice&, const PlayerNotice&) = default;
};
struct SessionEnded {
    std::string by;
    friend bool operator==(const SessionEnded&, const SessionEnded&) = default;
};
// What runs the table from here on (PROC.evidence); in the middle of a round as well.
struct SoftwareRecorded {
    SoftwareRecord record;
    std::vector<std::string> changed; // parts that are not what they were when it was recorded last; at the first time none
    std::string by;                   // who asked; empty unless somebody did
    friend bool operator==(const SoftwareRecorded&, const SoftwareRecorded&) = default;
};

// Private: for the distributor that owns the wager. What a decision costs is a wager too: its id is the decision's.
struct WagerAccepted {
    std::string wager_id;
    std::string distributor;
    Seat position;
    std::string bet;
    Money stake;
    Money held; // beside the stake
    friend bool operator==(const WagerAccepted&, const WagerAccepted&) = default;
};
struct WagerSettled {
    std::string wager_id;
    std::string distributor;
    int revision = 1;
    Money deducted; // stake + hold
    Money returned; // what goes back to the player: stake, hold and winnings
    friend bool operator==(const WagerSettled&, const WagerSettled&) = default;
};
struct WagerRefunded {
    std::string wager_id;
    std::string distributor;
    Money returned; // all that was deducted
    friend bool operator==(const WagerRefunded&, const WagerRefunded&) = default;
};
// The answer to a decision on a box of this distributor, whoever entered it; `charged` is all that it took.
struct DecisionAccepted {
    std::string decision_id;
    std::string distributor;
    Seat box;
    std::string choice;
    Money charged;
    friend bool operator==(const DecisionAccepted&, const DecisionAccepted&) = default;
};

using EventBody = std::variant<TableStatus, DealerChanged, ShoeStarted, CardBurned, CutCardDrawn, ShoeEnded, RoundOpened, BettingClosed,
                               CardDealt, CardRevealed, CardCorrected, ResultProvisional, ResultConfirmed, ResultRevised, RoundVoided,
                               FaultRaised, FaultCleared, PlayerNotice, SessionEnded, WagerAccepted, WagerSettled, WagerRefunded,
                               CardDiscarded, CardsSwapped, DecisionOpened, DecisionMade, DecisionAccepted, SoftwareRecorded>;

// An event with the round it belongs to ("" outside a round).
struct Event {
    std::string round_id;
    EventBody body;
    friend bool operator==(const Event&, const Event&) = default;
};

// Everything but the events of wagers and their charges, which go to their distributor alone.
[[nodiscard]] bool is_public(const Event& event);
// "CardRevealed": the schema's message name.
[[nodiscard]] std::string_view name(const Event& event);

[[nodiscard]] std::string_view name(TableState state);
[[nodiscard]] std::string_view name(CardSource source);
[[nodiscard]] std::string_view name(Phase phase);
[[nodiscard]] std::string_view name(Outcome outcome);
[[nodiscard]] std::string_view name(DecidedBy by);
[[nodiscard]] std::string_view name(Severity severity);

} // namespace engine
