// `studio odds` for the three poker games.
#pragma once

#include "studio/app/pay_table_file.h"

#include <cstdint>
#include <optional>
#include <ostream>

namespace studio::app {

// BESIDE_OPEN_CARD: also the best that a box can do when it looks at the dealer's open card, which takes longer to count.
enum class Strategies : std::uint8_t { USUAL, BESIDE_OPEN_CARD };

// Each prints its game's table, by the printed pay tables or by these.
void print_russian_poker(const std::optional<PayTables>& tables, Strategies strategies, std::ostream& out);
void print_imperial_poker(const std::optional<PayTables>& tables, Strategies strategies, std::ostream& out);
void print_poker_switch(const std::optional<PayTables>& tables, Strategies strategies, std::ostream& out);

} // namespace studio::app
