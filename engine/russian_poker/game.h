// Russian Poker on a live table (rules 3.1): who is asked what, in which order, at what price.
#pragma once

#include "engine/poker/table_game.h"
#include "engine/russian_poker/rules.h"
#include "engine/russian_poker/settlement.h"

namespace engine::russian_poker {

class RussianPokerGame final : public poker::TableGame<Rules> {
public:
    // The settings have been checked.
    explicit RussianPokerGame(const TableRules& table);

    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override;
    [[nodiscard]] Money held(std::string_view bet, const Money& stake) const override; // the BET of a dark box

protected:
    [[nodiscard]] bool takes(std::string_view bet) const override;

private:
    [[nodiscard]] std::optional<Rejection> refuses_open(const Wager& wager, const Wagers& accepted) const;
};

} // namespace engine::russian_poker
