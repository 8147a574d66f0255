#include "studio/app/virtual_dealer.h"

#include <algorithm>
#include <utility>

namespace studio::app {

using engine::Act;
using engine::FaultCode;

namespace {

constexpr std::size_t surely_dealt = 20; // of a deck, in a round

engine::FaultCode code_of(engine::CameraSight camera) {
    switch (camera) {
    case engine::CameraSight::FROZEN: return FaultCode::CAMERA_FROZEN;
    case engine::CameraSight::DARK: return FaultCode::CAMERA_DARK;
    case engine::CameraSight::MOVED: return FaultCode::CAMERA_MOVED;
    case engine::CameraSight::LOST:
    case engine::CameraSight::GOOD: break;
    }
    return FaultCode::CAMERA_LOST;
}

bool open_fault(const engine::Expected& expected, FaultCode code) {
    return std::ranges::any_of(expected.acts, [code](const auto& one) { return one.act == Act::RESOLVE_FAULT && one.fault == code; });
}

bool expects(const engine::Expected& expected, Act act) {
    return std::ranges::any_of(expected.acts, [act](const auto& one) { return one.act == act; });
}

bool held_by_fault(const engine::Expected& expected) {
    return std::ranges::any_of(expected.acts, [](const auto& one) { return one.fault && engine::rule_of(*one.fault).pauses; });
}

std::vector<FaultCode> with(std::vector<FaultCode> codes, FaultCode one) {
    codes.push_back(one);
    return codes;
}

// What may go wrong when this comes next.
const std::map<Act, std::vector<FaultCode>>& mistakes_at() {
    using enum engine::FaultCode;
    static const std::vector<FaultCode> dealing{WRONG_POSITION, CARD_ON_FLOOR, CARD_DAMAGED, NO_DEAL,
                                                CAMERA_LOST,    CAMERA_FROZEN, CAMERA_DARK,  CAMERA_MOVED};
    static const std::map<Act, std::vector<FaultCode>> all{
        {Act::WAIT_BETTING, {CARD_EXPOSED_EARLY}},
        {Act::DECIDE, {WRONG_POSITION}},
        {Act::BURN_CARD, dealing},
        {Act::DEAL_CARD, with(dealing, SOURCES_DISAGREE)},
        {Act::DEAL_OPEN, dealing},
        {Act::TURN_CARD, {EXTRA_CARD, UNREADABLE, CARD_CHANGED, CLEARED_TOO_EARLY, NO_REVEAL}},
        {Act::CONFIRM_RESULT, {RESULT_FORGOTTEN, CLEARED_TOO_EARLY, MISSING_CARDS}},
        {Act::START_ROUND, {START_FORGOTTEN, RESULT_WRONG, UNSHUFFLED_ORDER, DUPLICATE_CARD, RECOGNITION_POOR}},
        {Act::START_SHOE, {UNSHUFFLED_ORDER, CUT_CARD_LATE}},
    };
    return all;
}

} // namespace

void VirtualDealer::make_mistakes(int per_mille, std::set<FaultCode> kinds) {
    mistakes_per_mille_ = per_mille;
    kinds_ = std::move(kinds);
    if (kinds_.empty()) kinds_ = mistakes();
}

const std::set<FaultCode>& VirtualDealer::mistakes() {
    static const auto all = [] {
        std::set<FaultCode> codes;
        for (const auto& [act, possible] : mistakes_at())
            codes.insert(possible.begin(), possible.end());
        return codes;
    }();
    return all;
}

void VirtualDealer::shuffle(int decks) {
    const auto packed = std::exchange(next_shoe_, Packed::SHUFFLED);
    shoe_.clear();
    for (int deck = 0; deck < decks; ++deck)
        shoe_.insert(shoe_.end(), engine::full_deck().begin(), engine::full_deck().end());
    // Fisher-Yates by hand: std::shuffle draws differently from library to library, and a seed must deal the same cards everywhere.
    for (std::size_t i = shoe_.size() - 1; i > 0; --i)
        std::swap(shoe_[i], shoe_[random_() % (i + 1)]);
    if (packed == Packed::FACTORY_ORDER) std::ranges::sort(shoe_, {}, [](const auto& card) { return std::pair(card.suit, card.rank); });
    if (packed == Packed::FACTORY_ORDER && decks > 1) // deck upon deck
        for (std::size_t i = 0; i < shoe_.size(); ++i)
            shoe_[i] = {static_cast<engine::Rank>(2 + i % 13), static_cast<engine::Suit>(i / 13 % 4)};
    if (packed == Packed::ONE_CARD_TWICE) shoe_[random_() % (surely_dealt / 2)] = shoe_[surely_dealt / 2 + random_() % (surely_dealt / 2)];
    next_ = 0;
    misreads_ = false;
    cut_after_ = from_shoe_ ? 300 + random_() % 90 : shoe_.size(); // behind it stay at least the 13 cards that the rules ask for
    if (packed == Packed::NO_CUT_CARD) cut_after_ = shoe_.size();
    cut_drawn_ = false;
}

void VirtualDealer::opens_deck() {
    folded_.clear();
    shuffle(1);
}

// Whoever presses the buttons may be quicker than this dealer: a new shoe shows in its first card.
void VirtualDealer::pack(const engine::Expected& expected) {
    if (!expects(expected, Act::TURN_BURN_CARD) || lying_.contains(engine::burn_slot)) return;
    from_shoe_ = true;
    shuffle(8);
}

std::optional<Deed> VirtualDealer::decide(const engine::Expected& expected, engine::Time now) {
    const bool held = held_by_fault(expected);
    if (!expects(expected, Act::SWAP_CARDS)) swapped_.clear();
    if (!expects(expected, Act::RESOLVE_FAULT)) voided_ = false;
    pack(expected);
    if (bad_camera_) return mend_camera(expected, now);
    if (rests(expected, now)) return std::nullopt;
    if (auto deed = put_back(expected)) return deed;
    if (auto deed = mistake(expected, now)) return deed;
    if (rest_) return std::nullopt;
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

// Once for each deed; what comes of it is the table's affair.
std::optional<Deed> VirtualDealer::mistake(const engine::Expected& expected, engine::Time now) {
    if (mistakes_per_mille_ == 0 || expected.acts.empty()) return std::nullopt;
    const auto& next = expected.acts.front();
    if (done_already(next) || next == considered_) return std::nullopt;
    if (next.act == Act::TURN_CARD && soils_ > 0) return turn_soiled(expected);
    considered_ = next;
    if (static_cast<int>(random_() % 1000) >= mistakes_per_mille_) return std::nullopt;
    const auto found = mistakes_at().find(next.act);
    if (found == mistakes_at().end()) return std::nullopt;
    auto possible = found->second;
    std::erase_if(possible, [this](FaultCode code) { return !kinds_.contains(code); });
    if (possible.empty()) return std::nullopt;
    return commit(possible[random_() % possible.size()], expected, now);
}

std::optional<Deed> VirtualDealer::commit(FaultCode code, const engine::Expected& expected, engine::Time now) {
    switch (code) {
    case FaultCode::CARD_EXPOSED_EARLY: return turn_one_early();
    case FaultCode::EXTRA_CARD:
    case FaultCode::WRONG_POSITION: return expected.acts.front().act == Act::DECIDE ? turn_one_early() : lay_astray(expected);
    case FaultCode::CLEARED_TOO_EARLY: return take_early();
    case FaultCode::CARD_CHANGED: return change_cards();
    case FaultCode::UNREADABLE: soils_ = 1; return turn_soiled(expected);
    case FaultCode::RECOGNITION_POOR: soils_ = 6; return std::nullopt;
    case FaultCode::UNSHUFFLED_ORDER: next_shoe_ = Packed::FACTORY_ORDER; return std::nullopt;
    case FaultCode::CUT_CARD_LATE: next_shoe_ = Packed::NO_CUT_CARD; return std::nullopt;
    case FaultCode::SOURCES_DISAGREE: misreads_ = from_shoe_ && shoe_kind_ == ShoeKind::READING; return std::nullopt;
    case FaultCode::MISSING_CARDS: return pocket();
    case FaultCode::DUPLICATE_CARD:
        if (!from_shoe_) next_shoe_ = Packed::ONE_CARD_TWICE; // a shoe has eight of each: one more is hardly ever seen
        return std::nullopt;
    case FaultCode::RESULT_WRONG:
        if (!std::exchange(confirmed_, false)) return std::nullopt;
        [[fallthrough]];
    case FaultCode::CARD_ON_FLOOR:
    case FaultCode::CARD_DAMAGED: pressed_at_ = now; return Press{engine::RaiseMistake{code, {}, name_}};
    case FaultCode::NO_DEAL:
    case FaultCode::NO_REVEAL:
    case FaultCode::START_FORGOTTEN:
    case FaultCode::RESULT_FORGOTTEN: return rest(code, now);
    case FaultCode::CAMERA_LOST: return trouble(engine::CameraSight::LOST, now);
    case FaultCode::CAMERA_FROZEN: return trouble(engine::CameraSight::FROZEN, now);
    case FaultCode::CAMERA_DARK: return trouble(engine::CameraSight::DARK, now);
    case FaultCode::CAMERA_MOVED: return trouble(engine::CameraSight::MOVED, now);
    default: return std::nullopt;
    }
}

// The reader says it, misread where that is the mistake; a card that was put back and is drawn again keeps its number.
std::optional<ShoeWord> VirtualDealer::read_drawn() {
    if (!from_shoe_ || shoe_kind_ != ShoeKind::READING) return std::nullopt;
    const auto& drawn = shoe_[next_ - 1];
    const auto& said =
        std::exchange(misreads_, false)
            ? *std::ranges::find_if(engine::full_deck(), [&](const auto& one) { return one.rank != drawn.rank && one.suit != drawn.suit; })
            : drawn;
    return ShoeWord{next_, said};
}

// After the last card of the shoe that is used: the next one would be taken for it otherwise.
std::optional<Deed> VirtualDealer::pocket() {
    if (!cut_drawn_ || next_ >= shoe_.size()) return std::nullopt;
    ++next_;
    const auto read = read_drawn();
    return read ? std::optional<Deed>(Pocket{*read}) : std::nullopt;
}

std::optional<Deed> VirtualDealer::rest(FaultCode code, engine::Time now) {
    constexpr auto longer_than_any_patience = std::chrono::minutes(10);
    rest_ = {code, now + longer_than_any_patience};
    return std::nullopt;
}

// Until somebody notices, or something else happens.
bool VirtualDealer::rests(const engine::Expected& expected, engine::Time now) {
    if (rest_ && (open_fault(expected, rest_->until) || held_by_fault(expected) || now > rest_->most)) rest_.reset();
    return rest_.has_value();
}

std::optional<Deed> VirtualDealer::trouble(engine::CameraSight camera, engine::Time now) {
    bad_camera_ = {code_of(camera), now};
    return Trouble{camera};
}

// Whoever looks after the cameras needs a moment; a trouble that nobody notices ends too.
std::optional<Deed> VirtualDealer::mend_camera(const engine::Expected& expected, engine::Time now) {
    constexpr auto moment = std::chrono::seconds(3);
    constexpr auto too_long = std::chrono::seconds(30);
    const auto since = now - bad_camera_->since;
    if (since < moment || (!open_fault(expected, bad_camera_->code) && since < too_long)) return std::nullopt;
    bad_camera_.reset();
    return Trouble{engine::CameraSight::GOOD};
}

// A card is swept away before the result is confirmed.
std::optional<Deed> VirtualDealer::take_early() {
    const auto found = std::ranges::find_if(lying_, [this](const auto& one) { return one.first.index > 0 && open_.contains(one.first); });
    if (found == lying_.end()) return std::nullopt;
    const auto slot = found->first;
    open_.erase(slot);
    lying_.erase(slot);
    return Take{slot};
}

// Two open cards change places, which no rule asks for.
std::optional<Deed> VirtualDealer::change_cards() {
    std::vector<engine::Slot> open;
    for (const auto& slot : open_)
        if (slot.index > 0 && lying_.contains(slot)) open.push_back(slot);
    if (open.size() < 2 || lying_.at(open.front()) == lying_.at(open.back())) return std::nullopt;
    std::swap(lying_.at(open.front()), lying_.at(open.back()));
    return Swap{open.front(), open.back()};
}

// Its face is stained: a person has to name it.
std::optional<Deed> VirtualDealer::turn_soiled(const engine::Expected& expected) {
    const auto& slot = *expected.acts.front().slot;
    if (!lying_.contains(slot) || open_.contains(slot)) return std::nullopt;
    --soils_;
    open_.insert(slot);
    return Turn{slot, true};
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
    if (wrong.empty() && next.act == Act::TURN_CARD && from_shoe_ && !lying_.contains(engine::burn_slot))
        wrong.push_back(engine::burn_slot);
    if (wrong.empty()) return std::nullopt;
    const auto slot = next.act == Act::BURN_CARD ? wrong.front() : wrong[random_() % wrong.size()];
    auto deed = lay(slot, true);
    if (deed && std::holds_alternative<Lay>(*deed)) astray_ = slot;
    return deed;
}

// Back onto the shoe, from where it is dealt anew.
std::optional<Deed> VirtualDealer::put_back(const engine::Expected& expected) {
    if (mends_ == Mends::NOTHING || !astray_) return std::nullopt;
    const auto by_order = [](FaultCode code) {
        const auto& endings = engine::rule_of(code).endings; // not possible yet: the card lies there
        return std::ranges::find(endings, engine::Ending::BACK_IN_ORDER) != endings.end();
    };
    const bool asked = std::ranges::any_of(
        expected.acts, [&](const auto& one) { return one.act == Act::RESOLVE_FAULT && one.slot == astray_ && by_order(*one.fault); });
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
    return Lay{slot, card, face_down, read_drawn()};
}

// What was discarded is gathered first.
std::optional<Deed> VirtualDealer::start_round(engine::Time now) {
    if (discards_lie_) {
        discards_lie_ = false;
        return Take{engine::discard_slot};
    }
    return press(engine::StartRound{name_}, now);
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
    case Act::START_SHOE: return press(engine::StartShoe{name_}, now);
    case Act::START_ROUND: return start_round(now);
    case Act::CONFIRM_RESULT: {
        auto deed = press(engine::ConfirmResult{name_}, now);
        if (deed) confirmed_ = true;
        return deed;
    }
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

// The round is voided first; a fault that is open still, because no round runs or the shoe is at fault, is ended after it.
std::optional<Deed> VirtualDealer::void_and_end(FaultCode code, engine::Ending ending, engine::Time now) {
    auto deed = voided_ ? press(engine::EndFault{code, ending, "supervisor"}, now)
                        : press(engine::VoidRound{std::string(engine::name(code)), name_, "supervisor"}, now);
    if (deed) voided_ = !voided_;
    return deed;
}

// What a dealer and a supervisor do about a fault. An unreadable card is named by the dealer and approved by the supervisor.
std::optional<Deed> VirtualDealer::resolve(const engine::ExpectedAct& act, engine::Time now) {
    const auto& endings = engine::rule_of(*act.fault).endings; // some only after the void
    const auto may = [&](engine::Ending ending) { return std::ranges::find(endings, ending) != endings.end(); };
    if (act.fault == engine::FaultCode::UNREADABLE && act.slot && lying_.contains(*act.slot))
        return press(engine::ManualCard{*act.slot, lying_.at(*act.slot), name_, "supervisor"}, now);
    if (may(engine::Ending::PRESSED)) return std::nullopt; // the next card or button ends it
    if (may(engine::Ending::ACKNOWLEDGED)) return press(engine::EndFault{*act.fault, engine::Ending::ACKNOWLEDGED, name_}, now);
    if (may(engine::Ending::CAMERA_BACK)) return std::nullopt; // it comes back by itself
    // A card that the hand laid while the round was being voided belongs to none.
    if (may(engine::Ending::OUT_OF_GAME)) return void_and_end(*act.fault, engine::Ending::OUT_OF_GAME, now);
    if (may(engine::Ending::VOID_ROUND)) return void_and_end(*act.fault, engine::Ending::VOID_ROUND, now);
    if (may(engine::Ending::NEW_SHOE)) return void_and_end(*act.fault, engine::Ending::NEW_SHOE, now);
    return std::nullopt;
}

} // namespace studio::app
