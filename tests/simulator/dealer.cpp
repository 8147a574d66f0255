#include "tests/simulator/dealer.h"

#include <algorithm>

namespace simulator {

using namespace engine;
using namespace std::chrono_literals;

namespace {

SlotObserved laid_down(const Slot& slot) {
    return {.slot = slot,
            .sight = Sight::FACE_DOWN,
            .card = {},
            .confidence = 1,
            .frame = 0,
            .captured_at = {},
            .still_sha256 = "",
            .camera = "",
            .reason = "",
            .guesses = {}};
}

} // namespace

Dealer::Dealer(World& world, Camera& camera) : world_(world), camera_(camera), slots_(world.game.slots()) {
    world_.after(1s, [this] { think(); });
}

void Dealer::think() {
    if (world_.over) return;
    if (!distracted()) {
        const auto expected = world_.table().expected();
        const auto act = std::ranges::find_if(expected.acts, [](const ExpectedAct& one) { return one.act != Act::RESOLVE_FAULT; });
        if (act != expected.acts.end()) act_on(*act, expected);
    }
    const bool away = world_.random.chance(world_.rates.dealer_forgets);
    world_.after(away ? world_.random.between(30s, 150s) : world_.random.between(250ms, 1100ms), [this] { think(); });
}

// Now and then something else than what is expected.
bool Dealer::distracted() {
    auto& random = world_.random;
    const auto& rates = world_.rates;
    if (random.chance(rates.dealer_mistake)) return make_mistake(), true;
    if (random.chance(rates.nonsense)) return press_nonsense(), true;
    if (random.chance(rates.pause)) return world_.press(PauseTable{"a question", "anna"}, "console:anna"), true;
    if (random.chance(rates.dealer_changes)) return world_.press(ChangeDealer{random.chance(5000) ? "chai" : "anna"}, "console:anna"), true;
    if (random.chance(rates.table_closes)) return world_.press(CloseTable{"anna"}, "console:anna"), true;
    return false;
}

void Dealer::act_on(const ExpectedAct& act, const Expected& expected) {
    switch (act.act) {
    case Act::OPEN_TABLE: world_.press(OpenTable{"anna", "anna"}, "console:anna"); break;
    case Act::START_SHOE: start_shoe(); break;
    case Act::START_ROUND: start_round(); break;
    case Act::CONFIRM_RESULT: world_.press(ConfirmResult{"anna"}, "console:anna"); break;
    case Act::CLEAR_SLOT: clear(expected); break;
    case Act::TURN_BURN_CARD:
    case Act::BURN_CARD:
    case Act::DEAL_CARD:
    case Act::DEAL_OPEN: lay_next(*act.slot, act); break;
    case Act::TURN_CARD: turn(*act.slot, expected); break;
    case Act::SWAP_CARDS: swap(*act.slot, *act.other); break;
    case Act::DECIDE:
        if (world_.random.chance(world_.rates.decides_at_table)) world_.press(world_.answer(*act.box, act.options, ""), "console:anna");
        break;
    case Act::WAIT_BETTING:
    case Act::RESOLVE_FAULT:
    case Act::RESUME: break; // the clock's and the supervisor's
    }
}

void Dealer::clear(const Expected& expected) {
    for (const auto& act : expected.acts) {
        if (act.act != Act::CLEAR_SLOT) continue;
        if (act.slot == cut_slot) world_.felt.lift_cut_card();
        (void)world_.felt.lift(*act.slot);
    }
}

// Both open in each other's place; not again for a camera that has not told of it yet.
void Dealer::swap(const Slot& first, const Slot& second) {
    const auto* one = world_.felt.at(first);
    const auto* other = world_.felt.at(second);
    const auto told = world_.known().shown;
    if (one == nullptr || other == nullptr || !told.contains(first) || !told.contains(second)) return;
    if (one->card == told.at(second).card || other->card == told.at(first).card) {
        if (!world_.out_of_patience("swap", 8s)) return;
        for (const auto& slot : {first, second}) {
            world_.felt.turn(slot, true);
            camera_.look_again(slot);
        }
        return;
    }
    auto right = *world_.felt.lift(first);
    auto left = *world_.felt.lift(second);
    right.face_up = left.face_up = true;
    world_.felt.lay(first, left);
    world_.felt.lay(second, right);
}

void Dealer::start_shoe() {
    world_.felt.new_shoe(world_.random);
    world_.felt.forget_shown();
    world_.press(StartShoe{"anna"}, "console:anna");
}

void Dealer::start_round() {
    const bool fresh = world_.game.deck == Deck::FRESH_EACH_ROUND;
    if (!fresh && world_.felt.left() < world_.game.round_cards) {
        world_.press(RaiseMistake{FaultCode::MISSING_CARDS, {}, "anna"}, "console:anna");
        return;
    }
    const bool lies = std::ranges::any_of(slots_, [this](const Slot& slot) { return world_.felt.at(slot) != nullptr; });
    if (lies && !world_.random.chance(200)) return world_.felt.lose_count(), world_.felt.sweep();
    if (fresh) world_.felt.new_shoe(world_.random);
    world_.felt.forget_shown();
    world_.press(StartRound{"anna"}, "console:anna");
}

// BURN_CARD, TURN_BURN_CARD, DEAL_CARD and DEAL_OPEN.
void Dealer::lay_next(const Slot& slot, const ExpectedAct& act) {
    if (const auto* lies = world_.felt.at(slot); lies != nullptr) { // laid, and not taken notice of yet
        if (act.act == Act::TURN_BURN_CARD && !lies->face_up) return world_.felt.turn(slot, true);
        if (world_.out_of_patience(slot.text(), 8s)) act.act == Act::TURN_BURN_CARD ? camera_.look_again(slot) : lay_again(slot);
        return;
    }
    Slot where = slot;
    if (world_.random.chance(world_.rates.dealer_mistake) && act.act != Act::TURN_BURN_CARD)
        where = any_slot(); // another place, or no burn
    if (world_.felt.at(where) != nullptr) return;
    if (where != slot && (where == burn_slot || slot == burn_slot)) world_.felt.lose_count();
    const bool open = act.act == Act::TURN_BURN_CARD || (act.act == Act::DEAL_OPEN && !world_.random.chance(1000));
    lay(where, open || world_.random.chance(world_.rates.dealer_mistake / 4));
    if (where == slot && act.act != Act::TURN_BURN_CARD && world_.random.chance(world_.rates.dealer_hasty)) hurry(slot);
}

void Dealer::lay(const Slot& slot, bool face_up) {
    if (world_.felt.shoe_empty()) {
        (void)world_.submit(VoidRound{"the shoe is empty", "boris", "mara"}, "console:boris");
        return;
    }
    auto card = world_.felt.draw();
    card.face_up = face_up;
    world_.felt.lay(slot, card);
}

// The next card at once, before the camera has told of the first.
void Dealer::hurry(const Slot& laid) {
    const auto ahead = world_.table().clone();
    if (!ahead->apply(laid_down(laid), {world_.clock.now(), 1, "dealer"})) return;
    const auto expected = ahead->expected();
    for (const auto& act : expected.acts)
        if (act.act == Act::DEAL_CARD && world_.felt.at(*act.slot) == nullptr) return lay(*act.slot, false);
}

void Dealer::turn(const Slot& slot, const Expected& expected) {
    const auto* card = world_.felt.at(slot);
    if (card == nullptr || card->face_up) {
        if (!world_.out_of_patience(slot.text() + " turned", 8s)) return;
        if (card == nullptr) return world_.press(RaiseMistake{FaultCode::CARD_ON_FLOOR, slot, "anna"}, "console:anna");
        world_.press(RescanSlot{slot, "anna"}, "console:anna");
        return camera_.look_again(slot);
    }
    world_.felt.turn(slot, true);
    if (!world_.random.chance(world_.rates.dealer_hasty)) return;
    for (const auto& act : expected.acts) // both cards of the hand, in whichever order they settle
        if (act.act == Act::TURN_CARD) world_.felt.turn(*act.slot, true);
}

void Dealer::lay_again(const Slot& slot) {
    world_.felt.lose_count();
    const auto card = world_.felt.lift(slot);
    const auto round = world_.known().round_id;
    world_.after(world_.random.between(1500ms, 2500ms), [this, slot, card, round] {
        if (card && world_.known().round_id == round && world_.felt.at(slot) == nullptr) world_.felt.lay(slot, *card);
    });
}

Slot Dealer::any_slot() {
    const bool burns = world_.game.deck == Deck::SHOE;
    return burns && world_.random.chance(500) ? burn_slot : world_.random.pick(slots_);
}

void Dealer::make_mistake() {
    switch (world_.random.between(0, 7)) {
    case 0:
    case 1: return show_too_early();
    case 2:
    case 3: return lay_one_too_many();
    case 4: return take_away();
    case 5: return world_.press(RaiseMistake{FaultCode::CARD_ON_FLOOR, any_slot(), "anna"}, "console:anna");
    case 6:
        return world_.press(RaiseMistake{static_cast<FaultCode>(world_.random.between(0, fault_codes - 1)), {}, "anna"}, "console:anna");
    default: return turn_back();
    }
}

void Dealer::show_too_early() {
    const auto slot = any_slot();
    if (world_.felt.at(slot) != nullptr) world_.felt.turn(slot, true);
}

// In BURN nobody can tell the turned card turned back from another card laid in its place.
void Dealer::turn_back() {
    const auto slot = any_slot();
    const auto* card = world_.felt.at(slot);
    if (slot == burn_slot && card != nullptr && card->face_up) world_.felt.lose_count();
    world_.felt.turn(slot, false);
}

void Dealer::lay_one_too_many() {
    const auto slot = any_slot();
    if (world_.felt.at(slot) == nullptr && !world_.felt.shoe_empty()) {
        world_.felt.lose_count();
        lay(slot, world_.random.chance(2000));
    }
}

// One card, or all of them; put back a little later, when the supervisor has said so, or never.
void Dealer::take_away() {
    world_.felt.lose_count();
    const auto round = world_.known().round_id;
    const bool all = world_.random.chance(3000);
    for (const auto& slot : all ? slots_ : std::vector{any_slot()}) {
        const auto card = world_.felt.lift(slot);
        if (!card || world_.random.chance(1000)) continue;
        world_.after(world_.random.between(500ms, 9000ms), [this, slot, card, round] {
            const bool same = world_.known().round_id == round && (world_.known().round_running || !world_.known().voided);
            if (!same || world_.felt.at(slot) != nullptr) return;
            world_.felt.lose_count(); // the shoe may have been changed meanwhile, and this card is of the old one
            world_.felt.lay(slot, *card);
        });
    }
}

// Buttons that nobody asked for.
void Dealer::press_nonsense() {
    const auto slot = any_slot();
    switch (world_.random.between(0, 8)) {
    case 0: return world_.press(StartShoe{"anna"}, "console:anna");
    case 1: return world_.press(StartRound{"anna"}, "console:anna");
    case 2: return world_.press(ConfirmResult{"anna"}, "console:anna");
    case 3: return world_.press(ResumeTable{"anna"}, "console:anna");
    case 4: return world_.press(RescanSlot{slot, "anna"}, "console:anna");
    case 5:
        return world_.press(EndFault{static_cast<FaultCode>(world_.random.between(0, fault_codes - 1)),
                                     static_cast<Ending>(world_.random.between(0, 12)), "anna"},
                            "console:anna");
    case 6: return world_.press(TimerFired{static_cast<TimerId>(world_.random.between(0, 7))}, "clock");
    case 7: return world_.press(VoidRound{"", "anna", ""}, "console:anna");
    default: break;
    }
    const auto card = world_.random_card();
    world_.lie_told(slot, card);
    if (world_.random.chance(5000)) return world_.press(ManualCard{slot, card, "anna", "boris"}, "console:anna");
    world_.press(CorrectCard{slot, card, "typed", "boris", "mara"}, "console:boris");
}

} // namespace simulator
