// The three poker games as the simulator knows them: what is staked, and what is due for it. The facts of a box are put together from
// events alone; what they are worth says the game's settlement, which the houses' vectors hold to the rules.
#pragma once

#include "tests/simulator/game_model.h"

namespace simulator {

[[nodiscard]] GameModel russian_poker_model();
[[nodiscard]] GameModel imperial_poker_model();
[[nodiscard]] GameModel poker_switch_model();

} // namespace simulator
