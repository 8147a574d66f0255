#include "tests/engine/conformance/walker.h"

#include <algorithm>

namespace engine::testing {

using namespace std::chrono_literals;

std::optional<Input> button_of(const ExpectedAct& act) {
    switch (act.act) {
    case Act::OPEN_TABLE: return OpenTable{"anna", "anna"};
    case Act::START_SHOE: return StartShoe{"anna"};
    case Act::START_ROUND: return StartRound{"anna"};
    case Act::CONFIRM_RESULT: return ConfirmResult{"anna"};
    case Act::RESUME: return ResumeTable{"boris"};
    default: return std::nullopt;
    }
}

void Books::hear(const Event& event) {
    const auto fail = [this](const std::string& what) {
        if (wrong.empty()) wrong = what;
    };
    if (std::holds_alternative<RoundOpened>(event.body)) {
        for (const auto& [id, entry] : open)
            if (entry.revision == 0 && !entry.refunded) fail(id + " has no end");
        open.clear();
    }
    if (const auto* e = std::get_if<WagerAccepted>(&event.body)) {
        if (!open.try_emplace(e->wager_id, Entry{e->stake + e->held, 0, false}).second) fail(e->wager_id + " is accepted twice");
    }
    if (const auto* e = std::get_if<WagerSettled>(&event.body)) {
        auto& entry = open[e->wager_id];
        if (e->revision != entry.revision + 1 || entry.refunded) fail(e->wager_id + " is settled twice");
        if (e->deducted != entry.deducted) fail(e->wager_id + " settles another amount");
        if (e->returned.minor < 0) fail(e->wager_id + " returns less than nothing");
        entry.revision = e->revision;
    }
    if (const auto* e = std::get_if<WagerRefunded>(&event.body)) {
        auto& entry = open[e->wager_id];
        if (entry.refunded || e->returned != entry.deducted) fail(e->wager_id + " is refunded wrongly");
        entry.refunded = true;
    }
}

Walker::Walker(const TableRules& rules, std::uint64_t seed) : random_(seed), table_(make_table(rules)) {}

bool Walker::offer(const Input& input) {
    auto made = table_->apply(input, meta());
    if (!made) return false;
    inputs_.emplace_back(input, meta());
    taken_.emplace_back(input, meta());
    for (const auto& event : made->events) {
        note(event);
        if (is_public(event)) ++next_seq_;
        log_.push_back(event);
    }
    return true;
}

void Walker::note(const Event& event) {
    if (std::holds_alternative<RoundOpened>(event.body)) {
        turned_.clear();
        for (const auto& [slot, card] : last_turned_)
            turned_[slot].insert(card);
    }
    const auto check_face = [this](const Slot& slot, const Card& card) {
        if (!turned(slot, card) && leak_.empty()) leak_ = card.text() + " of " + slot.text() + " is told before it is turned";
    };
    if (const auto* e = std::get_if<CardRevealed>(&event.body)) check_face(e->slot, e->card);
    if (const auto* e = std::get_if<ShoeStarted>(&event.body); e != nullptr && e->burn_card) check_face(burn_slot, *e->burn_card);
    if (const auto* e = std::get_if<FaultRaised>(&event.body); e != nullptr && e->code != FaultCode::DUPLICATE_CARD)
        for (const auto& card : full_deck())
            if (e->seen.find(card.text()) != std::string::npos && leak_.empty()) leak_ = "a fault says " + e->seen;
}

bool Walker::turned(const Slot& slot, const Card& card) const {
    const auto found = turned_.find(slot);
    return found != turned_.end() && found->second.contains(card);
}

void Walker::show(const Slot& slot, const Card& card) {
    turned_[slot].insert(card);
    last_turned_[slot] = card;
}

void Walker::pass(Duration duration) {
    const Time until = now_ + duration;
    for (;;) {
        const auto timers = table_->timers();
        const auto due = std::ranges::min_element(timers, {}, [](const auto& timer) { return timer.second; });
        if (due == timers.end() || due->second > until) break;
        now_ = std::max(now_, due->second);
        if (!offer(TimerFired{due->first})) break;
    }
    now_ = until;
}

void Walker::see(const Slot& slot, Sight sight) {
    SlotObserved seen{.slot = slot,
                      .sight = sight,
                      .card = {},
                      .confidence = 0.99,
                      .frame = ++frame_,
                      .captured_at = now_,
                      .still_sha256 = "",
                      .camera = "c1",
                      .reason = "",
                      .guesses = {}};
    if (sight == Sight::FACE_UP) show(slot, *(seen.card = any_card()));
    if (sight == Sight::EMPTY) last_turned_.erase(slot);
    (void)offer(seen);
}

void Walker::resolve(const ExpectedAct& act) {
    const auto ending = act.endings[below(act.endings.size())];
    if (ending == Ending::CAMERA_BACK) (void)offer(CameraChanged{"c1", CameraSight::GOOD, ""});
    if (act.slot && below(2) == 0) see(*act.slot, Sight::EMPTY);
    if (act.slot && (ending == Ending::MANUAL_CARD || ending == Ending::RESCAN)) {
        const auto card = any_card();
        show(*act.slot, card);
        if (!offer(ManualCard{*act.slot, card, "anna", "boris"})) (void)offer(CorrectCard{*act.slot, card, "read again", "boris", "mara"});
    }
    if (!offer(EndFault{*act.fault, ending, "boris"}) && below(3) == 0) (void)offer(VoidRound{"no other ending", "boris", "mara"});
}

void Walker::follow(const ExpectedAct& act) {
    if (const auto button = button_of(act)) {
        (void)offer(*button);
        return;
    }
    switch (act.act) {
    case Act::TURN_BURN_CARD:
    case Act::TURN_CARD: see(*act.slot, Sight::FACE_UP); break;
    case Act::BURN_CARD:
    case Act::DEAL_CARD:
        if (table_->view().slots[*act.slot].sight != Sight::EMPTY) see(*act.slot, Sight::EMPTY);
        see(*act.slot, Sight::FACE_DOWN);
        break;
    case Act::CLEAR_SLOT: see(*act.slot, Sight::EMPTY); break;
    case Act::WAIT_BETTING: pass(5s); break;
    case Act::RESOLVE_FAULT: resolve(act); break;
    default: break;
    }
}

Slot Walker::any_slot() {
    std::vector<Slot> slots{burn_slot, cut_slot};
    for (const auto& [slot, seen] : table_->view().slots)
        slots.push_back(slot);
    return slots[below(slots.size())];
}

Input Walker::any_wager() {
    const auto seat = Seat{below(2) == 0 ? SeatKind::PLAYER : SeatKind::BOX, static_cast<std::uint8_t>(1 + below(5))};
    const std::vector<std::string> bets{"PLAYER", "PAIR", "ANTE", "BONUS", "NONE"};
    return PlaceWager{
        "w" + std::to_string(below(8) == 0 ? wagers_ : ++wagers_), "acme", table_->view().round_id, seat, bets[below(bets.size())],
        {static_cast<std::int64_t>(100 * (1 + below(500))), "EUR"}};
}

std::vector<Input> Walker::one_of_each() {
    const auto slot = any_slot();
    SlotObserved seen{.slot = slot,
                      .sight = static_cast<Sight>(below(5)),
                      .card = {},
                      .confidence = 0.9,
                      .frame = frame_,
                      .captured_at = now_,
                      .still_sha256 = "",
                      .camera = "c1",
                      .reason = "blurred",
                      .guesses = {}};
    if (seen.sight == Sight::FACE_UP) seen.card = any_card();
    const auto code = static_cast<FaultCode>(below(fault_codes));
    return {OpenTable{"anna", "anna"},
            CloseTable{"anna"},
            ChangeDealer{"chai"},
            StartShoe{"anna"},
            StartRound{"anna"},
            ConfirmResult{"anna"},
            PauseTable{"a word", "anna"},
            ResumeTable{"boris"},
            VoidRound{"error", "boris", "mara"},
            seen,
            ManualCard{slot, any_card(), "anna", "boris"},
            RescanSlot{slot, "anna"},
            CorrectCard{slot, any_card(), "misread", "boris", "mara"},
            RaiseMistake{code, slot, "anna"},
            EndFault{code, static_cast<Ending>(below(13)), "boris"},
            CameraChanged{"c1", static_cast<CameraSight>(below(5)), ""},
            TimerFired{static_cast<TimerId>(below(7))},
            any_wager(),
            ShoeCardRead{"shoe", 1 + below(416), any_card()}};
}

// Anything but what is expected.
void Walker::stray() {
    const auto inputs = one_of_each();
    const auto& input = inputs[below(inputs.size())];
    if (std::holds_alternative<CloseTable>(input) && below(4) != 0) return;
    if (const auto* seen = std::get_if<SlotObserved>(&input); seen != nullptr && seen->card) show(seen->slot, *seen->card);
    if (const auto* manual = std::get_if<ManualCard>(&input)) show(manual->slot, manual->card);
    if (const auto* corrected = std::get_if<CorrectCard>(&input)) show(corrected->slot, corrected->after);
    (void)offer(input);
}

std::vector<Walker::Taken> Walker::step() {
    taken_.clear();
    pass(std::chrono::milliseconds(100 + below(400)));
    if (below(60) == 0)
        stray();
    else if (below(8) == 0)
        (void)offer(any_wager());
    else {
        const auto acts = table_->expected().acts;
        follow(acts[below(4) == 0 ? below(acts.size()) : 0]);
    }
    return taken_;
}

std::vector<std::string> Walker::texts() const {
    std::vector<std::string> texts;
    texts.reserve(log_.size());
    for (const auto& event : log_)
        texts.push_back(event_text(event));
    return texts;
}

} // namespace engine::testing
