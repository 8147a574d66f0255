// The frame that a poker game at a live table has whatever its settings: RulesOf is the game's own Rules, and its set(), check_rules(),
// insurance_limits() and settle() are found beside them.
#pragma once

#include "engine/core/check.h"
#include "engine/poker/game_rules.h"
#include "engine/poker/live_round.h"

#include <memory>
#include <utility>

namespace engine::poker {

// A round by these rules.
template <typename RulesOf>
class TableRound : public LiveRound {
protected:
    TableRound(std::shared_ptr<const RulesOf> rules, std::string currency, DealOrder order, DarkOpened dark)
        : LiveRound(std::move(currency), order, dark), rules_(std::move(rules)) {}

    [[nodiscard]] const RulesOf& rules() const { return *rules_; }
    [[nodiscard]] const HouseRules& house() const override { return *rules_; }
    [[nodiscard]] std::optional<InsuranceLimits> insurance(const Box& box) const override { return insurance_limits(*rules_, box); }
    [[nodiscard]] std::vector<BoxSettlement> settlements(std::span<const Box> boxes, const DealerHand& dealer, Cap cap) const override {
        if (cap == Cap::APPLIED) return settle(*rules_, boxes, dealer);
        auto unlimited = *rules_;
        unlimited.cap.most = unlimited.cap.bonus_most = 0;
        return settle(unlimited, boxes, dealer);
    }

private:
    std::shared_ptr<const RulesOf> rules_;
};

// The game of one table. The settings have been checked.
template <typename RulesOf>
class TableGame : public Game {
public:
    [[nodiscard]] DealtFrom dealt_from() const override { return DealtFrom::FRESH_DECK; }
    [[nodiscard]] std::span<const Slot> hand_slots() const override { return places_; }
    [[nodiscard]] Duration decision_window() const override { return rules_->decision_window; }
    [[nodiscard]] bool offers(const Seat& position, std::string_view bet) const override {
        return position.kind == SeatKind::BOX && position.number >= 1 && position.number <= most_boxes && takes(bet);
    }
    [[nodiscard]] std::optional<StakeLimits> limits(std::string_view bet) const override {
        return is_ante(bet) ? antes_ : StakeLimits{rules_->least_bonus, rules_->most_bonus};
    }
    [[nodiscard]] std::vector<PayoutMaximum> maxima() const override { return maxima_of(rules_->cap); }
    [[nodiscard]] Money held(std::string_view /*bet*/, const Money& stake) const override { return {0, stake.currency}; }

protected:
    TableGame(const TableRules& table, DealOrder order, int cards_of_a_box)
        : currency_(table.min_stake.currency), antes_{table.min_stake.minor, table.max_stake.minor},
          places_(all_places(order, cards_of_a_box)) {
        const auto rules = rules_of<RulesOf>(table.game_settings);
        check(rules.has_value(), "a table is made by settings that were checked");
        rules_ = std::make_shared<const RulesOf>(*rules);
    }

    [[nodiscard]] const std::shared_ptr<const RulesOf>& rules() const { return rules_; }
    [[nodiscard]] const std::string& currency() const { return currency_; }
    // The bets of a box.
    [[nodiscard]] virtual bool takes(std::string_view bet) const { return bet == ante_bet || bet == bonus_bet; }

private:
    std::shared_ptr<const RulesOf> rules_;
    std::string currency_;
    StakeLimits antes_;
    std::vector<Slot> places_;
};

} // namespace engine::poker
