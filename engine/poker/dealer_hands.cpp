#include "engine/poker/dealer_hands.h"

#include "engine/core/check.h"
#include "engine/poker/rank_walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>

namespace engine::poker {

namespace {

constexpr std::size_t row_length = HandRank::classes + 1; // below each place, and below the end: all
constexpr std::size_t no_game_places = 1113;              // of the hands lower than ace-king
static_assert(!HandRank(no_game_places - 1).qualifies() && HandRank(no_game_places).qualifies());

constexpr std::size_t completions_of_four = 48;
constexpr std::size_t hand_size = 5;

// The sets of one to five of a player's cards and the open one, as bits of their places, that hold the place of the open one.
using Masks = std::vector<unsigned>;
const Masks& masks_with(std::size_t open) {
    static const auto all = [] {
        std::array<Masks, most_cards + 1> masks;
        for (unsigned mask = 1; mask < 1U << masks.size(); ++mask)
            for (std::size_t place = 0; place < masks.size(); ++place)
                if ((mask >> place & 1U) != 0 && std::popcount(mask) <= static_cast<int>(hand_size)) masks[place].push_back(mask);
        return masks;
    }();
    return all[open];
}

// The number of a set of cards among the sets of its size; their indices in rising order.
constexpr std::size_t subset_index(std::size_t a) {
    return a;
}
constexpr std::size_t subset_index(std::size_t a, std::size_t b) {
    return b * (b - 1) / 2 + a;
}
constexpr std::size_t subset_index(std::size_t a, std::size_t b, std::size_t c) {
    return c * (c - 1) * (c - 2) / 6 + subset_index(a, b);
}
constexpr std::size_t subset_index(std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    return d * (d - 1) * (d - 2) * (d - 3) / 24 + subset_index(a, b, c);
}
std::size_t subset_index(std::span<const std::size_t> cards) {
    switch (cards.size()) {
    case 0: return 0;
    case 1: return subset_index(cards[0]);
    case 2: return subset_index(cards[0], cards[1]);
    case 3: return subset_index(cards[0], cards[1], cards[2]);
    default: return subset_index(cards[0], cards[1], cards[2], cards[3]);
    }
}

// Calls `visit` with every set of `size` cards, as rising indices.
using Indices = std::vector<std::size_t>;
void each_subset(std::size_t size, std::size_t from, Indices& chosen, const std::function<void(const Indices&)>& visit) {
    if (chosen.size() == size) {
        visit(chosen);
        return;
    }
    for (auto card = from; card < cards_per_deck; ++card) {
        chosen.push_back(card);
        each_subset(size, card + 1, chosen, visit);
        chosen.pop_back();
    }
}

Card card_at(std::size_t index) {
    return full_deck()[index];
}

HandSum sum_of(const Indices& cards) {
    HandSum sum;
    for (const auto card : cards)
        sum.add(card_at(card));
    return sum;
}

// Sets that only differ by an exchange of suits have the same ranks in each suit, the suits in some order.
using Kind = std::array<RankBits, 4>;
Kind kind_of(const HandSum& hand) {
    Kind kind{hand.suit_ranks(Suit::CLUBS), hand.suit_ranks(Suit::DIAMONDS), hand.suit_ranks(Suit::HEARTS), hand.suit_ranks(Suit::SPADES)};
    std::ranges::sort(kind);
    return kind;
}

// Calls `visit` with the place of every hand of five cards that contains these.
class Completion {
public:
    explicit Completion(const Indices& subset) : walk_(RankWalk::of_five()), missing_(5 - subset.size()) {
        for (const auto card : subset) {
            in_subset_[card] = true;
            state_ = walk_.with(state_, card);
        }
    }
    template <typename Visit>
    void visit(const Visit& visit) const {
        complete(state_, missing_, 0, visit);
    }

private:
    template <typename Visit>
    void complete(RankWalk::State state, std::size_t missing, std::size_t from, const Visit& visit) const {
        if (missing == 0) {
            visit(state);
            return;
        }
        for (auto card = from; card < cards_per_deck; ++card) {
            if (!in_subset_[card]) complete(walk_.with(state, card), missing - 1, card + 1, visit);
        }
    }

    const RankWalk& walk_;
    std::size_t missing_;
    RankWalk::State state_ = RankWalk::no_cards;
    std::array<bool, cards_per_deck> in_subset_{};
};

} // namespace

template <typename Count>
void DealerHands::fill(Table<Count>& table, int subset_size) {
    std::map<Kind, std::uint16_t> known;
    Indices chosen;
    each_subset(static_cast<std::size_t>(subset_size), 0, chosen, [&](const Indices& subset) {
        const auto sum = sum_of(subset);
        const auto [kind, is_new] = known.try_emplace(kind_of(sum), static_cast<std::uint16_t>(known.size()));
        table.kinds.resize(std::max(table.kinds.size(), subset_index(subset) + 1));
        table.kinds[subset_index(subset)] = kind->second;
        if (!is_new) return;
        const auto row = table.below.size();
        table.below.resize(row + row_length);
        // Counted one place up, so that adding up gives what lies below.
        Completion(subset).visit([&](std::size_t place) { ++table.below[row + place + 1]; });
        for (std::size_t place = 1; place < row_length; ++place)
            table.below[row + place] = static_cast<Count>(table.below[row + place] + table.below[row + place - 1]);
    });
}

void DealerHands::fill_fours() {
    std::map<Kind, std::uint16_t> known;
    Indices chosen;
    each_subset(4, 0, chosen, [&](const Indices& subset) {
        const auto sum = sum_of(subset);
        const auto [kind, is_new] = known.try_emplace(kind_of(sum), static_cast<std::uint16_t>(known.size()));
        four_kinds_.resize(std::max(four_kinds_.size(), subset_index(subset) + 1));
        four_kinds_[subset_index(subset)] = kind->second;
        if (!is_new) return;
        Completion(subset).visit([&](std::size_t place) { fours_.push_back(static_cast<std::uint16_t>(place)); });
        const auto begin = fours_.end() - completions_of_four;
        std::sort(begin, fours_.end());
        fours_without_game_.push_back(static_cast<std::uint8_t>(std::lower_bound(begin, fours_.end(), no_game_places) - begin));
    });
}

DealerHands::DealerHands() {
    fill(none_, 0);
    fill(ones_, 1);
    fill(twos_, 2);
    fill(threes_, 3);
    fill_fours();
}

template <typename Count>
void DealerHands::add(const Table<Count>& table, std::size_t subset, std::size_t place, std::int64_t sign, Tally& tally) {
    const auto* row = &table.below[table.kinds[subset] * row_length];
    tally.no_game += sign * row[no_game_places];
    tally.below += sign * row[place];
    tally.at += sign * (row[place + 1] - row[place]);
}

void DealerHands::add_four(std::size_t subset, std::size_t place, std::int64_t sign, Tally& tally) const {
    const auto kind = four_kinds_[subset];
    const auto* const begin = &fours_[kind * completions_of_four];
    const auto* const end = begin + completions_of_four;
    const auto* at = std::lower_bound(begin, end, place);
    tally.no_game += sign * fours_without_game_[kind];
    tally.below += sign * (at - begin);
    for (; at != end && *at == place; ++at)
        tally.at += sign;
}

void DealerHands::add_hands_with(std::span<const std::size_t> cards, std::size_t place, std::int64_t sign, Tally& tally) const {
    switch (cards.size()) {
    case 1: return add(ones_, subset_index(cards), place, sign, tally);
    case 2: return add(twos_, subset_index(cards), place, sign, tally);
    case 3: return add(threes_, subset_index(cards), place, sign, tally);
    case 4: return add_four(subset_index(cards), place, sign, tally);
    default: break;
    }
    HandSum five;
    for (const auto card : cards)
        five.add(card_at(card));
    const auto at = static_cast<std::size_t>(Ranker::shared().rank(five).place());
    tally.no_game += at < no_game_places ? sign : 0;
    tally.below += at < place ? sign : 0;
    tally.at += at == place ? sign : 0;
}

DealerCounts DealerHands::beside(std::span<const Card> player) const {
    const HandSum hand(player);
    const auto place = static_cast<std::size_t>(Ranker::shared().rank(hand).place());
    std::array<std::size_t, most_cards> card{};
    const auto size = player.size();
    check((size == 5 || size == most_cards) && hand.size() == static_cast<int>(size), "a poker hand is five or six different cards");
    for (std::size_t i = 0; i < size; ++i)
        card[i] = static_cast<std::size_t>(player[i].index());
    std::sort(card.begin(), card.begin() + static_cast<std::ptrdiff_t>(size));

    Tally tally;
    add(none_, 0, place, 1, tally);
    for (std::size_t a = 0; a < size; ++a) {
        add(ones_, subset_index(card[a]), place, -1, tally);
        for (std::size_t b = a + 1; b < size; ++b) {
            add(twos_, subset_index(card[a], card[b]), place, 1, tally);
            for (std::size_t c = b + 1; c < size; ++c) {
                add(threes_, subset_index(card[a], card[b], card[c]), place, -1, tally);
                for (std::size_t d = c + 1; d < size; ++d)
                    add_four(subset_index(card[a], card[b], card[c], card[d]), place, 1, tally);
            }
        }
    }
    take_fives(player, place, tally);

    constexpr std::int64_t beside_five = 1'533'939;
    constexpr std::int64_t beside_six = 1'370'754;
    return counts_of(tally, place, size == 5 ? beside_five : beside_six);
}

DealerCounts DealerHands::beside(std::span<const Card> player, const Card& open) const {
    const auto place = static_cast<std::size_t>(Ranker::shared().rank(HandSum(player)).place());
    check((player.size() == 5 || player.size() == most_cards) && std::ranges::find(player, open) == player.end(),
          "a poker hand is five or six different cards, and the dealer's card is another");
    std::array<std::size_t, most_cards + 1> card{};
    for (std::size_t i = 0; i < player.size(); ++i)
        card[i] = static_cast<std::size_t>(player[i].index());
    card[player.size()] = static_cast<std::size_t>(open.index());
    const auto all = std::span(card).first(player.size() + 1);
    std::ranges::sort(all);

    Tally tally;
    for (const auto chosen :
         masks_with(static_cast<std::size_t>(std::ranges::find(all, static_cast<std::size_t>(open.index())) - all.begin()))) {
        std::array<std::size_t, hand_size> subset{};
        std::size_t size = 0;
        for (auto rest = chosen; rest != 0; rest &= rest - 1)
            subset[size++] = static_cast<std::size_t>(std::countr_zero(rest));
        if (subset[size - 1] >= all.size()) continue; // of a player with five cards
        for (std::size_t i = 0; i < size; ++i)
            subset[i] = all[subset[i]];
        add_hands_with(std::span(subset).first(size), place, size % 2 == 1 ? 1 : -1, tally);
    }
    constexpr std::int64_t beside_five = 163'185; // four of 46
    constexpr std::int64_t beside_six = 148'995;
    return counts_of(tally, place, player.size() == 5 ? beside_five : beside_six);
}

// A hand without game is lower than no hand that qualifies; against one of the dealer's it is not compared.
DealerCounts DealerHands::counts_of(const Tally& tally, std::size_t place, std::int64_t hands) {
    DealerCounts counts;
    counts.no_game = tally.no_game;
    const bool game = place >= no_game_places;
    counts.lower = game ? tally.below - tally.no_game : 0;
    counts.tie = game ? tally.at : 0;
    counts.higher = hands - counts.no_game - counts.lower - counts.tie;
    return counts;
}

// The player's own five cards, or any five of six, as the last term: the set of all of the dealer's cards.
void DealerHands::take_fives(std::span<const Card> player, std::size_t place, Tally& tally) {
    const auto take = [&](const HandSum& five) {
        const auto at = static_cast<std::size_t>(Ranker::shared().rank(five).place());
        tally.no_game -= at < no_game_places ? 1 : 0;
        tally.below -= at < place ? 1 : 0;
        tally.at -= at == place ? 1 : 0;
    };
    if (player.size() == 5) {
        take(HandSum(player));
        return;
    }
    for (std::size_t without = 0; without < player.size(); ++without) {
        HandSum five;
        for (std::size_t i = 0; i < player.size(); ++i) {
            if (i != without) five.add(player[i]);
        }
        take(five);
    }
}

} // namespace engine::poker
