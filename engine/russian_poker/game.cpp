#include "engine/russian_poker/game.h"

#include <algorithm>
#include <cstdlib>

namespace engine::russian_poker {

namespace {

using poker::LiveBox;
using poker::Minor;

class RussianPokerRound final : public poker::TableRound<Rules> {
public:
    RussianPokerRound(std::shared_ptr<const Rules> rules, std::string currency)
        : TableRound(std::move(rules), std::move(currency), poker::DealOrder::PACKETS, poker::DarkOpened::AFTER_DEALER) {}
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<RussianPokerRound>(*this); }

protected:
    [[nodiscard]] MoneyMoved arrange(const Wagers& /*wagers*/) override { return {}; }
    [[nodiscard]] bool may_buy_game(const LiveBox& box) const override { return box.facts.kind == poker::BoxKind::OPEN; }
    [[nodiscard]] Minor game_price(Minor ante) const override { return russian_poker::game_price(ante); }

    [[nodiscard]] MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) override {
        return buy(made, box,
                   made.choice == "EXCHANGE" ? fee(Purchase::EXCHANGE, box.facts.ante) : fee(Purchase::SIXTH_CARD, box.facts.ante));
    }
    [[nodiscard]] std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const override {
        if (box.facts.kind == poker::BoxKind::DARK) return Rejection{"R-15", "a dark box has its BET and decides nothing"};
        if (choice == "INSURE") return Rejection{"R-4", "insurance is for three of a kind and higher, before the dealer opens"};
        if (box.facts.decision != poker::Decision::NONE) return Rejection{"R-3.1", "the box has decided: there is no way back to it"};
        if (bought(box) && (choice == "EXCHANGE" || choice == "BUY_CARD")) return Rejection{"R-3.1", "one purchase a deal"};
        return std::nullopt;
    }

private:
    [[nodiscard]] static bool bought(const LiveBox& box) { return box.exchanges > 0 || box.sixth_card; }

    // a box that has bought may still fold.
    [[nodiscard]] std::vector<DecisionOption> options(const Seat& /*seat*/, const LiveBox& box) const override {
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
};

bool is_ante(std::string_view bet) {
    return bet == poker::ante_bet || bet == poker::dark_bet;
}

} // namespace

RussianPokerGame::RussianPokerGame(const TableRules& table) : TableGame(table, poker::DealOrder::PACKETS, poker::hand_cards + 1) {}

std::unique_ptr<Round> RussianPokerGame::start_round() const {
    return std::make_unique<RussianPokerRound>(rules(), currency());
}

bool RussianPokerGame::takes(std::string_view bet) const {
    if (bet == poker::dark_bet) return rules()->dark_boxes == DarkBoxes::ALLOWED;
    return TableGame::takes(bet) || bet == poker::dealer_bonus_bet;
}

std::optional<Rejection> RussianPokerGame::refuses(const Wager& wager, const Wagers& accepted) const {
    if (auto refusal = poker::refuse_second(wager, accepted)) return refusal;
    if (poker::boxes_with(wager, accepted) > rules()->boxes)
        return Rejection{"R-13", "the table plays " + std::to_string(rules()->boxes) + " boxes, those with a bonus alone among them"};
    const bool has_ante = poker::wager_at(accepted, wager.position, poker::ante_bet) != nullptr ||
                          poker::wager_at(accepted, wager.position, poker::dark_bet) != nullptr;
    if (is_ante(wager.bet) && has_ante) return Rejection{"R-15", "box " + wager.position.text() + " is open or dark, not both"};
    if (wager.bet == poker::bonus_bet && !has_ante && rules()->bonus_alone == BonusAlone::REFUSED)
        return Rejection{"R-13", "the house takes a bonus only beside an ANTE"};
    return wager.bet == poker::ante_bet ? refuses_open(wager, accepted) : std::nullopt;
}

// a player holds two open boxes at the most, neighbours, with equal antes. R-16: a dark box may differ.
std::optional<Rejection> RussianPokerGame::refuses_open(const Wager& wager, const Wagers& accepted) const {
    std::vector<const Wager*> own;
    for (const auto& [key, other] : accepted)
        if (other.bet == poker::ante_bet && other.distributor == wager.distributor) own.push_back(&other);
    if (std::ssize(own) >= rules()->open_boxes)
        return Rejection{"R-3.1", "a player holds " + std::to_string(rules()->open_boxes) + " open boxes at the most: others are dark"};
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
