// Hands ranked by their definition: every set of cards is tried. Shares nothing with the product but the card.
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

// Every set of two to five cards with its category, asked of the definition once; a hand is then ranked by trying all of its sets.
class SlowRanker {
public:
    SlowRanker() {
        for (std::size_t size = 1; size < below_.size(); ++size) {
            for (std::size_t card = size; card < engine::cards_per_deck; ++card)
                below_[size][card] = below_[size][card - 1] + (size == 1 ? 1 : below_[size - 1][card - 1]);
        }
        std::vector<Card> cards;
        for (std::size_t size = 2; size <= 5; ++size)
            note_sets(cards, 0, size);
    }

    // Of five or six cards in the order of their indices.
    [[nodiscard]] Hand rank(std::span<const Card> hand) const {
        const auto all = 1U << hand.size();
        Hand best;
        unsigned best_places = 0;
        for (unsigned places = 1; places < all; ++places) {
            if (std::popcount(places) != 5) continue;
            const auto& key = keys_[set_index(hand, places)];
            if (best_places != 0 && key <= best.key) continue;
            best.key = key;
            best_places = places;
        }
        const auto core = core_of(hand, best_places, best.key[0]);
        for (unsigned places = 1; places < all; ++places) {
            if ((places & ~core) != 0) best.second = std::max(best.second, category(hand, places));
        }
        return best;
    }

private:
    // The number of a set among those of its size: of rising indices.
    [[nodiscard]] std::size_t set_index(std::span<const Card> hand, unsigned places) const {
        std::size_t index = 0;
        std::size_t chosen = 0;
        for (; places != 0; places &= places - 1)
            index += below_[++chosen][static_cast<std::size_t>(hand[static_cast<std::size_t>(std::countr_zero(places))].index())];
        return index;
    }
    // -1 when these cards are no core.
    [[nodiscard]] int category(std::span<const Card> hand, unsigned places) const {
        const auto size = static_cast<std::size_t>(std::popcount(places));
        return size < 2 || size > 5 ? -1 : categories_[size][set_index(hand, places)];
    }
    // The cards of the best five that make its category; none for no game.
    [[nodiscard]] unsigned core_of(std::span<const Card> hand, unsigned best, int wanted) const {
        for (unsigned places = best; places != 0; places = (places - 1) & best) {
            if (category(hand, places) == wanted) return places;
        }
        return 0;
    }
    void note_sets(std::vector<Card>& cards, std::size_t from, std::size_t size) {
        if (cards.size() == size) {
            const auto at = set_index(cards, (1U << size) - 1);
            auto& known = categories_[size];
            known.resize(std::max(known.size(), at + 1), -1);
            known[at] = static_cast<signed char>(core_category(cards).value_or(-1));
            if (size == 5) note_five(cards, at);
            return;
        }
        for (auto i = from; i < engine::full_deck().size(); ++i) {
            cards.push_back(engine::full_deck()[i]);
            note_sets(cards, i + 1, size);
            cards.pop_back();
        }
    }
    void note_five(std::span<const Card> cards, std::size_t at) {
        int highest = 0;
        for (unsigned places = 1; places < 1U << 5U; ++places)
            highest = std::max(highest, category(cards, places));
        keys_.resize(std::max(keys_.size(), at + 1));
        keys_[at] = key_of_five(cards, highest);
    }

    std::array<std::array<std::size_t, engine::cards_per_deck>, 6> below_{}; // ways to choose so many of the cards below this one
    std::array<std::vector<signed char>, 6> categories_;                     // by size of the set
    std::vector<Key> keys_;                                                  // of five cards
};

} // namespace slow_ranker
