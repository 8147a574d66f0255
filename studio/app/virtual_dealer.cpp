#include "studio/app/virtual_dealer.h"

#include <algorithm>

namespace studio::app {

using engine::Act;

void VirtualDealer::shuffle(int decks) {
    shoe_.clear();
    for (int deck = 0; deck < decks; ++deck)
        shoe_.insert(shoe_.end(), engine::full_deck().begin(), engine::full_deck().end());
    // Fisher-Yates by hand: std::shuffle draws differently from library to library, and a seed must deal the same cards everywhere.
    for (std::size_t i = shoe_.size() - 1; i > 0; --i)
        std::swap(shoe_[i], shoe_[random_() % (i + 1)]);
    next_ = 0;
    cut_after_ = from_shoe_ ? 300 + random_() % 90 : shoe_.size(); // behind it stay at least the 13 cards that the rules ask for
    cut_drawn_ = false;
}

std::optional<Deed> VirtualDealer::decide(const engine::Expected& expected, engine::Time now) {
    const bool held = std::ranges::any_of(expected.acts, [](const auto& one) { return one.fault && engine::rule_of(*one.fault).pauses; });
    if (std::ranges::none_of(expected.acts, [](const auto& one) { return one.act == Act::SWAP_CARDS; })) swapped_.clear();
    if (auto deed = put_back(expected)) return deed;
    if (auto deed = mistake(expected)) return deed;
    if (!held)
        if (auto deed = sweep_folded()) return deed;
    std::optional<Act> done; // by the hand; the camera has not settled on it yet
    for (const auto& one : expected.acts) {
        if (one.act == Act::RESUME && held) continue;      // refused while a fault is open
        if (done && one.act != *done) return std::nullopt; // the next kind of act waits for it
        if (done_already(one)) {
            done = one.act;
            continue;
        }
        if (auto deed = act(one, expected, now)) return deed;
    }
    return std::nullopt;
}

// Only the ones that a camera can see; what comes of them is the table's affair.
std::optional<Deed> VirtualDealer::mistake(const engine::Expected& expected) {
    if (mistakes_per_mille_ == 0 || expected.acts.empty()) return std::nullopt;
    const auto& next = expected.acts.front();
    const bool waits = next.act == Act::WAIT_BETTING || next.act == Act::DECIDE;
    const bool deals = next.act == Act::DEAL_CARD || next.act == Act::DEAL_OPEN || next.act == Act::BURN_CARD;
    if ((!waits && !deals) || done_already(next) || static_cast<int>(random_() % 1000) >= mistakes_per_mille_) return std::nullopt;
    return waits ? turn_one_early() : lay_astray(expected);
}

// A hidden card is turned while betting is open or a box thinks.
std::optional<Deed> VirtualDealer::turn_one_early() {
    const auto closed =
        std::ranges::find_if(lying_, [this](const auto& one) { return one.first != engine::burn_slot && !open_.contains(one.first); });
    if (closed == lying_.end()) return std::nullopt;
    open_.insert(closed->first);
    return Turn{closed->first};
}

// Where a card belongs later or not at all; in place of a burn card where the first of the round belongs.
std::optional<Deed> VirtualDealer::lay_astray(const engine::Expected& expected) {
    const auto& next = expected.acts.front();
    const bool in_shoe = expected.acts.size() == 1 && next.act == Act::BURN_CARD; // no round is running
    if (in_shoe) return std::nullopt;
    std::vector<engine::Slot> wrong;
    for (const auto& place : places_) {
        const bool named = std::ranges::any_of(expected.acts, [&](const auto& act) { return act.slot == place; });
        if (place.index > 0 && !named && !lying_.contains(place)) wrong.push_back(place);
    }
    if (wrong.empty()) return std::nullopt;
    const auto slot = next.act == Act::BURN_CARD ? wrong.front() : wrong[random_() % wrong.size()];
    auto deed = lay(slot, true);
    if (deed && std::holds_alternative<Lay>(*deed)) astray_ = slot;
    return deed;
}

// Back onto the shoe, from where it is dealt anew.
std::optional<Deed> VirtualDealer::put_back(const engine::Expected& expected) {
    if (mends_ == Mends::NOTHING || !astray_) return std::nullopt;
    const bool asked = std::ranges::any_of(expected.acts, [this](const auto& one) {
        return one.act == Act::RESOLVE_FAULT && one.slot == astray_ &&
               std::ranges::find(one.endings, engine::Ending::BACK_IN_ORDER) != one.endings.end();
    });
    if (!asked) return std::nullopt;
    const auto slot = *astray_;
    astray_.reset();
    lying_.erase(slot);
    --next_;
    return Take{slot};
}

bool VirtualDealer::done_already(const engine::ExpectedAct& act) const {
    switch (act.act) {
    case Act::TURN_BURN_CARD:
    case Act::BURN_CARD:
    case Act::DEAL_CARD:
    case Act::DEAL_OPEN: return lying_.contains(*act.slot);
    case Act::SWAP_CARDS: return swapped_.contains({*act.slot, *act.other});
    case Act::CLEAR_SLOT: return *act.slot == engine::cut_slot ? !cut_lies_ : !lying_.contains(*act.slot);
    default: return false;
    }
}

std::optional<Deed> VirtualDealer::press(engine::Input button, engine::Time now) {
    if (pressed_at_ && now - *pressed_at_ < between_buttons_) return std::nullopt;
    pressed_at_ = now;
    return Press{std::move(button)};
}

// The next card of the shoe or deck; the cut card, when it comes, goes to its place first.
std::optional<Deed> VirtualDealer::lay(const engine::Slot& slot, bool face_down) {
    if (next_ >= shoe_.size()) return std::nullopt;
    if (next_ == cut_after_ && !cut_drawn_) {
        cut_drawn_ = cut_lies_ = true;
        return LayCut{};
    }
    const auto card = shoe_[next_++];
    lying_[slot] = card;
    if (!face_down) open_.insert(slot);
    if (slot == engine::burn_slot && !face_down) turned_.push_back(card);
    return Lay{slot, card, face_down};
}

// A new deck is shuffled for a round of its own; what was discarded is gathered first.
std::optional<Deed> VirtualDealer::start_round(engine::Time now) {
    if (discards_lie_) {
        discards_lie_ = false;
        return Take{engine::discard_slot};
    }
    auto deed = press(engine::StartRound{name_}, now);
    if (!deed) return deed;
    folded_.clear();
    if (!from_shoe_) shuffle(1);
    return deed;
}

// Whether this act is expected of every card that lies at a seat, and there are several.
bool VirtualDealer::named_whole(Act act, const engine::Seat& seat, const engine::Expected& expected) const {
    int lie = 0;
    for (const auto& [slot, card] : lying_) {
        if (slot.seat != seat) continue;
        ++lie;
        if (std::ranges::none_of(expected.acts, [&](const auto& one) { return one.act == act && one.slot == slot; })) return false;
    }
    return lie > 1;
}

Deed VirtualDealer::take_all(const engine::Seat& seat) {
    std::erase_if(lying_, [&](const auto& one) { return one.first.seat == seat; });
    std::erase_if(open_, [&](const auto& slot) { return slot.seat == seat; });
    discards_lie_ = std::ranges::find(places_, engine::discard_slot) != places_.end();
    return TakeAll{seat};
}

Deed VirtualDealer::take(const engine::Slot& slot, const engine::Expected& expected) {
    if (named_whole(Act::CLEAR_SLOT, slot.seat, expected)) return take_all(slot.seat);
    if (slot == engine::cut_slot) cut_lies_ = false;
    open_.erase(slot);
    lying_.erase(slot);
    discards_lie_ = std::ranges::find(places_, engine::discard_slot) != places_.end();
    return Take{slot};
}

// A box is turned as a whole.
std::optional<Deed> VirtualDealer::turn(const engine::Slot& slot, const engine::Expected& expected) {
    if (!lying_.contains(slot) || open_.contains(slot)) return std::nullopt;
    const bool some_open = std::ranges::any_of(open_, [&](const auto& open) { return open.seat == slot.seat; });
    if (slot.seat.kind != engine::SeatKind::BOX || some_open || !named_whole(Act::TURN_CARD, slot.seat, expected)) {
        open_.insert(slot);
        return Turn{slot};
    }
    for (const auto& [other, card] : lying_)
        if (other.seat == slot.seat) open_.insert(other);
    return TurnAll{slot.seat};
}

Deed VirtualDealer::swap(const engine::Slot& one, const engine::Slot& other) {
    std::swap(lying_.at(one), lying_.at(other));
    swapped_.insert({one, other});
    return Swap{one, other};
}

std::optional<Deed> VirtualDealer::sweep_folded() {
    for (const auto& box : folded_)
        if (std::ranges::any_of(lying_, [&](const auto& one) { return one.first.seat == box; })) return take_all(box);
    return std::nullopt;
}

std::optional<Deed> VirtualDealer::act(const engine::ExpectedAct& act, const engine::Expected& expected, engine::Time now) {
    switch (act.act) {
    case Act::OPEN_TABLE: return press(engine::OpenTable{name_, name_}, now);
    case Act::START_SHOE: {
        auto deed = press(engine::StartShoe{name_}, now);
        from_shoe_ = true;
        if (deed) shuffle(8);
        return deed;
    }
    case Act::START_ROUND: return start_round(now);
    case Act::CONFIRM_RESULT: return press(engine::ConfirmResult{name_}, now);
    case Act::RESUME: return press(engine::ResumeTable{"supervisor"}, now);
    case Act::TURN_BURN_CARD:
    case Act::DEAL_OPEN: return lay(*act.slot, false);
    case Act::BURN_CARD:
    case Act::DEAL_CARD: return lay(*act.slot, true);
    case Act::CLEAR_SLOT: return take(*act.slot, expected);
    case Act::TURN_CARD: return turn(*act.slot, expected);
    case Act::SWAP_CARDS: return swap(*act.slot, *act.other);
    case Act::RESOLVE_FAULT: return resolve(act, now);
    case Act::WAIT_BETTING:
    case Act::DECIDE: break; // the players'
    }
    return std::nullopt;
}

// What a dealer and a supervisor do about a fault. An unreadable card is named by the dealer and approved by the supervisor.
std::optional<Deed> VirtualDealer::resolve(const engine::ExpectedAct& act, engine::Time now) {
    const auto may = [&](engine::Ending ending) { return std::ranges::find(act.endings, ending) != act.endings.end(); };
    if (act.fault == engine::FaultCode::UNREADABLE && act.slot && lying_.contains(*act.slot))
        return press(engine::ManualCard{*act.slot, lying_.at(*act.slot), name_, "supervisor"}, now);
    if (may(engine::Ending::PRESSED)) return std::nullopt; // the next card or button ends it
    if (may(engine::Ending::ACKNOWLEDGED)) return press(engine::EndFault{*act.fault, engine::Ending::ACKNOWLEDGED, name_}, now);
    if (may(engine::Ending::CAMERA_BACK)) return std::nullopt; // it comes back by itself
    if (may(engine::Ending::VOID_ROUND)) return press(engine::VoidRound{std::string(engine::name(*act.fault)), name_, "supervisor"}, now);
    return std::nullopt;
}

} // namespace studio::app
