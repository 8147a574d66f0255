#include "engine/imperial_poker/game.h"

#include <algorithm>

namespace engine::imperial_poker {

namespace {

using poker::LiveBox;
using poker::Minor;

class ImperialPokerRound final : public poker::TableRound<Rules> {
public:
    ImperialPokerRound(std::shared_ptr<const Rules> rules, std::string currency)
        : TableRound(std::move(rules), std::move(currency), poker::DealOrder::ALTERNATELY, poker::DarkOpened::BEFORE_DEALER) {}
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<ImperialPokerRound>(*this); }

protected:
    // I-3: of each player the first boxes with an ante, in table order, are open; the others are blind, and their BET is taken at once.
    [[nodiscard]] MoneyMoved arrange(const Wagers& wagers) override {
        MoneyMoved moved;
        std::map<std::string, int> open;
        for (auto& [seat, box] : boxes()) {
            if (box.facts.ante == 0 || ++open[box.owner] <= rules().open_boxes) continue;
            box.facts.kind = poker::BoxKind::DARK;
            box.facts.decision = poker::Decision::BET;
            const auto* ante = poker::wager_at(wagers, seat, poker::ante_bet);
            moved.charges.push_back(
                {ante->wager_id + "/BET", seat, std::string(poker::raise_bet), money(poker::bet_antes * box.facts.ante)});
        }
        return moved;
    }
    [[nodiscard]] bool may_buy_game(const LiveBox& box) const override {
        return box.facts.kind == poker::BoxKind::OPEN || rules().blind_exchange == BlindExchange::ALLOWED; // I-8
    }
    [[nodiscard]] Minor game_price(Minor /*ante*/) const override { return 0; } // the ANTE itself

    [[nodiscard]] MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) override {
        return buy(made, box, made.choice == "EXCHANGE" ? exchange_price(box) : fees(Purchase::SIXTH_CARD, box.facts.ante));
    }
    [[nodiscard]] std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const override {
        const bool purchase = choice == "EXCHANGE" || choice == "BUY_CARD";
        if (choice == "INSURE") return Rejection{"I-14", "insurance is for three of a kind and higher, before the dealer opens"};
        if (box.facts.kind == poker::BoxKind::DARK && choice == "BUY_GAME" && rules().blind_exchange == BlindExchange::REFUSED)
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

private:
    // The first draw costs an ante however many cards it takes; after it only single cards follow, each an ante dearer.
    [[nodiscard]] static Minor exchange_price(const LiveBox& box) { return single_card_price(box.facts.ante, box.exchanges); }

    // I-15: a box that has bought may still fold. I-11: a draw takes no more cards than the deck has.
    [[nodiscard]] std::vector<DecisionOption> options(const Seat& /*seat*/, const LiveBox& box) const override {
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
};

} // namespace

ImperialPokerGame::ImperialPokerGame(const TableRules& table) : TableGame(table, poker::DealOrder::ALTERNATELY, poker::hand_cards + 1) {}

std::unique_ptr<Round> ImperialPokerGame::start_round() const {
    return std::make_unique<ImperialPokerRound>(rules(), currency());
}

std::optional<Rejection> ImperialPokerGame::refuses(const Wager& wager, const Wagers& accepted) const {
    if (auto refusal = poker::refuse_second(wager, accepted)) return refusal;
    if (poker::boxes_with(wager, accepted) > rules()->boxes)
        return Rejection{"I-3", "the table plays " + std::to_string(rules()->boxes) + " boxes"};
    if (wager.bet == poker::bonus_bet) {
        if (poker::wager_at(accepted, wager.position, poker::ante_bet) != nullptr) return std::nullopt;
        return Rejection{"I-1", "a bonus is placed on a box with an ANTE"};
    }
    // I-2: of one player; the ratio itself is allowed.
    for (const auto& [id, other] : accepted) {
        if (other.bet != poker::ante_bet || other.distributor != wager.distributor) continue;
        const auto [least, most] = std::minmax(other.stake.minor, wager.stake.minor);
        if (most > least * rules()->ante_ratio)
            return Rejection{"I-2", "no ante of a player is more than " + std::to_string(rules()->ante_ratio) + " times another: box " +
                                        other.position.text() + " has " + std::to_string(other.stake.minor)};
    }
    return std::nullopt;
}

} // namespace engine::imperial_poker
