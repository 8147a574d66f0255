// What every bet is worth, by exact counting over a fresh shoe of eight decks (rules 1.5). Integers and ratios only.
#pragma once

#include "engine/core/ratio.h"
#include "engine/pok_deng/hand_value.h"

#include <cstdint>
#include <vector>

namespace engine::pok_deng {

// Ordered ways to deal two cards, and then two to the banker, from 416.
inline constexpr std::int64_t hand_deals = std::int64_t{416} * 415;
inline constexpr std::int64_t main_deals = hand_deals * 414 * 413; // 29,518,332,480

// Of main_deals, how many end each way for the player.
struct MainOdds {
    std::int64_t loses_two = 0; // the banker wins at 2:1
    std::int64_t loses_one = 0;
    std::int64_t tie = 0;
    std::int64_t wins_one = 0;
    std::int64_t wins_two = 0;

    [[nodiscard]] Ratio expected_gain() const; // stakes won (below 0: lost) per stake
    [[nodiscard]] Ratio return_rate() const;   // PD-1: returned / deducted, that is stake and hold
    friend bool operator==(const MainOdds&, const MainOdds&) = default;
};
[[nodiscard]] MainOdds main_odds();

struct PairOdds {
    Ratio wins;
    Ratio return_rate; // returned / deducted, which is the stake alone
    friend bool operator==(const PairOdds&, const PairOdds&) = default;
};
[[nodiscard]] PairOdds pair_odds_of_shoe();

// Of value_deals, how many hands have this value: hand_deals over 32, which every count of a value is a multiple of.
inline constexpr std::int64_t value_deals = hand_deals / 32; // 5,395
struct ValueOdds {
    HandValue value;
    std::int64_t weight = 0;
    friend bool operator==(const ValueOdds&, const ValueOdds&) = default;
};

// Every value a hand can have, lowest first.
[[nodiscard]] std::vector<ValueOdds> value_odds();

} // namespace engine::pok_deng
