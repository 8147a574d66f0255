// What the simulator knows of a game by itself, written from the rules and not from the engine: the independent second opinion.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"
#include "engine/core/event.h"
#include "engine/core/wager.h"
#include "tests/simulator/random.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simulator {

using Faces = std::map<engine::Slot, engine::Card>;

struct Offer {
    engine::Seat position;
    std::string bet;
};

struct BookedWager {
    Offer offer;
    std::int64_t stake = 0;
    std::int64_t deducted = 0;
    std::int64_t returned = 0;
    int revision = 0; // 0 = not settled yet
    bool refunded = false;
    std::string distributor;
};

// What the events of a round have told, as far as money depends on it.
struct RoundFacts {
    Faces faces;                                // of the cards that lie open
    Faces first;                                // of the card that each of a hand's first five places was dealt first
    int dealer_draws = 0;                       // in exchange for a card that was taken away from the dealer
    std::optional<engine::Card> dealer_without; // taken away and not replaced
    std::map<engine::WagerKey, BookedWager> wagers;
    std::vector<engine::DecisionMade> decisions;
};

enum class Deck : std::uint8_t { SHOE, FRESH_EACH_ROUND };

struct GameModel {
    std::string_view name;
    Deck deck;
    int decks;
    int round_cards;                      // of a shoe: at most, the burn card included
    std::vector<engine::Slot> (*slots)(); // where the cards of a round go
    std::vector<Offer> (*offers)();       // what may be bet on
    // What sensible players put down in a round together, by owner 0 and 1; nothing where single bets make sense.
    std::vector<std::pair<int, BookedWager>> (*sheet)(Random& random);
    std::pair<std::int64_t, std::int64_t> (*limits)(const std::string& bet);
    std::int64_t (*deducted)(const std::string& bet, std::int64_t stake);
    std::int64_t (*returned)(const BookedWager& wager, const RoundFacts& facts);
    std::string (*wrong)(const std::vector<engine::PositionResult>& results, const RoundFacts& facts); // "" when the results are right
};

// One line a game.
[[nodiscard]] std::span<const GameModel> game_models();
[[nodiscard]] const GameModel* game_model(std::string_view name);

} // namespace simulator
