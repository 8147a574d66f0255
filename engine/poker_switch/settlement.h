// What the boxes of a Poker Switch table bring (rules 5.2). Pure.
#pragma once

#include "engine/poker_switch/rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine::poker_switch {

inline constexpr std::int64_t switched_ante_pays = 2; // S-1

// What each box of a pair pays for its switch; given back when the pair switches again (S-7: otherwise never).
[[nodiscard]] poker::Minor switch_fee(poker::Minor ante);
// The two hands with their fifth cards in each other's place (S-13). Both have five cards.
void switch_fifth_cards(std::vector<Card>& first, std::vector<Card>& second);

// By whether the box's pair ended switched.
[[nodiscard]] poker::Terms terms(const Rules& rules, const poker::Box& box);

// S-11: what insurance this box may take with the hand it has after any switch; nothing for a hand below three of a kind.
[[nodiscard]] std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box);

// Every box of the table in order, the maximum applied. A box that is dark or has other than five cards is a broken invariant, and so is
// what poker::settle_box() names.
[[nodiscard]] std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes,
                                                       const poker::DealerHand& dealer);

} // namespace engine::poker_switch
