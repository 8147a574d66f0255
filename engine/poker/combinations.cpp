#include "engine/poker/combinations.h"

#include "engine/core/check.h"

#include <algorithm>
#include <bit>

namespace engine::poker {

namespace {

constexpr std::uint8_t no_second = 15;
constexpr RankBits ace_king = rank_bit(Rank::ACE) | rank_bit(Rank::KING);

// The five ranks of the straight that this rank is the top of; the five's straight ends with the ace.
RankBits straight_ranks(int top) {
    const auto four = RankBits{0xf} << (top - 5); // the top and three below
    return top == 5 ? four | rank_bit(Rank::ACE) : four | RankBits{1} << (top - 6);
}

// These ranks without the top of their highest straight, which must be there.
RankBits without_top(RankBits ranks) {
    return ranks & ~(RankBits{1} << (straight_top(ranks) - 2));
}

// Ranks of a hand by how many cards of them there are, at the least.
struct Held {
    explicit Held(const RankCounts& counts) {
        for (std::size_t rank = 0; rank < counts.size(); ++rank) {
            for (int count = 1; count <= counts[rank]; ++count)
                at_least[static_cast<std::size_t>(count)] |= RankBits{1} << rank;
        }
    }
    [[nodiscard]] RankBits one() const { return at_least[1]; }
    [[nodiscard]] int pairs() const { return std::popcount(at_least[2]); }
    [[nodiscard]] int threes() const { return std::popcount(at_least[3]); }
    std::array<RankBits, 5> at_least{};
};

// C-2: ace and king are a combination of their own only where one of them is outside the primary core.
std::optional<Category> ace_king_beside(RankBits held, RankBits core) {
    if ((held & ace_king) == ace_king && (core & ace_king) != ace_king) return Category::ACE_KING;
    return std::nullopt;
}

std::optional<Category> beside_straight(const Held& held) {
    const bool another = straight_top(without_top(held.one())) > 0;
    if (another || held.pairs() > 0) return Category::STRAIGHT; // C-1: five cards with either card of the paired rank
    return ace_king_beside(held.one(), straight_ranks(straight_top(held.one())));
}

// The second combination of a hand without a flush.
std::optional<Category> plain_second(Category primary, const RankCounts& counts) {
    const Held held(counts);
    using enum Category;
    switch (primary) {
    case FOUR: // 9-9-9-9-J-J: nines over jacks
        return held.pairs() == 2 ? std::optional(FULL_HOUSE) : ace_king_beside(held.one(), held.at_least[4]);
    case FULL_HOUSE: // Q-Q-Q-4-4-4: fours over queens
        return held.threes() == 2 ? std::optional(FULL_HOUSE) : ace_king_beside(held.one(), held.at_least[2]);
    case STRAIGHT: return beside_straight(held);
    case THREE: return ace_king_beside(held.one(), held.at_least[3]);
    case TWO_PAIR: // C-4: of three pairs the highest and the lowest
        return held.pairs() == 3 ? std::optional(TWO_PAIR) : ace_king_beside(held.one(), held.at_least[2]);
    case PAIR: return ace_king_beside(held.one(), held.at_least[2]);
    default: return std::nullopt;
    }
}

// The second combination of six cards of one suit: every five of them are a flush.
Category second_of_six_suited(Category primary, RankBits ranks) {
    if (primary == Category::FLUSH) return Category::FLUSH;
    return straight_top(without_top(ranks)) > 0 ? Category::STRAIGHT_FLUSH : Category::FLUSH;
}

// The second combination of a flush of five cards and a card of another suit: only one that this card is part of.
std::optional<Category> second_beside_flush(Category primary, RankBits suited, RankBits other) {
    const auto both = suited | other;
    const int top = straight_top(both);
    if (primary == Category::FLUSH) {
        if (top > 0) return Category::STRAIGHT;
        if (both == suited) return Category::PAIR; // C-5: also where the flush holds ace and king
        return ace_king_beside(both, suited);
    }
    const bool longer = top > straight_top(suited) || straight_top(without_top(both)) > 0;
    if (both == suited || longer) return Category::STRAIGHT; // J-10-9-8-7 and another 9, or a queen, or a 6
    return ace_king_beside(both, suited);
}

Combinations flush_combinations(const HandSum& hand) {
    const auto suited = hand.flush_ranks();
    const auto primary = Ranker::shared().rank(hand).category();
    if (std::popcount(suited) == most_cards) return {primary, second_of_six_suited(primary, suited)};
    RankBits other = 0;
    for (const auto suit : {Suit::CLUBS, Suit::DIAMONDS, Suit::HEARTS, Suit::SPADES}) {
        if (hand.suit_ranks(suit) != suited) other |= hand.suit_ranks(suit);
    }
    if (other == 0) return {primary, std::nullopt};
    return {primary, second_beside_flush(primary, suited, other)};
}

} // namespace

std::string_view name(PairedStraight counts_as) {
    return counts_as == PairedStraight::TWO_STRAIGHTS ? "two_straights" : "straight_and_pair";
}

CombinationFinder::CombinationFinder() : index_(&PatternIndex::shared()), plain_(index_->cells()) {
    for (const auto& [counts, cards, cell] : PatternIndex::all()) {
        const auto primary = Ranker::shared().rank_without_flush(cell).category();
        const auto second = plain_second(primary, counts);
        plain_[cell] = static_cast<std::uint8_t>(static_cast<int>(primary) * 16 + (second ? static_cast<int>(*second) : no_second));
    }
}

const CombinationFinder& CombinationFinder::shared() {
    static const CombinationFinder finder;
    return finder;
}

Combinations CombinationFinder::find(const HandSum& hand) const {
    if (hand.has_flush()) [[unlikely]]
        return flush_combinations(hand);
    const auto both = plain_[index_->cell(hand)];
    const auto second = both % 16 == no_second ? std::nullopt : std::optional(static_cast<Category>(both % 16));
    return {static_cast<Category>(both / 16), second};
}

Combinations CombinationFinder::find(const HandSum& hand, PairedStraight paired_straight) const {
    auto found = find(hand);
    if (paired_straight == PairedStraight::TWO_STRAIGHTS || found != Combinations{Category::STRAIGHT, Category::STRAIGHT}) return found;
    // Of six cards with two straights, either six ranks follow each other or one is paired.
    if (std::popcount(hand.ranks()) < most_cards) found.second = Category::PAIR;
    return found;
}

Combinations combinations_of(std::span<const Card> cards, PairedStraight paired_straight) {
    const HandSum hand(cards);
    check((cards.size() == 5 || cards.size() == most_cards) && hand.size() == static_cast<int>(cards.size()),
          "a poker hand is five or six different cards");
    return CombinationFinder::shared().find(hand, paired_straight);
}

bool is_imperial_flush(std::span<const Card> cards) {
    const HandSum hand(cards);
    constexpr RankBits nine_to_ace = 0x3fU << 7U;
    return hand.has_flush() && hand.flush_ranks() == nine_to_ace;
}

} // namespace engine::poker
