// The order of poker hands (rules, "common conventions"): what five cards, or the best five of six, are worth. Suits never break a tie; the
// ace is high, and low in A-2-3-4-5 only. Pure functions of the cards.
#pragma once

#include "engine/poker/hand_sum.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace engine::poker {

enum class Category : std::uint8_t {
    NONE, // no game: less than ace-king
    ACE_KING,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
};
inline constexpr int category_count = 11;

// "FULL_HOUSE"
[[nodiscard]] std::string_view name(Category category);
[[nodiscard]] std::optional<Category> category_named(std::string_view name);

// Five cards' place among the 7,462 that can differ: 0 is 7-5-4-3-2, 7461 a royal flush. Equal places are an exact tie.
class HandRank {
public:
    static constexpr int classes = 7462;

    constexpr HandRank() = default;
    explicit constexpr HandRank(std::uint16_t place) : place_(place) {}

    [[nodiscard]] constexpr int place() const { return place_; }
    [[nodiscard]] constexpr Category category() const {
        const auto above = std::ranges::upper_bound(first_places, place_);
        return static_cast<Category>(above - first_places.begin() - 1);
    }
    // The dealer's: ace-king or higher.
    [[nodiscard]] constexpr bool qualifies() const { return place_ >= first_places[1]; }
    // Category 0..10, then the ranks 2..14 in the order in which they decide; the top of A-2-3-4-5 is 5.
    [[nodiscard]] std::vector<int> compare_key() const;

    friend constexpr auto operator<=>(const HandRank&, const HandRank&) = default;

private:
    // The lowest place of each category.
    static constexpr std::array<std::uint16_t, category_count> first_places{0, 1113, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461};
    std::uint16_t place_ = 0;
};

// Ranks hands by two tables: where the row of the high ranks begins, and the place of each cell. For loops over many hands; one hand is
// ranked by rank_of() below.
class Ranker {
public:
    // Built at first use, the same each time.
    [[nodiscard]] static const Ranker& shared();

    // Of five or six different cards, which is not checked here.
    [[nodiscard]] HandRank rank(const HandSum& hand) const {
        if (hand.has_flush()) [[unlikely]]
            return flush_[hand.flush_ranks()]; // no four and no full house is to be had beside a flush of six cards
        return plain_[index_->cell(hand)];
    }
    // Of the ranks that have this cell, when no five cards are of one suit.
    [[nodiscard]] HandRank rank_without_flush(std::uint32_t cell) const { return plain_[cell]; }
    // Of the ranks, five or six, that one suit has.
    [[nodiscard]] HandRank rank_of_flush(RankBits ranks) const { return flush_[ranks]; }
    [[nodiscard]] const std::vector<std::uint32_t>& keys() const { return keys_; }
    // What the tables take in memory.
    [[nodiscard]] std::size_t bytes() const;

private:
    Ranker();
    void fill(const std::vector<PatternIndex::Pattern>& patterns);

    const PatternIndex* index_;
    std::vector<HandRank> plain_;     // by cell
    std::vector<HandRank> flush_;     // by the ranks of the flush
    std::vector<std::uint32_t> keys_; // by place: the category and up to five ranks, four bits each
};

// Of five or six cards, all different: anything else is a broken invariant. C-9: the best five count.
[[nodiscard]] HandRank rank_of(std::span<const Card> cards);

// The highest rank whose five consecutive ranks are all there: 14 for A-K-Q-J-10, 5 for 5-4-3-2-A; 0 when there are none.
[[nodiscard]] int straight_top(RankBits ranks);

} // namespace engine::poker
