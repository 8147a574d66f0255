// `studio odds`: what every bet of a game is worth, by exact counting. One thread, owns nothing.
#pragma once

#include "studio/app/odds_poker.h"

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

namespace studio::app {

struct OddsOptions {
    std::string game = "pok-deng";                  // as in the catalogue
    std::optional<std::filesystem::path> pay_table; // in place of the printed one (studio/app/pay_table_file.h)
    Strategies strategies = Strategies::USUAL;      // of a poker game
};

// Prints the game's table on `out`. Returns 0, or 2 with a one-line reason on `err` and nothing on `out` when the game is not known, has no
// pay table or no decisions that are asked for, or the file cannot be used.
[[nodiscard]] int odds_command(const OddsOptions& options, std::ostream& out, std::ostream& err);

} // namespace studio::app
