// Ranks hands as they are put together card by card: for loops over very many hands. A table of states, each for all hands that no later
// card tells apart; the last card is one look into it.
#pragma once

#include "engine/poker/hand_rank.h"

#include <cstdint>
#include <vector>

namespace engine::poker {

class RankWalk {
public:
    // A hand with fewer cards than it will have; which number it is means nothing.
    using State = std::uint32_t;
    static constexpr State no_cards = 0;

    // Built at first use, the same each time: 1.4 MB for five cards, 15.6 MB for six.
    [[nodiscard]] static const RankWalk& of_five();
    [[nodiscard]] static const RankWalk& of_six();

    // With this card, which is not in the hand yet. With the last one it is the hand's place (HandRank::place()).
    [[nodiscard]] State with(State hand, std::size_t card_index) const { return next_[hand + card_index]; }
    [[nodiscard]] std::size_t bytes() const { return next_.size() * sizeof(State); }

private:
    explicit RankWalk(int cards);

    std::vector<State> next_; // 52 for each state: states, or places where one card is missing
};

} // namespace engine::poker
