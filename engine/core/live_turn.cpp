// Commands: what dealers, supervisors, clocks and distributors ask of a table, and when it is refused.
#include "engine/core/live_turn.h"

#include "engine/core/check.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

FaultCode code_of(CameraSight sight) {
    using enum FaultCode;
    constexpr std::array codes{CAMERA_LOST, CAMERA_LOST, CAMERA_FROZEN, CAMERA_DARK, CAMERA_MOVED};
    return codes.at(static_cast<std::size_t>(sight));
}

// The camera that says so itself. Neither a void nor a person can end such a fault: a camera that is gone is still gone.
std::optional<std::string> camera_that_is(FaultCode code, const LiveState& state) {
    for (const auto& [camera, sight] : state.bad_cameras)
        if (code_of(sight) == code) return camera;
    return {};
}

// A void ends what it makes moot, each as its rule approves.
Ending ending_by_void(FaultCode code) {
    const auto& endings = rule_of(code).endings;
    for (const auto ending : {Ending::VOID_ROUND, Ending::NEW_SHOE, Ending::PRESSED})
        if (std::ranges::find(endings, ending) != endings.end()) return ending;
    return endings.front();
}

Rejection refuse(std::string clause, std::string reason) {
    return Rejection{std::move(clause), std::move(reason)};
}

} // namespace

std::uint64_t LiveTurn::emit(EventBody body) {
    // A table's own events (opened, paused, dealer) and those between rounds carry no round.
    const bool of_round = state_.round != nullptr;
    events_.push_back({of_round ? state_.round_id : "", std::move(body)});
    if (!is_public(events_.back())) return 0;
    return meta_.next_seq + public_events_++;
}

void LiveTurn::set_table(TableState table, const std::string& reason) {
    state_.table = table;
    state_.pause_reason = reason;
    state_.since = meta_.at;
    emit(TableStatus{table, reason, meta_.at});
}

// A pause keeps the rest of every countdown.
void LiveTurn::pause(const std::string& reason) {
    if (state_.table != TableState::OPEN) return;
    for (const auto& [timer, at] : state_.timers)
        state_.held_timers[timer] = std::max(at - meta_.at, Duration::zero());
    state_.timers.clear();
    set_table(TableState::PAUSED, reason);
}

void LiveTurn::close_betting() {
    if (!state_.betting_open) return;
    state_.betting_open = false;
    state_.timers.erase(TimerId::BETTING_CLOSES);
    state_.held_timers.erase(TimerId::BETTING_CLOSES);
    const auto moved = state_.round->betting_closed(state_.wagers);
    emit(BettingClosed{});
    (void)move_money(moved);
    after_act();
}

// The round has been told of something: it may ask for something else now, or be complete.
void LiveTurn::after_act() {
    set_phase();
    if (state_.round->complete()) complete_round();
}

void LiveTurn::end_shoe() {
    if (state_.shoe_id.empty()) return;
    if (state_.phase == Phase::SHOE && !state_.turned) { // nobody was told that it had started
        state_.shoe_id.clear();
        return;
    }
    count_unplaced();
    const auto& ledger = state_.ledger;
    note_gap();
    const auto missing = missing_cards();
    emit(ShoeEnded{state_.shoe_id, ledger.total(), ledger.seen(), ledger.unseen(), ledger.left(), missing.empty()});
    state_.shoe_id.clear();
    if (!missing.empty()) raise(FaultCode::MISSING_CARDS, {}, missing);
}

// Cards that lie on the table and were never taken into the round have left the shoe all the same.
void LiveTurn::count_unplaced() {
    if (state_.shoe_id.empty()) return;
    for (; state_.burns_waiting > 0; --state_.burns_waiting)
        state_.ledger.draw_unseen();
    count_shown_burn();
    count_astray();
}

// Of the hands' places only: a burn card that waits may serve yet.
void LiveTurn::count_astray() {
    for (const auto& slot : game_.hand_slots()) {
        const auto found = state_.board.find(slot);
        if (found == state_.board.end() || found->second.sight == Sight::EMPTY || is_counted(state_, slot)) continue;
        count_left(found->second.observed.card);
    }
}

// One more card has left the shoe. A face with all its copies seen already is misread, and counts as unseen.
void LiveTurn::count_left(const std::optional<Card>& face) {
    if (!face || !state_.ledger.draw_seen(*face)) state_.ledger.draw_unseen();
}

// It serves nothing any more, wherever it goes.
void LiveTurn::count_shown_burn() {
    if (!state_.shown_burn) return;
    count_left(state_.shown_burn);
    state_.shown_burn.reset();
    state_.board[burn_slot].stale = state_.board[burn_slot].sight != Sight::EMPTY;
}

// Cards that still lie on the table belong to nothing any more.
void LiveTurn::clear_hands() {
    state_.hands.clear();
    for (const auto& slot : game_.hand_slots()) {
        const auto found = state_.board.find(slot);
        if (found != state_.board.end() && found->second.sight != Sight::EMPTY) found->second.stale = true;
    }
    state_.rescans.clear();
    state_.doubted.clear();
}

LiveTurn::Refusal LiveTurn::on(const OpenTable& input) {
    if (state_.table != TableState::CLOSED) return refuse("PROC.open", "the table is open already");
    set_table(TableState::OPEN, "");
    if (!input.dealer.empty() && input.dealer != state_.dealer) {
        state_.dealer = input.dealer;
        emit(DealerChanged{input.dealer});
    }
    const auto kept = state_.faults;
    for (const auto& [camera, sight] : state_.bad_cameras)
        raise(code_of(sight), {}, camera + ": " + std::string(name(sight)) + " while the table was closed");
    // What stood when the table was closed stands still, and nobody has been told of it in this session.
    for (const auto& fault : kept) {
        emit(FaultRaised(fault));
        if (holds(fault.code, fault.severity)) pause(std::string(name(fault.code)));
    }
    return {};
}

LiveTurn::Refusal LiveTurn::on(const CloseTable& input) {
    if (state_.table == TableState::CLOSED) return refuse("PROC.close", "the table is closed already");
    if (state_.round_running()) return refuse("PROC.close", "a round is running: end or void it first");
    if (state_.round != nullptr) {
        clear_hands();
        state_.round.reset();
        state_.phase = Phase::IDLE;
    }
    state_.timers.clear();
    state_.held_timers.clear();
    std::erase_if(state_.faults, [](const FaultRaised& fault) { return !outlives_round(fault.code); });
    set_table(TableState::CLOSED, "");
    emit(SessionEnded{input.by});
    return {};
}

LiveTurn::Refusal LiveTurn::on(const ChangeDealer& input) {
    if (input.dealer.empty()) return refuse("PROC.dealer", "a dealer's name is needed");
    state_.dealer = input.dealer;
    emit(DealerChanged{input.dealer});
    return {};
}

LiveTurn::Refusal LiveTurn::on(const StartShoe& input) {
    if (game_.dealt_from() == DealtFrom::FRESH_DECK) return refuse("PROC.shoe", "each round has its own deck: start the round");
    if (state_.table != TableState::OPEN) return refuse("PROC.shoe", "the table is not open");
    if (state_.phase != Phase::IDLE && state_.phase != Phase::CONFIRMED) return refuse("PROC.shoe", "a round or shoe is being dealt");
    clear_fault(FaultCode::CUT_CARD_LATE, {}, Ending::NEW_SHOE, input.by);
    end_shoe();
    if (state_.table != TableState::OPEN) return {}; // the old one does not reconcile: that is looked into first
    take_shoe();
    if (game_.turns_burn_card()) {
        state_.phase = Phase::SHOE;
    } else {
        state_.phase = Phase::IDLE;
        emit(ShoeStarted{state_.shoe_id, {}, 0});
    }
    return {};
}

// A shuffled one, or a shuffled deck; the one before has ended.
void LiveTurn::take_shoe() {
    check(state_.shoe_id.empty(), "one shoe ends before the next begins");
    if (state_.round != nullptr) clear_hands();
    state_.round.reset();
    state_.shoe_id = "S" + std::to_string(++state_.shoe_number);
    state_.ledger = ShoeLedger(game_.dealt_from() == DealtFrom::FRESH_DECK ? 1 : rules_.decks);
    state_.turned.reset();
    state_.to_burn = state_.burned = state_.burns_waiting = state_.burn_credit = 0;
    state_.shown_burn.reset();
    state_.shoe_reads.clear();
    state_.gaps.clear();
    state_.first_faces.clear();
    state_.cut_drawn = state_.last_of_shoe = false;
    for (const auto& slot : {burn_slot, cut_slot}) {
        const auto found = state_.board.find(slot);
        if (found != state_.board.end() && found->second.sight != Sight::EMPTY) found->second.stale = true;
    }
}

LiveTurn::Refusal LiveTurn::on(const StartRound&) {
    if (state_.table != TableState::OPEN) return refuse("PROC.round", "the table is not open");
    if (state_.phase == Phase::SHOE) return refuse("PD-1.1", "the shoe's burn cards are not all burned");
    if (state_.phase != Phase::IDLE && state_.phase != Phase::CONFIRMED) return refuse("PROC.round", "a round is running");
    const bool fresh = game_.dealt_from() == DealtFrom::FRESH_DECK;
    if (!fresh && (state_.shoe_id.empty() || state_.last_of_shoe)) return refuse("PD-1.1", "a new shoe is needed");
    if (!enough_for_a_round(state_, game_)) return refuse("PD-1.1", "the shoe holds too few cards for a round");
    if (fresh) {
        take_shoe();
        emit(ShoeStarted{state_.shoe_id, {}, 0});
    }
    count_astray();
    clear_hands();
    state_.round = game_.start_round();
    state_.round_id = state_.shoe_id + "-R" + std::to_string(++state_.round_number);
    state_.result.clear();
    state_.wagers.clear();
    state_.refunded.clear();
    state_.decisions.clear();
    state_.decided.clear();
    state_.revision = 0;
    state_.result_seq = 0;
    state_.last_of_shoe = fresh || state_.cut_drawn;
    state_.burn_excused = false;
    state_.betting_open = true;
    state_.betting_closes_at = meta_.at + rules_.betting;
    state_.timers[TimerId::BETTING_CLOSES] = state_.betting_closes_at;
    state_.phase = Phase::BETTING;
    emit(RoundOpened{state_.shoe_id, state_.betting_closes_at, state_.last_of_shoe});
    return {};
}

LiveTurn::Refusal LiveTurn::on(const ConfirmResult& input) {
    if (state_.table != TableState::OPEN) return refuse("PROC.confirm", "the table is not open");
    if (state_.phase != Phase::RESULT) return refuse("PROC.confirm", "there is no result to confirm");
    state_.phase = Phase::CONFIRMED;
    state_.revision = 1;
    state_.result_seq = emit(ResultConfirmed{1, state_.result, state_.last_of_shoe, input.by});
    settle_wagers();
    note_gap();
    if (state_.last_of_shoe) end_shoe();
    return {};
}

LiveTurn::Refusal LiveTurn::on(const PauseTable& input) {
    if (state_.table != TableState::OPEN) return refuse("PROC.pause", "the table is not open");
    if (input.reason.empty()) return refuse("PROC.pause", "a pause needs a reason");
    pause(input.reason);
    return {};
}

LiveTurn::Refusal LiveTurn::on(const ResumeTable&) {
    if (state_.table != TableState::PAUSED) return refuse("PROC.resume", "the table is not paused");
    if (held_by_fault(state_)) return refuse("PROC.resume", "a fault is open: end it first");
    for (const auto& [timer, rest] : state_.held_timers)
        state_.timers[timer] = meta_.at + rest;
    state_.held_timers.clear();
    if (state_.betting_open) state_.betting_closes_at = state_.timers.at(TimerId::BETTING_CLOSES);
    if (!state_.decisions.empty()) {
        const Duration paused = state_.timers.at(TimerId::DECISION_CLOSES) - earliest_window(state_);
        for (auto& [box, open] : state_.decisions)
            open.closes_at += paused;
    }
    set_table(TableState::OPEN, "");
    return {};
}

LiveTurn::Refusal LiveTurn::on(const VoidRound& input) {
    if (state_.table == TableState::CLOSED) return refuse("PROC.void", "the table is closed");
    if (state_.round == nullptr) return refuse("PROC.void", "there is no round to void");
    if (input.reason.empty()) return refuse("PROC.void", "a void needs a reason");
    if (input.by.empty()) return refuse("PROC.void", "a void needs the name of who asks for it");
    if (!state_.hands.empty() && input.authorised_by.empty())
        return refuse("PROC.void", "cards are dealt: a supervisor must authorise the void");
    if (state_.phase == Phase::CONFIRMED && input.authorised_by == input.by)
        return refuse("PROC.void", "the result is confirmed: two different persons must authorise the void");
    emit(RoundVoided{input.reason, state_.phase, input.by, input.authorised_by});
    while (!state_.wagers.empty())
        refund(state_.wagers.begin()->first);
    const auto faults = state_.faults;
    const bool foreign_card = std::ranges::find(faults, FaultCode::DUPLICATE_CARD, &FaultRaised::code) != faults.end();
    if (foreign_card) state_.last_of_shoe = true; // one of its cards is too many: the shoe is changed
    for (const auto& fault : faults)
        if (!camera_that_is(fault.code, state_) && !outlives_round(fault.code))
            clear_fault(fault.code, fault.slot, ending_by_void(fault.code), input.by);
    state_.burn_excused = false;
    count_unplaced();
    std::erase_if(state_.timers, [](const auto& timer) { return timer.first != TimerId::START_FORGOTTEN; });
    state_.held_timers.clear();
    clear_hands();
    state_.betting_open = false;
    note_gap();
    if (state_.last_of_shoe) end_shoe();
    state_.wagers.clear();
    state_.refunded.clear();
    state_.decisions.clear();
    state_.decided.clear();
    state_.result.clear();
    state_.revision = 0;
    state_.burns_waiting = 0;
    state_.round.reset();
    state_.phase = Phase::IDLE;
    return {};
}

LiveTurn::Refusal LiveTurn::on(const ManualCard& input) {
    if (state_.table == TableState::CLOSED || (state_.round == nullptr && state_.phase != Phase::SHOE))
        return refuse("PROC.manual", "there is no card to name");
    if (input.approved_by.empty()) return refuse("PROC.manual", "a manual card waits for the supervisor's approval");
    if (input.approved_by == input.by) return refuse("PROC.manual", "somebody else must approve a manual card");
    const SlotObserved named{.slot = input.slot,
                             .sight = Sight::FACE_UP,
                             .card = input.card,
                             .captured_at = meta_.at,
                             .still_sha256 = "",
                             .camera = "",
                             .reason = "",
                             .guesses = {}};
    if (state_.phase == Phase::SHOE) {
        if (input.slot != burn_slot || state_.turned) return refuse("PROC.manual", "no card is to be turned there");
        if (state_.table == TableState::PAUSED && !has_fault(FaultCode::SOURCES_DISAGREE, burn_slot))
            return refuse("PROC.manual", "the table is paused");
        turn_burn_card(named);
        clear_fault(FaultCode::SOURCES_DISAGREE, burn_slot, Ending::MANUAL_CARD, input.approved_by);
        return {};
    }
    const auto hand = state_.hands.find(input.slot);
    const bool laid_open = hand == state_.hands.end() && deals_open(input.slot) && lies(input.slot); // and could not be read
    if (hand == state_.hands.end() && !laid_open) return refuse("PROC.manual", "no card has been dealt to " + input.slot.text());
    if (!laid_open && hand->second.card) return refuse("PROC.manual", "the card of " + input.slot.text() + " is known: correct it instead");
    if (!turn_expected(input.slot)) return refuse("PROC.manual", "the card of " + input.slot.text() + " is not to be turned yet");
    const auto duplicate = has_fault(FaultCode::DUPLICATE_CARD, input.slot);
    if (state_.ledger.copies_seen(input.card) >= state_.ledger.decks())
        return refuse("PROC.manual", "all copies of " + input.card.text() + " have been seen");
    if (duplicate) clear_fault(FaultCode::DUPLICATE_CARD, input.slot, Ending::MANUAL_CARD, input.approved_by);
    state_.board[input.slot].stale = false;
    if (laid_open) deal(input.slot, Sight::FACE_UP);
    const bool revealed = reveal(input.slot, named, CardSource::MANUAL);
    check(revealed, "a manual card with a free copy is revealed");
    clear_fault(FaultCode::UNREADABLE, input.slot, Ending::MANUAL_CARD, input.approved_by);
    clear_fault(FaultCode::SOURCES_DISAGREE, input.slot, Ending::MANUAL_CARD, input.approved_by);
    return {};
}

LiveTurn::Refusal LiveTurn::on(const RescanSlot& input) {
    if (state_.table == TableState::CLOSED) return refuse("PROC.rescan", "the table is closed");
    state_.rescans.insert(input.slot);
    return {};
}

LiveTurn::Refusal LiveTurn::on(const CorrectCard& input) {
    const auto hand = state_.hands.find(input.slot);
    if (state_.round == nullptr || hand == state_.hands.end() || !hand->second.card)
        return refuse("PROC.correct", "no card of " + input.slot.text() + " has been published in this round");
    if (input.reason.empty()) return refuse("PROC.correct", "a correction needs a reason");
    if (input.authorised_by.empty() || input.by.empty()) return refuse("PROC.correct", "a correction needs who asks and who authorises it");
    if (state_.phase == Phase::CONFIRMED && input.authorised_by == input.by)
        return refuse("PROC.correct", "the result is confirmed: two different persons must revise it");
    const Card before = *hand->second.card;
    if (before == input.after) return refuse("PROC.correct", "that is the card that was published");
    if (!state_.ledger.correct(before, input.after))
        return refuse("PROC.correct", "all copies of " + input.after.text() + " have been seen");
    hand->second.card = input.after;
    const auto superseded = hand->second.seq;
    hand->second.seq = emit(CardCorrected{superseded, input.slot, before, input.after, input.reason, input.by, input.authorised_by});
    state_.round->revealed(input.slot, input.after);
    clear_fault(FaultCode::CARD_CHANGED, input.slot, Ending::MANUAL_CARD, input.authorised_by);
    clear_fault(FaultCode::SOURCES_DISAGREE, input.slot, Ending::MANUAL_CARD, input.authorised_by);
    for (const auto& slot : {std::optional<Slot>(), std::optional(input.slot)})
        clear_fault(FaultCode::RESULT_WRONG, slot, Ending::MANUAL_CARD, input.authorised_by);
    if (state_.phase != Phase::CONFIRMED) {
        after_correction();
        return {};
    }
    const auto old_result = state_.result;
    state_.result = state_.round->results();
    state_.result_seq =
        emit(ResultRevised{++state_.revision, state_.result_seq, old_result, state_.result, input.reason, input.by, input.authorised_by});
    settle_wagers();
    return {};
}

// Before the confirmation the corrected cards decide what is due: a result may fall away, or a question.
void LiveTurn::after_correction() {
    if (state_.phase == Phase::RESULT && !state_.round->complete()) state_.result.clear();
    after_act();
}

LiveTurn::Refusal LiveTurn::on(const RaiseMistake& input) {
    if (state_.table == TableState::CLOSED) return refuse("PROC.mistake", "the table is closed");
    if (has_fault(input.code, input.slot)) return refuse("PROC.mistake", std::string(name(input.code)) + " is raised already");
    raise(input.code, input.slot, "raised by " + input.by);
    return {};
}

std::vector<FaultRaised>::const_iterator LiveTurn::named_fault(const EndFault& input) const {
    const auto exactly = [&](const FaultRaised& fault) { return fault.code == input.code && fault.slot == input.slot; };
    const auto found = std::ranges::find_if(std::as_const(state_.faults), exactly);
    if (found != state_.faults.end() || input.slot) return found;
    return std::ranges::find(std::as_const(state_.faults), input.code, &FaultRaised::code);
}

LiveTurn::Refusal LiveTurn::try_ending(const EndFault& input) {
    if (input.ending == Ending::VOID_ROUND && state_.round != nullptr) return {}; // the void, with its reason and its names
    if (input.ending == Ending::MANUAL_CARD) return try_naming(input);
    return on(input);
}

// A card named or corrected, whichever the table accepts; of a fault without a place any card of the round. Which face is named decides
// nothing, so long as a copy of it is left; two are tried, because a card is not corrected to what it is.
LiveTurn::Refusal LiveTurn::try_naming(const EndFault& input) const {
    std::vector<Card> left;
    for (int index = 0; index < cards_per_deck && left.size() < 2; ++index)
        if (const auto card = *Card::from_index(index); state_.ledger.copies_seen(card) < state_.ledger.decks()) left.push_back(card);
    std::vector<Slot> slots;
    if (input.slot) slots.push_back(*input.slot);
    for (const auto& [slot, hand] : state_.hands)
        if (!input.slot && hand.card) slots.push_back(slot);
    Rejection why{"PROC.fault", "there is no card to name or to correct"};
    const auto ends_it = [&](const auto& command) {
        LiveState copy = state_.copy();
        LiveTurn turn(copy, rules_, game_, meta_);
        if (auto refusal = turn.on(command)) {
            why = std::move(*refusal);
            return false;
        }
        return !turn.has_fault(input.code, input.slot);
    };
    for (const auto& slot : slots)
        for (const auto& card : left)
            if (ends_it(CorrectCard{slot, card, "tried", "anybody", "somebody else"}) || ends_it(ManualCard{slot, card, "anybody", "somebody else"}))
                return {};
    return why;
}

LiveTurn::Refusal LiveTurn::on(const EndFault& input) {
    const auto found = named_fault(input);
    if (found == state_.faults.end()) return refuse("PROC.fault", std::string(name(input.code)) + " is not open");
    const auto& endings = rule_of(input.code).endings;
    if (std::ranges::find(endings, input.ending) == endings.end())
        return refuse("PROC.fault", std::string(name(input.ending)) + " is no approved ending of " + std::string(name(input.code)));
    return end_by(FaultRaised(*found), input);
}

LiveTurn::Refusal LiveTurn::end_by(const FaultRaised& fault, const EndFault& input) {
    const auto odd = anomaly();
    const bool still_odd = odd && fault.slot && odd->slot == *fault.slot;
    if (const auto camera = camera_that_is(fault.code, state_))
        return refuse("PROC.fault", "camera " + *camera + " is " + std::string(name(state_.bad_cameras.at(*camera))) +
                                        " still: void the round if it cannot wait, the fault ends when the camera is good again");
    switch (input.ending) {
    case Ending::VOID_ROUND:
        if (state_.round != nullptr) return refuse("PROC.fault", "void the round: it ends the fault");
        break; // raised between rounds: there is nothing to void
    case Ending::MANUAL_CARD: return refuse("PROC.fault", "name or correct the card: it ends the fault");
    case Ending::BACK_IN_ORDER:
        if (still_odd && !burn_went_unsaid(*fault.slot))
            return refuse("PROC.fault", fault.slot->text() + " is not in order yet");
        if (still_odd) state_.burns_waiting = 0; // it went back where it came from
        break;
    case Ending::RESCAN:
        if (fault.code == FaultCode::CARD_CHANGED && still_odd) return refuse("PROC.fault", fault.slot->text() + " still reads otherwise");
        if (fault.slot) state_.rescans.insert(*fault.slot);
        break;
    case Ending::NEXT_BURN:
    case Ending::OUT_OF_GAME:
        if (fault.code == FaultCode::UNREADABLE) {
            if (auto refusal = open_shoe_unread(fault)) return refusal;
            break;
        }
        if (auto refusal = out_of_the_game(fault, input.ending)) return refusal;
        break;
    case Ending::NEW_SHOE:
        if (state_.round_running()) return refuse("PROC.fault", "void the running round first, then change the shoe");
        end_shoe();
        if (state_.phase == Phase::SHOE) state_.phase = Phase::IDLE;
        break;
    case Ending::CONFIRM_STILLS:
        if (fault.code == FaultCode::BURN_MISSING) {
            if (auto refusal = burn_by_stills()) return refusal;
            break;
        }
        if (!state_.round || !state_.round->complete())
            return refuse("PROC.fault", "not every card has been read: there is no still to confirm from");
        for (auto& [slot, hand] : state_.hands)
            hand.may_be_gone = true;
        break;
    case Ending::BURN_NOW: state_.burn_excused = true; break;
    case Ending::PRESSED:
    case Ending::CAMERA_BACK:
    case Ending::CLEANED:
    case Ending::ACKNOWLEDGED: break;
    }
    if (fault.code == FaultCode::RECOGNITION_POOR) state_.read_at_once.clear(); // what comes now is read under other conditions
    clear_fault(fault.code, fault.slot, input.ending, input.by);
    return {};
}

// A supervisor saw in the stills that the cards were burned: they count as burned now.
LiveTurn::Refusal LiveTurn::burn_by_stills() {
    if (state_.phase == Phase::SHOE && state_.turned) {
        state_.burns_waiting = std::max(state_.burns_waiting, state_.to_burn - state_.burned);
        return {};
    }
    const bool due = state_.round_running() && !state_.round->next().empty() && state_.round->next().front().act == Act::BURN_CARD;
    if (!due) return refuse("PROC.fault", "no burn card is missing");
    state_.burns_waiting = std::max(state_.burns_waiting, 1);
    return {};
}

// A turned burn card that nobody can read leaves the game; what has been burned behind it counts, and the shoe is open.
LiveTurn::Refusal LiveTurn::open_shoe_unread(const FaultRaised& fault) {
    if (state_.phase != Phase::SHOE || state_.turned || fault.slot != burn_slot)
        return refuse("PROC.fault", "a card of a hand cannot leave the game: name it, scan it again or void the round");
    state_.ledger.draw_unseen();
    for (; state_.burns_waiting > 0; --state_.burns_waiting)
        state_.ledger.draw_unseen();
    state_.to_burn = state_.burned = state_.ledger.unseen() - 1;
    state_.board[burn_slot].stale = true;
    state_.phase = Phase::IDLE;
    emit(ShoeStarted{state_.shoe_id, {}, state_.to_burn});
    return {};
}

// A card too many that lay face down in BURN and was taken away before anybody said what becomes of it.
bool LiveTurn::burn_went_unsaid(const Slot& slot) const {
    const auto burn = state_.board.find(burn_slot);
    return slot == burn_slot && state_.burns_waiting > 0 && burn != state_.board.end() && burn->second.sight == Sight::EMPTY;
}

// EXTRA_CARD: an unseen one may serve as the next burn card, a seen one leaves the game; the ledger counts it either way.
LiveTurn::Refusal LiveTurn::out_of_the_game(const FaultRaised& fault, Ending ending) {
    if (!fault.slot) return refuse("PROC.fault", "no slot was named: put the card back or void");
    const auto found = state_.board.find(*fault.slot);
    const bool lies = found != state_.board.end() && found->second.sight != Sight::EMPTY;
    if (!lies && !burn_went_unsaid(*fault.slot)) return refuse("PROC.fault", "no card lies in " + fault.slot->text());
    const bool seen = found->second.sight == Sight::FACE_UP;
    if (state_.hands.contains(*fault.slot)) return refuse("PROC.fault", "the card belongs to the round: it cannot leave the game");
    if (seen && ending == Ending::NEXT_BURN) return refuse("PROC.fault", "the card was seen: it can only leave the game");
    const bool counted = is_counted(state_, *fault.slot);
    if (counted && ending == Ending::NEXT_BURN) return refuse("PROC.fault", "the card has been counted already: it cannot serve again");
    if (ending == Ending::NEXT_BURN && game_.dealt_from() == DealtFrom::FRESH_DECK)
        return refuse("PROC.fault", "no card is burned in this game: the card can only leave it");
    if (state_.shoe_id.empty() || state_.ledger.left() <= 0) return refuse("PROC.fault", "no shoe is in play");
    if (!counted) {
        count_left(found->second.observed.card);
        if (state_.round_running()) state_.round->lost();
        if (state_.round_running() && state_.phase != Phase::RESULT) after_act(); // what was due may need that card
    }
    if (ending == Ending::NEXT_BURN) ++state_.burn_credit;
    if (*fault.slot == burn_slot) {
        if (state_.burns_waiting > 0) --state_.burns_waiting;
        state_.shown_burn.reset();
    }
    found->second.stale = lies;
    return {};
}

LiveTurn::Refusal LiveTurn::on(const CameraChanged& input) {
    using enum FaultCode;
    if (input.camera.empty()) return refuse("PROC.camera", "a camera needs its name");
    if (input.sight == CameraSight::GOOD)
        state_.bad_cameras.erase(input.camera);
    else
        state_.bad_cameras[input.camera] = input.sight;
    // One camera's word ends only what no other camera still says.
    for (const auto code : {CAMERA_LOST, CAMERA_FROZEN, CAMERA_DARK, CAMERA_MOVED})
        if (!camera_that_is(code, state_)) clear_fault(code, {}, Ending::CAMERA_BACK, input.camera);
    if (input.sight != CameraSight::GOOD && state_.table != TableState::CLOSED)
        raise(code_of(input.sight), {}, input.camera + ": " + input.detail);
    return {};
}

// A reading may be late: of a card that was published already it is a fault all the same.
LiveTurn::Refusal LiveTurn::on(const ShoeCardRead& input) {
    if (input.reader.empty()) return refuse("SHOE.reader", "a shoe's reader needs its name");
    if (state_.shoe_id.empty()) return refuse("SHOE.none", "no shoe is in play");
    if (input.number < 1 || input.number > static_cast<std::uint64_t>(state_.ledger.total()))
        return refuse("SHOE.number", "a shoe has cards 1 to " + std::to_string(state_.ledger.total()));
    const auto number = static_cast<int>(input.number);
    const auto [read, first] = state_.shoe_reads.emplace(number, input.card);
    if (!first && read->second != input.card)
        return refuse("SHOE.conflict", "card " + std::to_string(number) + " was read otherwise before");
    for (const auto& [slot, hand] : state_.hands)
        if (hand.number == number && hand.card && *hand.card != input.card && state_.round_running()) raise_disagreement(slot);
    return {};
}

// Whoever deals a deck to the camera does so between rounds. The counts must fit each other: they are evidence.
LiveTurn::Refusal LiveTurn::on(const CardCheckDone& input) {
    if (input.camera.empty()) return refuse("PROC.cardcheck", "a card check needs its camera's name");
    if (state_.round_running() || state_.phase == Phase::SHOE) return refuse("PROC.cardcheck", "a round or shoe is being dealt");
    const auto [least, most] = std::minmax({input.right, input.wrong, input.doubtful, input.missing, input.slowest_ms, input.median_ms});
    constexpr int reasonable = 10'000'000;
    if (least < 0 || most > reasonable || input.right + input.wrong + input.doubtful != input.cards)
        return refuse("PROC.cardcheck", "the counts of a card check do not add up");
    int left = input.wrong;
    for (const auto& one : input.confusion) {
        if (one.times <= 0 || one.times > left || one.dealt == one.read)
            return refuse("PROC.cardcheck", "the confusions of a card check do not add up");
        left -= one.times;
    }
    return {};
}

LiveTurn::Refusal LiveTurn::on(const RecordSoftware& input) {
    if (auto fault = fault_of(input.record); !fault.empty()) return refuse("PROC.evidence", std::move(fault));
    if ((input.record.when == RecordedWhen::ASKED) == input.by.empty())
        return refuse("PROC.evidence", "a record of the software that was asked for names who asked, and no other does");
    auto changed = state_.software->empty() ? std::vector<std::string>() : changed_parts(*state_.software, input.record.parts);
    if (*state_.software != input.record.parts) state_.software = std::make_shared<std::vector<SoftwarePart>>(input.record.parts);
    emit(SoftwareRecorded{input.record, std::move(changed), input.by});
    return {};
}

LiveTurn::Refusal LiveTurn::on(const TimerFired& input) {
    const auto found = state_.timers.find(input.timer);
    if (found == state_.timers.end()) return refuse("TIMER.unset", std::string(name(input.timer)) + " is not running");
    if (meta_.at < found->second) return refuse("TIMER.early", std::string(name(input.timer)) + " is not due yet");
    state_.timers.erase(found);
    switch (input.timer) {
    case TimerId::BETTING_CLOSES: close_betting(); break;
    case TimerId::ORDER_GRACE:
        if (const auto odd = anomaly())
            raise(odd->code, odd->slot, std::string(name(state_.board[odd->slot].sight)) + " in " + odd->slot.text());
        break;
    case TimerId::UNREADABLE:
        for (const auto& [slot, seen] : state_.board)
            if (seen.sight == Sight::DOUBTFUL && turn_expected(slot)) raise_unreadable(slot, seen.observed.reason);
        break;
    case TimerId::START_FORGOTTEN: raise(FaultCode::START_FORGOTTEN, {}, "nothing for a while"); break;
    case TimerId::NO_DEAL: raise(FaultCode::NO_DEAL, {}, "no card for a while"); break;
    case TimerId::NO_REVEAL: raise(FaultCode::NO_REVEAL, {}, "no card turned for a while"); break;
    case TimerId::RESULT_FORGOTTEN: raise(FaultCode::RESULT_FORGOTTEN, {}, "not confirmed for a while"); break;
    case TimerId::DECISION_CLOSES: close_windows(); break;
    }
    return {};
}

} // namespace engine
