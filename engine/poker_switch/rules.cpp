#include "engine/poker_switch/rules.h"

namespace engine::poker_switch {

namespace {

constexpr poker::HouseClauses clauses{.insurance_percent = "S-11",
                                      .insurance_on_tie = "S-10",
                                      .dealer_card = "R-8",
                                      .free_repeats = "S-9",
                                      .open_card = "R-18",
                                      .cap = "I-13",
                                      .bonus = "S-8"};

poker::Settings settings_of(Rules& rules) {
    poker::Settings settings;
    poker::add_house_settings(settings, rules, clauses);
    settings.add("pairs", "S-5", rules.pairs, 1, 2);
    return settings;
}

} // namespace

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

} // namespace engine::poker_switch
