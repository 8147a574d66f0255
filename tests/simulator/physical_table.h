// The felt, the shoe and the cards as they really are. Knows nothing of the engine.
#pragma once

#include "tests/simulator/game_model.h"
#include "tests/simulator/random.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace simulator {

struct PhysicalCard {
    engine::Card card;
    bool face_up = false;
};

class PhysicalTable {
public:
    explicit PhysicalTable(const GameModel& game) : game_(game) {}

    // Called with each slot on which something changes.
    std::function<void(const engine::Slot&)> on_change;

    // Everything is taken away; `decks` decks are shuffled and the cut card is put at a legal place.
    void new_shoe(Random& random);
    [[nodiscard]] bool shoe_empty() const { return shoe_.empty(); }
    [[nodiscard]] int left() const { return static_cast<int>(shoe_.size()); }

    // False once a card may have left or come back unseen by a perfect observer, until the next shoe: then nobody can count them.
    [[nodiscard]] bool countable() const { return countable_; }
    void lose_count() { countable_ = false; }

    // Draws the next card, and the cut card before it when it lies in front.
    [[nodiscard]] PhysicalCard draw();
    void lay(const engine::Slot& slot, PhysicalCard card);
    [[nodiscard]] std::optional<PhysicalCard> lift(const engine::Slot& slot);
    void turn(const engine::Slot& slot, bool face_up);
    // On top of the shoe again.
    void put_back(const PhysicalCard& card);
    void sweep(); // every card off the felt
    void lift_cut_card();

    [[nodiscard]] const PhysicalCard* at(const engine::Slot& slot) const;
    [[nodiscard]] bool cut_card_lies() const { return cut_lies_; }
    // Was the card that lies here now, or lay here last, ever face up?
    [[nodiscard]] bool was_shown(const engine::Slot& slot, const engine::Card& card) const;
    // A new round or shoe: what was shown before does not count.
    void forget_shown() { shown_.clear(); }

private:
    const GameModel& game_;
    std::deque<engine::Card> shoe_;
    int until_cut_ = -1;
    bool cut_lies_ = false;
    bool countable_ = false;
    std::map<engine::Slot, PhysicalCard> cards_;
    std::set<std::pair<engine::Slot, engine::Card>> shown_;
};

} // namespace simulator
