// What the simulator knows of a game by itself, written from the rules and not from the engine: the independent second opinion.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"
#include "engine/core/event.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simulator {

using Faces = std::map<engine::Slot, engine::Card>;

struct Offer {
    engine::Seat position;
    std::string bet;
};

struct GameModel {
    std::string_view name;
    int decks;
    int round_cards;                           // at most, the burn card included
    std::vector<engine::Slot> (*deal_order)(); // where the cards of a round go
    std::vector<Offer> (*offers)();            // what may be bet on
    std::int64_t (*deducted)(const std::string& bet, std::int64_t stake);
    std::int64_t (*returned)(const Offer& offer, std::int64_t stake, const Faces& faces);
    std::string (*wrong)(const std::vector<engine::PositionResult>& results, const Faces& faces); // "" when the results are right
};

// One line a game.
[[nodiscard]] std::span<const GameModel> game_models();
[[nodiscard]] const GameModel* game_model(std::string_view name);

} // namespace simulator
