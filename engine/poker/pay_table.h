// What a combination pays, m:1 of its stake: the table of the BET and the tables of bonus bets (rules 1 and 3.4). Tables are settings of a
// house, part of its rules hash; check() refuses one that cannot be played with.
#pragma once

#include "engine/core/table.h"
#include "engine/poker/combinations.h"

#include <array>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace engine::poker {

// A row that pays more is refused: with it no amount up to a million million leaves the range of Money.
inline constexpr std::int64_t largest_multiplier = 1'000'000;

// Rows by category. A row without a number is missing. Value type.
class PayTable {
public:
    PayTable() = default;
    PayTable(std::initializer_list<std::pair<Category, std::int64_t>> rows);

    void set(Category row, std::int64_t multiplier) { rows_[static_cast<std::size_t>(row)] = multiplier; }
    void erase(Category row) { rows_[static_cast<std::size_t>(row)] = std::nullopt; }
    [[nodiscard]] std::optional<std::int64_t> row(Category row) const { return rows_[static_cast<std::size_t>(row)]; }
    // m:1; 0 where there is no row.
    [[nodiscard]] std::int64_t pays(Category category) const { return row(category).value_or(0); }

    friend bool operator==(const PayTable&, const PayTable&) = default;

private:
    std::array<std::optional<std::int64_t>, category_count> rows_{};
};

// The BET: a row for each category from ACE_KING up. The Imperial flush is a row of its own, in Imperial Poker only.
struct BetTable {
    PayTable rows;
    std::optional<std::int64_t> imperial_flush;
    friend bool operator==(const BetTable&, const BetTable&) = default;
};
// A-K 1, pair 1, two pair 2, three 3, straight 4, flush 5, full house 7, four 20, straight flush 50, royal 100.
[[nodiscard]] BetTable printed_bet_table();

inline constexpr std::string_view imperial_flush_row = "IMPERIAL_FLUSH";

// A bonus bet: a row for each category from the lowest that is paid up to ROYAL_FLUSH; what is lower loses.
struct BonusTable {
    Category lowest = Category::THREE;
    PayTable rows;
    friend bool operator==(const BonusTable&, const BonusTable&) = default;
};
[[nodiscard]] BonusTable bonus_from_three();         // 25/40/50/70/200/500/1000: S0, S1
[[nodiscard]] BonusTable bonus_from_straight_high(); // 50/100/150/250/800/3000
[[nodiscard]] BonusTable bonus_from_straight_low();  // 40/50/70/200/500/1000

// Whether a table can be played with: no row missing, none negative or above largest_multiplier. The rejection's clause is BET-TABLE or
// BONUS-TABLE, its reason names the row.
[[nodiscard]] std::expected<void, Rejection> check_table(const BetTable& table);
[[nodiscard]] std::expected<void, Rejection> check_table(const BonusTable& table);

// One line, "ACE_KING=1 PAIR=1 ...": the same text for the same table. A bonus table begins with "lowest=THREE".
[[nodiscard]] std::string canonical_text(const BetTable& table);
[[nodiscard]] std::string canonical_text(const BonusTable& table);
// Reads such a text back, rows in any order. Refuses a row that is not known or given twice, what is no whole number, and what
// check_table() refuses.
[[nodiscard]] std::expected<BetTable, Rejection> parse_bet_table(std::string_view text);
[[nodiscard]] std::expected<BonusTable, Rejection> parse_bonus_table(std::string_view text);

// What a hand's combinations pay together (rules 2): the sum of both rows.
[[nodiscard]] std::int64_t pays(const BetTable& table, const Combinations& combinations);

} // namespace engine::poker
