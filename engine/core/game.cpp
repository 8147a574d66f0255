#include "engine/core/game.h"

#include "engine/core/check.h"

namespace engine {

MoneyMoved Round::decide(const Decision& /*decision*/) {
    check(false, "a round that asks nobody is told of a decision");
    return {};
}

} // namespace engine
