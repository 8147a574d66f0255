#include "recognition/tracking/table_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace recognition::tracking {

namespace {

constexpr double least_side = 24;     // px: below this no reader can tell a card's index
constexpr double allowed_overlap = 2; // px: layouts are drawn by hand, neighbours may touch

struct Range {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
};

Range project(const Corners& quad, Point axis) {
    Range range;
    for (const auto& corner : quad) {
        const double at = corner.x * axis.x + corner.y * axis.y;
        range.low = std::min(range.low, at);
        range.high = std::max(range.high, at);
    }
    return range;
}

double side(const Corners& quad, std::size_t i) {
    const auto& a = quad[i];
    const auto& b = quad[(i + 1) % 4];
    return std::hypot(b.x - a.x, b.y - a.y);
}

double turn(const Corners& quad, std::size_t i) {
    const auto& a = quad[i];
    const auto& b = quad[(i + 1) % 4];
    const auto& c = quad[(i + 2) % 4];
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

// The least depth over the edge normals of `a`; separating axes of convex shapes are normals of either shape's edges.
double depth_along(const Corners& a, const Corners& b) {
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < 4; ++i) {
        const double length = side(a, i);
        if (length <= 0) continue;
        const auto& from = a[i];
        const auto& to = a[(i + 1) % 4];
        const Point normal{(to.y - from.y) / length, -(to.x - from.x) / length};
        const auto mine = project(a, normal);
        const auto theirs = project(b, normal);
        least = std::min(least, std::min(mine.high - theirs.low, theirs.high - mine.low));
    }
    return least;
}

// The part of a card that its index takes, from corner 0.
Corners index_of(const Corners& card) {
    constexpr double across = 0.29, along = 0.36;
    const auto at = [&](double u, double v) {
        const auto mix = [&](double Point::* axis) {
            return (1 - u) * (1 - v) * card[0].*axis + u * (1 - v) * card[1].*axis + u * v * card[2].*axis + (1 - u) * v * card[3].*axis;
        };
        return Point{mix(&Point::x), mix(&Point::y)};
    };
    return {at(0, 0), at(across, 0), at(across, along), at(0, along)};
}

// Why two slots that lie on each other cannot be; nothing when they are a fan.
std::optional<std::string> fault_of_fan(const SlotPlace& a, const SlotPlace& b) {
    const auto& lower = a.slot.index < b.slot.index ? a : b;
    const auto& upper = a.slot.index < b.slot.index ? b : a;
    if (a.slot.seat != b.slot.seat || !lower.overlapped) return "slots " + a.slot.text() + " and " + b.slot.text() + " lie on each other";
    if (overlap(index_of(lower.corners), upper.corners) > allowed_overlap)
        return "slot " + upper.slot.text() + " lies on the index of " + lower.slot.text();
    return std::nullopt;
}

std::optional<std::string> fault_of(const SlotPlace& place, const TableLayout& layout) {
    for (const auto& corner : place.corners) {
        if (!std::isfinite(corner.x) || !std::isfinite(corner.y)) return "has a corner that is no number";
        if (corner.x < 0 || corner.y < 0 || corner.x > layout.width || corner.y > layout.height)
            return "lies out of the picture of " + std::to_string(layout.width) + "x" + std::to_string(layout.height) + " px";
    }
    for (std::size_t i = 0; i < 4; ++i) {
        if (side(place.corners, i) < least_side) return "has a side shorter than 24 px";
        if (turn(place.corners, i) <= 0) return "is not a convex quad with its corners clockwise";
    }
    return std::nullopt;
}

} // namespace

const SlotPlace* TableLayout::find(engine::Slot slot) const {
    const auto found = std::ranges::find(slots, slot, &SlotPlace::slot);
    return found == slots.end() ? nullptr : &*found;
}

double overlap(const Corners& a, const Corners& b) {
    return std::min(depth_along(a, b), depth_along(b, a));
}

std::optional<LayoutFault> check(const TableLayout& layout) {
    if (layout.width <= 0 || layout.height <= 0) return LayoutFault{std::nullopt, "width and height must be more than 0 px"};
    if (!(layout.fps > 0)) return LayoutFault{std::nullopt, "fps must be more than 0"};
    if (!(layout.card_width > 0) || !(layout.card_height > layout.card_width))
        return LayoutFault{std::nullopt, "the card's size must be a width and a larger height in px"};
    if (layout.slots.empty()) return LayoutFault{std::nullopt, "there are no slots"};
    for (std::size_t i = 0; i < layout.slots.size(); ++i) {
        const auto& place = layout.slots[i];
        if (const auto fault = fault_of(place, layout)) return LayoutFault{place.slot, "slot " + place.slot.text() + " " + *fault};
        for (std::size_t k = 0; k < i; ++k) {
            const auto& other = layout.slots[k];
            if (other.slot == place.slot) return LayoutFault{place.slot, "slot " + place.slot.text() + " is there twice"};
            if (overlap(other.corners, place.corners) <= allowed_overlap) continue;
            if (const auto fault = fault_of_fan(other, place)) return LayoutFault{place.slot, *fault};
        }
    }
    for (const auto& slot : layout.deal_order) {
        if (layout.find(slot) == nullptr)
            return LayoutFault{slot, "the deal order names " + slot.text() + ", which is no slot of this table"};
    }
    return std::nullopt;
}

} // namespace recognition::tracking
