// The settings of Poker Switch (rules 5). All of them are part of the rules hash. The variant without an edge has no published pay table
// (S-12): it is these rules with another `bet_table`.
#pragma once

#include "engine/poker/house_rules.h"

#include <expected>
#include <string>
#include <string_view>

namespace engine::poker_switch {

struct Rules : poker::HouseRules {
    int pairs = 2; // S-5: of boxes, each with two equal antes
    friend bool operator==(const Rules&, const Rules&) = default;
};

// All settings, one "name=value" line each.
[[nodiscard]] std::string canonical_text(const Rules& rules);
// Whether a table can be played by these; the rejection names clause and setting.
[[nodiscard]] std::expected<void, Rejection> check_rules(const Rules& rules);
// Sets one from its text in canonical_text(), or refuses and changes nothing.
[[nodiscard]] std::expected<void, Rejection> set(Rules& rules, std::string_view name, std::string_view value);

} // namespace engine::poker_switch
