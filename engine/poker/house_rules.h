// The settings that all three poker games have. Each game's rules.h adds its own and the defaults of its text.
#pragma once

#include "engine/poker/box.h"
#include "engine/poker/dealer_exchange.h"
#include "engine/poker/settings.h"

#include <string_view>

namespace engine::poker {

inline constexpr int most_boxes = 4;

// which of the dealer's cards is dealt face up.
enum class OpenCard : std::uint8_t { FIRST, LAST };
// What a box does whose player says nothing until the window closes.
enum class OnSilence : std::uint8_t { FOLD, BET };

struct HouseRules {
    BetTable bet_table = printed_bet_table();
    BonusTable bonus_table = bonus_from_three();
    Minor least_bonus = 100;
    Minor most_bonus = 10'000;
    int insurance_percent = 100; // of what the BET would win
    InsuranceOnTie insurance_on_tie = InsuranceOnTie::LOST;
    DealerCard dealer_card = DealerCard::HIGHEST;
    int free_repeats = 0;
    OpenCard open_card = OpenCard::LAST;
    PayoutCap cap{2'000'000, CapSpan::BOX, CapCounts::BET_AND_INSURANCE, 2'000'000};
    Duration decision_window = std::chrono::seconds(20);
    OnSilence on_silence = OnSilence::FOLD;
    friend bool operator==(const HouseRules&, const HouseRules&) = default;
};

// Which clause of a game each common setting is bound by.
struct HouseClauses {
    std::string_view insurance_percent;
    std::string_view insurance_on_tie;
    std::string_view dealer_card;
    std::string_view free_repeats;
    std::string_view open_card;
    std::string_view cap;
    std::string_view bonus;
};
void add_house_settings(Settings& settings, HouseRules& rules, const HouseClauses& clauses);
// A bonus whose smallest stake is above its largest.
[[nodiscard]] std::expected<void, Rejection> check_house(const HouseRules& rules, const HouseClauses& clauses);

// What a game without settings of its own settles by.
[[nodiscard]] Terms house_terms(const HouseRules& rules);

} // namespace engine::poker
