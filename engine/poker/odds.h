// What a hand is worth against the dealer, by exact counting over one deck (rules 6). Integers and ratios only.
#pragma once

#include "engine/core/ratio.h"
#include "engine/poker/box.h"
#include "engine/poker/dealer_exchange.h"
#include "engine/poker/dealer_hands.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace engine::poker {

inline constexpr std::int64_t five_card_hands = 2'598'960;
inline constexpr std::int64_t dealer_hands_beside_five = 1'533'939; // of 47 cards
inline constexpr std::int64_t dealer_hands_beside_six = 1'370'754;  // of 46 cards
inline constexpr std::int64_t sixth_cards = 47;
// Every player's hand with every dealer's: the measure of the odds below.
inline constexpr std::int64_t five_card_deals = five_card_hands * dealer_hands_beside_five;
inline constexpr std::int64_t six_card_deals = five_card_hands * sixth_cards * dealer_hands_beside_six; // five cards, and then a sixth
inline constexpr std::int64_t all_six_card_deals = six_card_deals / 6;                                  // six cards in any order
// With a row that pays more, the sums below would not be exact any more.
inline constexpr std::int64_t largest_odds_multiplier = 10'000;

// A kind of hands: those that only differ by an exchange of suits.
struct HandKind {
    std::array<Card, most_cards> all{};
    std::size_t size = 0;
    std::int64_t ways = 0; // hands of the kind
    [[nodiscard]] std::span<const Card> cards() const { return std::span(all).first(size); }
};
// All kinds of five cards (134,459) or six (962,988), by which all hands are walked through.
[[nodiscard]] std::vector<HandKind> hand_kinds(int cards);

// How a strategy ends, of five_card_deals; `gain` in antes: no game 1, a tie nothing, a higher dealer -3, a fold -1, and what the terms pay
// for a higher hand.
struct BetOdds {
    std::int64_t fold = 0;
    DealerCounts bet;
    std::int64_t gain = 0;

    [[nodiscard]] Ratio edge() const { return reduced(-gain, five_card_deals); } // of an ante, for the house
    // Antes put down in a deal, the BET among them.
    [[nodiscard]] Ratio average_wager() const { return reduced(wagered(), five_card_deals); }
    [[nodiscard]] Ratio element_of_risk() const { return reduced(-gain, wagered()); }
    [[nodiscard]] std::int64_t wagered() const { return five_card_deals + bet_antes * (five_card_deals - fold); }
    friend bool operator==(const BetOdds&, const BetOdds&) = default;
};

// Every kind of five cards with what the dealer may have beside it; counted once, then asked by any pay table.
class FiveCardOdds {
public:
    explicit FiveCardOdds(const DealerHands& dealers);
    // Bets these hands and higher ones, folds lower ones; no purchase, no insurance, no dealer's exchange.
    [[nodiscard]] BetOdds betting_from(HandRank least, const Terms& terms) const;
    // Bets whenever that gains more than to fold; the dealer's open card is not looked at.
    [[nodiscard]] BetOdds betting_best(const Terms& terms) const;

private:
    struct Entry {
        HandKind kind;
        HandRank rank;
        DealerCounts dealer;
    };
    template <typename Bets>
    [[nodiscard]] BetOdds count(const Terms& terms, Bets bets) const;

    std::vector<Entry> entries_;
};

// Bets whenever that gains more than to fold, with the dealer's open card in sight; no purchase, no insurance, no dealer's exchange. `gain`
// in antes and `fold` of open_card_deals.
inline constexpr std::int64_t open_cards = 47;                    // beside a player's five
inline constexpr std::int64_t dealer_hands_beside_open = 163'185; // four of 46 cards
inline constexpr std::int64_t open_card_deals = five_card_hands * open_cards * dealer_hands_beside_open;
struct OpenCardOdds {
    std::int64_t fold = 0;
    std::int64_t gain = 0;
    friend bool operator==(const OpenCardOdds&, const OpenCardOdds&) = default;
};
[[nodiscard]] OpenCardOdds betting_best_beside_open_card(const DealerHands& dealers, const Terms& terms);

// What a sixth card brings, in antes, its price included; the dealer's open card is not looked at.
struct SixthCardOdds {
    // Always bought, of all_six_card_deals: then bet with these hands and higher ones, else folded.
    std::int64_t from_ace_king = 0;
    std::int64_t from_pair = 0;
    std::int64_t always_bet = 0;
    // Of six_card_deals: the best of folding, betting, and buying and then betting or folding.
    std::int64_t best = 0;
    friend bool operator==(const SixthCardOdds&, const SixthCardOdds&) = default;
};
[[nodiscard]] SixthCardOdds sixth_card_odds(const DealerHands& dealers, const Terms& terms);

// The dealer's exchange, of all hands without game and all cards drawn. With r free repeats the measure is 47 * 46 * .. over r + 1 cards.
struct ExchangeOdds {
    std::int64_t qualifies = 0;
    std::int64_t of = 0;
    std::array<std::int64_t, category_count> by_category{}; // of those that qualify
    [[nodiscard]] Ratio share() const { return reduced(qualifies, of); }
};
[[nodiscard]] ExchangeOdds exchange_odds(DealerCard which, int free_repeats);

// How many of the 999,600 hands with an open card of this rank qualify.
inline constexpr std::int64_t hands_with_open_rank = 999'600;
[[nodiscard]] std::int64_t qualifying_with_open_card(Rank rank);

// Of all hands, how many have each category, and each two combinations.
struct CombinationCounts {
    std::array<std::int64_t, category_count> primary{};
    std::array<std::array<std::int64_t, category_count>, category_count> pairs{}; // [primary][second]
    std::int64_t imperial_flush = 0;
};
[[nodiscard]] CombinationCounts combination_counts(int cards); // 5 or 6

// What a bonus bet returns less its stake, per stake.
[[nodiscard]] Ratio bonus_gain(const BonusTable& table);

} // namespace engine::poker
