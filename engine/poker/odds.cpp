#include "engine/poker/odds.h"

#include "engine/core/check.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace engine::poker {

namespace {

// All sets of ranks of one suit, by how many there are.
std::vector<std::vector<RankBits>> suit_ranks(int cards) {
    std::vector<std::vector<RankBits>> sets(static_cast<std::size_t>(cards) + 1);
    for (RankBits ranks = 0; ranks < RankBits{1} << rank_count; ++ranks) {
        const auto size = static_cast<std::size_t>(std::popcount(ranks));
        if (size < sets.size()) sets[size].push_back(ranks);
    }
    return sets;
}

using SuitRanks = std::array<RankBits, 4>;

// 24 orders of the suits, fewer where suits have the same ranks.
std::int64_t orders_of(const SuitRanks& suits) {
    std::int64_t orders = 24;
    std::int64_t equal = 1;
    for (std::size_t suit = 1; suit < suits.size(); ++suit) {
        equal = suits[suit] == suits[suit - 1] ? equal + 1 : 1;
        orders /= equal;
    }
    return orders;
}

HandKind kind_of(const SuitRanks& suits) {
    HandKind kind;
    for (std::size_t suit = 0; suit < suits.size(); ++suit) {
        for (int rank = 0; rank < rank_count; ++rank) {
            if ((suits[suit] >> rank & 1U) != 0) kind.all[kind.size++] = {static_cast<Rank>(rank + 2), static_cast<Suit>(suit)};
        }
    }
    kind.ways = orders_of(suits);
    return kind;
}

// The same number for all hands of a kind.
std::uint64_t kind_key(const HandSum& hand) {
    SuitRanks suits{hand.suit_ranks(Suit::CLUBS), hand.suit_ranks(Suit::DIAMONDS), hand.suit_ranks(Suit::HEARTS),
                    hand.suit_ranks(Suit::SPADES)};
    std::ranges::sort(suits);
    std::uint64_t key = 0;
    for (const auto ranks : suits)
        key = key << rank_count | ranks;
    return key;
}

HandSum without(const HandKind& kind, std::size_t left_out) {
    HandSum sum;
    for (std::size_t i = 0; i < kind.size; ++i) {
        if (i != left_out) sum.add(kind.all[i]);
    }
    return sum;
}

// Fills the suits from `suit` on with `left` cards, none with a greater set than the suit before: one hand of each kind.
void add_kinds(const std::vector<std::vector<RankBits>>& sets, SuitRanks& suits, std::size_t suit, std::size_t left,
               std::vector<HandKind>& all) {
    if (suit == suits.size()) {
        if (left == 0) all.push_back(kind_of(suits));
        return;
    }
    for (std::size_t size = 0; size <= left; ++size) {
        for (const auto ranks : sets[size]) {
            if (suit > 0 && ranks > suits[suit - 1]) break;
            suits[suit] = ranks;
            add_kinds(sets, suits, suit + 1, left - size, all);
        }
    }
}

// What a bet gains over all of the dealer's hands, in antes.
std::int64_t gain_of_bet(const DealerCounts& dealer, const Terms& terms, std::int64_t multiplier) {
    return dealer.no_game + dealer.lower * (bet_antes * multiplier + terms.ante_pays) - dealer.higher * (1 + bet_antes);
}

// The cards that are in none of these.
std::vector<Card> others_than(std::span<const Card> cards) {
    std::vector<Card> others;
    for (const auto& card : full_deck()) {
        if (std::ranges::find(cards, card) == cards.end()) others.push_back(card);
    }
    return others;
}

// Walks through every card that an exchange may draw.
class ExchangeWalk {
public:
    ExchangeWalk(DealerCard which, int free_repeats) : which_(which), free_repeats_(free_repeats) {}

    void add(const HandKind& kind) {
        ways_ = kind.ways;
        rest_ = others_than(kind.cards());
        draw(DealerExchange(kind.cards(), which_, free_repeats_), free_repeats_);
    }
    [[nodiscard]] const ExchangeOdds& odds() const { return odds_; }

private:
    // `repeats`: how many cards may still follow the one drawn here; every card not drawn stands for all that it could have been.
    void draw(const DealerExchange& exchange, int repeats) {
        std::int64_t unseen = 1;
        for (int i = 1; i <= repeats; ++i)
            unseen *= static_cast<std::int64_t>(rest_.size()) - i;
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            auto next = exchange;
            next.draw(rest_[i]);
            if (next.wants_card()) {
                const auto drawn = rest_[i];
                rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
                draw(next, repeats - 1);
                rest_.insert(rest_.begin() + static_cast<std::ptrdiff_t>(i), drawn);
            } else {
                note(next.hand(), ways_ * unseen);
            }
        }
    }
    void note(const std::vector<Card>& hand, std::int64_t weight) {
        odds_.of += weight;
        const auto rank = rank_of(hand);
        if (!rank.qualifies()) return;
        odds_.qualifies += weight;
        odds_.by_category[static_cast<std::size_t>(rank.category())] += weight;
    }

    DealerCard which_;
    int free_repeats_;
    std::int64_t ways_ = 0;
    std::vector<Card> rest_;
    ExchangeOdds odds_;
};

// Counts the hands that begin with these cards.
class CombinationCount {
public:
    void add(const HandSum& hand, std::size_t from, int missing) {
        if (missing == 0) {
            note(hand);
            return;
        }
        for (auto card = from; card < full_deck().size(); ++card)
            add(hand.with(full_deck()[card]), card + 1, missing - 1);
    }
    [[nodiscard]] const CombinationCounts& counts() const { return counts_; }

private:
    void note(const HandSum& hand) {
        const auto found = CombinationFinder::shared().find(hand);
        const auto primary = static_cast<std::size_t>(found.primary);
        ++counts_.primary[primary];
        if (!found.second) return;
        ++counts_.pairs[primary][static_cast<std::size_t>(*found.second)];
        if (found == Combinations{Category::ROYAL_FLUSH, Category::STRAIGHT_FLUSH}) ++counts_.imperial_flush;
    }
    CombinationCounts counts_;
};

} // namespace

std::vector<HandKind> hand_kinds(int cards) {
    check(cards == hand_cards || cards == most_cards, "a poker hand is five or six different cards");
    std::vector<HandKind> all;
    SuitRanks suits{};
    add_kinds(suit_ranks(cards), suits, 0, static_cast<std::size_t>(cards), all);
    return all;
}

FiveCardOdds::FiveCardOdds(const DealerHands& dealers) {
    for (const auto& kind : hand_kinds(hand_cards))
        entries_.push_back({kind, rank_of(kind.cards()), dealers.beside(kind.cards())});
}

template <typename Bets>
BetOdds FiveCardOdds::count(const Terms& terms, Bets bets) const {
    BetOdds odds;
    for (const auto& [kind, rank, dealer] : entries_) {
        const auto gain = gain_of_bet(dealer, terms, paid_for(terms, kind.cards()).multiplier);
        if (!bets(rank, gain)) {
            odds.fold += kind.ways * dealer_hands_beside_five;
            odds.gain -= kind.ways * dealer_hands_beside_five;
            continue;
        }
        odds.bet.no_game += kind.ways * dealer.no_game;
        odds.bet.lower += kind.ways * dealer.lower;
        odds.bet.tie += kind.ways * dealer.tie;
        odds.bet.higher += kind.ways * dealer.higher;
        odds.gain += kind.ways * gain;
    }
    return odds;
}

BetOdds FiveCardOdds::betting_from(HandRank least, const Terms& terms) const {
    return count(terms, [=](HandRank rank, std::int64_t) { return rank >= least; });
}

BetOdds FiveCardOdds::betting_best(const Terms& terms) const {
    return count(terms, [](HandRank, std::int64_t gain) { return gain > -dealer_hands_beside_five; });
}

OpenCardOdds betting_best_beside_open_card(const DealerHands& dealers, const Terms& terms) {
    OpenCardOdds odds;
    for (const auto& kind : hand_kinds(hand_cards)) {
        const auto multiplier = paid_for(terms, kind.cards()).multiplier;
        for (const auto& open : others_than(kind.cards())) {
            const auto bet = gain_of_bet(dealers.beside(kind.cards(), open), terms, multiplier);
            const bool folds = bet <= -dealer_hands_beside_open;
            if (folds) odds.fold += kind.ways * dealer_hands_beside_open;
            odds.gain += kind.ways * (folds ? -dealer_hands_beside_open : bet);
        }
    }
    return odds;
}

SixthCardOdds sixth_card_odds(const DealerHands& dealers, const Terms& terms) {
    constexpr auto fold = -dealer_hands_beside_six; // and so much is the price of the card
    SixthCardOdds odds;
    std::unordered_map<std::uint64_t, std::int64_t> buying; // by the kind of the first five cards, over all its hands
    for (const auto& kind : hand_kinds(most_cards)) {
        const auto rank = rank_of(kind.cards());
        const auto bet = gain_of_bet(dealers.beside(kind.cards()), terms, paid_for(terms, kind.cards()).multiplier);
        odds.always_bet += kind.ways * (bet + fold);
        odds.from_ace_king += kind.ways * ((rank.qualifies() ? bet : fold) + fold);
        odds.from_pair += kind.ways * ((rank.category() >= Category::PAIR ? bet : fold) + fold);
        for (std::size_t bought = 0; bought < most_cards; ++bought)
            buying[kind_key(without(kind, bought))] += kind.ways * (std::max(bet, fold) + fold);
    }
    for (const auto& kind : hand_kinds(hand_cards)) {
        // A dealer's hand beside five cards is one beside six for 42 of 47 sixth cards.
        constexpr auto scale = sixth_cards * dealer_hands_beside_six / dealer_hands_beside_five;
        static_assert(scale * dealer_hands_beside_five == sixth_cards * dealer_hands_beside_six);
        const auto bet = scale * gain_of_bet(dealers.beside(kind.cards()), terms, paid_for(terms, kind.cards()).multiplier);
        odds.best += std::max({kind.ways * bet, buying.at(kind_key(HandSum(kind.cards()))), kind.ways * sixth_cards * fold});
    }
    return odds;
}

ExchangeOdds exchange_odds(DealerCard which, int free_repeats) {
    ExchangeWalk walk(which, free_repeats);
    for (const auto& kind : hand_kinds(hand_cards)) {
        if (!rank_of(kind.cards()).qualifies()) walk.add(kind);
    }
    return walk.odds();
}

std::int64_t qualifying_with_open_card(Rank rank) {
    std::int64_t qualifying = 0;
    for (const auto& kind : hand_kinds(hand_cards)) {
        if (!rank_of(kind.cards()).qualifies()) continue;
        qualifying += kind.ways * std::ranges::count(kind.cards(), rank, &Card::rank); // each of its cards may be the open one
    }
    return qualifying;
}

CombinationCounts combination_counts(int cards) {
    check(cards == hand_cards || cards == most_cards, "a poker hand is five or six different cards");
    CombinationCount count;
    count.add({}, 0, cards);
    return count.counts();
}

Ratio bonus_gain(const BonusTable& table) {
    std::int64_t gain = 0;
    const auto counts = combination_counts(hand_cards).primary;
    for (std::size_t category = 0; category < counts.size(); ++category) {
        const bool wins = static_cast<Category>(category) >= table.lowest;
        gain += counts[category] * (wins ? table.rows.pays(static_cast<Category>(category)) : -1);
    }
    return reduced(gain, five_card_hands);
}

} // namespace engine::poker
