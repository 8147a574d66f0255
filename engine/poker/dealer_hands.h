// Every hand that the dealer may have beside a player's, counted without walking through them. Integers only.
#pragma once

#include "engine/poker/hand_rank.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::poker {

// Of the dealer's hands beside a player's hand, how many end each way.
struct DealerCounts {
    std::int64_t no_game = 0;
    std::int64_t lower = 0; // the dealer has game, and the player's hand is higher
    std::int64_t tie = 0;
    std::int64_t higher = 0;
    friend bool operator==(const DealerCounts&, const DealerCounts&) = default;
};

// Counts the dealer's hands beside a player's. How many hands below a place contain a set of up to four cards is tabled once for every kind
// of set; inclusion and exclusion over the player's cards then gives how many contain none of them. 30 MB while it lives.
class DealerHands {
public:
    DealerHands();
    // Beside five or six different cards; the dealer has five of the others.
    [[nodiscard]] DealerCounts beside(std::span<const Card> player) const;
    // The same of the dealer's hands that hold this card, which is none of the player's.
    [[nodiscard]] DealerCounts beside(std::span<const Card> player, const Card& open) const;

private:
    // How many hands that contain a subset lie below each place; one row for each kind of subset, suits exchanged.
    template <typename Count>
    struct Table {
        std::vector<std::uint16_t> kinds; // by the subset's index
        std::vector<Count> below;         // by kind and place
    };
    struct Tally {
        std::int64_t no_game = 0;
        std::int64_t below = 0;
        std::int64_t at = 0;
    };
    template <typename Count>
    static void fill(Table<Count>& table, int subset_size);
    template <typename Count>
    static void add(const Table<Count>& table, std::size_t subset, std::size_t place, std::int64_t sign, Tally& tally);
    void fill_fours();
    static void take_fives(std::span<const Card> player, std::size_t place, Tally& tally);
    void add_four(std::size_t subset, std::size_t place, std::int64_t sign, Tally& tally) const;
    // With the sign: the dealer's hands that contain these cards, at most five, their indices in rising order.
    void add_hands_with(std::span<const std::size_t> cards, std::size_t place, std::int64_t sign, Tally& tally) const;
    static DealerCounts counts_of(const Tally& tally, std::size_t place, std::int64_t hands);

    Table<std::uint32_t> none_;
    Table<std::uint32_t> ones_;
    Table<std::uint16_t> twos_;
    Table<std::uint16_t> threes_;
    std::vector<std::uint16_t> four_kinds_;
    std::vector<std::uint8_t> fours_without_game_; // by kind
    std::vector<std::uint16_t> fours_;             // the 48 places of each kind, sorted: a table by place would be mostly empty
};

} // namespace engine::poker
