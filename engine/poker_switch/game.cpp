#include "engine/poker_switch/game.h"

#include <algorithm>
#include <utility>

namespace engine::poker_switch {

namespace {

using poker::LiveBox;
using poker::Minor;

constexpr int boxes_of_a_pair = 2;

// S-5: boxes 1 and 2 (the right ones) are a pair, and 3 and 4.
Seat partner(const Seat& box) {
    return poker::box_seat(box.number % 2 == 1 ? box.number + 1 : box.number - 1);
}
int pair_of(const Seat& box) {
    return (box.number + 1) / boxes_of_a_pair;
}

class PokerSwitchRound final : public poker::TableRound<Rules> {
public:
    PokerSwitchRound(std::shared_ptr<const Rules> rules, std::string currency)
        : TableRound(std::move(rules), std::move(currency), poker::DealOrder::ALTERNATELY, poker::DarkOpened::BEFORE_DEALER) {}
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<PokerSwitchRound>(*this); }
    void swapped(const Slot& first, const Slot& second) override {
        LiveRound::swapped(first, second);
        swapping_ = std::nullopt;
    }
    [[nodiscard]] std::string digest() const override {
        return LiveRound::digest() + "\nswitch " + (swapping_ ? swapping_->text() : "-") + " " + paid_by_[0] + " " + paid_by_[1];
    }

protected:
    [[nodiscard]] std::vector<ExpectedAct> box_acts() const override {
        if (swapping_) {
            auto act = card_act(Act::SWAP_CARDS, place(*swapping_, poker::hand_cards));
            act.other = place(partner(*swapping_), poker::hand_cards);
            return {act};
        }
        for (const auto& first : pairs_in_order()) {
            const std::array both{first, partner(first)};
            for (const auto& seat : both)
                if (auto acts = turns(seat); !acts.empty()) return both_turns(first);
            for (const auto& seat : both)
                if (const auto& box = boxes().at(seat); box.facts.decision == poker::Decision::NONE)
                    return {question(seat, options(seat, box), on_silence())};
        }
        return {};
    }

    // S-14: an ante whose neighbour stayed empty cannot be played and goes back, with its bonus.
    [[nodiscard]] MoneyMoved arrange(const Wagers& wagers) override {
        MoneyMoved moved;
        for (const auto& [key, wager] : wagers)
            if (poker::wager_at(wagers, partner(wager.position), poker::ante_bet) == nullptr) {
                moved.refunds.push_back(key);
                boxes().erase(wager.position);
            }
        return moved;
    }
    // S-11: by the hand after the switch.
    [[nodiscard]] bool may_buy_game(const LiveBox& /*box*/) const override { return true; }
    [[nodiscard]] Minor game_price(Minor /*ante*/) const override { return 0; } // the ANTE itself

    // The fee of both hands is one charge; switching back returns it.
    [[nodiscard]] MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) override {
        check(made.choice == "SWITCH", "a choice that Poker Switch does not know");
        auto& other = boxes().at(partner(made.box));
        const bool back = box.facts.switched;
        swapping_ = made.box;
        for (auto* one : {&box, &other}) {
            one->facts.switched = !back;
            one->facts.fees = back ? 0 : switch_fee(one->facts.ante);
        }
        auto& paid_by = paid_by_.at(static_cast<std::size_t>(pair_of(made.box) - 1));
        if (back) return {{WagerKey{std::exchange(paid_by, ""), box.owner}}, {}}; // S-14: both boxes are one player's
        paid_by = made.id;
        return charge(made, "SWITCH", box.facts.fees + other.facts.fees);
    }
    [[nodiscard]] std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const override {
        if (choice == "SWITCH") return Rejection{"S-6", "cards are switched before the first box of the pair has decided"};
        if (choice == "EXCHANGE" || choice == "BUY_CARD") return Rejection{"S-5.1", "no card is exchanged or bought"};
        if (choice == "INSURE") return Rejection{"S-11", "insurance is for three of a kind and higher, before the dealer opens"};
        if (box.facts.decision != poker::Decision::NONE && (choice == "FOLD" || choice == "BET"))
            return Rejection{"S-5.1", "the box has decided: there is no way back to it"};
        return std::nullopt;
    }

private:
    // The first box of each pair. S-4: the pair with the larger ante plays first, of equal ones the right one.
    [[nodiscard]] std::vector<Seat> pairs_in_order() const {
        std::vector<Seat> firsts;
        for (const auto& [seat, box] : boxes())
            if (seat.number % 2 == 1) firsts.push_back(seat);
        std::ranges::stable_sort(firsts, std::ranges::greater(), [this](const Seat& seat) { return boxes().at(seat).facts.ante; });
        return firsts;
    }
    [[nodiscard]] std::vector<ExpectedAct> both_turns(const Seat& first) const {
        auto acts = turns(first);
        for (auto& act : turns(partner(first)))
            acts.push_back(std::move(act));
        return acts;
    }
    [[nodiscard]] std::vector<DecisionOption> options(const Seat& seat, const LiveBox& box) const override {
        const auto& facts = box.facts;
        std::vector<DecisionOption> open{option("FOLD", 0), option("BET", poker::bet_antes * facts.ante)};
        const bool first_of_pair = boxes().at(partner(seat)).facts.decision == poker::Decision::NONE; // S-6
        if (first_of_pair) open.push_back(option("SWITCH", facts.switched ? 0 : boxes_of_a_pair * switch_fee(facts.ante)));
        return open;
    }

    std::optional<Seat> swapping_;               // the cards of this box and its neighbour are changing places
    std::array<std::string, 2> paid_by_{"", ""}; // by pair: the decision whose fee stands
};

} // namespace

PokerSwitchGame::PokerSwitchGame(const TableRules& table) : TableGame(table, poker::DealOrder::ALTERNATELY, poker::hand_cards) {}

std::unique_ptr<Round> PokerSwitchGame::start_round() const {
    return std::make_unique<PokerSwitchRound>(rules(), currency());
}

std::optional<Rejection> PokerSwitchGame::refuses(const Wager& wager, const Wagers& accepted) const {
    if (auto refusal = poker::refuse_second(wager, accepted)) return refusal;
    if (wager.bet == poker::bonus_bet) {
        if (poker::wager_at(accepted, wager.position, poker::ante_bet) != nullptr) return std::nullopt;
        return Rejection{"S-8", "a bonus is placed beside an ANTE"};
    }
    std::set<int> pairs{pair_of(wager.position)};
    for (const auto& [key, other] : accepted) {
        pairs.insert(pair_of(other.position));
        if (other.position != partner(wager.position) || other.bet != poker::ante_bet) continue;
        if (other.distributor != wager.distributor) return Rejection{"S-14", "both boxes of a pair are one player's"};
        if (other.stake != wager.stake)
            return Rejection{"S-14",
                             "the antes of a pair are equal: box " + other.position.text() + " has " + std::to_string(other.stake.minor)};
    }
    if (std::ssize(pairs) <= rules()->pairs) return std::nullopt;
    return Rejection{"S-5", "the table plays " + std::to_string(rules()->pairs) + " pair"};
}

} // namespace engine::poker_switch
