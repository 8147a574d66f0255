// Russian Poker on a live table (rules 3.1): who is asked what, in which order, at what price.
#pragma once

#include "engine/core/game.h"
#include "engine/russian_poker/rules.h"

namespace engine::russian_poker {

class RussianPokerGame final : public Game {
public:
    // The settings have been checked.
    explicit RussianPokerGame(const TableRules& table);

    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] DealtFrom dealt_from() const override { return DealtFrom::FRESH_DECK; }
    [[nodiscard]] std::span<const Slot> hand_slots() const override { return places_; }
    [[nodiscard]] bool offers(const Seat& position, std::string_view bet) const override;
    [[nodiscard]] Duration decision_window() const override { return rules_->decision_window; }
    [[nodiscard]] std::optional<StakeLimits> limits(std::string_view bet) const override;
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override;
    [[nodiscard]] Money held(std::string_view bet, const Money& stake) const override; // the BET of a dark box

private:
    [[nodiscard]] std::optional<Rejection> refuses_open(const Wager& wager, const Wagers& accepted) const;

    std::shared_ptr<const Rules> rules_;
    std::string currency_;
    StakeLimits antes_;
    std::vector<Slot> places_;
};

} // namespace engine::russian_poker
