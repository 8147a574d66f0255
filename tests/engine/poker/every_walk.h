// Walks every hand of so many cards by RankWalk, and compares each place with the Ranker's, which every_hand.h holds against the slow one.
#pragma once

#include "engine/poker/rank_walk.h"

#include <cstdint>

namespace engine::poker {

struct WalkCounts {
    std::int64_t hands = 0;
    std::int64_t wrong = 0; // their places differ
};

// Of the hands that begin with `hand`, whose cards' indices are all below `from`.
inline void walk_on(const RankWalk& walk, RankWalk::State state, const HandSum& hand, std::size_t from, int missing, WalkCounts& counts) {
    for (auto card = from; card < cards_per_deck; ++card) {
        const auto next = walk.with(state, card);
        const auto more = hand.with(full_deck()[card]);
        if (missing > 1) {
            walk_on(walk, next, more, card + 1, missing - 1, counts);
            continue;
        }
        ++counts.hands;
        if (static_cast<int>(next) != Ranker::shared().rank(more).place()) ++counts.wrong;
    }
}

inline WalkCounts walk_every_hand(const RankWalk& walk, int cards) {
    WalkCounts counts;
    walk_on(walk, RankWalk::no_cards, HandSum(), 0, cards, counts);
    return counts;
}

} // namespace engine::poker
