// The working of one input on a copy of a table's state. Internal to LiveTable.
#pragma once

#include "engine/core/live_table.h"

namespace engine {

// The wager or charge of this round that is called so, also when it has gone back; null when there is none.
[[nodiscard]] const Wager* taken(const LiveState& state, const WagerKey& key);
// Whether a wager is asked for in the words in which it was taken.
[[nodiscard]] bool is_again(const Wager& wager, const PlaceWager& input);

class LiveTurn {
public:
    LiveTurn(LiveState& state, const TableRules& rules, const Game& game, const InputMeta& meta)
        : state_(state), rules_(rules), game_(game), meta_(meta) {}

    using Refusal = std::optional<Rejection>; // nothing = accepted

    Refusal on(const OpenTable& input);
    Refusal on(const CloseTable& input);
    Refusal on(const ChangeDealer& input);
    Refusal on(const StartShoe& input);
    Refusal on(const StartRound& input);
    Refusal on(const ConfirmResult& input);
    Refusal on(const PauseTable& input);
    Refusal on(const ResumeTable& input);
    Refusal on(const VoidRound& input);
    Refusal on(const SlotObserved& input);
    Refusal on(const ManualCard& input);
    Refusal on(const RescanSlot& input);
    Refusal on(const CorrectCard& input);
    Refusal on(const RaiseMistake& input);
    Refusal on(const EndFault& input);
    Refusal on(const CameraChanged& input);
    Refusal on(const TimerFired& input);
    Refusal on(const PlaceWager& input);
    Refusal on(const ShoeCardRead& input);
    Refusal on(const CardCheckDone& input);
    Refusal on(const RecordSoftware& input);
    Refusal on(const MakeDecision& input);

    // Why this fault cannot end so now, by whatever command it takes. The state is spent afterwards.
    [[nodiscard]] Refusal try_ending(const EndFault& input);

    // What follows by itself after any accepted input: cards that are now in order, faults that are now due, timers.
    void follow_up(const Input& input);
    [[nodiscard]] std::vector<Event> take_events() { return std::move(events_); }

private:
    struct Anomaly {
        FaultCode code;
        Slot slot;
    };

    // Returns the number the event carries.
    std::uint64_t emit(EventBody body);
    void set_table(TableState table, const std::string& reason);
    void pause(const std::string& reason);
    void close_betting();
    void end_shoe();
    void clear_hands();
    void count_unplaced();
    void count_astray();
    void count_left(const std::optional<Card>& face);
    void count_shown_burn();
    void watch_burn(BoardSlot& burn, Sight before);

    [[nodiscard]] bool advance_once();
    [[nodiscard]] bool take_cut_card();
    [[nodiscard]] bool advance_shoe();
    [[nodiscard]] bool advance_round();
    [[nodiscard]] bool accept(const ExpectedAct& act);
    [[nodiscard]] bool take_burn();
    [[nodiscard]] bool reveal(const Slot& slot, const SlotObserved& seen, CardSource source);
    void turn_burn_card(const SlotObserved& seen);
    [[nodiscard]] bool shoe_says_otherwise(int number, const Card& card) const;
    void raise_disagreement(const Slot& slot);
    void complete_round();
    void set_phase();
    void settle_wagers();
    void refund(WagerKey key);
    [[nodiscard]] std::string unused(std::string id, const std::string& distributor) const;
    [[nodiscard]] Money move_money(const MoneyMoved& moved);
    [[nodiscard]] bool spent(const std::string& id, const std::string& distributor) const;
    [[nodiscard]] Refusal refuse_decision(const MakeDecision& input, const OpenDecision& open) const;
    void take_decision(const MakeDecision& made, DecidedBy by);
    void open_decisions();
    void close_windows();
    void take_shoe();
    void after_act();
    void after_correction();
    void deal(const Slot& slot, Sight lies);
    [[nodiscard]] bool swap(const Slot& first, const Slot& second);
    void discard(const Slot& slot);
    [[nodiscard]] bool lies(const Slot& slot) const;
    [[nodiscard]] bool named(Act act, const Slot& slot) const;
    [[nodiscard]] bool deals_open(const Slot& slot) const { return named(Act::DEAL_OPEN, slot); }
    [[nodiscard]] bool excused(const Slot& slot, const BoardSlot& seen) const;

    void raise(FaultCode code, std::optional<Slot> slot, std::string seen);
    void raise_unreadable(const Slot& slot, const std::string& reason);
    enum class Reading : std::uint8_t { AT_ONCE, DOUBTFUL };
    void note_reading(Reading reading);
    void note_face(int number, const Card& card);
    void note_gap();
    [[nodiscard]] std::string missing_cards() const;
    void clear_fault(FaultCode code, std::optional<Slot> slot, Ending ending, const std::string& by);
    [[nodiscard]] bool has_fault(FaultCode code, std::optional<Slot> slot) const;
    [[nodiscard]] std::optional<Anomaly> anomaly() const;
    [[nodiscard]] std::optional<Anomaly> hand_anomaly(const Slot& slot, const BoardSlot& seen) const;
    [[nodiscard]] bool turn_expected(const Slot& slot) const;
    [[nodiscard]] bool earlier_doubt() const;
    void watch_order();
    void watch_reading();
    void watch_silence(const Input& input, bool progress);
    [[nodiscard]] std::optional<TimerId> silence_timer() const;
    [[nodiscard]] std::vector<FaultRaised>::const_iterator named_fault(const EndFault& input) const;
    [[nodiscard]] Refusal try_naming(const EndFault& input) const;
    Refusal end_by(const FaultRaised& fault, const EndFault& input);
    Refusal burn_by_stills();
    Refusal open_shoe_unread(const FaultRaised& fault);
    bool burn_went_unsaid(const Slot& slot) const;
    Refusal out_of_the_game(const FaultRaised& fault, Ending ending);

    LiveState& state_;
    const TableRules& rules_;
    const Game& game_;
    const InputMeta& meta_;
    std::vector<Event> events_;
    std::uint64_t public_events_ = 0;
};

} // namespace engine
