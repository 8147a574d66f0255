#include "engine/poker_switch/settlement.h"

#include "engine/core/check.h"

#include <utility>

namespace engine::poker_switch {

poker::Minor switch_fee(poker::Minor ante) {
    return ante;
}

void switch_fifth_cards(std::vector<Card>& first, std::vector<Card>& second) {
    check(first.size() == poker::hand_cards && second.size() == poker::hand_cards, "a switch takes two hands of five cards");
    std::swap(first.back(), second.back());
}

poker::Terms terms(const Rules& rules, const poker::Box& box) {
    auto terms = poker::house_terms(rules);
    terms.second_combination = poker::SecondCombination::NOT_PAID;
    terms.ante_pays = box.switched ? switched_ante_pays : 0; // S-1
    terms.ante_pays_bought = terms.ante_pays;                // S-3: the winnings, though the ANTE is gone
    return terms;
}

std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box) {
    return poker::insurance_limits(terms(rules, box), box.ante, box.final_hand, rules.insurance_percent, rules.cap.most);
}

std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes, const poker::DealerHand& dealer) {
    std::vector<poker::BoxSettlement> settled;
    for (const auto& box : boxes) {
        check(box.kind == poker::BoxKind::OPEN, "a dark box in Poker Switch");
        check(box.ante == 0 || box.final_hand.size() == poker::hand_cards, "a sixth card in Poker Switch");
        settled.push_back(poker::settle_box(terms(rules, box), box, dealer));
    }
    poker::apply_cap(rules.cap, settled);
    return settled;
}

} // namespace engine::poker_switch
