#include "studio/app/virtual_dealer.h"

#include <algorithm>

namespace studio::app {

using engine::Act;

void VirtualDealer::shuffle() {
    shoe_.clear();
    for (int deck = 0; deck < 8; ++deck)
        shoe_.insert(shoe_.end(), engine::full_deck().begin(), engine::full_deck().end());
    // Fisher-Yates by hand: std::shuffle draws differently from library to library, and a seed must deal the same shoe everywhere.
    for (std::size_t i = shoe_.size() - 1; i > 0; --i)
        std::swap(shoe_[i], shoe_[random_() % (i + 1)]);
    next_ = 0;
    cut_after_ = 300 + random_() % 90; // behind it stay at least the 13 cards that the rules ask for
    cut_drawn_ = false;
}

std::optional<Deed> VirtualDealer::decide(const engine::Expected& expected, engine::Time now) {
    const bool held = std::ranges::any_of(expected.acts, [](const auto& one) { return one.fault && engine::rule_of(*one.fault).pauses; });
    if (auto deed = mistake(expected)) return deed;
    for (const auto& one : expected.acts) {
        if (one.act == Act::RESUME && held) continue; // refused while a fault is open
        if (done_already(one)) return std::nullopt;   // the camera has not settled on it yet
        if (auto deed = act(one, now)) return deed;
    }
    return std::nullopt;
}

// Only the ones that a camera can see; what comes of them is the table's affair.
std::optional<Deed> VirtualDealer::mistake(const engine::Expected& expected) {
    if (mistakes_per_mille_ == 0 || expected.acts.empty()) return std::nullopt;
    const auto& next = expected.acts.front();
    const auto last_slot = *engine::Slot::parse("B.2");
    const bool idle = next.act == Act::DEAL_CARD || next.act == Act::BURN_CARD || next.act == Act::WAIT_BETTING;
    if (!idle || done_already(next) || static_cast<int>(random_() % 1000) >= mistakes_per_mille_) return std::nullopt;
    if (next.act == Act::WAIT_BETTING) {
        const auto closed =
            std::ranges::find_if(lying_, [this](const auto& one) { return one.first != engine::burn_slot && !open_.contains(one.first); });
        if (closed == lying_.end()) return std::nullopt;
        open_.insert(closed->first);
        return Turn{closed->first};
    }
    const bool in_shoe = expected.acts.size() == 1 && next.act == Act::BURN_CARD; // no round is running
    if (in_shoe || lying_.contains(last_slot)) return std::nullopt;
    return lay(next.act == Act::BURN_CARD ? *engine::Slot::parse("P1.1") : last_slot, true);
}

bool VirtualDealer::done_already(const engine::ExpectedAct& act) const {
    switch (act.act) {
    case Act::TURN_BURN_CARD:
    case Act::BURN_CARD:
    case Act::DEAL_CARD: return lying_.contains(*act.slot);
    case Act::CLEAR_SLOT: return *act.slot == engine::cut_slot ? !cut_lies_ : !lying_.contains(*act.slot);
    default: return false;
    }
}

std::optional<Deed> VirtualDealer::press(engine::Input button, engine::Time now) {
    if (pressed_at_ && now - *pressed_at_ < between_buttons_) return std::nullopt;
    pressed_at_ = now;
    return Press{std::move(button)};
}

// The next card of the shoe; the cut card, when it comes, goes to its place first.
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

std::optional<Deed> VirtualDealer::act(const engine::ExpectedAct& act, engine::Time now) {
    switch (act.act) {
    case Act::OPEN_TABLE: return press(engine::OpenTable{name_, name_}, now);
    case Act::START_SHOE: {
        auto deed = press(engine::StartShoe{name_}, now);
        if (deed) shuffle();
        return deed;
    }
    case Act::START_ROUND: return press(engine::StartRound{name_}, now);
    case Act::CONFIRM_RESULT: return press(engine::ConfirmResult{name_}, now);
    case Act::RESUME: return press(engine::ResumeTable{"supervisor"}, now);
    case Act::TURN_BURN_CARD: return lay(*act.slot, false);
    case Act::BURN_CARD:
    case Act::DEAL_CARD: return lay(*act.slot, true);
    case Act::CLEAR_SLOT:
        if (*act.slot == engine::cut_slot) cut_lies_ = false;
        open_.erase(*act.slot);
        lying_.erase(*act.slot);
        return Take{*act.slot};
    case Act::TURN_CARD:
        if (!lying_.contains(*act.slot) || !open_.insert(*act.slot).second) return std::nullopt;
        return Turn{*act.slot};
    case Act::RESOLVE_FAULT: return resolve(act, now);
    case Act::WAIT_BETTING:
    case Act::DEAL_OPEN:
    case Act::SWAP_CARDS:
    case Act::DECIDE: break;
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
