// Poker Switch on a live table (rules 5.1): pairs of boxes, the switch of their last cards, and who is asked what.
#pragma once

#include "engine/core/game.h"
#include "engine/poker_switch/rules.h"

namespace engine::poker_switch {

class PokerSwitchGame final : public Game {
public:
    // The settings have been checked.
    explicit PokerSwitchGame(const TableRules& table);

    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] DealtFrom dealt_from() const override { return DealtFrom::FRESH_DECK; }
    [[nodiscard]] std::span<const Slot> hand_slots() const override { return places_; }
    [[nodiscard]] bool offers(const Seat& position, std::string_view bet) const override;
    [[nodiscard]] Duration decision_window() const override { return rules_->decision_window; }
    [[nodiscard]] std::optional<StakeLimits> limits(std::string_view bet) const override;
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override;
    [[nodiscard]] Money held(std::string_view /*bet*/, const Money& stake) const override { return {0, stake.currency}; }

private:
    std::shared_ptr<const Rules> rules_;
    std::string currency_;
    StakeLimits antes_;
    std::vector<Slot> places_;
};

} // namespace engine::poker_switch
