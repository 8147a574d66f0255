// Imperial Poker on a live table (rules 4.1): who is asked what, in which order, at what price.
#pragma once

#include "engine/imperial_poker/rules.h"
#include "engine/imperial_poker/settlement.h"
#include "engine/poker/table_game.h"

namespace engine::imperial_poker {

class ImperialPokerGame final : public poker::TableGame<Rules> {
public:
    // The settings have been checked.
    explicit ImperialPokerGame(const TableRules& table);

    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override;
};

} // namespace engine::imperial_poker
