#include "tests/simulator/physical_table.h"

#include "engine/core/check.h"

namespace simulator {

void PhysicalTable::new_shoe(Random& random) {
    sweep();
    lift_cut_card();
    std::vector<engine::Card> cards;
    for (int deck = 0; deck < game_.decks; ++deck)
        cards.insert(cards.end(), engine::full_deck().begin(), engine::full_deck().end());
    random.shuffle(cards);
    shoe_.assign(cards.begin(), cards.end());
    countable_ = true;
    if (game_.deck == Deck::FRESH_EACH_ROUND) {
        until_cut_ = -1;
        return;
    }
    // Behind the opening (1 + 10 burned at most) and a round, with a round's cards behind it. Often the last legal place.
    const int last = static_cast<int>(cards.size()) - game_.round_cards;
    until_cut_ = random.chance(1000) ? last : random.between(30, last);
}

PhysicalCard PhysicalTable::draw() {
    engine::check(!shoe_.empty(), "a card is drawn from an empty shoe");
    if (until_cut_ == 0) {
        cut_lies_ = true;
        on_change(engine::cut_slot);
    }
    --until_cut_;
    const PhysicalCard card{shoe_.front(), false};
    shoe_.pop_front();
    return card;
}

void PhysicalTable::lay(const engine::Slot& slot, PhysicalCard card) {
    cards_[slot] = card;
    if (card.face_up) shown_.insert({slot, card.card});
    on_change(slot);
}

std::optional<PhysicalCard> PhysicalTable::lift(const engine::Slot& slot) {
    const auto found = cards_.find(slot);
    if (found == cards_.end()) return {};
    const PhysicalCard card = found->second;
    cards_.erase(found);
    on_change(slot);
    return card;
}

void PhysicalTable::turn(const engine::Slot& slot, bool face_up) {
    const auto found = cards_.find(slot);
    if (found == cards_.end() || found->second.face_up == face_up) return;
    found->second.face_up = face_up;
    if (face_up) shown_.insert({slot, found->second.card});
    on_change(slot);
}

void PhysicalTable::put_back(const PhysicalCard& card) {
    shoe_.push_front(card.card);
    if (until_cut_ >= 0) ++until_cut_;
}

void PhysicalTable::sweep() {
    while (!cards_.empty()) {
        const engine::Slot slot = cards_.begin()->first; // its own: lifting erases the key
        (void)lift(slot);
    }
}

void PhysicalTable::lift_cut_card() {
    if (!cut_lies_) return;
    cut_lies_ = false;
    on_change(engine::cut_slot);
}

const PhysicalCard* PhysicalTable::at(const engine::Slot& slot) const {
    const auto found = cards_.find(slot);
    return found == cards_.end() ? nullptr : &found->second;
}

bool PhysicalTable::was_shown(const engine::Slot& slot, const engine::Card& card) const {
    return shown_.contains({slot, card});
}

} // namespace simulator
