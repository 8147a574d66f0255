#include "engine/imperial_poker/game.h"

#include "engine/core/check.h"
#include "engine/imperial_poker/settlement.h"
#include "engine/poker/game_rules.h"
#include "engine/poker/live_round.h"

#include <algorithm>

namespace engine::imperial_poker {

namespace {

using poker::LiveBox;
using poker::Minor;

class ImperialPokerRound final : public poker::LiveRound {
public:
    ImperialPokerRound(std::shared_ptr<const Rules> rules, std::string currency)
        : LiveRound(std::move(currency), poker::DealOrder::ALTERNATELY, poker::DarkOpened::BEFORE_DEALER), rules_(std::move(rules)) {}
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<ImperialPokerRound>(*this); }

protected:
    [[nodiscard]] const poker::HouseRules& house() const override { return *rules_; }

    [[nodiscard]] std::vector<ExpectedAct> box_acts() const override {
        for (const auto& [seat, box] : boxes()) {
            if (!box.asked()) continue;
            if (auto acts = turns(seat); !acts.empty() && box.to_fill.empty()) return acts;
            if (auto acts = purchase_acts(seat); !acts.empty()) return acts;
            if (box.facts.decision == poker::Decision::NONE) return {question(seat, options(box), on_silence())};
        }
        return {};
    }

    // I-3: of each player the first boxes with an ante, in table order, are open; the others are blind, and their BET is taken at once.
    [[nodiscard]] MoneyMoved arrange(const Wagers& wagers) override {
        MoneyMoved moved;
        std::map<std::string, int> open;
        for (auto& [seat, box] : boxes()) {
            if (box.facts.ante == 0 || ++open[box.owner] <= rules_->open_boxes) continue;
            box.facts.kind = poker::BoxKind::DARK;
            box.facts.decision = poker::Decision::BET;
            const auto* ante = poker::wager_at(wagers, seat, poker::ante_bet);
            moved.charges.push_back(
                {ante->wager_id + "/BET", seat, std::string(poker::raise_bet), money(poker::bet_antes * box.facts.ante)});
        }
        return moved;
    }
    [[nodiscard]] std::optional<poker::InsuranceLimits> insurance(const poker::Box& box) const override {
        return insurance_limits(*rules_, box);
    }
    [[nodiscard]] bool may_buy_game(const LiveBox& box) const override {
        return box.facts.kind == poker::BoxKind::OPEN || rules_->blind_exchange == BlindExchange::ALLOWED; // I-8
    }
    [[nodiscard]] Minor game_price(Minor /*ante*/) const override { return 0; } // the ANTE itself

    [[nodiscard]] MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) override {
        const bool exchange = made.choice == "EXCHANGE";
        check(exchange || made.choice == "BUY_CARD", "a choice that Imperial Poker does not know");
        const Minor price = exchange ? exchange_price(box) : fees(Purchase::SIXTH_CARD, box.facts.ante);
        box.facts.fees += price;
        if (!exchange) {
            box.sixth_card = true;
            box.to_fill.insert(poker::hand_cards + 1);
            return charge(made, "SIXTH_CARD", price);
        }
        ++box.exchanges;
        box.single_cards = box.single_cards && made.cards.size() == 1;
        box.to_take.insert(made.cards.begin(), made.cards.end());
        box.to_fill = box.to_take;
        return charge(made, "EXCHANGE", price);
    }
    [[nodiscard]] std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const override {
        const bool purchase = choice == "EXCHANGE" || choice == "BUY_CARD";
        if (choice == "INSURE") return Rejection{"I-14", "insurance is for three of a kind and higher, before the dealer opens"};
        if (box.facts.kind == poker::BoxKind::DARK && choice == "BUY_GAME" && rules_->blind_exchange == BlindExchange::REFUSED)
            return Rejection{"I-8", "the house lets no blind box have the dealer exchange a card"};
        if (box.facts.kind == poker::BoxKind::DARK && (purchase || choice == "FOLD" || choice == "BET"))
            return Rejection{"I-4.1", "a blind box has its BET: it neither folds nor buys nor draws"};
        if (box.facts.decision != poker::Decision::NONE && (purchase || choice == "FOLD" || choice == "BET"))
            return Rejection{"I-4.1", "the box has decided: there is no way back to it"};
        if ((purchase || choice == "BUY_GAME") && deck_left() == 0) return Rejection{"I-11", "no card is left in the deck"};
        if (purchase && (box.sixth_card || box.exchanges > 0))
            return Rejection{"I-4.1", "only single cards are drawn again, and no sixth card is bought after a draw"};
        return std::nullopt;
    }
    [[nodiscard]] std::vector<poker::BoxSettlement> settle(std::span<const poker::Box> boxes, const poker::DealerHand& dealer,
                                                           Cap cap) const override {
        if (cap == Cap::APPLIED) return imperial_poker::settle(*rules_, boxes, dealer);
        auto unlimited = *rules_;
        unlimited.cap.most = unlimited.cap.bonus_most = 0;
        return imperial_poker::settle(unlimited, boxes, dealer);
    }

private:
    // The first draw costs an ante however many cards it takes; after it only single cards follow, each an ante dearer.
    [[nodiscard]] static Minor exchange_price(const LiveBox& box) { return single_card_price(box.facts.ante, box.exchanges); }

    // I-15: a box that has bought may still fold. I-11: a draw takes no more cards than the deck has.
    [[nodiscard]] std::vector<DecisionOption> options(const LiveBox& box) const {
        const Minor ante = box.facts.ante;
        std::vector<DecisionOption> open{option("FOLD", 0), option("BET", poker::bet_antes * ante)};
        if (box.sixth_card || !box.single_cards || deck_left() == 0) return open;
        auto exchange = option("EXCHANGE", exchange_price(box));
        exchange.least_cards = 1;
        exchange.most_cards = box.exchanges > 0 ? 1 : std::min(poker::hand_cards, deck_left());
        open.push_back(exchange);
        if (box.exchanges == 0) open.push_back(option("BUY_CARD", fees(Purchase::SIXTH_CARD, ante)));
        return open;
    }

    std::shared_ptr<const Rules> rules_;
};

} // namespace

ImperialPokerGame::ImperialPokerGame(const TableRules& table)
    : currency_(table.min_stake.currency), antes_{table.min_stake.minor, table.max_stake.minor},
      places_(poker::all_places(poker::DealOrder::ALTERNATELY, poker::hand_cards + 1)) {
    const auto rules = poker::rules_of<Rules>(table.game_settings);
    check(rules.has_value(), "a table is made by settings that were checked");
    rules_ = std::make_shared<const Rules>(*rules);
}

std::unique_ptr<Round> ImperialPokerGame::start_round() const {
    return std::make_unique<ImperialPokerRound>(rules_, currency_);
}

bool ImperialPokerGame::offers(const Seat& position, std::string_view bet) const {
    if (position.kind != SeatKind::BOX || position.number < 1 || position.number > poker::most_boxes) return false;
    return bet == poker::ante_bet || bet == poker::bonus_bet;
}

std::optional<StakeLimits> ImperialPokerGame::limits(std::string_view bet) const {
    return bet == poker::ante_bet ? antes_ : StakeLimits{rules_->least_bonus, rules_->most_bonus};
}

std::optional<Rejection> ImperialPokerGame::refuses(const Wager& wager, const Wagers& accepted) const {
    if (auto refusal = poker::refuse_second(wager, accepted)) return refusal;
    if (poker::boxes_with(wager, accepted) > rules_->boxes)
        return Rejection{"I-3", "the table plays " + std::to_string(rules_->boxes) + " boxes"};
    if (wager.bet == poker::bonus_bet) {
        if (poker::wager_at(accepted, wager.position, poker::ante_bet) != nullptr) return std::nullopt;
        return Rejection{"I-1", "a bonus is placed on a box with an ANTE"};
    }
    // I-2: of one player; the ratio itself is allowed.
    for (const auto& [id, other] : accepted) {
        if (other.bet != poker::ante_bet || other.distributor != wager.distributor) continue;
        const auto [least, most] = std::minmax(other.stake.minor, wager.stake.minor);
        if (most > least * rules_->ante_ratio)
            return Rejection{"I-2", "no ante of a player is more than " + std::to_string(rules_->ante_ratio) + " times another: box " +
                                        other.position.text() + " has " + std::to_string(other.stake.minor)};
    }
    return std::nullopt;
}

} // namespace engine::imperial_poker
