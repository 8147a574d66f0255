// A hand of five or six cards as numbers that add up card by card, and the place in a table that they lead to. The order of the cards
// does not matter, so hands that share cards share the work: five nested loops add one card each.
#pragma once

#include "engine/cards/card.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine::poker {

inline constexpr int most_cards = 6;
inline constexpr int rank_count = 13;

// Ranks as bits: bit 0 is the two, bit 12 the ace.
using RankBits = std::uint32_t;
[[nodiscard]] constexpr RankBits rank_bit(Rank rank) {
    return RankBits{1} << (static_cast<int>(rank) - 2);
}

// The cards of a hand, added up. Hands of the same ranks, suits aside, have the same row and column. Value type.
class HandSum {
public:
    constexpr HandSum() = default;
    // The sum of these cards.
    explicit constexpr HandSum(std::span<const Card> cards) {
        for (const auto& card : cards)
            add(card);
    }

    constexpr void add(const Card& card) { add_index(static_cast<std::size_t>(card.index())); }
    // The card of this index, 0..51: what a loop over millions of hands keeps in place of cards.
    constexpr void add_index(std::size_t index) {
        const auto& of_card = card_keys[index];
        keys_ += of_card.key;
        faces_ |= of_card.face;
    }
    [[nodiscard]] constexpr HandSum with(const Card& card) const {
        auto sum = *this;
        sum.add(card);
        return sum;
    }

    [[nodiscard]] constexpr bool has_flush() const { return (keys_ & flush_marks) != 0; }
    // The ranks of the suit that has five cards or more; only where has_flush().
    [[nodiscard]] constexpr RankBits flush_ranks() const {
        const int suit = std::countr_zero(keys_ & flush_marks) / 4 - first_suit_nibble;
        return suit_ranks(static_cast<Suit>(suit));
    }
    [[nodiscard]] constexpr RankBits suit_ranks(Suit suit) const {
        return static_cast<RankBits>(faces_ >> (16 * static_cast<int>(suit))) & 0x1fffU;
    }
    // The ranks of all suits together.
    [[nodiscard]] constexpr RankBits ranks() const {
        return suit_ranks(Suit::CLUBS) | suit_ranks(Suit::DIAMONDS) | suit_ranks(Suit::HEARTS) | suit_ranks(Suit::SPADES);
    }
    // How many different cards there are.
    [[nodiscard]] constexpr int size() const { return std::popcount(faces_); }

    // Where the table of ranks is looked at: the upper and the lower bits of the ranks' sum.
    [[nodiscard]] constexpr std::size_t row() const { return static_cast<std::uint32_t>(keys_) >> column_bits; }
    [[nodiscard]] constexpr std::size_t column() const { return keys_ & ((1U << column_bits) - 1); }

private:
    // keys_, from the lowest bit: 32 bits for the sum of the ranks, then 4 bits for each suit's cards. The suits count from 3, so that the
    // fifth card of one sets its highest bit.
    static constexpr std::uint64_t no_cards = 0x3333'0000'0000U;
    static constexpr std::uint64_t flush_marks = 0x8888'0000'0000U;
    static constexpr int first_suit_nibble = 8;
    static constexpr unsigned column_bits = 9; // of 7 to 10 the fastest, with tables of 100 kB
    // No two sets of five ranks, of at most four cards each, have one sum, and no two sets of six: each number is the smallest for which
    // that is so, and PatternIndex proves it when it is built. Doubled, and one added for each card, five and six cards are told apart as
    // well.
    static constexpr std::array<std::uint64_t, rank_count> rank_keys{0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437};

    struct CardKey {
        std::uint64_t key;
        std::uint64_t face;
    };
    static constexpr std::array<CardKey, cards_per_deck> card_keys = [] {
        std::array<CardKey, cards_per_deck> keys{};
        for (std::size_t card = 0; card < keys.size(); ++card) {
            const auto rank = card / 4;
            const auto suit = card % 4;
            keys[card].key = (std::uint64_t{1} << (4 * (suit + first_suit_nibble))) + 2 * rank_keys[rank] + 1;
            keys[card].face = std::uint64_t{1} << (16 * suit + rank);
        }
        return keys;
    }();

    std::uint64_t keys_ = no_cards;
    std::uint64_t faces_ = 0; // bit 16 * suit + rank
};

// How many cards of each rank, from the two to the ace.
using RankCounts = std::array<int, rank_count>;

// A number for each of the 6,175 ways to have five ranks and the 18,395 to have six: rows laid over each other so that no two cells meet.
class PatternIndex {
public:
    // Built at first use, the same each time.
    [[nodiscard]] static const PatternIndex& shared();

    // Of five or six different cards; anything else has no cell.
    [[nodiscard]] std::uint32_t cell(const HandSum& hand) const { return rows_[hand.row()] + static_cast<std::uint32_t>(hand.column()); }
    // Cells are below this; some stay empty.
    [[nodiscard]] std::size_t cells() const { return cells_; }

    struct Pattern {
        RankCounts counts{};
        int cards = 0; // 5 or 6
        std::uint32_t cell = 0;
    };
    // Every way to have five or six ranks.
    [[nodiscard]] static std::vector<Pattern> all();
    [[nodiscard]] std::size_t bytes() const { return rows_.size() * sizeof(std::uint16_t); }

private:
    PatternIndex();

    std::vector<std::uint16_t> rows_; // where each begins
    std::size_t cells_ = 0;
};

} // namespace engine::poker
