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

// The cards of a hand, added up. Two hands of the same ranks, suits aside, have the same row and column. Value type.
class HandSum {
public:
    constexpr HandSum() = default;
    // The sum of these cards.
    explicit constexpr HandSum(std::span<const Card> cards) {
        for (const auto& card : cards)
            add(card);
    }

    constexpr void add(const Card& card) {
        const auto at = static_cast<std::size_t>(card.index());
        keys_ += card_keys[at];
        faces_ |= std::uint64_t{1} << (16 * static_cast<int>(card.suit) + static_cast<int>(card.rank) - 2);
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

    // Set by the ranks 9 and higher, and by the number of cards.
    [[nodiscard]] constexpr std::uint32_t row() const { return static_cast<std::uint16_t>(keys_ >> 16U); }
    // Set by the ranks 8 and lower.
    [[nodiscard]] constexpr std::uint32_t column() const { return static_cast<std::uint16_t>(keys_); }

private:
    // keys_, from the lowest bit: 16 bits column, 16 bits row, 4 bits for each suit's cards. The suits count from 3, so that the fifth card
    // of one sets its highest bit.
    static constexpr std::uint64_t no_cards = 0x3333'0000'0000U;
    static constexpr std::uint64_t flush_marks = 0x8888'0000'0000U;
    static constexpr int first_suit_nibble = 8;
    // No two sets of up to six cards, of at most four of a rank, have one sum (the smallest numbers for which that is so; PatternIndex
    // proves it when it is built). The high ones are doubled: the number of cards, 5 or 6, is added to the row and told from them.
    static constexpr std::array<std::uint64_t, 7> low_keys{1, 5, 23, 103, 444, 1498, 5066};
    static constexpr std::array<std::uint64_t, 6> high_keys{2, 10, 46, 206, 888, 2996};

    static constexpr std::array<std::uint64_t, cards_per_deck> card_keys = [] {
        std::array<std::uint64_t, cards_per_deck> keys{};
        for (std::size_t card = 0; card < keys.size(); ++card) {
            const auto rank = card / 4;
            const auto suit = card % 4;
            const auto high = rank < low_keys.size() ? 0 : high_keys[rank - low_keys.size()];
            const auto low = rank < low_keys.size() ? low_keys[rank] : 0;
            keys[card] = (std::uint64_t{1} << (4 * (suit + first_suit_nibble))) + ((high + 1) << 16U) + low;
        }
        return keys;
    }();

    std::uint64_t keys_ = no_cards;
    std::uint64_t faces_ = 0; // bit 16 * suit + rank
};

// How many cards of each rank, from the two to the ace.
using RankCounts = std::array<int, rank_count>;

// A number for each of the 6,175 ways to have five ranks and the 18,395 to have six, without gaps.
class PatternIndex {
public:
    // Built at first use, the same each time.
    [[nodiscard]] static const PatternIndex& shared();

    // Of five or six different cards; anything else has no cell.
    [[nodiscard]] std::uint32_t cell(const HandSum& hand) const { return std::uint32_t{rows_[hand.row()]} + columns_[hand.column()]; }
    [[nodiscard]] std::size_t cells() const { return cells_; }

    struct Pattern {
        RankCounts counts{};
        int cards = 0; // 5 or 6
        std::uint32_t cell = 0;
    };
    // Every way to have five or six ranks.
    [[nodiscard]] static std::vector<Pattern> all();
    [[nodiscard]] std::size_t bytes() const { return (rows_.size() + columns_.size()) * sizeof(std::uint16_t); }

private:
    PatternIndex();

    std::vector<std::uint16_t> rows_;    // where each row begins
    std::vector<std::uint16_t> columns_; // the number of the low ranks among those of as many cards
    std::size_t cells_ = 0;
};

} // namespace engine::poker
