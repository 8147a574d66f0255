// Poker Switch on a live table (rules 5.1): pairs of boxes, the switch of their last cards, and who is asked what.
#pragma once

#include "engine/poker/table_game.h"
#include "engine/poker_switch/rules.h"
#include "engine/poker_switch/settlement.h"

namespace engine::poker_switch {

class PokerSwitchGame final : public poker::TableGame<Rules> {
public:
    // The settings have been checked.
    explicit PokerSwitchGame(const TableRules& table);

    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override;
};

} // namespace engine::poker_switch
