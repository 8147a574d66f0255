// What a hand of two cards is worth (rules 1.2). Pure functions of the cards: no table, no round, no money.
#pragma once

#include "engine/cards/card.h"

#include <array>
#include <compare>
#include <string>

namespace engine::pok_deng {

using Hand = std::array<Card, 2>;

// The displayed value, in tenths of a point: 90, 80, 75 .. 71, 70, 60 .. 0. Numeric order is the order of hands
// (9 > 8 > 7.5 > 7.4 > 7.3 > 7.2 > 7.1 > 7 > .. > 0).
struct HandValue {
    int tenths = 0;

    [[nodiscard]] constexpr bool special() const { return tenths > 70 && tenths < 80; } // 7.1 .. 7.5
    // "7.4", "9": the notation of the feed and of the vectors.
    [[nodiscard]] std::string text() const;
    friend constexpr auto operator<=>(const HandValue&, const HandValue&) = default;
};

inline constexpr HandValue ak_flush{75};      // suited A+K
inline constexpr HandValue special_pair{74};  // A-A, 5-5, 6-6, 10-10
inline constexpr HandValue two_pictures{73};  // two of J, Q, K
inline constexpr HandValue one_picture{72};   // 10 with J, Q or K
inline constexpr HandValue flush_of_zero{71}; // suited, no picture, sum ends in 0
[[nodiscard]] constexpr HandValue points(int whole) {
    return {whole * 10};
}

// Points of one card: A = 1, 2..9 their number, 10 and pictures 0.
[[nodiscard]] int card_points(const Card& card);

[[nodiscard]] bool is_flush(const Hand& hand); // same suit
[[nodiscard]] bool is_pair(const Hand& hand);  // same rank; suits do not matter
[[nodiscard]] HandValue value_of(const Hand& hand);
// PD-7: a flush, a pair or a special value pays and loses double (rules 1.2).
[[nodiscard]] bool doubles(const Hand& hand);

} // namespace engine::pok_deng
