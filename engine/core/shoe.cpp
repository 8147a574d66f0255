#include "engine/core/shoe.h"

#include "engine/core/check.h"

#include <numeric>

namespace engine {

bool ShoeLedger::turn(const Card& card) {
    check(unseen_ > 0, "a card is turned that never left the shoe");
    if (copies_seen(card) >= decks_) return false;
    --unseen_;
    ++seen_[static_cast<std::size_t>(card.index())];
    return true;
}

bool ShoeLedger::draw_seen(const Card& card) {
    draw_unseen();
    if (turn(card)) return true;
    --unseen_;
    return false;
}

bool ShoeLedger::correct(const Card& before, const Card& after) {
    check(copies_seen(before) > 0, "a card is corrected that was never seen");
    if (before != after && copies_seen(after) >= decks_) return false;
    --seen_[static_cast<std::size_t>(before.index())];
    ++seen_[static_cast<std::size_t>(after.index())];
    return true;
}

int ShoeLedger::seen() const {
    return std::accumulate(seen_.begin(), seen_.end(), 0);
}

} // namespace engine
