// What a virtual player makes of the options that are open to a box. Pure but for the chance that is handed in.
#pragma once

#include "engine/core/table.h"

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace studio::app {

struct Wish {
    std::string choice;
    std::vector<int> cards; // places in the box, from 1
    std::optional<engine::Money> amount;
};

// Open cards by their place in the box.
using BoxCards = std::map<int, engine::Card>;

// The open cards of a box, and those of its neighbour in a pair (1 and 2, 3 and 4).
[[nodiscard]] BoxCards cards_of(const engine::TableView& view, const engine::Seat& box);
[[nodiscard]] BoxCards cards_beside(const engine::TableView& view, const engine::Seat& box);

// Two times in three what a cautious player would do, else anything that is open. `options` is not empty.
[[nodiscard]] Wish choose(const std::vector<engine::DecisionOption>& options, const BoxCards& cards, const BoxCards& beside,
                          std::mt19937_64& random);

} // namespace studio::app
