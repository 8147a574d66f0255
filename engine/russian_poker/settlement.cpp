#include "engine/russian_poker/settlement.h"

#include "engine/core/check.h"

namespace engine::russian_poker {

poker::Minor fee(Purchase purchase, poker::Minor ante) {
    return purchase == Purchase::NONE ? 0 : ante;
}

poker::Minor game_price(poker::Minor ante) {
    return ante;
}

poker::Terms terms(const Rules& rules) {
    auto terms = poker::house_terms(rules);
    terms.dealer_bonus_table = rules.dealer_bonus_table;
    terms.paired_straight = rules.paired_straight;
    terms.ante_pays = rules.ante_on_win == AnteOnWin::EVEN ? 1 : 0;
    terms.ante_pays_bought = terms.ante_pays;
    terms.game_price = poker::GamePrice::EXTRA_ANTE;
    return terms;
}

std::optional<poker::InsuranceLimits> insurance_limits(const Rules& rules, const poker::Box& box) {
    if (box.kind == poker::BoxKind::DARK) return std::nullopt;
    return poker::insurance_limits(terms(rules), box.ante, box.final_hand, rules.insurance_percent, rules.cap.most);
}

std::vector<poker::BoxSettlement> settle(const Rules& rules, std::span<const poker::Box> boxes, const poker::DealerHand& dealer) {
    const auto by = terms(rules);
    std::vector<poker::BoxSettlement> settled;
    for (const auto& box : boxes) {
        check(box.kind == poker::BoxKind::OPEN || (box.insurance == 0 && box.no_game == poker::NoGameChoice::TAKE_ANTE),
              "a dark box insures or buys the dealer's game");
        settled.push_back(poker::settle_box(by, box, dealer));
    }
    poker::apply_cap(rules.cap, settled);
    return settled;
}

} // namespace engine::russian_poker
