#include "engine/pok_deng/settlement.h"

#include <gtest/gtest.h>

namespace engine::pok_deng {
namespace {

Hand hand(std::string_view first, std::string_view second) {
    return {*Card::parse(first), *Card::parse(second)};
}

const Hand tens = hand("Tc", "Th");        // 7.4
const Hand suited_four = hand("6s", "8s"); // 4
const Hand plain_nine = hand("9d", "Jc");  // 9
constexpr Seat third{SeatKind::PLAYER, 3};

TEST(Settlement, APositionsResultCarriesBothBets) {
    const auto result = position_result(third, tens, suited_four);
    EXPECT_EQ(result.position, third);
    EXPECT_EQ(result.hand, (std::vector<Card>{tens[0], tens[1]}));
    EXPECT_EQ(result.points, "7.4");
    EXPECT_TRUE(result.combinations.empty());
    EXPECT_EQ(result.outcome, Outcome::WIN);
    EXPECT_EQ(result.odds, 2);
    EXPECT_EQ(result.bets, (std::vector<BetResult>{{"PLAYER", Outcome::WIN, 2}, {"PAIR", Outcome::WIN, 11}}));
}

TEST(Settlement, TheBankersResultHasPointsOnly) {
    const auto result = banker_result(suited_four);
    EXPECT_EQ(result.position, banker_seat);
    EXPECT_EQ(result.points, "4");
    EXPECT_EQ(result.outcome, Outcome::NONE);
    EXPECT_EQ(result.odds, 0);
    EXPECT_TRUE(result.bets.empty());
}

TEST(Settlement, ATieHasNoOdds) {
    EXPECT_EQ(compare(tens, hand("5c", "5d")), (MainResult{Outcome::TIE, 0}));
    EXPECT_EQ(position_result(third, tens, hand("5c", "5d")).bets[0], (BetResult{"PLAYER", Outcome::TIE, 0}));
}

TEST(Settlement, AmountsKeepTheirCurrency) {
    const Money stake{70, "THB"};
    EXPECT_EQ(held("PLAYER", stake), stake);
    EXPECT_EQ(held("PAIR", stake), (Money{0, "THB"}));
    EXPECT_EQ(deducted("PLAYER", stake), (Money{140, "THB"}));
    EXPECT_EQ(returned("PAIR", stake, tens, plain_nine), (Money{840, "THB"}));
    EXPECT_EQ(returned("PAIR", stake, plain_nine, tens), (Money{0, "THB"}));
}

// rules 1.3: whatever the hands, a main bet returns 0 to 4 stakes and a pair bet none or 12.
TEST(Settlement, EveryPairOfHandsReturnsAnAmountOfTheRules) {
    const Money stake{1};
    for (const auto& first : full_deck()) {
        for (const auto& second : full_deck()) {
            const Hand player{first, second};
            EXPECT_EQ(compare(player, player).outcome, Outcome::TIE);
            EXPECT_EQ(value_of(player), value_of({second, first}));
            for (const auto& banker : {tens, suited_four, plain_nine, hand("9d", "7c")}) {
                const auto main = compare(player, banker);
                const std::int64_t sign = main.outcome == Outcome::WIN ? 1 : -1;
                EXPECT_EQ(returned("PLAYER", stake, player, banker).minor, 2 + sign * main.odds);
                EXPECT_EQ(returned("PAIR", stake, player, banker).minor, first.rank == second.rank ? 12 : 0);
            }
        }
    }
}

TEST(Settlement, TheLargestStakeIsTheLastThatCanBePaid) {
    EXPECT_EQ(returned("PAIR", Money{largest_stake}, tens, plain_nine).minor, largest_stake * 12);
    EXPECT_DEATH((void)returned("PAIR", Money{largest_stake + 1}, tens, plain_nine), "range of int64");
    EXPECT_DEATH((void)deducted("PLAYER", Money{std::numeric_limits<std::int64_t>::max()}), "range of int64");
}

TEST(Settlement, ABetThatIsNotOfferedStops) {
    EXPECT_DEATH((void)held("BANKER", Money{1}), "does not offer");
    EXPECT_DEATH((void)returned("", Money{1}, tens, plain_nine), "does not offer");
    EXPECT_DEATH((void)returned("PLAYER", Money{1}, banker_result(tens)), "without the bet");
}

} // namespace
} // namespace engine::pok_deng
