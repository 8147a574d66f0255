#include "engine/poker/hand_sum.h"

#include "engine/core/check.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace engine::poker {

namespace {

constexpr int copies = 4; // cards of one rank

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

using Columns = std::set<std::size_t>;

// The columns that each row uses. Two patterns with one sum stop here.
std::map<std::size_t, Columns> used_columns(const std::vector<PatternIndex::Pattern>& patterns) {
    std::map<std::size_t, Columns> rows;
    for (const auto& pattern : patterns) {
        const auto sum = sum_of(pattern.counts);
        check(rows[sum.row()].insert(sum.column()).second, "two patterns of ranks have one sum");
    }
    return rows;
}

// The first place where a row's columns all fall on free cells.
std::size_t first_fit(const Columns& columns, const std::vector<bool>& taken) {
    for (std::size_t start = 0;; ++start) {
        const auto meets = [&](std::size_t column) { return start + column < taken.size() && taken[start + column]; };
        if (std::ranges::none_of(columns, meets)) return start;
    }
}

} // namespace

// The fullest rows come first; the others fill the gaps that they leave.
PatternIndex::PatternIndex() {
    const auto rows = used_columns(all_patterns());
    std::vector<const std::pair<const std::size_t, Columns>*> order;
    order.reserve(rows.size());
    for (const auto& row : rows)
        order.push_back(&row);
    std::ranges::stable_sort(order, [](const auto* a, const auto* b) { return a->second.size() > b->second.size(); });

    rows_.resize(rows.rbegin()->first + 1);
    std::vector<bool> taken;
    for (const auto* row : order) {
        const auto start = first_fit(row->second, taken);
        check(start <= std::numeric_limits<std::uint16_t>::max(), "a row begins beyond its table");
        rows_[row->first] = static_cast<std::uint16_t>(start);
        taken.resize(std::max(taken.size(), start + *row->second.rbegin() + 1));
        for (const auto column : row->second)
            taken[start + column] = true;
    }
    cells_ = taken.size();
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
