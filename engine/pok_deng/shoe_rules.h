// How a shoe is dealt (rules 1.1): what is burned, which card goes where, and which round is the last.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"
#include "engine/pok_deng/hand_value.h"

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

namespace engine::pok_deng {

inline constexpr int decks_in_shoe = 8;
inline constexpr int players = 5;
inline constexpr int hands = players + 1;             // and the banker's
inline constexpr int cards_per_round = 1 + 2 * hands; // one burned, two for each hand, whatever is bet
// At least this many cards lie behind the cut card, so that a round it opens can be completed (rules 1.1).
inline constexpr int least_behind_cut_card = cards_per_round;

// PD-15: how many cards are burned after this one has been turned: A = 1, 10 and pictures = 10. The turned card is not among them.
[[nodiscard]] int burn_count(const Card& turned);

// Where a round's twelve cards go, in the order they are dealt: P1..P5, B first cards, then P1..P5, B second cards.
[[nodiscard]] const std::array<Slot, 2 * hands>& deal_order();

struct DealtRound {
    Card burned;
    std::array<Hand, hands> dealt; // P1..P5, banker
    bool last = false;             // the cut card came out during it
    friend bool operator==(const DealtRound&, const DealtRound&) = default;
};
struct PlayedShoe {
    Card turned;
    std::vector<Card> burned;
    std::vector<DealtRound> rounds;
    int cards_used = 0;
    friend bool operator==(const PlayedShoe&, const PlayedShoe&) = default;
};

// Why a cut card's place cannot be played.
enum class CutFault : std::uint8_t {
    OUTSIDE_SHOE, // before the first card or behind the last one
    TOO_LATE,     // fewer than least_behind_cut_card cards behind it
    IN_OPENING    // among the turned and burned cards, before any round
};

// Plays a whole shoe: `shoe` front first, with the cut card behind its first `cut_card_after` cards.
// The number of copies of each card is the caller's to judge.
[[nodiscard]] std::expected<PlayedShoe, CutFault> play_shoe(std::span<const Card> shoe, int cut_card_after);

} // namespace engine::pok_deng
