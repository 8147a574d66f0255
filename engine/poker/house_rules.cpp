#include "engine/poker/house_rules.h"

namespace engine::poker {

namespace {

constexpr std::string_view decision_clause = "DECISION.window";
constexpr int most_free_repeats = 3; // a rank has three more cards

} // namespace

void add_house_settings(Settings& settings, HouseRules& rules, const HouseClauses& clauses) {
    settings.add("bet_table", rules.bet_table);
    settings.add("bonus_table", rules.bonus_table);
    settings.add("least_bonus", clauses.bonus, rules.least_bonus, Minor{1}, largest_stake);
    settings.add("most_bonus", clauses.bonus, rules.most_bonus, Minor{1}, largest_stake);
    settings.add("insurance_percent", clauses.insurance_percent, rules.insurance_percent, 1, 100);
    settings.add("insurance_on_tie", clauses.insurance_on_tie, rules.insurance_on_tie,
                 {{"returned", InsuranceOnTie::RETURNED}, {"lost", InsuranceOnTie::LOST}});
    settings.add("dealer_card", clauses.dealer_card, rules.dealer_card, {{"highest", DealerCard::HIGHEST}, {"lowest", DealerCard::LOWEST}});
    settings.add("free_repeats", clauses.free_repeats, rules.free_repeats, 0, most_free_repeats);
    settings.add("open_card", clauses.open_card, rules.open_card, {{"first", OpenCard::FIRST}, {"last", OpenCard::LAST}});
    settings.add("most_paid", clauses.cap, rules.cap.most, Minor{0}, largest_stake);
    settings.add("most_paid_per", clauses.cap, rules.cap.span, {{"box", CapSpan::BOX}, {"table", CapSpan::TABLE}});
    settings.add("most_paid_counts", clauses.cap, rules.cap.counts,
                 {{"bet_and_insurance", CapCounts::BET_AND_INSURANCE}, {"ante_too", CapCounts::ANTE_TOO}});
    settings.add("most_bonus_paid", clauses.cap, rules.cap.bonus_most, Minor{0}, largest_stake);
    settings.add("decision_ms", decision_clause, rules.decision_window, std::chrono::seconds(1), std::chrono::minutes(10));
    settings.add("on_silence", decision_clause, rules.on_silence, {{"fold", OnSilence::FOLD}, {"bet", OnSilence::BET}});
}

std::expected<void, Rejection> check_house(const HouseRules& rules, const HouseClauses& clauses) {
    if (rules.least_bonus <= rules.most_bonus) return {};
    return std::unexpected(Rejection{std::string(clauses.bonus), "least_bonus " + std::to_string(rules.least_bonus) +
                                                                     " is above most_bonus " + std::to_string(rules.most_bonus)});
}

Terms house_terms(const HouseRules& rules) {
    Terms terms;
    terms.bet_table = rules.bet_table;
    terms.bonus_table = rules.bonus_table;
    terms.dealer_bonus_table = rules.bonus_table;
    terms.insurance_on_tie = rules.insurance_on_tie;
    return terms;
}

} // namespace engine::poker
