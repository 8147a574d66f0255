// The dealer's exchange: a dealer without game takes one card away and draws another, for the boxes that asked for it. A card of the same
// rank that brings no game either is exchanged again, free of charge, as often as the game allows (R-8, R-9, I-9, S-9). Pure.
#pragma once

#include "engine/poker/hand_rank.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine::poker {

// unique, because a hand without game has five different ranks.
enum class DealerCard : std::uint8_t { HIGHEST, LOWEST };

// The place 0..4 of the card that is taken away.
[[nodiscard]] std::size_t place_to_exchange(std::span<const Card> hand, DealerCard which);

// Follows an exchange card by card.
class DealerExchange {
public:
    // From the dealer's five cards, which must have no game. `free_repeats` beyond the first exchange.
    DealerExchange(std::span<const Card> hand, DealerCard which, int free_repeats);

    // Whether another card is drawn: the first one, or a free repeat. Without a card in the deck there is none (I-11); that is the caller's
    // to know.
    [[nodiscard]] bool wants_card() const { return wants_card_; }
    // The place 0..4 that it goes to; only while it wants a card.
    [[nodiscard]] std::size_t place() const { return place_to_exchange(hand_, which_); }
    // Lays the drawn card in place of the one taken away.
    void draw(const Card& card);
    [[nodiscard]] const std::vector<Card>& hand() const { return hand_; }

private:
    std::vector<Card> hand_;
    DealerCard which_;
    int repeats_left_;
    bool wants_card_ = true;
};

} // namespace engine::poker
