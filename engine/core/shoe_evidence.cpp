#include "engine/core/shoe_evidence.h"

#include <algorithm>
#include <cstdlib>

namespace engine {

namespace {

constexpr int breaks_allowed = 2;
constexpr std::size_t least_faces = 4;

// An ace stands below the two or above the king, as the factory likes.
bool neighbours(const NumberedFace& one, const NumberedFace& next) {
    if (one.second.suit != next.second.suit) return false;
    const int apart = next.first - one.first;
    const auto distance = [&](int ace) {
        const auto place = [ace](const Card& card) { return card.rank == Rank::ACE ? ace : static_cast<int>(card.rank); };
        return std::abs(place(one.second) - place(next.second));
    };
    return distance(1) == apart || distance(static_cast<int>(Rank::ACE)) == apart;
}

} // namespace

bool in_factory_order(std::vector<NumberedFace> faces) {
    if (faces.size() < least_faces) return false;
    std::ranges::sort(faces, {}, &NumberedFace::first);
    int breaks = 0;
    for (std::size_t i = 1; i < faces.size(); ++i)
        if (!neighbours(faces[i - 1], faces[i])) ++breaks;
    return breaks <= breaks_allowed && breaks * 2 < static_cast<int>(faces.size());
}

std::vector<std::string> rounds_of_missing_cards(const std::vector<ShoeGap>& gaps) {
    std::vector<std::string> rounds;
    int lasting = gaps.empty() ? 0 : gaps.back().cards; // the least gap from here to the end
    for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) {
        lasting = std::min(lasting, gap->cards);
        const int before = std::next(gap) == gaps.rend() ? 0 : std::next(gap)->cards;
        if (lasting > before) rounds.push_back(gap->round_id);
    }
    std::ranges::reverse(rounds);
    return rounds;
}

} // namespace engine
