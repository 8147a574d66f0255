// What a bet brings once both hands are known (rules 1.3). Pure functions; the amounts are Money, which stops the process rather than
// overflow.
#pragma once

#include "engine/core/catalog.h"
#include "engine/core/money.h"
#include "engine/pok_deng/hand_value.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace engine::pok_deng {

inline constexpr std::string_view player_bet = "PLAYER"; // this position's hand against the banker's
inline constexpr std::string_view pair_bet = "PAIR";     // this position's two cards are of one rank
inline constexpr int pair_odds = 11;

// The largest stake whose every possible return (a won pair: 12 stakes) is still an amount.
inline constexpr std::int64_t largest_stake = std::numeric_limits<std::int64_t>::max() / (pair_odds + 1);

// All that a house's rules hash must hold of the above, one "name=value" line each; Pok Deng has no settings, so any is refused.
[[nodiscard]] std::expected<std::string, Rejection> rules_text(const GameSettings& settings);

// The main bet, seen from the player's position.
struct MainResult {
    Outcome outcome = Outcome::NONE;
    int odds = 0; // 1 or 2; 0 on a tie
    friend bool operator==(const MainResult&, const MainResult&) = default;
};
[[nodiscard]] MainResult compare(const Hand& player, const Hand& banker);

// A result as the feed tells it: points, outcome and odds of the main bet, and both bets.
[[nodiscard]] PositionResult position_result(const Seat& position, const Hand& player, const Hand& banker);
// The house's own hand: points only, no outcome and no bets.
[[nodiscard]] PositionResult banker_result(const Hand& banker);

// PD-19: the main bet takes a hold as large as the stake, because it can lose two stakes. A pair bet holds nothing.
// Any other name of a bet is a broken invariant, here and below.
[[nodiscard]] Money held(std::string_view bet, const Money& stake);
// Stake and hold.
[[nodiscard]] Money deducted(std::string_view bet, const Money& stake);
// All that goes back to the player: stake, hold and winnings.
[[nodiscard]] Money returned(std::string_view bet, const Money& stake, const PositionResult& result);
[[nodiscard]] Money returned(std::string_view bet, const Money& stake, const Hand& player, const Hand& banker);

} // namespace engine::pok_deng
