// A small game for tests of what a table does with decisions: two boxes of two cards, each with an ante; a box folds, plays for another
// ante, insures, changes one card for an ante, or the two boxes swap their second cards.
#pragma once

#include "engine/core/check.h"
#include "engine/core/live_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace engine::testing {

inline const std::array<Slot, 4> asking_slots{Slot{{SeatKind::BOX, 1}, 1}, Slot{{SeatKind::BOX, 1}, 2}, Slot{{SeatKind::BOX, 2}, 1},
                                              Slot{{SeatKind::BOX, 2}, 2}};

class AskingRound final : public Round {
public:
    [[nodiscard]] std::vector<ExpectedAct> next() const override {
        std::vector<ExpectedAct> acts;
        if (!closed_) return acts;
        for (const auto& slot : asking_slots)
            if (boxes_.contains(slot.seat) && !lying_.contains(slot) && acts.empty())
                acts.push_back(card_act(exchanging_ == slot ? Act::DEAL_OPEN : Act::DEAL_CARD, slot));
        if (!acts.empty()) return acts;
        for (const auto& slot : asking_slots)
            if (lying_.contains(slot) && !open_.contains(slot)) acts.push_back(card_act(Act::TURN_CARD, slot));
        if (!acts.empty()) return acts;
        if (to_clear_) return {card_act(Act::CLEAR_SLOT, *to_clear_)};
        if (swapping_) {
            auto act = card_act(Act::SWAP_CARDS, asking_slots[1]);
            act.other = asking_slots[3];
            return {act};
        }
        for (const auto& [box, owner] : boxes_)
            if (!ended_.contains(box)) acts.push_back(question(box));
        return acts;
    }
    void dealt(const Slot& slot) override { lying_.insert(slot); }
    void revealed(const Slot& slot, const Card& card) override { open_[slot] = card; }
    void discarded(const Slot& slot) override {
        lying_.erase(slot);
        open_.erase(slot);
        to_clear_.reset();
        exchanging_ = slot;
    }
    void swapped(const Slot& first, const Slot& second) override {
        std::swap(open_.at(first), open_.at(second));
        swapping_ = false;
    }
    void lost() override { ++lost_; }
    [[nodiscard]] MoneyMoved betting_closed(const Wagers& wagers) override {
        closed_ = true;
        MoneyMoved moved;
        for (const auto& [key, wager] : wagers) {
            if (wager.bet == "SIDE" && !std::ranges::any_of(wagers, [&](const auto& one) {
                    return one.second.bet == "ANTE" && one.second.position == wager.position;
                })) {
                moved.refunds.push_back(key); // no side bet without an ante
                continue;
            }
            if (wager.bet == "ANTE") boxes_[wager.position] = wager;
        }
        return moved;
    }
    [[nodiscard]] std::string owner(const Seat& box) const override { return boxes_.at(box).distributor; }
    [[nodiscard]] MoneyMoved decide(const Decision& made) override {
        const Money ante = boxes_.at(made.box).stake;
        const auto charge = [&](const std::string& bet, const Money& amount) { return MoneyMoved{{}, {{made.id, made.box, bet, amount}}}; };
        if (made.choice == "SWITCH") {
            swapping_ = true;
            switched_ = switched_.empty() ? made.id : "";
            if (switched_.empty()) return MoneyMoved{{first_switch_}, {}};
            first_switch_ = {made.id, owner(made.box)};
            return charge("SWITCH", ante);
        }
        if (made.choice == "EXCHANGE") {
            to_clear_ = Slot{made.box, static_cast<std::uint8_t>(made.cards.front())};
            exchanged_.insert(made.box);
            return charge("EXCHANGE", ante);
        }
        if (made.choice == "INSURE") {
            insured_.insert(made.box);
            return charge("INSURANCE", *made.amount);
        }
        ended_[made.box] = made.choice;
        return made.choice == "BET" ? charge("BET", ante) : MoneyMoved{};
    }
    [[nodiscard]] std::string notice(const Seat& box) const override { return exchanged_.contains(box) ? "EXCHANGED" : ""; }
    [[nodiscard]] bool may_go(const Slot& slot) const override {
        const auto found = ended_.find(slot.seat);
        return found != ended_.end() && found->second == "FOLD";
    }
    [[nodiscard]] bool complete() const override { return closed_ && ended_.size() == boxes_.size(); }
    [[nodiscard]] std::vector<PositionResult> results() const override {
        std::vector<PositionResult> all;
        for (const auto& [box, ante] : boxes_) {
            PositionResult one;
            one.position = box;
            for (const std::uint8_t index : {std::uint8_t{1}, std::uint8_t{2}})
                one.hand.push_back(open_.at({box, index}));
            one.outcome = won(box) ? Outcome::WIN : Outcome::LOSE;
            one.odds = 1;
            all.push_back(std::move(one));
        }
        return all;
    }
    [[nodiscard]] std::map<WagerKey, Money> returned(const Wagers& stakes) const override {
        std::map<WagerKey, Money> back;
        for (const auto& [key, wager] : stakes)
            back[key] = won(wager.position) ? wager.stake * 2 : Money{0, wager.stake.currency};
        return back;
    }
    [[nodiscard]] std::unique_ptr<Round> clone() const override { return std::make_unique<AskingRound>(*this); }
    [[nodiscard]] std::string digest() const override {
        std::string text = "asking " + std::to_string(lost_) + std::to_string(swapping_) + switched_;
        for (const auto& [slot, card] : open_)
            text += " " + slot.text() + card.text();
        for (const auto& [box, end] : ended_)
            text += " " + box.text() + end;
        return text;
    }

private:
    static ExpectedAct card_act(Act what, const Slot& slot) { return {.act = what, .slot = slot, .until = {}, .fault = {}, .endings = {}}; }
    [[nodiscard]] bool won(const Seat& box) const { // the higher first card plays and is not folded
        const auto end = ended_.find(box);
        return end != ended_.end() && end->second == "BET" && open_.at({box, 1}).rank >= Rank::TEN;
    }
    [[nodiscard]] ExpectedAct question(const Seat& box) const {
        const Money ante = boxes_.at(box).stake;
        const Money nothing{0, ante.currency};
        ExpectedAct act{.act = Act::DECIDE, .slot = {}, .until = {}, .fault = {}, .endings = {}};
        act.box = box;
        act.options = {{.choice = "FOLD", .price = nothing}, {.choice = "BET", .price = ante}};
        if (!exchanged_.contains(box)) act.options.push_back({.choice = "EXCHANGE", .price = ante, .least_cards = 1, .most_cards = 1});
        if (!insured_.contains(box)) act.options.push_back({.choice = "INSURE", .price = nothing, .least = ante, .most = ante * 5});
        if (boxes_.size() == 2) act.options.push_back({.choice = "SWITCH", .price = switched_.empty() ? ante : nothing});
        act.otherwise = "FOLD";
        return act;
    }

    bool closed_ = false;
    bool swapping_ = false;
    int lost_ = 0;
    std::string switched_;
    WagerKey first_switch_;
    std::map<Seat, Wager> boxes_;
    std::set<Slot> lying_;
    std::map<Slot, Card> open_;
    std::optional<Slot> to_clear_;
    std::optional<Slot> exchanging_;
    std::set<Seat> exchanged_;
    std::set<Seat> insured_;
    std::map<Seat, std::string> ended_;
};

class AskingGame final : public Game {
public:
    [[nodiscard]] std::unique_ptr<Round> start_round() const override { return std::make_unique<AskingRound>(); }
    [[nodiscard]] DealtFrom dealt_from() const override { return DealtFrom::FRESH_DECK; }
    [[nodiscard]] Duration decision_window() const override { return std::chrono::seconds(20); }
    [[nodiscard]] std::span<const Slot> hand_slots() const override { return asking_slots; }
    [[nodiscard]] bool offers(const Seat& position, std::string_view bet) const override {
        return position.kind == SeatKind::BOX && position.number <= 2 && (bet == "ANTE" || bet == "SIDE");
    }
    [[nodiscard]] std::optional<StakeLimits> limits(std::string_view bet) const override {
        return bet == "SIDE" ? std::optional(StakeLimits{10, 50}) : std::nullopt;
    }
    [[nodiscard]] std::optional<Rejection> refuses(const Wager& wager, const Wagers& accepted) const override {
        for (const auto& [id, other] : accepted)
            if (other.position == wager.position && other.bet == wager.bet) return Rejection{"ASK-1", "the box has its bet"};
        return {};
    }
    [[nodiscard]] Money held(std::string_view /*bet*/, const Money& stake) const override { return {0, stake.currency}; }
};

} // namespace engine::testing
