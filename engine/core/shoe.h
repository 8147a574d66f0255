// The shoe's ledger: which cards have been seen, how many left unseen, how many are still in the shoe. Never a 9th copy of eight decks.
#pragma once

#include "engine/cards/card.h"

#include <array>

namespace engine {

class ShoeLedger {
public:
    explicit ShoeLedger(int decks = 8) : decks_(decks) {}

    // One more card has left the shoe, its face not shown (burned, or dealt face down).
    void draw_unseen() { ++unseen_; }
    // A card that left unseen has been turned. False, and nothing changed, when all its copies have been seen.
    [[nodiscard]] bool turn(const Card& card);
    // One more card has left the shoe with its face shown. False, and nothing changed, when all its copies have been seen.
    [[nodiscard]] bool draw_seen(const Card& card);
    // A published card was another one. False, and nothing changed, when all copies of `after` have been seen.
    [[nodiscard]] bool correct(const Card& before, const Card& after);

    [[nodiscard]] int decks() const { return decks_; }
    [[nodiscard]] int total() const { return decks_ * cards_per_deck; }
    [[nodiscard]] int seen() const;
    [[nodiscard]] int unseen() const { return unseen_; }
    [[nodiscard]] int left() const { return total() - seen() - unseen_; }
    [[nodiscard]] int copies_seen(const Card& card) const { return seen_[static_cast<std::size_t>(card.index())]; }

private:
    int decks_;
    std::array<int, cards_per_deck> seen_{};
    int unseen_ = 0;
};

} // namespace engine
