#include "tests/simulator/dealer.h"

#include <algorithm>

namespace simulator {

using namespace engine;
using namespace std::chrono_literals;

namespace {

bool offers(const ExpectedAct& act, Ending ending) {
    const auto& endings = rule_of(*act.fault).endings;
    return std::ranges::find(endings, ending) != endings.end();
}

constexpr int patience = 6; // attempts at a milder ending before the round is voided

} // namespace

Supervisor::Supervisor(World& world, Camera& camera) : world_(world), camera_(camera), slots_(world.game.slots()) {
    world_.after(2s, [this] { think(); });
}

void Supervisor::think() {
    if (world_.over) return;
    if (world_.random.chance(world_.rates.false_void)) void_round();
    const auto expected = world_.table().expected();
    if (!expected.acts.empty()) {
        const auto& act = expected.acts[world_.random.below(expected.acts.size())];
        if (act.act == Act::RESOLVE_FAULT)
            resolve(act);
        else if (act.act == Act::RESUME) {
            attempts_ = 0;
            world_.press(ResumeTable{"boris"}, "console:boris");
        } else
            look_for_wrong_cards();
    }
    world_.after(world_.random.between(1500ms, 5000ms), [this] { think(); });
}

// First the cards are put right, then the fault is ended by one of its approved endings; after some attempts by the hardest of them.
void Supervisor::resolve(const ExpectedAct& act) {
    ++attempts_;
    if (attempts_ % 2 == 1) repair(act);
    if (attempts_ > patience && (offers(act, Ending::VOID_ROUND) || offers(act, Ending::NEW_SHOE))) {
        attempts_ = 0;
        void_round();
        if (offers(act, Ending::VOID_ROUND)) world_.press(EndFault{*act.fault, Ending::VOID_ROUND, "boris"}, "console:boris");
        if (offers(act, Ending::NEW_SHOE)) world_.press(EndFault{*act.fault, Ending::NEW_SHOE, "boris"}, "console:boris");
        return;
    }
    const auto& endings = rule_of(*act.fault).endings;
    auto ending = world_.random.pick(endings);
    if (ending == Ending::VOID_ROUND && !world_.random.chance(1500)) ending = endings.front();
    if (ending == Ending::CAMERA_BACK) return;      // the camera says so itself
    if (ending == Ending::VOID_ROUND) void_round(); // where there is no round, the ending alone
    if (ending == Ending::MANUAL_CARD && act.slot) return name_card(*act.slot);
    world_.press(EndFault{*act.fault, ending, "boris"}, "console:boris");
    if (ending == Ending::RESCAN && act.slot) camera_.look_again(*act.slot);
}

void Supervisor::repair(const ExpectedAct& act) {
    switch (*act.fault) {
    case FaultCode::WRONG_POSITION: put_in_order(); break;
    case FaultCode::EXTRA_CARD:
        if (act.slot && world_.random.chance(3000)) {
            const auto card = world_.felt.lift(*act.slot);
            world_.felt.lose_count();
            if (card && !card->face_up) world_.felt.put_back(*card);
        }
        break;
    case FaultCode::CARD_CHANGED:
        if (act.slot) {
            world_.felt.turn(*act.slot, true);
            camera_.look_again(*act.slot);
        }
        break;
    default: break;
    }
}

// Cards that lie before their turn move to the places that are due; a card turned before its turn is turned back.
void Supervisor::put_in_order() {
    const auto& known = world_.known();
    if (world_.game.deck == Deck::FRESH_EACH_ROUND) return take_astray();
    std::vector<PhysicalCard> astray;
    for (const auto& slot : slots_) {
        if (known.dealt.contains(slot)) {
            if (!known.shown.contains(slot)) world_.felt.turn(slot, false);
        } else if (auto card = world_.felt.lift(slot)) {
            card->face_up = false;
            astray.push_back(*card);
        }
    }
    for (const auto& slot : slots_) {
        if (astray.empty()) return;
        if (known.dealt.contains(slot) || world_.felt.at(slot) != nullptr) continue;
        world_.felt.lay(slot, astray.front());
        astray.erase(astray.begin());
    }
    if (!astray.empty()) world_.felt.lose_count();
}

// Which boxes play is the table's to say: cards that lie before their turn go back on the deck, and are dealt again in order.
void Supervisor::take_astray() {
    const auto& known = world_.known();
    for (auto slot = slots_.rbegin(); slot != slots_.rend(); ++slot) {
        if (known.dealt.contains(*slot)) {
            if (!known.shown.contains(*slot)) world_.felt.turn(*slot, false);
        } else if (const auto card = world_.felt.lift(*slot)) {
            if (card->face_up) world_.felt.lose_count();
            world_.felt.put_back(*card);
        }
    }
}

// Told from the card itself by two persons; now and then wrongly.
void Supervisor::name_card(const Slot& slot) {
    const auto* card = world_.felt.at(slot);
    if (card == nullptr || !card->face_up) return;
    auto named = card->card;
    if (world_.random.chance(world_.rates.typed_wrong)) {
        named = world_.random_card();
        world_.lie_told(slot, named);
    }
    if (world_.known().shown.contains(slot))
        world_.press(CorrectCard{slot, named, "read again", "boris", "mara"}, "console:boris");
    else
        world_.press(ManualCard{slot, named, "anna", "boris"}, "console:anna");
}

void Supervisor::void_round() {
    const bool two = !world_.random.chance(1000);
    world_.press(VoidRound{"error at the table", "boris", two ? "mara" : "boris"}, "console:boris");
}

// "Found later": a published card that is not the one on the felt.
void Supervisor::look_for_wrong_cards() {
    for (const auto& [slot, face] : world_.known().shown) {
        const auto* card = world_.felt.at(slot);
        if (card != nullptr && card->face_up && card->card != face.card && world_.random.chance(3000)) return name_card(slot);
    }
}

} // namespace simulator
