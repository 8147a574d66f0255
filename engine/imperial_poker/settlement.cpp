#include "engine/imperial_poker/settlement.h"

#include "engine/core/check.h"

namespace engine::imperial_poker {

poker::Minor single_card_price(poker::Minor ante, int drawn_before) {
    return ante * (drawn_before + 1);
}

poker::Minor fees(Purchase purchase, poker::Minor ante, int single_cards) {
    check(single_cards >= 0 && single_cards <= cards_per_deck, "more cards are drawn than a deck has");
    switch (purchase) {
    case Purchase::NONE: return 0;
    case Purchase::SIXTH_CARD:
    case Purchase::SEVERAL_CARDS: return ante;
    case Purchase::SINGLE_CARDS: return ante * single_cards * (single_cards + 1) / 2;
    }
    return 0;
}

poker::Terms terms(const Rules& rules, poker::BoxKind kind) {
    auto terms = poker::house_terms(rules);
    terms.paired_straight = rules.paired_straight;
    terms.ante_pays = kind == poker::BoxKind::DARK ? 1 : 0;
    return terms;
}

std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box) {
    return poker::insurance_limits(terms(rules, box.kind), box.ante, box.final_hand, rules.insurance_percent, rules.cap.most);
}

std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes, const poker::DealerHand& dealer) {
    std::vector<poker::BoxSettlement> settled;
    for (const auto& box : boxes) {
        check(box.kind == poker::BoxKind::OPEN || box.no_game == poker::NoGameChoice::TAKE_ANTE ||
                  rules.blind_exchange == BlindExchange::ALLOWED,
              "a blind box asks for the dealer's exchange"); // I-8
        settled.push_back(poker::settle_box(terms(rules, box.kind), box, dealer));
    }
    poker::apply_cap(rules.cap, settled);
    return settled;
}

} // namespace engine::imperial_poker
