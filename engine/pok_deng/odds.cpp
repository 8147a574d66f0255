#include "engine/pok_deng/odds.h"

#include "engine/core/check.h"
#include "engine/pok_deng/settlement.h"
#include "engine/pok_deng/shoe_rules.h"

#include <array>
#include <map>

namespace engine::pok_deng {

namespace {

static_assert(hand_deals == std::int64_t{decks_in_shoe * cards_per_deck} * (decks_in_shoe * cards_per_deck - 1));

// How many copies of each face are left to draw.
class Copies {
public:
    Copies() { left_.fill(decks_in_shoe); }
    // Ordered ways to draw these two faces, in either order.
    [[nodiscard]] std::int64_t ways(const Hand& hand) const {
        if (hand[0] == hand[1]) return left(hand[0]) * (left(hand[0]) - 1);
        return 2 * left(hand[0]) * left(hand[1]);
    }
    void take(const Hand& hand) {
        for (const auto& card : hand)
            --left_[static_cast<std::size_t>(card.index())];
    }

private:
    [[nodiscard]] std::int64_t left(const Card& card) const { return left_[static_cast<std::size_t>(card.index())]; }
    std::array<std::int64_t, cards_per_deck> left_{};
};

// The 1,378 pairs of faces, order aside.
std::vector<Hand> all_hands() {
    std::vector<Hand> all;
    for (const auto& first : full_deck()) {
        for (const auto& second : full_deck()) {
            if (first <= second) all.push_back({first, second});
        }
    }
    return all;
}

std::int64_t& place(MainOdds& odds, const MainResult& result) {
    if (result.outcome == Outcome::TIE) return odds.tie;
    if (result.outcome == Outcome::WIN) return result.odds == 2 ? odds.wins_two : odds.wins_one;
    return result.odds == 2 ? odds.loses_two : odds.loses_one;
}

} // namespace

Ratio MainOdds::expected_gain() const {
    return reduced(2 * wins_two + wins_one - loses_one - 2 * loses_two, main_deals);
}

Ratio MainOdds::return_rate() const {
    return reduced(4 * wins_two + 3 * wins_one + 2 * tie + loses_one, 2 * main_deals);
}

// 1,378 x 1,378 pairs of hands stand for all 29,518,332,480 deals; each is weighed by the copies that make it.
MainOdds main_odds() {
    MainOdds odds;
    const auto hands_of_two = all_hands();
    for (const auto& player : hands_of_two) {
        Copies copies;
        const auto player_ways = copies.ways(player);
        copies.take(player);
        for (const auto& banker : hands_of_two)
            place(odds, compare(player, banker)) += player_ways * copies.ways(banker);
    }
    return odds;
}

PairOdds pair_odds_of_shoe() {
    const Copies copies;
    std::int64_t pairs = 0;
    for (const auto& hand : all_hands())
        pairs += is_pair(hand) ? copies.ways(hand) : 0;
    return {reduced(pairs, hand_deals), reduced(pairs * (pair_odds + 1), hand_deals)};
}

std::vector<ValueOdds> value_odds() {
    const Copies copies;
    std::map<HandValue, std::int64_t> weights;
    for (const auto& hand : all_hands())
        weights[value_of(hand)] += copies.ways(hand);
    std::vector<ValueOdds> odds;
    for (const auto& [value, weight] : weights) {
        check(weight % (hand_deals / value_deals) == 0, "a value's weight that does not divide");
        odds.push_back({value, weight / (hand_deals / value_deals)});
    }
    return odds;
}

} // namespace engine::pok_deng
