// Two well-known ways to rank hands, written by their published method to be measured beside ours; neither is part of the product.
//
// PrimeEvaluator: each card is a word with its rank's prime (the method of "Cactus Kev"). A flush and a hand of five different ranks are
// looked up by their rank bits; all others by the product of their primes, in a perfect hash. Six cards are the best of six hands of five.
//
// WalkEvaluator: a table of states; each card leads from one to the next, the last one to the hand's place (the method of the "Two Plus
// Two" evaluator, for exactly five or six cards).
#pragma once

#include "engine/poker/hand_rank.h"

#include <cstdint>
#include <span>
#include <vector>

namespace known_evaluators {

using engine::Card;
using Place = std::uint16_t; // the same numbers as HandRank::place()

class PrimeEvaluator {
public:
    // Bits 0..7 the prime, 8..11 the rank, 12..15 the suit's bit, 16..28 the rank's bit.
    using Word = std::uint32_t;
    PrimeEvaluator();
    [[nodiscard]] static Word word(const Card& card);
    [[nodiscard]] Place rank(Word a, Word b, Word c, Word d, Word e) const {
        const auto ranks = (a | b | c | d | e) >> 16U;
        if ((a & b & c & d & e & 0xf000U) != 0) return flush_[ranks];
        if (const auto place = unique_[ranks]; place != none) return place;
        const auto product = (a & 0xffU) * (b & 0xffU) * (c & 0xffU) * (d & 0xffU) * (e & 0xffU);
        return paired_[slot(product)];
    }
    [[nodiscard]] Place rank_six(const Word* cards) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr Place none = 0xffff;
    [[nodiscard]] std::size_t slot(std::uint32_t product) const {
        const auto mixed = product * multiplier_;
        return offsets_[mixed >> 21U] + ((mixed >> 8U) & 0x1fffU);
    }
    void hash(const std::vector<std::pair<std::uint32_t, Place>>& products);

    std::vector<Place> flush_;
    std::vector<Place> unique_;
    std::vector<Place> paired_;
    std::vector<std::uint16_t> offsets_;
    std::uint32_t multiplier_ = 0;
};

class WalkEvaluator {
public:
    explicit WalkEvaluator(int cards); // five or six
    using State = std::uint32_t;
    static constexpr State start = 0;
    // The state after this card; after the last one, the hand's place.
    [[nodiscard]] State with(State state, std::size_t card_index) const { return next_[state + card_index]; }
    [[nodiscard]] std::size_t bytes() const { return next_.size() * sizeof(State); }

private:
    std::vector<State> next_; // 52 for each state
};

} // namespace known_evaluators
