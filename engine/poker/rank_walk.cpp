#include "engine/poker/rank_walk.h"

#include <array>
#include <bit>
#include <compare>
#include <map>
#include <utility>

namespace engine::poker {

namespace {

// What a state knows: the ranks, and the cards of those suits in which five cards can still be had. Hands that are equal in these are
// ranked equally from here on.
struct Known {
    RankCounts counts{};
    std::array<RankBits, 4> suits{};
    friend auto operator<=>(const Known&, const Known&) = default;
};

struct Numbered {
    Known known;
    RankWalk::State state = RankWalk::no_cards;
};

// A card that is in the hand, as far as is known, has no meaning; nor has the fifth of a rank.
bool can_take(const Known& hand, const Card& card) {
    const bool is_there = (hand.suits[static_cast<std::size_t>(card.suit)] & rank_bit(card.rank)) != 0;
    return !is_there && hand.counts[static_cast<std::size_t>(card.rank) - 2] < 4;
}

// A suit that is forgotten stays so: it would need more cards than are missing.
Known with_card(Known hand, const Card& card, int missing) {
    ++hand.counts[static_cast<std::size_t>(card.rank) - 2];
    hand.suits[static_cast<std::size_t>(card.suit)] |= rank_bit(card.rank);
    for (auto& ranks : hand.suits) {
        if (std::popcount(ranks) + missing < 5) ranks = 0;
    }
    return hand;
}

// Of all the hand's cards.
HandRank rank_of(const Known& hand) {
    for (const auto ranks : hand.suits) {
        if (std::popcount(ranks) >= 5) return Ranker::shared().rank_of_flush(ranks);
    }
    HandSum any_suits;
    for (std::size_t rank = 0; rank < hand.counts.size(); ++rank) {
        for (int copy = 0; copy < hand.counts[rank]; ++copy)
            any_suits.add({static_cast<Rank>(rank + 2), static_cast<Suit>(copy)});
    }
    return Ranker::shared().rank_without_flush(PatternIndex::shared().cell(any_suits));
}

} // namespace

RankWalk::RankWalk(int cards) {
    std::vector<Numbered> level{Numbered{}};
    for (int missing = cards; missing > 1; --missing) {
        next_.resize(next_.size() + level.size() * cards_per_deck);
        const auto first = static_cast<State>(next_.size()); // of the next level's states
        std::map<Known, State> numbers;
        std::vector<Numbered> next_level;
        for (const auto& [hand, state] : level) {
            for (const auto& card : full_deck()) {
                if (!can_take(hand, card)) continue;
                const auto more = with_card(hand, card, missing - 1);
                const auto number = first + static_cast<State>(numbers.size() * cards_per_deck);
                const auto [known, is_new] = numbers.try_emplace(more, number);
                next_[state + static_cast<State>(card.index())] = known->second;
                if (is_new) next_level.push_back({more, number});
            }
        }
        level = std::move(next_level);
    }
    next_.resize(next_.size() + level.size() * cards_per_deck);
    for (const auto& [hand, state] : level) {
        for (const auto& card : full_deck()) {
            if (can_take(hand, card))
                next_[state + static_cast<State>(card.index())] = static_cast<State>(rank_of(with_card(hand, card, 0)).place());
        }
    }
}

const RankWalk& RankWalk::of_five() {
    static const RankWalk walk(5);
    return walk;
}

const RankWalk& RankWalk::of_six() {
    static const RankWalk walk(most_cards);
    return walk;
}

} // namespace engine::poker
