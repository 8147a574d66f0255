// A table as it is built: its slots and marks in mm, before any camera looks at it.
#pragma once

#include "recognition/tracking/table_layout.h"

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace recognition::capture {

// A place on the table, mm from its upper left corner as the camera sees it: x to the right, y down.
struct PointMm {
    double x = 0, y = 0;
    friend bool operator==(const PointMm&, const PointMm&) = default;
};

// A slot: its middle, and how far a card upright at its seat is turned clockwise from upright in the picture.
struct PlannedSlot {
    engine::Slot slot;
    PointMm middle;
    double degrees = 0;
    bool overlapped = false;
};

// The camera of the shipped layout and of the virtual table: where the table's corners are seen, clockwise from the upper left one, in px.
struct PlannedView {
    int width = 1920, height = 1080;
    double fps = 30;
    tracking::Corners corners{};
};

struct TablePlan {
    std::string name;
    double width_mm = 0, height_mm = 0;
    double card_width_mm = 63.5, card_height_mm = 88.9;
    double slot_width_mm = 68.6, slot_height_mm = 96; // a slot is a little larger than its card
    std::chrono::milliseconds betting{0};
    int decks = 0; // as in a layout
    std::vector<engine::Slot> deal_order;
    double mark_mm = 0;             // side of a mark's black square
    std::map<int, PointMm> marks;   // middle of each mark by its number in the dictionary
    std::vector<PlannedSlot> slots; // in the order of slots
    PlannedView view;

    // Clockwise from the upper left of the upright card or mark.
    [[nodiscard]] std::array<PointMm, 4> corners_of(const PlannedSlot& slot) const;
    [[nodiscard]] std::array<PointMm, 4> corners_of_mark(int number) const;
};

// Numbers of marks come from OpenCV's dictionary DICT_4X4_50.
inline constexpr int marks_in_dictionary = 50;

// Reads a plan from TOML; the keys are in the README. Throws CaptureError naming file and line when a key is missing, unknown or of the
// wrong kind, or a slot or mark lies beyond the table's edge.
[[nodiscard]] TablePlan read_table_plan(const std::filesystem::path& file);

} // namespace recognition::capture
