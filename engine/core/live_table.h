// The table that every game is played on: opening and closing, the shoe and its ledger, betting and wagers, pauses, faults, results. The
// order of the cards and their worth come from a Game.
#pragma once

#include "engine/core/game.h"
#include "engine/core/shoe.h"
#include "engine/core/shoe_evidence.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine {

// One slot as the camera has settled on it. `solid` is the last sight that was not doubtful; a `stale` card belongs to nothing (left over
// from an ended round, or taken out of the game) and counts for nothing until the slot has been seen empty.
struct BoardSlot {
    Sight sight = Sight::EMPTY;
    Sight solid = Sight::EMPTY;
    bool stale = false;
    SlotObserved observed;
};

// A card of the running round.
struct HandCard {
    std::optional<Card> card; // once revealed
    std::uint64_t seq = 0;    // of the event that last told its face
    bool may_be_gone = false; // a supervisor confirmed from the stills
    int number = 0;           // as which card it left the shoe, from 1
};

// A box that is being asked.
struct OpenDecision {
    std::vector<DecisionOption> options;
    std::string otherwise;
    Time closes_at; // while paused: as it stood when the pause began
    friend bool operator==(const OpenDecision&, const OpenDecision&) = default;
};

// A decision as it was asked for. Its own id = the same answer again.
struct TakenDecision {
    MakeDecision made;
    DecidedBy by = DecidedBy::PLAYER;
};

// All that a table knows. Copied for each input, so that a refused input leaves the old state as it was.
struct LiveState {
    TableState table = TableState::CLOSED;
    std::string pause_reason;
    Time since{};
    std::string dealer;

    int shoe_number = 0;
    std::string shoe_id; // "" = no shoe in play
    ShoeLedger ledger;
    std::optional<Card> turned;
    int to_burn = 0;
    int burned = 0;
    bool cut_drawn = false;
    int burn_credit = 0;                   // an unseen extra card that serves as the next burn
    std::map<int, Card> shoe_reads;        // what the shoe's own reader said, by number; empty where there is none
    std::vector<ShoeGap> gaps;             // of a shoe with a reader, at the ends of its rounds
    std::vector<NumberedFace> first_faces; // of the shoe, until there are enough to say whether it was shuffled

    int round_number = 0;
    std::string round_id; // "" before the first round
    Phase phase = Phase::IDLE;
    std::unique_ptr<Round> round;
    bool betting_open = false;
    bool burn_excused = false; // the missing burn is being made up
    Time betting_closes_at{};
    bool last_of_shoe = false;
    std::map<Slot, HandCard> hands;
    std::vector<PositionResult> result;
    int revision = 0;
    std::uint64_t result_seq = 0;
    Wagers wagers;                          // and charges
    Wagers refunded;                        // wagers and charges of this round that went back: their ids are spent
    std::map<Seat, OpenDecision> decisions; // waiting
    std::vector<TakenDecision> decided;     // in this round

    std::map<Slot, BoardSlot> board;
    int burns_waiting = 0;          // cards laid face down in BURN that no act has taken yet
    std::optional<Card> shown_burn; // laid face up in BURN, and not in the ledger yet
    std::set<Slot> rescans;
    std::set<Slot> doubted;         // cards to be turned that nobody could read at first
    std::vector<bool> read_at_once; // of the table's last cards, the latest last: whether the camera could

    std::map<TimerId, Time> timers;
    std::map<TimerId, Duration> held_timers; // their rest, while paused
    std::vector<FaultRaised> faults;
    std::map<std::string, CameraSight> bad_cameras; // those whose last word was not GOOD
    // As it was recorded last. Shared: it is long, and hardly ever another one.
    std::shared_ptr<const std::vector<SoftwarePart>> software = std::make_shared<std::vector<SoftwarePart>>();

    [[nodiscard]] LiveState copy() const;
    [[nodiscard]] bool round_running() const { return round != nullptr && phase != Phase::CONFIRMED; }
};

class LiveTable final : public Table {
public:
    LiveTable(TableRules rules, std::shared_ptr<const Game> game);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;

    [[nodiscard]] std::expected<Step, Rejection> apply(const Input& input, const InputMeta& meta) override;
    [[nodiscard]] Expected expected() const override;
    [[nodiscard]] std::map<TimerId, Time> timers() const override { return state_.timers; }
    [[nodiscard]] TableView view() const override;
    [[nodiscard]] std::vector<SlotObserved> in_doubt() const override;
    [[nodiscard]] bool knows(const Input& input) const override;
    [[nodiscard]] std::vector<PayoutMaximum> maxima() const override { return game_->maxima(); }
    [[nodiscard]] std::vector<Slot> needed_slots() const override;
    [[nodiscard]] std::string digest() const override;
    [[nodiscard]] std::unique_ptr<Table> clone() const override;

private:
    void judge_endings(ExpectedAct& act) const;

    TableRules rules_;
    std::shared_ptr<const Game> game_;
    LiveState state_;
};

// Of a state: what may come next, a fault with all its approved endings. Free, so that a step being worked on asks the same question as
// everybody else.
[[nodiscard]] Expected expected_of(const LiveState& state, const Game& game);
// A fault is open that must be ended before a paused table goes on.
[[nodiscard]] bool held_by_fault(const LiveState& state);
// When the first of the open decisions runs out; Time::max() when none is open.
[[nodiscard]] Time earliest_window(const LiveState& state);
[[nodiscard]] bool enough_for_a_round(const LiveState& state, const Game& game);
// The ledger knows of the card that lies there: it may be taken away, and must not be counted again.
[[nodiscard]] bool is_counted(const LiveState& state, const Slot& slot);

} // namespace engine
