// How cards of which little more than the index is to be seen are read: fans of the virtual table, by the height of their indices.
#pragma once

#include "recognition/tracking/table_layout.h"
#include "recognition/vision/models.h"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

namespace recognition::app {

// Cards by how they were read.
struct FanCount {
    int right = 0, wrong = 0, unanswered = 0;
    [[nodiscard]] int cards() const { return right + wrong + unanswered; }
};

// Of the cards that lie under others, and those on which none lies, by the height in px that their index has in the picture: the classes
// begin at the numbers of `fan_heights`.
struct FanReport {
    std::map<std::string, std::map<int, FanCount>> overlapped; // "by slots", "anywhere"
};
inline constexpr int fan_heights[] = {0, 18, 25, 35};

// Deals `rounds` times one shuffled deck into the fans of a layout, in lights, prints and at distances that change from round to round, and
// reads the overlapped cards by their slots and anywhere in the picture. Throws CaptureError when the layout has no overlapped slot.
[[nodiscard]] FanReport read_fans(const tracking::TableLayout& layout, const ModelFiles& models, int rounds, std::uint64_t seed);

void print(const FanReport& report, std::ostream& out);

} // namespace recognition::app
