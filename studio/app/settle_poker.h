// `studio settle` for the poker games: a hand, or one box with the dealer's hand. The pure engine behind each line.
#pragma once

#include "studio/app/settle_reader.h"

namespace studio::app {

// Each sets the answer's fields as `expect` of the vectors has them, or throws Refusal.
void settle_poker_hand(const Line& line, Answer& answer);
void settle_russian(const Line& line, Answer& answer);
void settle_imperial(const Line& line, Answer& answer);
void settle_switch(const Line& line, Answer& answer);

} // namespace studio::app
