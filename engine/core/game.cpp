#include "engine/core/game.h"

#include "engine/core/check.h"

namespace engine {

MoneyMoved Round::decide(const Decision& /*decision*/) {
    check(false, "a round that asks nobody is told of a decision");
    return {};
}

Rejection Round::why_not(const Seat& box, const std::string& choice) const {
    return {"DECISION.option", "box " + box.text() + " cannot choose " + choice + " now"};
}

} // namespace engine
