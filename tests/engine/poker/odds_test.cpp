#include "engine/poker/odds.h"
#include "tests/engine/poker/shares.h"

#include <gtest/gtest.h>

#include <optional>

namespace engine::poker {
namespace {

const HandRank from_ace_king = rank_of(*parse_cards("AcKd4h3s2c"));
const HandRank from_pair = rank_of(*parse_cards("2c2d5h4s3c"));
const HandRank from_akj83 = rank_of(*parse_cards("AcKdJh8s3c"));
constexpr HandRank from_anything{};

Terms second_not_paid() {
    Terms terms;
    terms.second_combination = SecondCombination::NOT_PAID;
    return terms;
}

TEST(PokerOdds, KindsStandForEveryHand) {
    std::int64_t five = 0;
    for (const auto& kind : hand_kinds(5))
        five += kind.ways;
    EXPECT_EQ(hand_kinds(5).size(), 134'459U);
    EXPECT_EQ(five, five_card_hands);
    EXPECT_EQ(five_card_deals, 3'986'646'103'440);
    EXPECT_EQ(six_card_deals, 167'439'136'344'480);
    EXPECT_EQ(all_six_card_deals, 27'906'522'724'080);
}

// Walks through what the dealer may have beside the player's cards, and besides the cards that are in `sum` already.
void walk_dealers(const std::vector<Card>& player, const HandSum& sum, int missing, std::optional<Card> open, DealerCounts& walked) {
    const auto rank = rank_of(player);
    std::vector<Card> others;
    for (const auto& card : full_deck()) {
        if (std::ranges::find(player, card) == player.end() && card != open) others.push_back(card);
    }
    const auto walk = [&](auto&& self, const HandSum& held, std::size_t from, int left) -> void {
        if (left == 0) {
            const auto dealer = Ranker::shared().rank(held);
            auto& count = !dealer.qualifies() ? walked.no_game : dealer == rank ? walked.tie : dealer < rank ? walked.lower : walked.higher;
            ++count;
            return;
        }
        for (auto card = from; card < others.size(); ++card)
            self(self, held.with(others[card]), card + 1, left - 1);
    };
    walk(walk, sum, 0, missing);
}

// Counted against walking through all of the dealer's hands, for hands of every sort.
TEST(PokerOdds, DealersHandsBesideAHand) {
    const DealerHands dealers;
    for (const auto* text : {"7c5d4h3s2c", "AcKd4h3s2c", "2c2d5h4s3c", "AcAdKhKs7c", "9c8c7c6c5c", "KcKdKhKsAc", "Qc9c7c4c2c",
                             "9c8d7h6s6c5d", "QcQdQh4s4c4d", "AhKhQhJhTh9h", "AcQdJh8s3c2d"}) {
        const auto player = *parse_cards(text);
        DealerCounts walked;
        walk_dealers(player, HandSum(), 5, {}, walked);
        EXPECT_EQ(dealers.beside(player), walked) << text;
    }
}

// With each open card, against walking through the dealer's other four; together they are every hand of his five times.
TEST(PokerOdds, DealersHandsBesideAHandAndWithAnOpenCard) {
    const DealerHands dealers;
    for (const auto* text : {"7c5d4h3s2c", "AcKd4h3s2c", "AcAdKhKs7c", "9c8c7c6c5c", "9c8d7h6s6c5d", "AhKhQhJhTh9h"}) {
        const auto player = *parse_cards(text);
        DealerCounts all;
        for (const auto& open : full_deck()) {
            if (std::ranges::find(player, open) != player.end()) continue;
            const auto counts = dealers.beside(player, open);
            all.no_game += counts.no_game;
            all.lower += counts.lower;
            all.tie += counts.tie;
            all.higher += counts.higher;
        }
        const auto beside = dealers.beside(player);
        EXPECT_EQ(all, (DealerCounts{5 * beside.no_game, 5 * beside.lower, 5 * beside.tie, 5 * beside.higher})) << text;
        for (const auto open : {Card{Rank::TWO, Suit::DIAMONDS}, Card{Rank::QUEEN, Suit::SPADES}}) {
            DealerCounts walked;
            walk_dealers(player, HandSum().with(open), 4, open, walked);
            EXPECT_EQ(dealers.beside(player, open), walked) << text << ' ' << open.text();
        }
    }
}

TEST(PokerOdds, FixedStrategies) { // rules 6.2
    const DealerHands dealers;
    const FiveCardOdds odds(dealers);
    const Terms open;
    const auto ace_king = odds.betting_from(from_ace_king, open);
    EXPECT_EQ(ace_king, (BetOdds{1'741'419'589'140, {979'597'801'296, 632'777'856'912, 72'999'180, 632'777'856'912}, -761'270'260'996}));
    EXPECT_EQ(odds.betting_from(from_akj83, open).gain, -744'418'177'228);
    EXPECT_EQ(odds.betting_from(from_pair, open).gain, -746'484'878'908);
    EXPECT_EQ(odds.betting_from(from_anything, open).gain, -1'196'822'287'900);
    EXPECT_EQ(odds.betting_best(open).gain, -743'900'547'412);
    Terms blind;
    blind.ante_pays = 1;
    EXPECT_EQ(odds.betting_from(from_anything, blind).gain, -564'044'430'988);
    const auto closed = second_not_paid();
    EXPECT_EQ(odds.betting_from(from_ace_king, closed).gain, -859'297'897'620);
    EXPECT_EQ(billionths_of_a_percent(odds.betting_from(from_akj83, closed).gain, five_card_deals), -21'131'692'957);
    EXPECT_EQ(billionths_of_a_percent(odds.betting_from(from_pair, closed).gain, five_card_deals), -21'183'533'567);
    EXPECT_EQ(billionths_of_a_percent(odds.betting_from(from_anything, closed).gain, five_card_deals), -32'479'680'687);
}

// The published losses of Caribbean Stud, over five open cards: ANTE paid 1:1, one combination.
TEST(PokerOdds, ThePublishedLossesOfCaribbeanStud) {
    const DealerHands dealers;
    const FiveCardOdds odds(dealers);
    auto terms = second_not_paid();
    terms.ante_pays = 1;
    EXPECT_EQ(odds.betting_from(from_pair, terms).gain * 5, -1'090'272'101'460);
    EXPECT_EQ(odds.betting_from(from_ace_king, terms).gain * 5, -1'132'600'203'540);
    EXPECT_EQ(odds.betting_from(from_akj83, terms).gain * 5, -1'059'715'400'580);
    EXPECT_EQ(odds.betting_from(from_anything, terms).gain * 5, -3'310'360'338'060);
}

TEST(PokerOdds, TheDealersOpenCard) { // rules 6.1
    for (const auto& [ranks, qualifying] : std::vector<std::pair<std::string, std::int64_t>>{
             {"2Q", 542'640}, {"3J", 543'660}, {"4T", 544'680}, {"56789", 545'700}, {"KA", 664'020}}) {
        for (const char rank : ranks)
            EXPECT_EQ(qualifying_with_open_card(Card::parse(std::string{rank, 'c'})->rank), qualifying) << rank;
    }
}

// A dealer never ends with a bare ace-king: the highest card is gone, and what it leaves is lower than ace-king with any one card.
TEST(PokerOdds, TheDealersExchangeWithoutARepeat) { // rules 6.3
    const auto odds = exchange_odds(DealerCard::HIGHEST, 0);
    EXPECT_EQ(odds.qualifies, 14'455'224);
    EXPECT_EQ(odds.of, 53'357'220);
    for (const auto category : {Category::ACE_KING, Category::TWO_PAIR, Category::THREE, Category::FULL_HOUSE, Category::FOUR})
        EXPECT_EQ(odds.by_category[static_cast<std::size_t>(category)], 0) << name(category);
}

TEST(PokerOdds, ReplacingTheLowestCard) {
    const auto odds = exchange_odds(DealerCard::LOWEST, 0);
    EXPECT_EQ(billionths(odds.qualifies, odds.of), 317'878'480);
    EXPECT_GT(odds.by_category[static_cast<std::size_t>(Category::ACE_KING)], 0);
}

TEST(PokerOdds, TheBonusTables) { // rules 3.4
    EXPECT_EQ(bonus_gain(bonus_from_three()), (Ratio{-19'813, 649'740}));
    EXPECT_EQ(bonus_gain(bonus_from_straight_high()), (Ratio{-28'573, 92'820}));
    EXPECT_EQ(bonus_gain(bonus_from_straight_low()), (Ratio{-376'741, 649'740}));
}

} // namespace
} // namespace engine::poker
