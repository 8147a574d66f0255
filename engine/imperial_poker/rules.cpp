#include "engine/imperial_poker/rules.h"

namespace engine::imperial_poker {

namespace {

constexpr poker::HouseClauses clauses{.insurance_percent = "I-14",
                                      .insurance_on_tie = "I-7",
                                      .dealer_card = "R-8",
                                      .free_repeats = "I-9",
                                      .open_card = "R-18",
                                      .cap = "I-13",
                                      .bonus = "I-1"};

poker::Settings settings_of(Rules& rules) {
    poker::Settings settings;
    poker::add_house_settings(settings, rules, clauses);
    settings.add(
        "paired_straight", "C-1", rules.paired_straight,
        {{"two_straights", poker::PairedStraight::TWO_STRAIGHTS}, {"straight_and_pair", poker::PairedStraight::STRAIGHT_AND_PAIR}});
    settings.add("blind_exchange", "I-8", rules.blind_exchange, {{"allowed", BlindExchange::ALLOWED}, {"refused", BlindExchange::REFUSED}});
    settings.add("ante_ratio", "I-2", rules.ante_ratio, 1, 1000);
    settings.add("boxes", "I-3", rules.boxes, 1, poker::most_boxes);
    settings.add("open_boxes", "I-3", rules.open_boxes, 1, 2);
    return settings;
}

} // namespace

Rules::Rules() {
    bet_table.imperial_flush = 1000; // C-6
    free_repeats = 3;                // I-9
    // I-13: €20,000 of the whole table; "the whole payout", so the ante's winnings are counted too.
    cap.span = poker::CapSpan::TABLE;
    cap.counts = poker::CapCounts::ANTE_TOO;
}

std::string canonical_text(const Rules& rules) {
    auto copy = rules;
    return settings_of(copy).text();
}

std::expected<void, Rejection> check_rules(const Rules& rules) {
    auto copy = rules;
    if (auto checked = settings_of(copy).check(); !checked) return checked;
    if (!rules.bet_table.imperial_flush) return std::unexpected(Rejection{"BET-TABLE", "bet_table: IMPERIAL_FLUSH is missing"});
    return poker::check_house(rules, clauses);
}

std::expected<void, Rejection> set(Rules& rules, std::string_view name, std::string_view value) {
    auto changed = rules;
    if (auto done = settings_of(changed).set(name, value); !done) return done;
    if (!changed.bet_table.imperial_flush) return std::unexpected(Rejection{"BET-TABLE", "bet_table: IMPERIAL_FLUSH is missing"});
    rules = changed;
    return {};
}

} // namespace engine::imperial_poker
