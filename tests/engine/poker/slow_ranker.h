// Hands ranked by their definition: every set of cards is tried. Shares nothing with the product but the card; slow, and that is its point.
#pragma once

#include "engine/cards/card.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <vector>

namespace slow_ranker {

using engine::Card;
using Key = std::array<int, 6>; // category 0..10, then deciding ranks; 0 where there are none

struct Hand {
    Key key{};
    int second = -1; // category, -1 when there is none
};

inline int rank_of(const Card& card) {
    return static_cast<int>(card.rank);
}

// The category that exactly these cards are the core of; nothing when they are none.
inline std::optional<int> core_category(std::span<const Card> cards) {
    std::vector<int> ranks;
    for (const auto& card : cards)
        ranks.push_back(rank_of(card));
    std::sort(ranks.rbegin(), ranks.rend());
    const bool all_equal = ranks.front() == ranks.back();
    switch (cards.size()) {
    case 2:
        if (all_equal) return 2;
        if (ranks[0] == 14 && ranks[1] == 13) return 1;
        return std::nullopt;
    case 3: return all_equal ? std::optional(4) : std::nullopt;
    case 4:
        if (all_equal) return 8;
        return ranks[0] == ranks[1] && ranks[2] == ranks[3] ? std::optional(3) : std::nullopt;
    default: break;
    }
    bool suited = true;
    for (const auto& card : cards)
        suited = suited && card.suit == cards[0].suit;
    bool steps = true;
    for (std::size_t i = 1; i < 5; ++i)
        steps = steps && ranks[i - 1] == ranks[i] + 1;
    const bool wheel = ranks == std::vector{14, 5, 4, 3, 2};
    if (suited && steps && ranks[0] == 14) return 10;
    if (suited && (steps || wheel)) return 9;
    const bool full = ranks[0] == ranks[1] && ranks[3] == ranks[4] && (ranks[2] == ranks[1] || ranks[2] == ranks[3]);
    if (full) return 7;
    if (suited) return 6;
    return steps || wheel ? std::optional(5) : std::nullopt;
}

struct Core {
    unsigned cards = 0; // bits: places in the hand
    int category = 0;
};

inline std::vector<Card> chosen(std::span<const Card> hand, unsigned places) {
    std::vector<Card> cards;
    for (std::size_t i = 0; i < hand.size(); ++i) {
        if ((places >> i & 1U) != 0) cards.push_back(hand[i]);
    }
    return cards;
}

inline std::vector<Core> cores_of(std::span<const Card> hand) {
    std::vector<Core> cores;
    for (unsigned places = 1; places < 1U << hand.size(); ++places) {
        const auto size = std::popcount(places);
        if (size < 2 || size > 5) continue;
        if (const auto category = core_category(chosen(hand, places))) cores.push_back({places, *category});
    }
    return cores;
}

// What five cards are compared by.
inline Key key_of_five(std::span<const Card> five, int category) {
    std::array<int, 15> count{};
    for (const auto& card : five)
        ++count[static_cast<std::size_t>(rank_of(card))];
    std::vector<int> ranks;
    for (int rank = 14; rank >= 2; --rank) {
        if (count[static_cast<std::size_t>(rank)] > 0) ranks.push_back(rank);
    }
    std::stable_sort(ranks.begin(), ranks.end(),
                     [&](int a, int b) { return count[static_cast<std::size_t>(a)] > count[static_cast<std::size_t>(b)]; });
    if (category == 5 || category == 9 || category == 10) ranks = {ranks[0] == 14 && ranks[1] == 5 ? 5 : ranks[0]};
    Key key{category};
    std::copy(ranks.begin(), ranks.end(), key.begin() + 1);
    return key;
}

inline Hand rank(std::span<const Card> hand) {
    const auto cores = cores_of(hand);
    Hand best;
    unsigned best_core = 0;
    for (unsigned places = 1; places < 1U << hand.size(); ++places) {
        if (std::popcount(places) != 5) continue;
        Core highest;
        for (const auto& core : cores) {
            if ((core.cards & ~places) == 0 && core.category > highest.category) highest = core;
        }
        const auto key = key_of_five(chosen(hand, places), highest.category);
        if (key <= best.key) continue;
        best.key = key;
        best_core = highest.cards;
    }
    for (const auto& core : cores) {
        if ((core.cards & ~best_core) != 0) best.second = std::max(best.second, core.category);
    }
    return best;
}

} // namespace slow_ranker
