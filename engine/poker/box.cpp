#include "engine/poker/box.h"

#include "engine/core/check.h"

#include <algorithm>

namespace engine::poker {

namespace {

constexpr std::array<std::string_view, 10> outcome_names{
    "NONE", "FOLD", "NO_GAME", "PLAYER", "DEALER", "TIE", "EXCHANGED_NO_GAME", "EXCHANGED_PLAYER", "EXCHANGED_DEALER", "EXCHANGED_TIE"};

bool is_stake(Minor amount) {
    return amount >= 0 && amount <= largest_stake;
}

void check_box(const Box& box) {
    check(is_stake(box.ante) && is_stake(box.bonus) && is_stake(box.dealer_bonus), "a stake is negative or too large to be paid");
    // Fees are sums of antes, insurance is a share of what the BET wins.
    check(box.fees >= 0 && box.insurance >= 0, "a fee or an insurance is negative");
    check(box.fees <= largest_stake * cards_per_deck * cards_per_deck, "a fee is larger than any purchases");
    check(box.insurance <= largest_stake * largest_multiplier * bet_antes * 2, "an insurance is larger than any winnings");
    if (box.ante == 0) {
        check(box.fees == 0 && box.insurance == 0 && box.decision == Decision::NONE, "a box without an ante plays");
        return;
    }
    check(box.decision != Decision::NONE, "a box is settled before it has decided");
    check(box.decision == Decision::BET || (box.insurance == 0 && box.no_game == NoGameChoice::TAKE_ANTE), "a box that folds plays on");
    check(box.kind == BoxKind::OPEN || (box.decision == Decision::BET && box.fees == 0), "a dark box decides");
}

BoxOutcome compared(const HandRank& player, const HandRank& dealer) {
    if (player == dealer) return BoxOutcome::TIE;
    return player > dealer ? BoxOutcome::PLAYER : BoxOutcome::DEALER;
}

BoxOutcome exchanged(BoxOutcome outcome) {
    switch (outcome) {
    case BoxOutcome::PLAYER: return BoxOutcome::EXCHANGED_PLAYER;
    case BoxOutcome::DEALER: return BoxOutcome::EXCHANGED_DEALER;
    default: return BoxOutcome::EXCHANGED_TIE;
    }
}

BoxOutcome outcome_of(const Box& box, const DealerHand& dealer) {
    if (box.ante == 0) return BoxOutcome::NONE;
    if (box.decision == Decision::FOLD) return BoxOutcome::FOLD;
    const auto player = rank_of(box.final_hand);
    const auto first = rank_of(dealer.initial);
    if (first.qualifies()) return compared(player, first);
    if (box.no_game == NoGameChoice::TAKE_ANTE) return BoxOutcome::NO_GAME;
    const auto second = rank_of(dealer.final_hand);
    return second.qualifies() ? exchanged(compared(player, second)) : BoxOutcome::EXCHANGED_NO_GAME;
}

// Fills what comes back and what is won, one component at a time.
class Payment {
public:
    Payment(const Terms& terms, const Box& box, BoxSettlement& settlement) : terms_(terms), box_(box), to_(settlement) {}

    void pay(BoxOutcome outcome) {
        using enum BoxOutcome;
        switch (outcome) {
        case NONE:
        case FOLD: break; // ANTE and fees are lost
        case NO_GAME:
            ante_back();
            win(&Amounts::ante, box_.ante);
            bet_back();
            break;
        case PLAYER:
            ante_back();
            player_wins(terms_.ante_pays);
            break;
        case TIE:
            ante_back();
            bet_back();
            break;
        case DEALER: break;
        case EXCHANGED_NO_GAME:
        case EXCHANGED_TIE:
            ante_back_unless_price();
            bet_back();
            break;
        case EXCHANGED_PLAYER:
            ante_back_unless_price();
            player_wins(terms_.ante_pays_bought);
            break;
        case EXCHANGED_DEALER: break; // ANTE and BET
        }
    }
    // Settled at the first reveal, before any exchange.
    void pay_insurance(BoxOutcome outcome) {
        if (box_.insurance == 0) return;
        using enum BoxOutcome;
        const bool won = outcome == NO_GAME || outcome >= EXCHANGED_NO_GAME;
        const bool back = outcome == DEALER || (outcome == TIE && terms_.insurance_on_tie == InsuranceOnTie::RETURNED);
        if (won || back) to_.returned.insurance += box_.insurance;
        if (won) win(&Amounts::insurance, box_.insurance);
    }
    void pay_bonus(const DealerHand& dealer) {
        bonus(&Amounts::bonus, terms_.bonus_table, box_.bonus, box_.initial);
        bonus(&Amounts::dealer_bonus, terms_.dealer_bonus_table, box_.dealer_bonus, dealer.initial);
    }

private:
    void ante_back() { to_.returned.ante += box_.ante; }
    void ante_back_unless_price() {
        if (terms_.game_price == GamePrice::EXTRA_ANTE) ante_back();
    }
    void bet_back() { to_.returned.bet += to_.staked.bet; }
    void player_wins(std::int64_t ante_pays) {
        win(&Amounts::ante, box_.ante * ante_pays);
        bet_back();
        win(&Amounts::bet, to_.staked.bet * to_.paid.multiplier);
    }
    void win(Minor Amounts::* component, Minor amount) {
        to_.won.*component += amount;
        to_.returned.*component += amount;
    }
    void bonus(Minor Amounts::* component, const BonusTable& table, Minor stake, const std::vector<Card>& hand) {
        if (stake == 0) return;
        const auto won = bonus_won(table, stake, hand);
        if (!won) return;
        to_.returned.*component += stake;
        win(component, *won);
    }

    const Terms& terms_;
    const Box& box_;
    BoxSettlement& to_;
};

// Pays out of what is left of a maximum.
class Purse {
public:
    explicit Purse(Minor most) : left_(most), unlimited_(most == 0) {}
    void pay(BoxSettlement& box, Minor Amounts::* component) {
        if (unlimited_) return;
        auto& won = box.won.*component;
        const auto paid = std::min(won, left_);
        box.returned.*component -= won - paid;
        won = paid;
        left_ -= paid;
    }

private:
    Minor left_;
    bool unlimited_;
};

} // namespace

std::string_view name(BoxOutcome outcome) {
    return outcome_names[static_cast<std::size_t>(outcome)];
}

std::vector<std::string_view> Paid::names() const {
    if (imperial_flush) return {imperial_flush_row};
    if (combinations.primary == Category::NONE) return {};
    if (!combinations.second) return {name(combinations.primary)};
    return {name(combinations.primary), name(*combinations.second)};
}

Paid paid_for(const Terms& terms, std::span<const Card> hand) {
    Paid paid;
    paid.combinations = combinations_of(hand, terms.paired_straight);
    if (terms.second_combination == SecondCombination::NOT_PAID) paid.combinations.second = std::nullopt;
    if (terms.bet_table.imperial_flush && is_imperial_flush(hand)) { // C-6: one combination
        paid.combinations.second = std::nullopt;
        paid.imperial_flush = true;
        paid.multiplier = *terms.bet_table.imperial_flush;
        return paid;
    }
    paid.multiplier = pays(terms.bet_table, paid.combinations);
    return paid;
}

BoxSettlement settle_box(const Terms& terms, const Box& box, const DealerHand& dealer) {
    check_box(box);
    BoxSettlement settlement;
    settlement.outcome = outcome_of(box, dealer);
    auto& staked = settlement.staked;
    staked.ante = box.ante;
    staked.fees = box.fees;
    staked.bet = box.decision == Decision::BET ? bet_antes * box.ante : 0;
    staked.insurance = box.insurance;
    staked.bonus = box.bonus;
    staked.dealer_bonus = box.dealer_bonus;
    const bool exchanged = settlement.outcome >= BoxOutcome::EXCHANGED_NO_GAME;
    if (exchanged && terms.game_price == GamePrice::EXTRA_ANTE) staked.game = box.ante;
    if (box.ante > 0) settlement.paid = paid_for(terms, box.final_hand);

    Payment payment(terms, box, settlement);
    payment.pay(settlement.outcome);
    payment.pay_insurance(settlement.outcome);
    payment.pay_bonus(dealer);
    return settlement;
}

std::optional<Minor> bonus_won(const BonusTable& table, Minor stake, std::span<const Card> hand) {
    check(hand.size() == hand_cards, "a bonus bet looks at five cards");
    const auto category = rank_of(hand).category();
    if (category < table.lowest) return std::nullopt;
    return stake * table.rows.pays(category);
}

void apply_cap(const PayoutCap& cap, std::vector<BoxSettlement>& boxes) {
    Purse purse(cap.most);
    Purse bonus_purse(cap.bonus_most);
    for (auto& box : boxes) {
        if (cap.span == CapSpan::BOX) {
            purse = Purse(cap.most);
            bonus_purse = Purse(cap.bonus_most);
        }
        purse.pay(box, &Amounts::insurance);
        if (cap.counts == CapCounts::ANTE_TOO) purse.pay(box, &Amounts::ante);
        purse.pay(box, &Amounts::bet);
        bonus_purse.pay(box, &Amounts::bonus);
        bonus_purse.pay(box, &Amounts::dealer_bonus);
    }
}

std::optional<InsuranceLimits> insurance_limits(const Terms& terms, Minor ante, std::span<const Card> hand, int percent, Minor cap_most) {
    if (rank_of(hand).category() < insurance_from) return std::nullopt;
    const Minor winnings = bet_antes * ante * paid_for(terms, hand).multiplier;
    const Minor share = winnings / 100 * percent + winnings % 100 * percent / 100;
    const InsuranceLimits limits{ante, cap_most == 0 ? share : std::min(share, cap_most)};
    if (limits.least > limits.most) return std::nullopt;
    return limits;
}

} // namespace engine::poker
