// What the boxes of an Imperial Poker table bring (rules 4.2). Pure.
#pragma once

#include "engine/imperial_poker/rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine::imperial_poker {

// What an open box bought: a sixth card, or one draw of several cards, or single cards again and again.
enum class Purchase : std::uint8_t { NONE, SIXTH_CARD, SEVERAL_CARDS, SINGLE_CARDS };
// The price of the next single card after this many: 1, 2, 3 .. antes.
[[nodiscard]] poker::Minor single_card_price(poker::Minor ante, int drawn_before);
// All that a purchase costs, which never comes back (I-15). `single_cards` counts only with SINGLE_CARDS.
[[nodiscard]] poker::Minor fees(Purchase purchase, poker::Minor ante, int single_cards = 0);

// By the box's kind: a blind box is paid its ANTE 1:1 when it wins, unless the ANTE went for the dealer's exchange (I-8).
[[nodiscard]] poker::Terms terms(const Rules& rules, poker::BoxKind kind);

// I-14: what insurance this box, open or blind, may take with its final hand; nothing for a hand below three of a kind.
[[nodiscard]] std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box);

// Every box of the table in order, the maximum applied (I-13). A blind box that asks for the exchange where it may not is a broken
// invariant, and so is what poker::settle_box() names.
[[nodiscard]] std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes,
                                                       const poker::DealerHand& dealer);

} // namespace engine::imperial_poker
