// What the boxes of a Russian Poker table bring (rules 3.2). Pure.
#pragma once

#include "engine/russian_poker/rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine::russian_poker {

// One purchase a deal: any one to five cards exchanged, or a sixth card.
enum class Purchase : std::uint8_t { NONE, EXCHANGE, SIXTH_CARD };
// Its price, which never comes back: one ante.
[[nodiscard]] poker::Minor fee(Purchase purchase, poker::Minor ante);
// the price of buying the dealer's game, beside the ANTE that stays on the table.
[[nodiscard]] poker::Minor game_price(poker::Minor ante);

[[nodiscard]] poker::Terms terms(const Rules& rules);

// what insurance this box may take with its final hand; nothing for a dark box or a hand below three of a kind.
[[nodiscard]] std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box);

// Every box of the table in order, the maximum applied. A dark box that insures or buys the dealer's game is a broken invariant, and
// so is what poker::settle_box() names.
[[nodiscard]] std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes,
                                                       const poker::DealerHand& dealer);

} // namespace engine::russian_poker
