// Pay tables in a file, to ask for their odds:
//
//   [bet]                     # a row for each combination, m:1
//   ACE_KING = 1
//   PAIR = 1                  # .. ROYAL_FLUSH; IMPERIAL_FLUSH in Imperial Poker and only there
//   [bonus]                   # may be left out
//   lowest = "THREE"          # a row from here up to ROYAL_FLUSH
//   THREE = 25
//
// Names of rows may be written in small letters, and with spaces or hyphens ("full house").
#pragma once

#include "engine/poker/pay_table.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace studio::app {

struct PayTables {
    engine::poker::BetTable bet;
    std::optional<engine::poker::BonusTable> bonus;
};

enum class ImperialRow : std::uint8_t { NEEDED, REFUSED };

// The error is one line: the file, the line where there is one, and what is wrong with which row. A row that pays more than
// engine::poker::largest_odds_multiplier is refused.
[[nodiscard]] std::expected<PayTables, std::string> read_pay_tables(const std::filesystem::path& file, ImperialRow imperial);

} // namespace studio::app
