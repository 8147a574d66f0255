#include "engine/pok_deng/roadmap.h"

#include "engine/core/check.h"
#include "engine/pok_deng/hand_value.h"

#include <algorithm>

namespace engine::pok_deng {

RoadmapMark mark(Outcome outcome) {
    check(outcome != Outcome::NONE, "a roadmap cell of a position that is not settled");
    if (outcome == Outcome::WIN) return RoadmapMark::BLUE_CIRCLE;
    return outcome == Outcome::LOSE ? RoadmapMark::RED_GREY_CIRCLE : RoadmapMark::HOLLOW_GREY_CIRCLE; // PD-17
}

RoadmapCell roadmap_cell(const PositionResult& result) {
    check(result.outcome != Outcome::NONE, "a roadmap cell of a position that is not settled");
    check(result.hand.size() == 2, "a Pok Deng hand that is not two cards");
    const Hand hand{result.hand[0], result.hand[1]};
    return {result.outcome, is_flush(hand), is_pair(hand)};
}

std::vector<RoadmapCell> roadmap(const Seat& position, std::span<const std::vector<PositionResult>> rounds) {
    std::vector<RoadmapCell> cells;
    for (const auto& round : rounds) {
        const auto found = std::ranges::find(round, position, &PositionResult::position);
        if (found != round.end()) cells.push_back(roadmap_cell(*found));
    }
    return cells;
}

} // namespace engine::pok_deng
