// The settings of Russian Poker (rules 3). All of them are part of the rules hash.
#pragma once

#include "engine/poker/house_rules.h"

#include <expected>
#include <string>
#include <string_view>

namespace engine::russian_poker {

// what the ANTE brings a player whose hand is the higher.
enum class AnteOnWin : std::uint8_t { UNPAID, EVEN };
// dark boxes beside the open ones.
enum class DarkBoxes : std::uint8_t { ALLOWED, REFUSED };
// a bonus bet on a box without an ante.
enum class BonusAlone : std::uint8_t { ALLOWED, REFUSED };

struct Rules : poker::HouseRules {
    Rules();
    poker::BonusTable dealer_bonus_table = poker::bonus_from_three();
    poker::PairedStraight paired_straight = poker::PairedStraight::TWO_STRAIGHTS; // C-1
    AnteOnWin ante_on_win = AnteOnWin::UNPAID;
    DarkBoxes dark_boxes = DarkBoxes::ALLOWED;
    BonusAlone bonus_alone = BonusAlone::ALLOWED;
    int boxes = poker::most_boxes; // on the table, boxes with a bonus alone among them
    int open_boxes = 2;            // of one player: neighbours, with equal antes
    friend bool operator==(const Rules&, const Rules&) = default;
};

// All settings, one "name=value" line each.
[[nodiscard]] std::string canonical_text(const Rules& rules);
// Whether a table can be played by these; the rejection names clause and setting.
[[nodiscard]] std::expected<void, Rejection> check_rules(const Rules& rules);
// Sets one from its text in canonical_text(), or refuses and changes nothing.
[[nodiscard]] std::expected<void, Rejection> set(Rules& rules, std::string_view name, std::string_view value);

} // namespace engine::russian_poker
