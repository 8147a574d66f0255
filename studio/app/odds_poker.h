// `studio odds` for the three poker games.
#pragma once

#include "studio/app/pay_table_file.h"

#include <optional>
#include <ostream>

namespace studio::app {

// Each prints its game's table, by the printed pay tables or by these.
void print_russian_poker(const std::optional<PayTables>& tables, std::ostream& out);
void print_imperial_poker(const std::optional<PayTables>& tables, std::ostream& out);
void print_poker_switch(const std::optional<PayTables>& tables, std::ostream& out);

} // namespace studio::app
