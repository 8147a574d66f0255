#include "engine/russian_poker/rules.h"

namespace engine::russian_poker {

namespace {

constexpr poker::HouseClauses clauses{.insurance_percent = "R-3",
                                      .insurance_on_tie = "R-2",
                                      .dealer_card = "R-8",
                                      .free_repeats = "R-9",
                                      .open_card = "R-18",
                                      .cap = "R-17",
                                      .bonus = "R-11"};

poker::Settings settings_of(Rules& rules) {
    poker::Settings settings;
    poker::add_house_settings(settings, rules, clauses);
    settings.add("dealer_bonus_table", rules.dealer_bonus_table);
    settings.add(
        "paired_straight", "C-1", rules.paired_straight,
        {{"two_straights", poker::PairedStraight::TWO_STRAIGHTS}, {"straight_and_pair", poker::PairedStraight::STRAIGHT_AND_PAIR}});
    settings.add("ante_on_win", "R-1", rules.ante_on_win, {{"unpaid", AnteOnWin::UNPAID}, {"even", AnteOnWin::EVEN}});
    settings.add("dark_boxes", "R-15", rules.dark_boxes, {{"allowed", DarkBoxes::ALLOWED}, {"refused", DarkBoxes::REFUSED}});
    settings.add("bonus_alone", "R-13", rules.bonus_alone, {{"allowed", BonusAlone::ALLOWED}, {"refused", BonusAlone::REFUSED}});
    settings.add("boxes", "R-13", rules.boxes, 1, poker::most_boxes);
    settings.add("open_boxes", "R-15", rules.open_boxes, 1, 2);
    return settings;
}

} // namespace

Rules::Rules() {
    insurance_on_tie = poker::InsuranceOnTie::RETURNED;
    free_repeats = 1;
    open_card = poker::OpenCard::FIRST;
}

std::string canonical_text(const Rules& rules) {
    auto copy = rules;
    return settings_of(copy).text();
}

std::expected<void, Rejection> check_rules(const Rules& rules) {
    auto copy = rules;
    if (auto checked = settings_of(copy).check(); !checked) return checked;
    return poker::check_house(rules, clauses);
}

std::expected<void, Rejection> set(Rules& rules, std::string_view name, std::string_view value) {
    return settings_of(rules).set(name, value);
}

} // namespace engine::russian_poker
