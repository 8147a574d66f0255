// The settings of Imperial Poker (rules 4). All of them are part of the rules hash.
#pragma once

#include "engine/poker/house_rules.h"

#include <expected>
#include <string>
#include <string_view>

namespace engine::imperial_poker {

// I-8: whether a blind box may ask for the dealer's exchange.
enum class BlindExchange : std::uint8_t { ALLOWED, REFUSED };

struct Rules : poker::HouseRules {
    Rules();
    poker::PairedStraight paired_straight = poker::PairedStraight::TWO_STRAIGHTS; // C-1
    BlindExchange blind_exchange = BlindExchange::ALLOWED;
    int ante_ratio = 5; // I-2: the largest ante of a player over his smallest, at the most
    int boxes = poker::most_boxes;
    int open_boxes = 2; // I-3: the first ones of a player with an ante; the others are blind
    friend bool operator==(const Rules&, const Rules&) = default;
};

// All settings, one "name=value" line each.
[[nodiscard]] std::string canonical_text(const Rules& rules);
// Whether a table can be played by these; the rejection names clause and setting.
[[nodiscard]] std::expected<void, Rejection> check_rules(const Rules& rules);
// Sets one from its text in canonical_text(), or refuses and changes nothing.
[[nodiscard]] std::expected<void, Rejection> set(Rules& rules, std::string_view name, std::string_view value);

} // namespace engine::imperial_poker
