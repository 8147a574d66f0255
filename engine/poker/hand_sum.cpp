#include "engine/poker/hand_sum.h"

#include "engine/core/check.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace engine::poker {

namespace {

constexpr int copies = 4;    // cards of one rank
constexpr int low_ranks = 7; // 2 .. 8; a HandSum's column

void add_patterns(RankCounts& counts, int rank, int left, int cards, std::vector<PatternIndex::Pattern>& all) {
    if (rank == rank_count) {
        if (left == 0) all.push_back({counts, cards});
        return;
    }
    const auto at = static_cast<std::size_t>(rank);
    for (int count = 0; count <= std::min(left, copies); ++count) {
        counts[at] = count;
        add_patterns(counts, rank + 1, left - count, cards, all);
    }
    counts[at] = 0;
}

// Any cards of these ranks: suits do not change a row or a column.
HandSum sum_of(const RankCounts& counts) {
    HandSum sum;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        for (int copy = 0; copy < counts[rank]; ++copy)
            sum.add({static_cast<Rank>(rank + 2), static_cast<Suit>(copy)});
    }
    return sum;
}

std::vector<PatternIndex::Pattern> all_patterns() {
    std::vector<PatternIndex::Pattern> all;
    RankCounts counts{};
    for (const int cards : {5, most_cards})
        add_patterns(counts, 0, cards, cards, all);
    return all;
}

// What a pattern's row and column stand for: the counts of the high ranks with the number of cards, and the counts of the low ranks.
std::vector<int> high_part(const PatternIndex::Pattern& pattern) {
    std::vector<int> part(pattern.counts.begin() + low_ranks, pattern.counts.end());
    part.push_back(pattern.cards);
    return part;
}
std::vector<int> low_part(const PatternIndex::Pattern& pattern) {
    return {pattern.counts.begin(), pattern.counts.begin() + low_ranks};
}

// Which part each key stands for. A key that stands for two stops here.
class KeyProof {
public:
    void note(std::uint32_t key, const std::vector<int>& part) {
        check(parts_.try_emplace(key, part).first->second == part, "two patterns of ranks have one key");
    }
    [[nodiscard]] std::uint32_t largest() const { return parts_.rbegin()->first; }

private:
    std::map<std::uint32_t, std::vector<int>> parts_;
};

} // namespace

// Low ranks are numbered within their number of cards; a row begins where the row before it ends. So no two patterns share a cell.
PatternIndex::PatternIndex() {
    constexpr std::uint16_t unset = 0xffff;
    const auto patterns = all_patterns();
    KeyProof rows;
    KeyProof columns;
    for (const auto& pattern : patterns) {
        rows.note(sum_of(pattern.counts).row(), high_part(pattern));
        columns.note(sum_of(pattern.counts).column(), low_part(pattern));
    }
    rows_.resize(rows.largest() + 1, unset);
    columns_.resize(columns.largest() + 1, unset);

    std::array<std::uint16_t, most_cards + 1> numbered{}; // by number of low cards
    for (const auto& pattern : patterns) {
        const auto low = low_part(pattern);
        auto& column = columns_[sum_of(pattern.counts).column()];
        if (column == unset) column = numbered[static_cast<std::size_t>(std::accumulate(low.begin(), low.end(), 0))]++;
    }
    for (const auto& pattern : patterns) { // hands of five come before those of six, and lie together in memory
        const auto low = low_part(pattern);
        auto& row = rows_[sum_of(pattern.counts).row()];
        if (row != unset) continue;
        row = static_cast<std::uint16_t>(cells_);
        cells_ += numbered[static_cast<std::size_t>(std::accumulate(low.begin(), low.end(), 0))];
    }
    check(cells_ == patterns.size(), "a pattern of ranks without a cell of its own");
}

const PatternIndex& PatternIndex::shared() {
    static const PatternIndex index;
    return index;
}

std::vector<PatternIndex::Pattern> PatternIndex::all() {
    auto all = all_patterns();
    for (auto& pattern : all)
        pattern.cell = shared().cell(sum_of(pattern.counts));
    return all;
}

} // namespace engine::poker
