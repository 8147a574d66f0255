// Where the slots of a table lie in the picture of its camera. Pure: std and engine_cards only.
#pragma once

#include "engine/cards/slot.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace recognition::tracking {

// A point in px of the picture: x to the right, y down.
struct Point {
    double x = 0;
    double y = 0;
    friend constexpr bool operator==(const Point&, const Point&) = default;
};

// Four corners in px, clockwise as seen in the picture; corner 0 is the upper left one of a card that stands upright at its seat, so
// that corner 0 to corner 1 is a short side.
using Corners = std::array<Point, 4>;

// A slot and where a card lying in it is seen. `overlapped`: the next cards of the same seat lie on it, and no more than the index at its
// corner 0 need be seen (a fan).
struct SlotPlace {
    engine::Slot slot;
    Corners corners;
    bool overlapped = false;
};

// One camera's view of one table. A value; the loader in recognition/capture makes it from a file, check() says whether it can be used.
struct TableLayout {
    std::string name;
    int width = 0;                        // px
    int height = 0;                       // px
    double fps = 0;                       // frames per second the camera is expected to give
    double card_width = 0;                // px, of a card in the middle of the table
    double card_height = 0;               // px
    double card_width_mm = 63.5;          // poker size unless the file says otherwise
    std::chrono::milliseconds betting{0}; // time for bets; 0 when the file does not say
    std::vector<SlotPlace> slots;         // in the order of slots
    std::vector<engine::Slot> deal_order; // the order cards are laid in a round; empty when the file does not say
    int decks = 0;         // the table is played with, so that no more copies of a card can lie on it; 0 when the file does not say
    std::string reference; // picture of the table as these slots lie, which tells a camera that has moved; empty when there is none

    [[nodiscard]] const SlotPlace* find(engine::Slot slot) const; // nullptr when the table has no such slot
};

// Why a layout cannot be used. `slot` is the slot to look at; nothing when the fault is not one slot's.
struct LayoutFault {
    std::optional<engine::Slot> slot;
    std::string text;
};

// The first fault of a layout, or nothing: sizes, slots named twice, out of the picture, not convex or counter-clockwise, smaller than
// 24 px on a side, lying on each other by more than 2 px, a deal order that names a slot the table has not. In a fan a later slot may lie
// on an overlapped one of its seat, but not on its index: 29 % of its width and 36 % of its height from corner 0 stay free.
[[nodiscard]] std::optional<LayoutFault> check(const TableLayout& layout);

// By how many px two convex quads lie into each other; 0 or less when they do not.
[[nodiscard]] double overlap(const Corners& a, const Corners& b);

} // namespace recognition::tracking
