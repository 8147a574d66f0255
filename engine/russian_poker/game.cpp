#include "engine/russian_poker/game.h"

#include "engine/core/check.h"
#include "engine/poker/game_rules.h"
#include "engine/poker/live_round.h"
#include "engine/russian_poker/settlement.h"

#include <algorithm>
#include <cstdlib>

namespace engine::russian_poker {

namespace {

using poker::LiveBox;
using poker::Minor;

class RussianPokerRound final : public poker::LiveRound {
public:
    RussianPokerRound(std::shared_ptr<const Rules> rules, std::string currency)
        : LiveRound(std::move(currency), poker::DealOrder::PACKETS, poker::DarkOpened::AFTER_DEALER), rules_(std::move(rules)) {}
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<RussianPokerRound>(*this); }

protected:
    [[nodiscard]] const poker::HouseRules& house() const override { return *rules_; }

    // open boxes one after the other, in the order of dealing, and no way back to one that has decided.
    [[nodiscard]] std::vector<ExpectedAct> box_acts() const override {
        for (const auto& [seat, box] : boxes()) {
            if (!box.asked()) continue;
            if (auto acts = turns(seat); !acts.empty() && box.to_fill.empty()) return acts;
            if (auto acts = purchase_acts(seat); !acts.empty()) return acts;
            if (box.facts.decision == poker::Decision::NONE) return {question(seat, options(box), on_silence())};
        }
        return {};
    }
    [[nodiscard]] MoneyMoved arrange(const Wagers& /*wagers*/) override { return {}; }
    [[nodiscard]] std::optional<poker::InsuranceLimits> insurance(const poker::Box& box) const override {
        return insurance_limits(*rules_, box);
    }
    [[nodiscard]] bool may_buy_game(const LiveBox& box) const override { return box.facts.kind == poker::BoxKind::OPEN; }
    [[nodiscard]] Minor game_price(Minor ante) const override { return russian_poker::game_price(ante); }

    [[nodiscard]] MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) override {
        const bool exchange = made.choice == "EXCHANGE";
        check(exchange || made.choice == "BUY_CARD", "a choice that Russian Poker does not know");
        const Minor price = fee(exchange ? Purchase::EXCHANGE : Purchase::SIXTH_CARD, box.facts.ante);
        box.facts.fees += price;
        if (!exchange) {
            box.sixth_card = true;
            box.to_fill.insert(poker::hand_cards + 1);
            return charge(made, "SIXTH_CARD", price);
        }
        ++box.exchanges;
        box.to_take.insert(made.cards.begin(), made.cards.end());
        box.to_fill = box.to_take;
        return charge(made, "EXCHANGE", price);
    }
    [[nodiscard]] std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const override {
        if (box.facts.kind == poker::BoxKind::DARK) return Rejection{"R-15", "a dark box has its BET and decides nothing"};
        if (choice == "INSURE") return Rejection{"R-4", "insurance is for three of a kind and higher, before the dealer opens"};
        if (box.facts.decision != poker::Decision::NONE) return Rejection{"R-3.1", "the box has decided: there is no way back to it"};
        if (bought(box) && (choice == "EXCHANGE" || choice == "BUY_CARD")) return Rejection{"R-3.1", "one purchase a deal"};
        return std::nullopt;
    }
    [[nodiscard]] std::vector<poker::BoxSettlement> settle(std::span<const poker::Box> boxes, const poker::DealerHand& dealer,
                                                           Cap cap) const override {
        if (cap == Cap::APPLIED) return russian_poker::settle(*rules_, boxes, dealer);
        auto unlimited = *rules_;
        unlimited.cap.most = unlimited.cap.bonus_most = 0;
        return russian_poker::settle(unlimited, boxes, dealer);
    }

private:
    [[nodiscard]] static bool bought(const LiveBox& box) { return box.exchanges > 0 || box.sixth_card; }

    // a box that has bought may still fold.
    [[nodiscard]] std::vector<DecisionOption> options(const LiveBox& box) const {
        const Minor ante = box.facts.ante;
        std::vector<DecisionOption> open{option("FOLD", 0), option("BET", poker::bet_antes * ante)};
        if (bought(box) || deck_left() == 0) return open;
        auto exchange = option("EXCHANGE", fee(Purchase::EXCHANGE, ante));
        exchange.least_cards = 1;
        exchange.most_cards = std::min(poker::hand_cards, deck_left());
        open.push_back(exchange);
        open.push_back(option("BUY_CARD", fee(Purchase::SIXTH_CARD, ante)));
        return open;
    }

    std::shared_ptr<const Rules> rules_;
};

bool is_ante(std::string_view bet) {
    return bet == poker::ante_bet || bet == poker::dark_bet;
}

} // namespace

RussianPokerGame::RussianPokerGame(const TableRules& table)
    : currency_(table.min_stake.currency), antes_{table.min_stake.minor, table.max_stake.minor},
      places_(poker::all_places(poker::DealOrder::PACKETS, poker::hand_cards + 1)) {
    const auto rules = poker::rules_of<Rules>(table.game_settings);
    check(rules.has_value(), "a table is made by settings that were checked");
    rules_ = std::make_shared<const Rules>(*rules);
}

std::unique_ptr<Round> RussianPokerGame::start_round() const {
    return std::make_unique<RussianPokerRound>(rules_, currency_);
}

bool RussianPokerGame::offers(const Seat& position, std::string_view bet) const {
    if (position.kind != SeatKind::BOX || position.number < 1 || position.number > poker::most_boxes) return false;
    if (bet == poker::dark_bet) return rules_->dark_boxes == DarkBoxes::ALLOWED;
    return bet == poker::ante_bet || bet == poker::bonus_bet || bet == poker::dealer_bonus_bet;
}

std::optional<StakeLimits> RussianPokerGame::limits(std::string_view bet) const {
    return is_ante(bet) ? antes_ : StakeLimits{rules_->least_bonus, rules_->most_bonus};
}

std::optional<Rejection> RussianPokerGame::refuses(const Wager& wager, const Wagers& accepted) const {
    if (auto refusal = poker::refuse_second(wager, accepted)) return refusal;
    if (poker::boxes_with(wager, accepted) > rules_->boxes)
        return Rejection{"R-13", "the table plays " + std::to_string(rules_->boxes) + " boxes, those with a bonus alone among them"};
    const bool has_ante = poker::wager_at(accepted, wager.position, poker::ante_bet) != nullptr ||
                          poker::wager_at(accepted, wager.position, poker::dark_bet) != nullptr;
    if (is_ante(wager.bet) && has_ante) return Rejection{"R-15", "box " + wager.position.text() + " is open or dark, not both"};
    if (wager.bet == poker::bonus_bet && !has_ante && rules_->bonus_alone == BonusAlone::REFUSED)
        return Rejection{"R-13", "the house takes a bonus only beside an ANTE"};
    return wager.bet == poker::ante_bet ? refuses_open(wager, accepted) : std::nullopt;
}

// a player holds two open boxes at the most, neighbours, with equal antes. R-16: a dark box may differ.
std::optional<Rejection> RussianPokerGame::refuses_open(const Wager& wager, const Wagers& accepted) const {
    std::vector<const Wager*> own;
    for (const auto& [id, other] : accepted)
        if (other.bet == poker::ante_bet && other.distributor == wager.distributor) own.push_back(&other);
    if (std::ssize(own) >= rules_->open_boxes)
        return Rejection{"R-3.1", "a player holds " + std::to_string(rules_->open_boxes) + " open boxes at the most: others are dark"};
    for (const auto* other : own) {
        if (std::abs(other->position.number - wager.position.number) != 1)
            return Rejection{"R-3.1", "open boxes of one player lie side by side: box " + other->position.text() + " is open"};
        if (other->stake != wager.stake)
            return Rejection{"R-3.1", "open boxes of one player have equal antes: " + std::to_string(other->stake.minor)};
    }
    return std::nullopt;
}

Money RussianPokerGame::held(std::string_view bet, const Money& stake) const {
    return bet == poker::dark_bet ? stake * poker::bet_antes : Money{0, stake.currency};
}

} // namespace engine::russian_poker
