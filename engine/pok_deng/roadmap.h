// The roadmap of one position, as data: one cell a round, drawn by whoever shows it (S4, legend of the roadmap).
#pragma once

#include "engine/core/event.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::pok_deng {

// PD-17: the legend prints a grey circle for both a loss and a tie; here they are two marks, told apart by colour and by filling.
enum class RoadmapMark : std::uint8_t { BLUE_CIRCLE, RED_GREY_CIRCLE, HOLLOW_GREY_CIRCLE };

struct RoadmapCell {
    Outcome outcome = Outcome::NONE; // seen from the player's position
    bool flush = false;              // an outer ring: the player's two cards are of one suit
    bool pair = false;               // a yellow dot: they are of one rank
    friend bool operator==(const RoadmapCell&, const RoadmapCell&) = default;
};

// The circle of a cell. The outcome of a settled position only.
[[nodiscard]] RoadmapMark mark(Outcome outcome);

[[nodiscard]] RoadmapCell roadmap_cell(const PositionResult& result);

// The cells of one position, oldest round first. Each round is the positions of one confirmed result; a round in which the position does
// not appear gives no cell.
[[nodiscard]] std::vector<RoadmapCell> roadmap(const Seat& position, std::span<const std::vector<PositionResult>> rounds);

} // namespace engine::pok_deng
