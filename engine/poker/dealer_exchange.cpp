#include "engine/poker/dealer_exchange.h"

#include "engine/core/check.h"

#include <algorithm>

namespace engine::poker {

std::size_t place_to_exchange(std::span<const Card> hand, DealerCard which) {
    const auto found =
        which == DealerCard::HIGHEST ? std::ranges::max_element(hand, {}, &Card::rank) : std::ranges::min_element(hand, {}, &Card::rank);
    return static_cast<std::size_t>(found - hand.begin());
}

DealerExchange::DealerExchange(std::span<const Card> hand, DealerCard which, int free_repeats)
    : hand_(hand.begin(), hand.end()), which_(which), repeats_left_(free_repeats) {
    check(!rank_of(hand_).qualifies(), "a dealer with game exchanges a card");
}

void DealerExchange::draw(const Card& card) {
    check(wants_card_, "the dealer draws a card too many");
    auto& exchanged = hand_[place()];
    // of equal rank, in a single deck never the same card.
    const bool same_rank = exchanged.rank == card.rank;
    exchanged = card;
    wants_card_ = same_rank && !rank_of(hand_).qualifies() && repeats_left_ > 0;
    if (wants_card_) --repeats_left_;
}

} // namespace engine::poker
