// The combinations that a hand is paid for (rules 2): the primary one, which is its rank, and a second one that has a card of its own.
// There are exactly 21 pairs. Pure functions of the cards.
#pragma once

#include "engine/poker/hand_rank.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine::poker {

// C-1: what the second combination of a straight with a paired rank is, as J-10-9-8-7 and another 9.
enum class PairedStraight : std::uint8_t {
    TWO_STRAIGHTS,     // the other 9 makes a second straight
    STRAIGHT_AND_PAIR, // some houses
};
[[nodiscard]] std::string_view name(PairedStraight counts_as);

struct Combinations {
    Category primary = Category::NONE;
    std::optional<Category> second;
    friend bool operator==(const Combinations&, const Combinations&) = default;
};

// Finds the combinations of many hands by a table. C-1 to C-5: the second combination is the highest category among all sets of cards whose
// core, which kickers are not part of, has a card that is not in the primary core. The order of hands decides, not a pay table.
class CombinationFinder {
public:
    // Built at first use, the same each time.
    [[nodiscard]] static const CombinationFinder& shared();

    // Of five or six different cards, which is not checked here.
    [[nodiscard]] Combinations find(const HandSum& hand) const;
    // The same with C-1 the other way.
    [[nodiscard]] Combinations find(const HandSum& hand, PairedStraight paired_straight) const;
    [[nodiscard]] std::size_t bytes() const { return plain_.size(); }

private:
    CombinationFinder();

    const PatternIndex* index_;
    std::vector<std::uint8_t> plain_; // by cell: 16 * primary + second, which is `no_second` where there is none
};

// Of five or six cards, all different: anything else is a broken invariant.
[[nodiscard]] Combinations combinations_of(std::span<const Card> cards, PairedStraight paired_straight = PairedStraight::TWO_STRAIGHTS);

// C-6, C-8: six cards of one suit from the 9 to the ace.
[[nodiscard]] bool is_imperial_flush(std::span<const Card> cards);

} // namespace engine::poker
