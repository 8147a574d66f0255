// `studio odds`: what every bet of a game is worth, by exact counting. One thread, owns nothing.
#pragma once

#include <ostream>
#include <string>

namespace studio::app {

// Prints the table of `game` ("pok-deng"). Returns 0, or 2 when the game is not known (nothing but the reason is then printed).
[[nodiscard]] int odds_command(const std::string& game, std::ostream& out);

} // namespace studio::app
