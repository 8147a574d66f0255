#include "engine/poker/hand_rank.h"

#include "engine/core/check.h"

#include <bit>

namespace engine::poker {

namespace {

constexpr std::array<std::string_view, category_count> category_names{
    "NONE", "ACE_KING", "PAIR", "TWO_PAIR", "THREE", "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR", "STRAIGHT_FLUSH", "ROYAL_FLUSH"};

constexpr int ace = static_cast<int>(Rank::ACE);
constexpr int key_ranks = 5;

// A category and the ranks that decide within it, highest bits first: greater keys are higher hands.
class Key {
public:
    explicit Key(Category category) : bits_(static_cast<std::uint32_t>(category)) {}
    Key& then(int rank) {
        bits_ = bits_ << 4U | static_cast<std::uint32_t>(rank);
        ++ranks_;
        return *this;
    }
    [[nodiscard]] std::uint32_t bits() const { return bits_ << (4 * (key_ranks - ranks_)); }

private:
    std::uint32_t bits_;
    int ranks_ = 0;
};

// The ranks of a hand with their counts, taken from the fullest down and among equals from the highest.
class Groups {
public:
    explicit Groups(const RankCounts& counts) : left_(counts) {}
    // The highest rank that has `count` cards or more left, and takes these away; 0 when there is none.
    int take(int count) {
        for (int rank = ace; rank >= 2; --rank) {
            auto& left = left_[static_cast<std::size_t>(rank - 2)];
            if (left < count) continue;
            left -= count;
            return rank;
        }
        return 0;
    }
    // A kicker: the highest card of those left, its rank used up by it.
    int kicker() {
        const int rank = take(1);
        left_[static_cast<std::size_t>(rank - 2)] = 0;
        return rank;
    }

private:
    RankCounts left_;
};

std::uint32_t with_kickers(Key key, Groups& rest, int kickers) {
    for (int i = 0; i < kickers; ++i)
        key.then(rest.kicker());
    return key.bits();
}

RankBits bits_of(const RankCounts& counts) {
    RankBits bits = 0;
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
        bits |= counts[rank] > 0 ? RankBits{1} << rank : 0;
    return bits;
}

std::uint32_t high_card_key(Groups rest, Category category) {
    return with_kickers(Key(category), rest, 5);
}

std::uint32_t paired_key(Groups groups, int pair) {
    const int second = groups.take(2);
    if (second > 0) return with_kickers(Key(Category::TWO_PAIR).then(pair).then(second), groups, 1);
    return with_kickers(Key(Category::PAIR).then(pair), groups, 3);
}

// Of a hand without a flush.
std::uint32_t plain_key(const RankCounts& counts) {
    Groups groups(counts);
    if (const int four = groups.take(4)) return with_kickers(Key(Category::FOUR).then(four), groups, 1);
    const int three = groups.take(3);
    const auto without_three = groups;
    const int pair = groups.take(2);
    if (three > 0 && pair > 0) return Key(Category::FULL_HOUSE).then(three).then(pair).bits();
    const auto ranks = bits_of(counts);
    if (const int top = straight_top(ranks)) return Key(Category::STRAIGHT).then(top).bits();
    groups = without_three;
    if (three > 0) return with_kickers(Key(Category::THREE).then(three), groups, 2);
    if (pair > 0) {
        groups.take(2);
        return paired_key(groups, pair);
    }
    const auto ace_king = rank_bit(Rank::ACE) | rank_bit(Rank::KING);
    return high_card_key(groups, (ranks & ace_king) == ace_king ? Category::ACE_KING : Category::NONE);
}

std::uint32_t flush_key(RankBits ranks) {
    if (const int top = straight_top(ranks)) {
        return Key(top == ace ? Category::ROYAL_FLUSH : Category::STRAIGHT_FLUSH).then(top).bits();
    }
    RankCounts counts{};
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
        counts[rank] = (ranks >> rank & 1U) != 0 ? 1 : 0;
    return high_card_key(Groups(counts), Category::FLUSH);
}

// The ranks that a flush of five or six cards can have.
std::vector<RankBits> flushes() {
    std::vector<RankBits> all;
    for (RankBits ranks = 0; ranks < RankBits{1} << rank_count; ++ranks) {
        if (const int cards = std::popcount(ranks); cards == 5 || cards == most_cards) all.push_back(ranks);
    }
    return all;
}

} // namespace

std::string_view name(Category category) {
    return category_names[static_cast<std::size_t>(category)];
}

std::optional<Category> category_named(std::string_view name) {
    const auto found = std::ranges::find(category_names, name);
    if (found == category_names.end()) return std::nullopt;
    return static_cast<Category>(found - category_names.begin());
}

int straight_top(RankBits ranks) {
    const auto with_low_ace = ranks << 1U | (ranks >> (rank_count - 1) & 1U);
    const auto starts = with_low_ace & with_low_ace >> 1U & with_low_ace >> 2U & with_low_ace >> 3U & with_low_ace >> 4U;
    return starts == 0 ? 0 : static_cast<int>(std::bit_width(starts)) + 4;
}

std::vector<int> HandRank::compare_key() const {
    const auto bits = Ranker::shared().keys()[place_];
    std::vector<int> key{static_cast<int>(bits >> (4 * key_ranks))};
    for (int shift = 4 * (key_ranks - 1); shift >= 0; shift -= 4) {
        if (const auto rank = bits >> shift & 0xfU) key.push_back(static_cast<int>(rank));
    }
    return key;
}

Ranker::Ranker() : index_(&PatternIndex::shared()) {
    fill(PatternIndex::all());
}

void Ranker::fill(const std::vector<PatternIndex::Pattern>& patterns) {
    std::vector<std::uint32_t> plain;
    plain.reserve(patterns.size());
    for (const auto& pattern : patterns)
        plain.push_back(plain_key(pattern.counts));
    keys_ = plain;
    for (const auto ranks : flushes())
        keys_.push_back(flush_key(ranks));
    std::ranges::sort(keys_);
    const auto doubled = std::ranges::unique(keys_);
    keys_.erase(doubled.begin(), doubled.end());
    check(keys_.size() == HandRank::classes, "hands of other than 7,462 classes");

    const auto rank = [&](std::uint32_t key) {
        return HandRank(static_cast<std::uint16_t>(std::ranges::lower_bound(keys_, key) - keys_.begin()));
    };
    for (const auto key : keys_)
        check(static_cast<std::uint32_t>(rank(key).category()) == key >> (4 * key_ranks), "a category begins at another place");
    plain_.resize(index_->cells());
    for (std::size_t i = 0; i < patterns.size(); ++i)
        plain_[patterns[i].cell] = rank(plain[i]);
    flush_.resize(std::size_t{1} << rank_count);
    for (const auto ranks : flushes())
        flush_[ranks] = rank(flush_key(ranks));
}

std::size_t Ranker::bytes() const {
    return index_->bytes() + (plain_.size() + flush_.size()) * sizeof(HandRank);
}

const Ranker& Ranker::shared() {
    static const Ranker ranker;
    return ranker;
}

HandRank rank_of(std::span<const Card> cards) {
    const HandSum hand(cards);
    check((cards.size() == 5 || cards.size() == most_cards) && hand.size() == static_cast<int>(cards.size()),
          "a poker hand is five or six different cards");
    return Ranker::shared().rank(hand);
}

} // namespace engine::poker
