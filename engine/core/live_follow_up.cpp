// What a table does by itself once an input is in: it takes the cards that lie in order, raises the faults that are due, and sets its
// timers.
#include "engine/core/live_turn.h"

#include "engine/core/check.h"

#include <algorithm>
#include <utility>

namespace engine {

LiveTurn::Refusal LiveTurn::on(const SlotObserved& input) {
    if (input.card.has_value() != (input.sight == Sight::FACE_UP))
        return Rejection{"OBSERVE.card", "an observation of " + input.slot.text() + " must name a card exactly when a face is seen"};
    const auto slots = game_.hand_slots();
    const bool of_shoe = game_.dealt_from() == DealtFrom::SHOE && (input.slot == burn_slot || input.slot == cut_slot);
    if (std::ranges::find(slots, input.slot) == slots.end() && !of_shoe)
        return Rejection{"OBSERVE.slot", "this table has no slot " + input.slot.text()};
    auto& seen = state_.board[input.slot];
    const Sight before = seen.solid;
    seen.sight = input.sight;
    seen.observed = input;
    if (input.sight != Sight::DOUBTFUL) seen.solid = input.sight;
    if (input.sight == Sight::EMPTY) seen.stale = false;
    if (input.slot == burn_slot && !state_.shoe_id.empty()) watch_burn(seen, before);
    return {};
}

// Which cards in BURN the ledger has still to count. A burned card that is shown and turned back is the same card; one laid face down on
// (or in place of) the turned one is another, even when the empty slot between was missed.
void LiveTurn::watch_burn(BoardSlot& burn, Sight before) {
    const bool turning = state_.phase == Phase::SHOE && !state_.turned;
    if (burn.sight == Sight::EMPTY) return count_shown_burn(); // taken away before anybody said what becomes of it
    if (burn.sight == Sight::FACE_UP) {
        const bool laid = before == Sight::EMPTY && !burn.stale;
        if (state_.shown_burn || (laid && !turning)) state_.shown_burn = burn.observed.card;
        if (turning && before == Sight::FACE_DOWN && state_.burns_waiting > 0)
            --state_.burns_waiting; // laid face down first: the card to turn
        return;
    }
    if (burn.sight != Sight::FACE_DOWN || before == Sight::FACE_DOWN) return;
    const bool another = before == Sight::EMPTY ? !burn.stale : burn.stale || state_.shown_burn || turning;
    if (!another) return;
    state_.shown_burn.reset();
    burn.stale = false;
    ++state_.burns_waiting;
}

void LiveTurn::follow_up(const Input& input) {
    while (advance_once()) {
    }
    open_decisions();
    const bool progress = std::ranges::any_of(events_, [](const Event& event) {
        return !std::holds_alternative<FaultRaised>(event.body) && !std::holds_alternative<FaultCleared>(event.body) &&
               !std::holds_alternative<SoftwareRecorded>(event.body) && is_public(event);
    });
    watch_order();
    watch_reading();
    watch_silence(input, progress);
    if (state_.table == TableState::PAUSED) { // a deadline set while paused waits like every other
        for (const auto& [timer, at] : state_.timers)
            state_.held_timers[timer] = std::max(at - meta_.at, Duration::zero());
        state_.timers.clear();
    }
}

bool LiveTurn::advance_once() {
    if (state_.table != TableState::OPEN) return false;
    if (take_cut_card()) return true;
    if (state_.phase == Phase::SHOE) return advance_shoe();
    if (state_.round_running() && state_.phase != Phase::RESULT) return advance_round();
    return false;
}

// PD-16: drawn at any draw of a round, the first one included, it makes that round the last; drawn before a round, the next one.
bool LiveTurn::take_cut_card() {
    if (state_.shoe_id.empty() || state_.cut_drawn) return false;
    const auto lies =
        std::ranges::find_if(state_.board, [](const auto& one) { return one.second.sight == Sight::CUT_CARD && !one.second.stale; });
    if (lies == state_.board.end()) return false;
    lies->second.stale = true;
    state_.cut_drawn = true;
    if (state_.round_running()) state_.last_of_shoe = true;
    emit(CutCardDrawn{state_.shoe_id});
    return true;
}

bool LiveTurn::shoe_says_otherwise(int number, const Card& card) const {
    const auto read = state_.shoe_reads.find(number);
    return read != state_.shoe_reads.end() && read->second != card;
}

// Neither card is named: the face has not been shown to anybody by the rules yet.
void LiveTurn::raise_disagreement(const Slot& slot) {
    raise(FaultCode::SOURCES_DISAGREE, slot, "the camera and the shoe name different cards in " + slot.text());
}

void LiveTurn::turn_burn_card(const SlotObserved& seen) {
    const bool first = state_.ledger.draw_seen(*seen.card);
    check(first, "the first card of a shoe has a free copy");
    state_.turned = seen.card;
    state_.to_burn = game_.burn_count(*seen.card).value_or(0);
    state_.board[burn_slot].stale = true;
    clear_fault(FaultCode::UNREADABLE, burn_slot, seen.camera.empty() ? Ending::MANUAL_CARD : Ending::RESCAN, seen.camera);
    emit(ShoeStarted{state_.shoe_id, state_.turned, state_.to_burn});
    note_face(1, *seen.card);
}

bool LiveTurn::advance_shoe() {
    if (!state_.turned) {
        const auto burn = state_.board.find(burn_slot);
        if (burn == state_.board.end() || burn->second.stale || burn->second.sight != Sight::FACE_UP) return false;
        if (shoe_says_otherwise(1, *burn->second.observed.card)) {
            raise_disagreement(burn_slot);
            return false;
        }
        turn_burn_card(SlotObserved(burn->second.observed));
        return true;
    }
    if (state_.burned < state_.to_burn) {
        if (!take_burn()) return false;
        emit(CardBurned{++state_.burned, state_.to_burn});
        return true;
    }
    state_.phase = Phase::IDLE;
    return true;
}

bool LiveTurn::take_burn() {
    if (state_.burn_credit > 0) { // its card was counted when it left the shoe
        --state_.burn_credit;
        return true;
    }
    if (state_.burns_waiting == 0) return false;
    --state_.burns_waiting;
    state_.ledger.draw_unseen();
    return true;
}

bool LiveTurn::advance_round() {
    for (const auto& act : state_.round->next())
        if (accept(act)) {
            after_act();
            return true;
        }
    return false;
}

bool LiveTurn::accept(const ExpectedAct& act) {
    if (act.act == Act::DECIDE) return false; // a person's
    if (act.act == Act::BURN_CARD) {
        if (!take_burn()) return false;
        state_.round->burned();
        emit(CardBurned{1, 1});
        return true;
    }
    const auto found = state_.board.find(*act.slot);
    if (found == state_.board.end() || found->second.stale) return false;
    const Sight sight = found->second.sight;
    if (act.act == Act::DEAL_CARD || act.act == Act::DEAL_OPEN) {
        if (sight != Sight::FACE_DOWN && sight != Sight::FACE_UP) return false;
        deal(*act.slot, act.act == Act::DEAL_CARD ? Sight::FACE_DOWN : sight);
        return true;
    }
    if (act.act == Act::CLEAR_SLOT) {
        if (sight == Sight::EMPTY) discard(*act.slot);
        return sight == Sight::EMPTY;
    }
    if (act.act == Act::SWAP_CARDS) return swap(*act.slot, *act.other);
    if (sight != Sight::FACE_UP) return false;
    const bool rescan = state_.rescans.contains(*act.slot);
    return reveal(*act.slot, SlotObserved(found->second.observed), rescan ? CardSource::RESCAN : CardSource::CAMERA);
}

void LiveTurn::deal(const Slot& slot, Sight lies) {
    state_.ledger.draw_unseen();
    state_.round->dealt(slot);
    state_.hands[slot] = {.card = {}, .seq = 0, .number = state_.ledger.total() - state_.ledger.left()};
    emit(CardDealt{slot, lies == Sight::FACE_DOWN});
}

// The ledger has seen the card; what becomes of it is no longer the table's affair.
void LiveTurn::discard(const Slot& slot) {
    state_.hands.erase(slot);
    state_.rescans.erase(slot);
    state_.round->discarded(slot);
    emit(CardDiscarded{slot});
}

// Done once each of the two places shows the other's card.
bool LiveTurn::swap(const Slot& first, const Slot& second) {
    const auto shows_card_of = [this](const Slot& slot, const Slot& other) {
        const auto seen = state_.board.find(slot);
        return seen != state_.board.end() && seen->second.sight == Sight::FACE_UP &&
               seen->second.observed.card == state_.hands.at(other).card;
    };
    if (!shows_card_of(first, second) || !shows_card_of(second, first)) return false;
    std::swap(state_.hands.at(first), state_.hands.at(second));
    state_.round->swapped(first, second);
    emit(CardsSwapped{first, second});
    return true;
}

bool LiveTurn::reveal(const Slot& slot, const SlotObserved& seen, CardSource source) {
    const Card card = *seen.card;
    if (source != CardSource::MANUAL && shoe_says_otherwise(state_.hands.at(slot).number, card)) {
        raise_disagreement(slot);
        return false;
    }
    if (!state_.ledger.turn(card)) {
        if (!has_fault(FaultCode::DUPLICATE_CARD, slot))
            raise(FaultCode::DUPLICATE_CARD, slot, "one copy of a card too many"); // not which: it is not published
        return false;
    }
    state_.rescans.erase(slot);
    auto& hand = state_.hands.at(slot);
    hand.card = card;
    hand.seq = emit(CardRevealed{slot, card, source, seen.confidence, seen.frame, seen.captured_at, seen.still_sha256});
    state_.round->revealed(slot, card);
    if (state_.doubted.erase(slot) == 0) note_reading(Reading::AT_ONCE);
    note_face(hand.number, card);
    clear_fault(FaultCode::UNREADABLE, slot, source == CardSource::MANUAL ? Ending::MANUAL_CARD : Ending::RESCAN, seen.camera);
    if (source == CardSource::MANUAL) after_act(); // named by a person: no act of the round was accepted for it
    return true;
}

void LiveTurn::complete_round() {
    state_.phase = Phase::RESULT;
    state_.result = state_.round->results();
    if (!state_.cut_drawn && !state_.last_of_shoe && state_.ledger.left() < rules_.cut_card_late_at) {
        state_.last_of_shoe = true;
        raise(FaultCode::CUT_CARD_LATE, {}, std::to_string(state_.ledger.left()) + " cards left and no cut card");
    }
    emit(ResultProvisional{state_.result});
}

void LiveTurn::set_phase() {
    if (!state_.round_running()) return;
    const auto next = state_.round->next();
    const bool dealing = std::ranges::any_of(next, [](const auto& act) { return act.act != Act::TURN_CARD; });
    const bool deciding = std::ranges::any_of(next, [](const auto& act) { return act.act == Act::DECIDE; });
    if (state_.betting_open)
        state_.phase = Phase::BETTING;
    else if (deciding)
        state_.phase = Phase::DECIDING;
    else
        state_.phase = dealing ? Phase::DEALING : Phase::REVEALING;
}

void LiveTurn::raise(FaultCode code, std::optional<Slot> slot, std::string seen) {
    if (has_fault(code, slot)) return;
    const auto& rule = rule_of(code);
    const auto now_expected = expected_of(state_, game_);
    FaultRaised fault{code,
                      rule.severity,
                      slot,
                      std::string(rule.suggestion),
                      now_expected.acts.empty() ? "" : prompt(now_expected.acts.front()),
                      std::move(seen)};
    state_.faults.push_back(fault);
    emit(std::move(fault));
    if (rule.pauses) pause(std::string(name(code)));
}

void LiveTurn::raise_unreadable(const Slot& slot, const std::string& reason) {
    if (has_fault(FaultCode::UNREADABLE, slot)) return;
    raise(FaultCode::UNREADABLE, slot, reason);
    if (state_.doubted.insert(slot).second) note_reading(Reading::DOUBTFUL);
}

// N of the last M cards could not be read at once: first a warning, then the table stops until the lens is clean and the light is good.
void LiveTurn::note_reading(Reading reading) {
    auto& last = state_.read_at_once;
    last.push_back(reading == Reading::AT_ONCE);
    if (last.size() > static_cast<std::size_t>(rules_.poor_of)) last.erase(last.begin());
    const auto poor = std::ranges::count(last, false);
    const auto open = std::ranges::find(state_.faults, FaultCode::RECOGNITION_POOR, &FaultRaised::code);
    const auto said = std::to_string(poor) + " of the last " + std::to_string(last.size()) + " cards could not be read at once";
    if (reading == Reading::AT_ONCE || poor < rules_.poor_warn_at) return;
    if (open == state_.faults.end()) return raise(FaultCode::RECOGNITION_POOR, {}, said);
    if (poor < rules_.poor_pause_at || open->severity == Severity::ERROR) return;
    open->severity = Severity::ERROR;
    open->seen = said;
    emit(FaultRaised(*open));
    pause(std::string(name(FaultCode::RECOGNITION_POOR)));
}

void LiveTurn::note_face(int number, const Card& card) {
    auto& first = state_.first_faces;
    if (first.size() >= static_cast<std::size_t>(rules_.factory_order_cards)) return; // judged already
    first.emplace_back(number, card);
    if (first.size() == static_cast<std::size_t>(rules_.factory_order_cards) && in_factory_order(first))
        raise(FaultCode::UNSHUFFLED_ORDER, {},
              "the first " + std::to_string(first.size()) + " cards that were shown run in a factory's order");
}

// Only a shoe that counts its cards can know of one that no camera has seen.
void LiveTurn::note_gap() {
    if (state_.shoe_reads.empty()) return;
    const int taken = state_.ledger.total() - state_.ledger.left();
    const bool of_this_shoe = state_.round_id.starts_with(state_.shoe_id + "-");
    const ShoeGap gap{of_this_shoe ? state_.round_id : "before the first", std::max(0, state_.shoe_reads.rbegin()->first - taken)};
    if (state_.gaps.empty() || state_.gaps.back().round_id != gap.round_id)
        state_.gaps.push_back(gap);
    else
        state_.gaps.back() = gap;
}

// What does not reconcile at the end of the shoe, in words; empty when everything does.
std::string LiveTurn::missing_cards() const {
    const int left = state_.ledger.left();
    if (left < 0) return std::to_string(-left) + " cards more than the shoe holds have been dealt";
    if (state_.gaps.empty() || state_.gaps.back().cards == 0) return {};
    auto text = std::to_string(state_.gaps.back().cards) + " cards left the shoe that no camera has seen, in round";
    const char* between = " ";
    for (const auto& round : rounds_of_missing_cards(state_.gaps))
        text += std::exchange(between, ", ") + round;
    return text;
}

void LiveTurn::clear_fault(FaultCode code, std::optional<Slot> slot, Ending ending, const std::string& by) {
    const auto found =
        std::ranges::find_if(state_.faults, [&](const FaultRaised& fault) { return fault.code == code && fault.slot == slot; });
    if (found == state_.faults.end()) return;
    state_.faults.erase(found);
    emit(FaultCleared{code, slot, ending, by});
}

bool LiveTurn::has_fault(FaultCode code, std::optional<Slot> slot) const {
    return std::ranges::any_of(state_.faults, [&](const FaultRaised& fault) { return fault.code == code && fault.slot == slot; });
}

bool LiveTurn::turn_expected(const Slot& slot) const {
    if (state_.phase == Phase::SHOE) return slot == burn_slot && !state_.turned;
    return named(Act::TURN_CARD, slot) || deals_open(slot);
}

bool LiveTurn::named(Act act, const Slot& slot) const {
    if (!state_.round_running()) return false;
    const auto next = state_.round->next();
    return std::ranges::any_of(next, [&](const auto& one) { return one.act == act && one.slot == slot; });
}

bool LiveTurn::lies(const Slot& slot) const {
    const auto found = state_.board.find(slot);
    return found != state_.board.end() && !found->second.stale && found->second.sight != Sight::EMPTY;
}

// What a hand does when the rules take or move this card: it may be away or turned for a moment, but never becomes another card.
bool LiveTurn::excused(const Slot& slot, const BoardSlot& seen) const {
    const bool away = seen.sight == Sight::EMPTY;
    if (away || seen.sight == Sight::FACE_DOWN)
        if (state_.round->may_go(slot) || named(Act::CLEAR_SLOT, slot)) return true;
    for (const auto& act : state_.round->next()) {
        if (act.act != Act::SWAP_CARDS || (act.slot != slot && act.other != slot)) continue;
        const auto& partner = act.slot == slot ? *act.other : *act.slot;
        return away || seen.observed.card == state_.hands.at(partner).card;
    }
    return false;
}

// A card that is to be turned now is shown and cannot be read: what is turned after it waits for it and is no mistake.
bool LiveTurn::earlier_doubt() const {
    return std::ranges::any_of(state_.board,
                               [this](const auto& one) { return one.second.sight == Sight::DOUBTFUL && turn_expected(one.first); });
}

std::optional<LiveTurn::Anomaly> LiveTurn::hand_anomaly(const Slot& slot, const BoardSlot& seen) const {
    const auto hand = state_.hands.find(slot);
    const bool shows_card = seen.sight == Sight::FACE_DOWN || seen.sight == Sight::FACE_UP;
    if (!state_.round_running()) {
        if (state_.phase == Phase::CONFIRMED && hand != state_.hands.end()) return std::nullopt; // about to be taken away
        if (shows_card && !state_.shoe_id.empty()) return Anomaly{FaultCode::EXTRA_CARD, slot};
        return std::nullopt;
    }
    if (hand == state_.hands.end()) {
        if (!shows_card) return std::nullopt;
        const auto next = state_.round->next();
        const bool burn_first = !next.empty() && next.front().act == Act::BURN_CARD;
        if (burn_first && state_.burn_excused) return std::nullopt;
        if (burn_first) return Anomaly{FaultCode::BURN_MISSING, slot};
        const bool some_place =
            std::ranges::any_of(next, [](const auto& act) { return act.act == Act::DEAL_CARD || act.act == Act::DEAL_OPEN; });
        return Anomaly{some_place ? FaultCode::WRONG_POSITION : FaultCode::EXTRA_CARD, slot};
    }
    if (excused(slot, seen)) return std::nullopt;
    if (seen.sight == Sight::EMPTY && !hand->second.may_be_gone) return Anomaly{FaultCode::CLEARED_TOO_EARLY, slot};
    if (!hand->second.card) {
        if (seen.sight != Sight::FACE_UP || turn_expected(slot)) return std::nullopt;
        if (state_.betting_open) return Anomaly{FaultCode::CARD_EXPOSED_EARLY, slot};
        if (state_.phase == Phase::DEALING || earlier_doubt()) return std::nullopt;
        return Anomaly{FaultCode::WRONG_POSITION, slot};
    }
    // PROC: a settled slot reads differently later. A card named by hand keeps its word against the camera's doubt, not against another
    // face.
    const bool other_face = seen.sight == Sight::FACE_UP && seen.observed.card != hand->second.card;
    if (other_face || seen.sight == Sight::FACE_DOWN) return Anomaly{FaultCode::CARD_CHANGED, slot};
    return std::nullopt;
}

std::optional<LiveTurn::Anomaly> LiveTurn::anomaly() const {
    if (state_.table == TableState::CLOSED) return std::nullopt;
    for (const auto& slot : game_.hand_slots()) {
        const auto seen = state_.board.find(slot);
        if (seen == state_.board.end() || seen->second.stale) continue;
        if (const auto odd = hand_anomaly(slot, seen->second)) return odd;
    }
    const auto burn = state_.board.find(burn_slot);
    if (burn == state_.board.end() || burn->second.stale || state_.shoe_id.empty()) return std::nullopt;
    const bool burn_due = state_.round_running() && !state_.round->next().empty() && state_.round->next().front().act == Act::BURN_CARD;
    const bool opening = state_.phase == Phase::SHOE && (!state_.turned || state_.burned < state_.to_burn);
    const bool unexpected_burn = state_.burns_waiting > 0 && !burn_due && !opening;
    const bool face_in_burn = burn->second.sight == Sight::FACE_UP && !(state_.phase == Phase::SHOE && !state_.turned);
    if (unexpected_burn || face_in_burn) return Anomaly{FaultCode::EXTRA_CARD, burn_slot};
    return std::nullopt;
}

// Out of order: a mistake only when it is so for a while, but a face shown while betting is open closes betting at once.
void LiveTurn::watch_order() {
    if (state_.table != TableState::OPEN) return;
    const auto odd = anomaly();
    if (!odd) {
        state_.timers.erase(TimerId::ORDER_GRACE);
        return;
    }
    if (odd->code == FaultCode::CARD_EXPOSED_EARLY) {
        close_betting();
        raise(odd->code, odd->slot, "a face in " + odd->slot.text());
        return;
    }
    if (!has_fault(odd->code, odd->slot)) state_.timers.try_emplace(TimerId::ORDER_GRACE, meta_.at + rules_.order_grace);
}

void LiveTurn::watch_reading() {
    if (state_.table != TableState::OPEN) return;
    for (const auto& [slot, seen] : state_.board) {
        const bool too_many = seen.sight == Sight::DOUBTFUL && seen.observed.reason == one_copy_too_many;
        if (too_many && turn_expected(slot)) return raise(FaultCode::DUPLICATE_CARD, slot, "one copy of a card too many on the table");
    }
    const bool doubt = std::ranges::any_of(state_.board, [this](const auto& one) {
        return one.second.sight == Sight::DOUBTFUL && turn_expected(one.first) && !has_fault(FaultCode::UNREADABLE, one.first);
    });
    if (doubt)
        state_.timers.try_emplace(TimerId::UNREADABLE, meta_.at + rules_.unreadable_after);
    else
        state_.timers.erase(TimerId::UNREADABLE);
}

std::optional<TimerId> LiveTurn::silence_timer() const {
    if (state_.table != TableState::OPEN) return std::nullopt;
    switch (state_.phase) {
    case Phase::IDLE:
    case Phase::CONFIRMED: return TimerId::START_FORGOTTEN;
    case Phase::RESULT: return TimerId::RESULT_FORGOTTEN;
    case Phase::REVEALING: return TimerId::NO_REVEAL;
    case Phase::DECIDING: return std::nullopt; // the window of the decision runs
    case Phase::SHOE:
    case Phase::DEALING: return TimerId::NO_DEAL;
    case Phase::BETTING:
        // All dealt: nothing is due until betting closes.
        return state_.round->next().empty() ? std::nullopt : std::optional(TimerId::NO_DEAL);
    }
    return std::nullopt;
}

void LiveTurn::watch_silence(const Input& input, bool progress) {
    constexpr std::array silent{TimerId::START_FORGOTTEN, TimerId::NO_DEAL, TimerId::NO_REVEAL, TimerId::RESULT_FORGOTTEN};
    constexpr std::array codes{FaultCode::START_FORGOTTEN, FaultCode::NO_DEAL, FaultCode::NO_REVEAL, FaultCode::RESULT_FORGOTTEN};
    const bool fired = std::holds_alternative<TimerFired>(input);
    if (!progress && (fired || std::ranges::any_of(silent, [this](TimerId timer) { return state_.timers.contains(timer); }))) return;
    for (std::size_t i = 0; i < silent.size(); ++i) {
        state_.timers.erase(silent[i]);
        if (progress && !fired) clear_fault(codes[i], {}, Ending::PRESSED, "");
    }
    const auto timer = silence_timer();
    if (!timer) return;
    Duration after = rules_.no_deal_after;
    if (*timer == TimerId::START_FORGOTTEN) after = rules_.start_forgotten_after;
    if (*timer == TimerId::NO_REVEAL) after = rules_.no_reveal_after;
    if (*timer == TimerId::RESULT_FORGOTTEN) after = rules_.result_forgotten_after;
    state_.timers[*timer] = meta_.at + after;
}

} // namespace engine
