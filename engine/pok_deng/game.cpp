#include "engine/pok_deng/game.h"

#include "engine/core/check.h"
#include "engine/pok_deng/settlement.h"
#include "engine/pok_deng/shoe_rules.h"

#include <algorithm>
#include <map>

namespace engine::pok_deng {

namespace {

// Burn one, deal twelve face down, and when betting has closed turn them hand by hand, the banker last.
class PokDengRound final : public Round {
public:
    [[nodiscard]] std::vector<ExpectedAct> next() const override {
        if (!burned_) return {act(Act::BURN_CARD, burn_slot)};
        if (dealt_ < deal_order().size()) return {act(Act::DEAL_CARD, deal_order()[dealt_])};
        if (!closed_) return {};
        return turns();
    }
    void burned() override { burned_ = true; }
    void dealt(const Slot& slot) override {
        check(dealt_ < deal_order().size() && deal_order()[dealt_] == slot, "cards are dealt in order");
        ++dealt_;
    }
    void revealed(const Slot& slot, const Card& card) override { open_[slot] = card; }
    [[nodiscard]] MoneyMoved betting_closed(const Wagers& /*wagers*/) override {
        closed_ = true;
        return {}; // all six hands are dealt whatever is bet
    }
    [[nodiscard]] bool complete() const override { return open_.size() == deal_order().size(); }

    [[nodiscard]] std::vector<PositionResult> results() const override {
        check(complete(), "results are asked of a complete round");
        const Hand banker = hand(banker_seat);
        std::vector<PositionResult> results;
        for (std::uint8_t player = 1; player <= players; ++player) {
            const Seat seat{SeatKind::PLAYER, player};
            results.push_back(position_result(seat, hand(seat), banker));
        }
        results.push_back(banker_result(banker));
        return results;
    }
    [[nodiscard]] std::vector<PositionResult> open_hands() const override {
        std::vector<PositionResult> worth;
        for (std::size_t place = 0; place < hands; ++place) {
            const Seat& seat = deal_order()[place].seat;
            if (!open_.contains({seat, 1}) || !open_.contains({seat, 2})) continue;
            worth.push_back(banker_result(hand(seat)));
            worth.back().position = seat;
        }
        return worth;
    }
    [[nodiscard]] std::map<WagerKey, Money> returned(const Wagers& stakes) const override {
        const Hand banker = hand(banker_seat);
        std::map<WagerKey, Money> back;
        for (const auto& [key, wager] : stakes)
            back[key] = pok_deng::returned(wager.bet, wager.stake, hand(wager.position), banker);
        return back;
    }
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<PokDengRound>(*this); }
    [[nodiscard]] std::string digest() const override {
        std::string text =
            "pok-deng burned " + std::to_string(burned_) + " dealt " + std::to_string(dealt_) + " closed " + std::to_string(closed_);
        for (const auto& [slot, card] : open_)
            text += " " + slot.text() + "=" + card.text();
        return text;
    }

private:
    [[nodiscard]] static ExpectedAct act(Act what, const Slot& slot) {
        return {.act = what, .slot = slot, .until = {}, .fault = {}, .endings = {}};
    }
    [[nodiscard]] Hand hand(const Seat& seat) const { return {open_.at({seat, 1}), open_.at({seat, 2})}; }

    // Both cards of the hand that is due; either may come first.
    [[nodiscard]] std::vector<ExpectedAct> turns() const {
        std::vector<ExpectedAct> acts;
        for (std::size_t place = 0; place < hands && acts.empty(); ++place)
            for (const std::uint8_t index : {std::uint8_t{1}, std::uint8_t{2}}) {
                const Slot slot{deal_order()[place].seat, index};
                if (!open_.contains(slot)) acts.push_back(act(Act::TURN_CARD, slot));
            }
        return acts;
    }

    bool burned_ = false;
    bool closed_ = false;
    std::size_t dealt_ = 0;
    std::map<Slot, Card> open_;
};

} // namespace

std::unique_ptr<Round> PokDengGame::start_round() const {
    return std::make_unique<PokDengRound>();
}
std::optional<int> PokDengGame::burn_count(const Card& turned) const {
    return pok_deng::burn_count(turned);
}
std::span<const Slot> PokDengGame::hand_slots() const {
    return deal_order();
}

bool PokDengGame::offers(const Seat& position, std::string_view bet) const {
    return position.kind == SeatKind::PLAYER && position.number >= 1 && position.number <= players &&
           (bet == player_bet || bet == pair_bet);
}

Money PokDengGame::held(std::string_view bet, const Money& stake) const {
    return pok_deng::held(bet, stake);
}

} // namespace engine::pok_deng
