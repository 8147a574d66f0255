// A table's settings of a poker game: those of the house over the game's own defaults.
#pragma once

#include "engine/core/catalog.h"

#include <expected>
#include <memory>

namespace engine::poker {

// Rules with the house's settings; the first one that is refused otherwise. RulesOf is a game's Rules, its set() and check_rules() are
// found beside it.
template <typename RulesOf>
[[nodiscard]] std::expected<RulesOf, Rejection> rules_of(const GameSettings& settings) {
    RulesOf rules;
    for (const auto& [name, value] : settings)
        if (auto done = set(rules, name, value); !done) return std::unexpected(done.error());
    if (auto checked = check_rules(rules); !checked) return std::unexpected(checked.error());
    return rules;
}

} // namespace engine::poker
