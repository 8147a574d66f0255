#include "tests/bench/known_evaluators.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace known_evaluators {

namespace {

constexpr std::array<std::uint32_t, 13> primes{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};

Place place_of(std::span<const Card> cards) {
    return static_cast<Place>(engine::poker::rank_of(cards).place());
}

// Calls `visit` with every way to have five ranks, in rising order.
template <typename Visit>
void each_rank_pattern(std::vector<int>& ranks, int from, const Visit& visit) {
    if (ranks.size() == 5) {
        if (ranks.front() != ranks.back()) visit(ranks);
        return;
    }
    for (int rank = from; rank < 13; ++rank) {
        ranks.push_back(rank);
        each_rank_pattern(ranks, rank, visit);
        ranks.pop_back();
    }
}

} // namespace

PrimeEvaluator::Word PrimeEvaluator::word(const Card& card) {
    const auto rank = static_cast<std::uint32_t>(card.rank) - 2;
    return primes[rank] | rank << 8U | 0x1000U << static_cast<std::uint32_t>(card.suit) | 0x10000U << rank;
}

PrimeEvaluator::PrimeEvaluator() : flush_(0x2000, none), unique_(0x2000, none) {
    std::vector<std::pair<std::uint32_t, Place>> products;
    std::vector<int> ranks;
    each_rank_pattern(ranks, 0, [&](const std::vector<int>& pattern) {
        std::vector<Card> suited;
        std::vector<Card> mixed;
        std::uint32_t product = 1;
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const auto rank = static_cast<engine::Rank>(pattern[i] + 2);
            suited.push_back({rank, engine::Suit::CLUBS});
            mixed.push_back({rank, static_cast<engine::Suit>(i % 4)});
            product *= primes[static_cast<std::size_t>(pattern[i])];
            bits |= 1U << pattern[i];
        }
        if (std::ranges::adjacent_find(pattern) == pattern.end()) {
            flush_[bits] = place_of(suited);
            unique_[bits] = place_of(mixed);
        } else {
            products.emplace_back(product, place_of(mixed));
        }
    });
    hash(products);
}

// Rows of equal upper bits are laid into the gaps that earlier rows leave, the fullest first.
void PrimeEvaluator::hash(const std::vector<std::pair<std::uint32_t, Place>>& products) {
    for (multiplier_ = 0x9e3779b1U;; multiplier_ += 2) {
        std::map<std::uint32_t, std::map<std::uint32_t, Place>> rows;
        bool clean = true;
        for (const auto& [product, place] : products) {
            const auto mixed = product * multiplier_;
            clean = clean && rows[mixed >> 21U].try_emplace((mixed >> 8U) & 0x1fffU, place).second;
        }
        if (!clean) continue;
        std::vector<std::pair<std::uint32_t, std::map<std::uint32_t, Place>>> order(rows.begin(), rows.end());
        std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
        paired_.assign(0x10000, none);
        offsets_.assign(2048, 0);
        for (const auto& [row, columns] : order) {
            std::size_t offset = 0;
            const auto meets = [&](const auto& column) { return paired_[offset + column.first] != none; };
            while (std::ranges::any_of(columns, meets))
                ++offset;
            offsets_[row] = static_cast<std::uint16_t>(offset);
            for (const auto& [column, place] : columns)
                paired_[offset + column] = place;
        }
        while (paired_.back() == none)
            paired_.pop_back();
        return;
    }
}

Place PrimeEvaluator::rank_six(const Word* cards) const {
    Place best = 0;
    for (std::size_t without = 0; without < 6; ++without) {
        std::array<Word, 5> five{};
        for (std::size_t i = 0, at = 0; i < 6; ++i) {
            if (i != without) five[at++] = cards[i];
        }
        best = std::max(best, rank(five[0], five[1], five[2], five[3], five[4]));
    }
    return best;
}

std::size_t PrimeEvaluator::bytes() const {
    return (flush_.size() + unique_.size() + paired_.size() + offsets_.size()) * sizeof(Place);
}

namespace {

// A card in a state: its rank, and its suit where a flush is still to be had with it.
using Known = std::pair<int, int>;
constexpr int any_suit = -1;
using Held = std::vector<Known>;

// Forgets suits that can no longer make a flush when `more` cards follow.
Held forgotten(Held held, int more) {
    std::array<int, 4> count{};
    for (const auto& [rank, suit] : held)
        if (suit != any_suit) ++count[static_cast<std::size_t>(suit)];
    for (auto& [rank, suit] : held)
        if (suit != any_suit && count[static_cast<std::size_t>(suit)] + more < 5) suit = any_suit;
    std::ranges::sort(held);
    return held;
}

// Cards that are these: suits that are forgotten are chosen so that they make no flush and no card is there twice.
std::vector<Card> cards_of(const Held& held) {
    std::vector<Card> cards;
    std::array<int, 4> count{};
    for (const auto& [rank, suit] : held) {
        if (suit == any_suit) continue;
        cards.push_back({static_cast<engine::Rank>(rank), static_cast<engine::Suit>(suit)});
        ++count[static_cast<std::size_t>(suit)];
    }
    for (const auto& [rank, suit] : held) {
        if (suit != any_suit) continue;
        int chosen = -1;
        for (int candidate = 0; candidate < 4; ++candidate) {
            const Card card{static_cast<engine::Rank>(rank), static_cast<engine::Suit>(candidate)};
            if (std::ranges::find(cards, card) != cards.end()) continue;
            if (chosen == -1 || count[static_cast<std::size_t>(candidate)] < count[static_cast<std::size_t>(chosen)]) chosen = candidate;
        }
        cards.push_back({static_cast<engine::Rank>(rank), static_cast<engine::Suit>(chosen)});
        ++count[static_cast<std::size_t>(chosen)];
    }
    return cards;
}

bool possible(const Held& held, const Card& card) {
    int same_rank = 0;
    for (const auto& [rank, suit] : held) {
        if (rank != static_cast<int>(card.rank)) continue;
        ++same_rank;
        if (suit == static_cast<int>(card.suit)) return false;
    }
    return same_rank < 4;
}

} // namespace

WalkEvaluator::WalkEvaluator(int cards) {
    std::map<Held, State> states{{Held{}, start}};
    std::vector<Held> waiting{Held{}};
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        const auto held = waiting[at];
        next_.resize((at + 1) * engine::cards_per_deck);
        for (const auto& card : engine::full_deck()) {
            if (!possible(held, card)) continue;
            auto more = held;
            more.emplace_back(static_cast<int>(card.rank), static_cast<int>(card.suit));
            auto& next = next_[at * engine::cards_per_deck + static_cast<std::size_t>(card.index())];
            const auto left = cards - static_cast<int>(more.size());
            if (left == 0) {
                next = place_of(cards_of(forgotten(more, 0)));
                continue;
            }
            const auto [known, is_new] =
                states.try_emplace(forgotten(more, left), static_cast<State>(waiting.size() * engine::cards_per_deck));
            if (is_new) waiting.push_back(known->first);
            next = known->second;
        }
    }
}

} // namespace known_evaluators
