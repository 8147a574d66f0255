// A round of a poker game on a live table: dealing, opening boxes and asking them, insurance, the dealer's hand and exchange. What the
// games share; each has its own class for who is asked what (russian_poker/game.cpp and its neighbours).
//
// It keeps facts only: cards as they lie now, cards as they were dealt first, what was decided. Every stage is read from them each time, so
// a corrected card simply makes something else due. Decisions are facts: nothing takes one back.
#pragma once

#include "engine/core/game.h"
#include "engine/poker/house_rules.h"

#include <set>

namespace engine::poker {

// Names of bets and of what decisions pay for, as in the feed.
inline constexpr std::string_view ante_bet = "ANTE";
inline constexpr std::string_view dark_bet = "BLIND"; // an ante on a dark box, its BET held beside it
[[nodiscard]] constexpr bool is_ante(std::string_view bet) {
    return bet == ante_bet || bet == dark_bet;
}
inline constexpr std::string_view raise_bet = "BET";
inline constexpr std::string_view bonus_bet = "BONUS";
inline constexpr std::string_view dealer_bonus_bet = "DEALER_BONUS";
inline constexpr std::string_view insurance_bet = "INSURANCE";
inline constexpr std::string_view game_bet = "GAME"; // the dealer's game, bought for an ante of its own
// What a cap says of the bets by these names (R-17, I-13).
[[nodiscard]] std::vector<PayoutMaximum> maxima_of(const PayoutCap& cap);

inline constexpr Seat dealer_seat{SeatKind::DEALER, 0};
[[nodiscard]] constexpr Seat box_seat(int number) {
    return {SeatKind::BOX, static_cast<std::uint8_t>(number)};
}

// five cards at once to each box; S0, S1: one to each, five times.
enum class DealOrder : std::uint8_t { PACKETS, ALTERNATELY };
// When boxes are opened that nobody decides on: dark ones, and those with a bonus alone.
enum class DarkOpened : std::uint8_t { BEFORE_DEALER, AFTER_DEALER };

struct LiveBox {
    std::string owner;
    Box facts; // its hands are filled in when it is settled
    int exchanges = 0;
    bool single_cards = true; // no exchange took more than one card
    bool sixth_card = false;
    std::set<int> to_take; // places whose card goes away
    std::set<int> to_fill; // places that get a card, laid open
    bool insurance_decided = false;
    bool no_game_decided = false;

    [[nodiscard]] bool deals() const { return facts.ante > 0 || facts.bonus > 0; }
    [[nodiscard]] bool plays() const { return facts.decision == Decision::BET; }
    [[nodiscard]] bool asked() const { return facts.ante > 0 && facts.kind == BoxKind::OPEN; }
};

class LiveRound : public Round {
public:
    [[nodiscard]] std::vector<ExpectedAct> next() const override;
    void dealt(const Slot& slot) override;
    void revealed(const Slot& slot, const Card& card) override;
    void discarded(const Slot& slot) override;
    void swapped(const Slot& first, const Slot& second) override;
    void lost() override { ++lost_; }
    [[nodiscard]] MoneyMoved betting_closed(const Wagers& wagers) override;
    [[nodiscard]] std::string owner(const Seat& box) const override { return boxes_.at(box).owner; }
    [[nodiscard]] MoneyMoved decide(const engine::Decision& made) override;
    [[nodiscard]] std::optional<Rejection> why_not(const Seat& box, const std::string& choice) const override;
    [[nodiscard]] std::string notice(const Seat& box) const override;
    [[nodiscard]] bool may_go(const Slot& slot) const override;
    [[nodiscard]] bool complete() const override { return closed_ && next().empty(); }
    [[nodiscard]] std::vector<PositionResult> results() const override;
    [[nodiscard]] std::vector<PositionResult> open_hands() const override;
    [[nodiscard]] std::map<WagerKey, Money> returned(const Wagers& stakes) const override;
    [[nodiscard]] std::string digest() const override;

protected:
    LiveRound(std::string currency, DealOrder order, DarkOpened dark) : currency_(std::move(currency)), order_(order), dark_(dark) {}

    // What a game says ------------------------------------------------------------------------------------------------------
    [[nodiscard]] virtual const HouseRules& house() const = 0;
    // What is due before all boxes with decisions have made them; empty when they have. Unless a game has another order: open boxes
    // one after the other, in the order of dealing, and no way back to one that has decided.
    [[nodiscard]] virtual std::vector<ExpectedAct> box_acts() const;
    // What an undecided box may choose now.
    [[nodiscard]] virtual std::vector<DecisionOption> options(const Seat& seat, const LiveBox& box) const = 0;
    // Wagers have become boxes: which of them are dark, which cannot be played.
    [[nodiscard]] virtual MoneyMoved arrange(const Wagers& wagers) = 0;
    [[nodiscard]] virtual std::optional<InsuranceLimits> insurance(const Box& box) const = 0;
    [[nodiscard]] virtual bool may_buy_game(const LiveBox& box) const = 0;
    [[nodiscard]] virtual Minor game_price(Minor ante) const = 0; // beside the ANTE; 0 where the ANTE itself is the price
    // What a choice costs that the game has for itself, and what becomes of the box.
    [[nodiscard]] virtual MoneyMoved decide_box(const engine::Decision& made, LiveBox& box) = 0;
    // The clause by which a box with an ante cannot choose this now; nothing where the clause is only that it is not asked.
    [[nodiscard]] virtual std::optional<Rejection> why_not_box(const LiveBox& box, const std::string& choice) const = 0;
    enum class Cap : std::uint8_t { APPLIED, IGNORED };
    [[nodiscard]] virtual std::vector<BoxSettlement> settlements(std::span<const Box> boxes, const DealerHand& dealer, Cap cap) const = 0;

    // What a game is helped with --------------------------------------------------------------------------------------------
    using Boxes = std::map<Seat, LiveBox>;
    [[nodiscard]] const Boxes& boxes() const { return boxes_; }
    [[nodiscard]] Boxes& boxes() { return boxes_; }
    [[nodiscard]] Money money(Minor amount) const { return {amount, currency_}; }
    [[nodiscard]] int deck_left() const { return cards_per_deck - drawn_ - lost_; }
    [[nodiscard]] static ExpectedAct card_act(Act act, const Slot& slot);
    [[nodiscard]] static Slot place(const Seat& seat, int index) { return {seat, static_cast<std::uint8_t>(index)}; }
    [[nodiscard]] DecisionOption option(std::string choice, Minor price) const;
    [[nodiscard]] ExpectedAct question(const Seat& box, std::vector<DecisionOption> options, std::string otherwise) const;
    // The choice that stands when the window of a box runs out.
    [[nodiscard]] std::string on_silence() const { return house().on_silence == OnSilence::BET ? "BET" : "FOLD"; }
    [[nodiscard]] MoneyMoved charge(const engine::Decision& made, std::string_view bet, Minor amount) const;
    // EXCHANGE or BUY_CARD at this price: the box now waits for its cards.
    [[nodiscard]] MoneyMoved buy(const engine::Decision& made, LiveBox& box, Minor price) const;
    // Its cards that lie face down; then, of a box, what a purchase still has to move.
    [[nodiscard]] std::vector<ExpectedAct> turns(const Seat& seat) const;
    [[nodiscard]] std::vector<ExpectedAct> purchase_acts(const Seat& box) const;
    [[nodiscard]] std::vector<Card> hand(const Seat& seat) const;
    [[nodiscard]] Box settled_box(const Seat& seat, const LiveBox& box) const;

private:
    struct Place {
        std::optional<Card> card;  // once turned
        std::optional<Slot> first; // where it was dealt, of the first five cards of a hand
    };
    struct Draw { // of the dealer's exchange
        int place = 0;
        std::optional<Card> card;
    };

    [[nodiscard]] std::vector<Seat> seats() const; // that get cards, in the order of dealing
    [[nodiscard]] std::vector<ExpectedAct> deal_acts() const;
    [[nodiscard]] ExpectedAct deal_act(const Slot& slot) const;
    [[nodiscard]] std::vector<ExpectedAct> dark_turns() const;
    [[nodiscard]] std::vector<ExpectedAct> insurance_acts() const;
    [[nodiscard]] std::vector<ExpectedAct> no_game_acts() const;
    [[nodiscard]] std::vector<ExpectedAct> exchange_acts() const;
    [[nodiscard]] PositionResult worth_of(const Seat& seat) const;
    [[nodiscard]] Slot open_card() const;
    [[nodiscard]] bool dealer_shown() const;
    [[nodiscard]] bool dealer_has_game() const;
    [[nodiscard]] std::vector<Card> first_hand(const Seat& seat) const;
    [[nodiscard]] std::vector<BoxSettlement> settled(Cap cap) const;
    [[nodiscard]] DealerHand dealer_hand() const;
    void take_wager(const Wager& wager);

    std::string currency_;
    DealOrder order_;
    DarkOpened dark_;
    bool closed_ = false;
    int drawn_ = 0; // from the deck into a hand
    int lost_ = 0;
    Boxes boxes_;
    std::map<Slot, Place> places_; // cards that lie
    std::map<Slot, Card> first_;   // the first five of each hand, where they were dealt
    std::vector<Draw> draws_;
};

// The bets that stand on a box: one of each kind, all of one owner.
[[nodiscard]] std::optional<Rejection> refuse_second(const Wager& wager, const Wagers& accepted);
// How many boxes hold cards with this wager among the accepted ones.
[[nodiscard]] int boxes_with(const Wager& wager, const Wagers& accepted);
[[nodiscard]] const Wager* wager_at(const Wagers& wagers, const Seat& position, std::string_view bet);

// The places of a game's cards in the order of dealing.
[[nodiscard]] std::vector<Slot> all_places(DealOrder order, int cards_of_a_box);

} // namespace engine::poker
