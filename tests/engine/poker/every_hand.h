// Walks every hand of five or six cards through the product and through the slow ranker.
#pragma once

#include "engine/poker/combinations.h"
#include "tests/engine/poker/slow_ranker.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine::poker {

using PairCounts = std::map<std::pair<Category, Category>, std::int64_t>;

struct HandCounts {
    std::int64_t hands = 0;
    std::array<std::int64_t, category_count> primary{};
    PairCounts pairs;
    int classes = 0;        // that were seen
    std::int64_t wrong = 0; // hands on which the two rankers differ
    std::string first_wrong;
};

// Compares hand by hand: the same key must be the same place.
class HandComparison {
public:
    void take(const std::vector<Card>& cards) {
        const HandSum sum(cards);
        const auto rank = Ranker::shared().rank(sum);
        const auto found = CombinationFinder::shared().find(sum);
        const auto slow = slow_.rank(cards);
        ++counts_.hands;
        ++counts_.primary[static_cast<std::size_t>(found.primary)];
        if (found.second) ++counts_.pairs[{found.primary, *found.second}];
        const bool same_category = static_cast<int>(rank.category()) == slow.key[0] && found.primary == rank.category();
        const bool same_second = (found.second ? static_cast<int>(*found.second) : -1) == slow.second;
        auto& key = keys_[static_cast<std::size_t>(rank.place())];
        if (!key) key = slow.key;
        const bool same_place = *key == slow.key;
        if (!same_category || !same_second || !same_place) note_wrong(cards);
    }
    // Closes the count: higher places must have higher keys.
    HandCounts done() {
        std::optional<slow_ranker::Key> before;
        for (const auto& key : keys_) {
            if (!key) continue;
            ++counts_.classes;
            if (before && *key <= *before) ++counts_.wrong;
            before = key;
        }
        return counts_;
    }

private:
    void note_wrong(const std::vector<Card>& cards) {
        if (counts_.wrong++ > 0) return;
        for (const auto& card : cards)
            counts_.first_wrong += card.text() + " ";
    }
    HandCounts counts_;
    slow_ranker::SlowRanker slow_;
    std::vector<std::optional<slow_ranker::Key>> keys_ = std::vector<std::optional<slow_ranker::Key>>(HandRank::classes); // by place
};

inline void add_hands(std::vector<Card>& cards, std::size_t from, std::size_t size, HandComparison& comparison) {
    if (cards.size() == size) {
        comparison.take(cards);
        return;
    }
    for (auto i = from; i < full_deck().size(); ++i) {
        cards.push_back(full_deck()[i]);
        add_hands(cards, i + 1, size, comparison);
        cards.pop_back();
    }
}

inline HandCounts count_hands(std::size_t size) {
    HandComparison comparison;
    std::vector<Card> cards;
    add_hands(cards, 0, size, comparison);
    return comparison.done();
}

} // namespace engine::poker
