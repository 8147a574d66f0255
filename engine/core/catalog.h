// The games that can be played: an explicit list, one line a game.
#pragma once

#include "engine/core/table.h"

#include <memory>
#include <span>
#include <string>

namespace engine {

// What a house sets for a table. Every field is part of the rules hash.
struct TableRules {
    std::string game = "pok-deng";
    Duration betting = std::chrono::seconds(15);
    int decks = 8;
    Duration order_grace = std::chrono::milliseconds(1200);
    Duration unreadable_after = std::chrono::seconds(2);
    Duration start_forgotten_after = std::chrono::seconds(120);
    Duration no_deal_after = std::chrono::seconds(60);
    Duration no_reveal_after = std::chrono::seconds(30);
    Duration result_forgotten_after = std::chrono::seconds(30);
    int cut_card_late_at = 13; // PD: at least this many cards stay behind the cut card
    Money min_stake{100, "EUR"};
    Money max_stake{1'000'000, "EUR"};
};

// Canonical text of all rules and pay tables in force; the rules version is its hash (taken outside: no hashing here).
[[nodiscard]] std::string rules_text(const TableRules& rules);

struct GameEntry {
    std::string_view name;
    std::unique_ptr<Table> (*make)(const TableRules& rules);
};
[[nodiscard]] std::span<const GameEntry> game_catalog();
// A fresh, closed table; nullptr when no such game is in the catalogue.
[[nodiscard]] std::unique_ptr<Table> make_table(const TableRules& rules);

} // namespace engine
