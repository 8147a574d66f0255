// Where a table lies in the picture of its camera, and the layout that follows. Pure but for OpenCV: a plan and a picture in, values out.
#pragma once

#include "recognition/capture/table_plan.h"

#include <opencv2/core.hpp>

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace recognition::capture {

// Marks seen in a picture: number -> its four corners in px, clockwise from its own upper left one.
using SeenMarks = std::map<int, tracking::Corners>;

// A camera's view of a table.
struct Calibration {
    cv::Matx33d to_picture;            // mm of the table -> px
    cv::Size picture;                  // px
    double residual_px = 0;            // root mean square over what it was fitted to; 0 for four points
    std::map<int, double> of_marks;    // the greatest distance of each mark's corners from where the fit puts them, px
    std::vector<std::string> warnings; // one line each, for the person who sets the camera up
};

// The least short side of a card, px, for which the figures of recognition hold (README of recognition/vision), and below which nothing is
// read.
inline constexpr double wanted_card_px = 80, least_card_px = 30;

// The marks of DICT_4X4_50 in a picture, to a part of a px. A number seen twice is left out: nobody knows which one is meant.
[[nodiscard]] SeenMarks find_marks(const cv::Mat& bgr);

// From the four corners of the table in px, clockwise from the upper left one as the camera sees it. Throws CaptureError when they are not
// convex and clockwise.
[[nodiscard]] Calibration calibrate_by_points(const TablePlan& plan, cv::Size picture, const tracking::Corners& points);

// From marks. Three of the plan's marks must be seen; which way up a mark was laid does not matter. A mark that lies elsewhere than the
// plan says is left out and told when at least three others remain. Throws CaptureError.
[[nodiscard]] Calibration calibrate_by_marks(const TablePlan& plan, cv::Size picture, const SeenMarks& seen);

// The layout of a plan in a calibrated picture. It may have slots out of the picture: tracking::check() says so.
[[nodiscard]] tracking::TableLayout layout_of(const TablePlan& plan, const Calibration& calibration, double fps);

// The slots whose cards are seen smaller than `wanted_card_px`, as one line; nothing when there are none.
[[nodiscard]] std::optional<std::string> too_small(const TablePlan& plan, const tracking::TableLayout& layout);
// The short side of a card in a slot of the layout, px.
[[nodiscard]] double card_px(const TablePlan& plan, const tracking::SlotPlace& place);

// The table as it will be played on: each mark, and half its side around it, is painted over with what lies beside it.
[[nodiscard]] cv::Mat without_marks(const cv::Mat& bgr, const SeenMarks& marks);

// Writes a layout as TOML that read_layout() reads, to a tenth of a px. `origin`: one line of comment, where it comes from.
void write_layout(const tracking::TableLayout& layout, const std::string& origin, std::ostream& out);

// One page with every mark of the plan in its true size, for a printer that does not scale (SVG in mm).
void write_marks(const TablePlan& plan, std::ostream& out);

} // namespace recognition::capture
