// The games that can be played: an explicit list, one line a game.
#pragma once

#include "engine/core/table.h"

#include <expected>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace engine {

// Settings of a game's own, by name, as its canonical text writes them; those that are not named have the game's default.
using GameSettings = std::map<std::string, std::string>;

// What a house sets for a table. Every field is part of the rules hash.
struct TableRules {
    std::string game = "pok-deng";
    Duration betting = std::chrono::seconds(15);
    int decks = 8; // of a shoe; a game that is dealt from a fresh deck each round has one
    Duration order_grace = std::chrono::milliseconds(1200);
    Duration unreadable_after = std::chrono::seconds(2);
    Duration start_forgotten_after = std::chrono::seconds(120);
    Duration no_deal_after = std::chrono::seconds(60);
    Duration no_reveal_after = std::chrono::seconds(30);
    Duration result_forgotten_after = std::chrono::seconds(30);
    int cut_card_late_at = 13;    // PD: at least this many cards stay behind the cut card
    int factory_order_cards = 10; // of a shoe, the first that are shown: they say whether it was shuffled
    int poor_of = 50;             // of so many cards the last
    int poor_warn_at = 5;         // that could not be read at once are too many
    int poor_pause_at = 10;       // and so many stop the table
    Money min_stake{100, "EUR"};
    Money max_stake{1'000'000, "EUR"};
    GameSettings game_settings{};
};

// Whether a table can be played by these: the game is known, its settings are, and all of them go together. The rejection's clause is
// "RULES" or the game's, its reason begins with the setting's name.
[[nodiscard]] std::expected<void, Rejection> check_rules(const TableRules& rules);

// Canonical text of all rules and pay tables in force, one "name=value" line each; the rules version is its hash (taken outside: no hashing
// here). The rules have passed check_rules().
[[nodiscard]] std::string rules_text(const TableRules& rules);

struct GameEntry {
    std::string_view name;
    std::unique_ptr<Table> (*make)(const TableRules& rules);
    // Of the game alone: all of its settings and pay tables as text, or what is wrong with these.
    std::expected<std::string, Rejection> (*rules_text)(const GameSettings& settings);
    int decks = 0; // that it is played with; 0: as the house says
};
[[nodiscard]] std::span<const GameEntry> game_catalog();
// The game's line; nullptr when there is none.
[[nodiscard]] const GameEntry* game_named(std::string_view name);
// A fresh, closed table; nullptr when check_rules() refuses the rules.
[[nodiscard]] std::unique_ptr<Table> make_table(const TableRules& rules);

} // namespace engine
