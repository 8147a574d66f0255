// One box of a poker table at the end of a round: what was staked on it and what goes back (rules 3.2, 4.2, 5.2). The games differ in the
// Terms they settle by; each has its own settlement.h, which fills them from its rules. Pure; amounts are whole minor units of the table's
// currency.
#pragma once

#include "engine/poker/pay_table.h"

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

namespace engine::poker {

using Minor = std::int64_t;

// No stake is larger, so that no sum of a table's returns leaves the range of Minor, whatever the pay tables and purchases.
inline constexpr Minor largest_stake = 100'000'000'000;
inline constexpr int hand_cards = 5;
inline constexpr int bet_antes = 2; // the BET is twice the ANTE

enum class BoxKind : std::uint8_t {
    OPEN,
    DARK, // Russian: dark, Imperial: blind. Its BET is posted with the ANTE and nothing is decided on it.
};
enum class Decision : std::uint8_t { NONE, FOLD, BET };
enum class NoGameChoice : std::uint8_t { TAKE_ANTE, BUY_GAME }; // BUY_GAME: the dealer exchanges a card

// The facts of a box. A box without an ante holds bonus bets only.
struct Box {
    BoxKind kind = BoxKind::OPEN;
    Minor ante = 0;
    std::vector<Card> initial;    // five; the bonus looks at these
    std::vector<Card> final_hand; // five or six
    Minor fees = 0;               // paid for exchanges, a sixth card or a switch
    bool switched = false;        // Poker Switch: its pair ended switched
    Decision decision = Decision::NONE;
    Minor insurance = 0;
    Minor bonus = 0;
    Minor dealer_bonus = 0;                         // a bonus bet on the dealer's cards
    NoGameChoice no_game = NoGameChoice::TAKE_ANTE; // means something only when the dealer has no game
};

struct DealerHand {
    std::vector<Card> initial;    // five, before any exchange
    std::vector<Card> final_hand; // after the common exchange; as `initial` when there was none
};

enum class BoxOutcome : std::uint8_t {
    NONE, // no ante on the box
    FOLD,
    NO_GAME, // the dealer's, and the box took its ante
    PLAYER,
    DEALER,
    TIE,
    EXCHANGED_NO_GAME, // the dealer's, after the exchange that the box asked for
    EXCHANGED_PLAYER,
    EXCHANGED_DEALER,
    EXCHANGED_TIE,
};
[[nodiscard]] std::string_view name(BoxOutcome outcome); // "EXCHANGED_TIE"

// By component. Of what was staked, `game` is the price of the dealer's exchange where that is an amount of its own; nothing of
// `fees` and `game` ever comes back.
struct Amounts {
    Minor ante = 0;
    Minor fees = 0;
    Minor bet = 0;
    Minor insurance = 0;
    Minor game = 0;
    Minor bonus = 0;
    Minor dealer_bonus = 0;

    [[nodiscard]] Minor total() const { return ante + fees + bet + insurance + game + bonus + dealer_bonus; }
    friend bool operator==(const Amounts&, const Amounts&) = default;
};

// What a hand is paid for: at most two combinations, or the Imperial flush alone.
struct Paid {
    Combinations combinations;
    bool imperial_flush = false;
    std::int64_t multiplier = 0;
    [[nodiscard]] std::vector<std::string_view> names() const; // "FLUSH", "PAIR"; "IMPERIAL_FLUSH"; empty for NONE
    friend bool operator==(const Paid&, const Paid&) = default;
};

struct BoxSettlement {
    BoxOutcome outcome = BoxOutcome::NONE;
    Paid paid; // of the final hand, whether or not it wins
    Amounts staked;
    Amounts returned; // stakes that come back, and what is won
    Amounts won;      // what is won alone
    [[nodiscard]] Minor net() const { return returned.total() - staked.total(); }
    friend bool operator==(const BoxSettlement&, const BoxSettlement&) = default;
};

enum class SecondCombination : std::uint8_t { PAID, NOT_PAID };
enum class InsuranceOnTie : std::uint8_t { RETURNED, LOST };
enum class GamePrice : std::uint8_t {
    EXTRA_ANTE, // the ANTE stays on the table
    THE_ANTE,   // the ANTE itself is taken
};

// What a game settles a box by.
struct Terms {
    BetTable bet_table = printed_bet_table();
    BonusTable bonus_table = bonus_from_three();
    BonusTable dealer_bonus_table = bonus_from_three();
    PairedStraight paired_straight = PairedStraight::TWO_STRAIGHTS;
    SecondCombination second_combination = SecondCombination::PAID;
    std::int64_t ante_pays = 0;        // m:1 to a player whose hand is higher
    std::int64_t ante_pays_bought = 0; // the same after the dealer's exchange
    InsuranceOnTie insurance_on_tie = InsuranceOnTie::LOST;
    GamePrice game_price = GamePrice::THE_ANTE;
};

// What this hand of five or six cards is paid for.
[[nodiscard]] Paid paid_for(const Terms& terms, std::span<const Card> hand);

// One box without any maximum. A box that contradicts itself (cards that are no hand, a stake out of range, a decision that is missing,
// insurance or an exchange by a box that folds) is a broken invariant.
[[nodiscard]] BoxSettlement settle_box(const Terms& terms, const Box& box, const DealerHand& dealer);

// A bonus bet on five cards: what is won beside the stake; nothing when it is lost.
[[nodiscard]] std::optional<Minor> bonus_won(const BonusTable& table, Minor stake, std::span<const Card> hand);

// The most that is paid. Stakes that come back are never counted, nor is a bonus: it has a maximum of its own.
enum class CapSpan : std::uint8_t { BOX, TABLE };
enum class CapCounts : std::uint8_t {
    BET_AND_INSURANCE,
    ANTE_TOO,
};
struct PayoutCap {
    Minor most = 0; // 0: none
    CapSpan span = CapSpan::BOX;
    CapCounts counts = CapCounts::BET_AND_INSURANCE;
    Minor bonus_most = 0; // of bonus bets, over the same span; 0: none
    friend bool operator==(const PayoutCap&, const PayoutCap&) = default;
};
// Cuts the winnings of these boxes, in their order and within a box in the order of settling: insurance, ante, bet; bonus, bonus on the
// dealer.
void apply_cap(const PayoutCap& cap, std::vector<BoxSettlement>& boxes);

// Insurance: one ante at least; at most this share of what the BET would win, and of the maximum.
inline constexpr Category insurance_from = Category::THREE;
struct InsuranceLimits {
    Minor least = 0;
    Minor most = 0;
    friend bool operator==(const InsuranceLimits&, const InsuranceLimits&) = default;
};
// Nothing when the hand is lower than a three, or the least is more than the most.
[[nodiscard]] std::optional<InsuranceLimits> insurance_limits(const Terms& terms, Minor ante, std::span<const Card> hand, int percent,
                                                              Minor cap_most);

} // namespace engine::poker
