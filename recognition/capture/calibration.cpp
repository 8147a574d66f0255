#include "recognition/capture/calibration.h"

#include "recognition/capture/errors.h"

#include <fmt/format.h>

#include <opencv2/aruco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <ostream>
#include <set>

namespace recognition::capture {

namespace {

// A mark further from its place than this share of its side was laid elsewhere than the plan says.
constexpr double displaced_share = 0.25;
// A fit that is worse than this is told: a lens that bends straight lines, or marks that lie inexactly.
constexpr double good_residual_px = 2.0;
constexpr std::size_t least_marks = 3;

using Points = std::vector<cv::Point2d>;

cv::Point2d through(const cv::Matx33d& map, PointMm p) {
    const auto v = map * cv::Vec3d(p.x, p.y, 1);
    return {v[0] / v[2], v[1] / v[2]};
}

cv::Point2d to_cv(tracking::Point p) {
    return {p.x, p.y};
}

tracking::Point to_point(cv::Point2d p) {
    return {p.x, p.y};
}

Points plan_corners(const TablePlan& plan, int mark) {
    Points out;
    for (const auto& corner : plan.corners_of_mark(mark))
        out.emplace_back(corner.x, corner.y);
    return out;
}

// Corners of a seen mark as if it had been laid with its corner `first` at the upper left.
Points seen_corners(const tracking::Corners& corners, std::size_t first) {
    Points out;
    for (std::size_t i = 0; i < 4; ++i)
        out.push_back(to_cv(corners[(i + first) % 4]));
    return out;
}

double worst(const cv::Matx33d& map, const Points& planned, const Points& seen) {
    double most = 0;
    for (std::size_t i = 0; i < planned.size(); ++i)
        most = std::max(most, cv::norm(through(map, {planned[i].x, planned[i].y}) - seen[i]));
    return most;
}

// Roughly where the table lies, from the middles of the marks alone: enough to tell which way up each mark was laid.
cv::Matx33d rough_map(const TablePlan& plan, const SeenMarks& seen) {
    std::vector<cv::Point2f> from, to;
    for (const auto& [id, corners] : seen) {
        cv::Point2d middle;
        for (const auto& corner : corners)
            middle += to_cv(corner) * 0.25;
        from.emplace_back(cv::Point2d(plan.marks.at(id).x, plan.marks.at(id).y));
        to.emplace_back(middle);
    }
    cv::Mat map;
    if (from.size() == least_marks) {
        map = cv::Mat::eye(3, 3, CV_64F);
        cv::getAffineTransform(from, to).copyTo(map.rowRange(0, 2));
    } else {
        map = cv::findHomography(from, to, from.size() == 4 ? 0 : cv::RANSAC, 12.0);
    }
    if (map.empty()) throw CaptureError("the marks lie so that no view of the table fits them");
    return cv::Matx33d(map.ptr<double>());
}

// Each mark's corners in the plan's order.
std::map<int, Points> upright(const TablePlan& plan, const SeenMarks& seen) {
    const auto rough = rough_map(plan, seen);
    std::map<int, Points> out;
    for (const auto& [id, corners] : seen) {
        const auto planned = plan_corners(plan, id);
        double least = std::numeric_limits<double>::max();
        for (std::size_t first = 0; first < 4; ++first) {
            auto turned = seen_corners(corners, first);
            if (const auto miss = worst(rough, planned, turned); miss < least) least = miss, out[id] = std::move(turned);
        }
    }
    return out;
}

cv::Matx33d fit(const TablePlan& plan, const std::map<int, Points>& marks) {
    Points from, to;
    for (const auto& [id, corners] : marks) {
        std::ranges::copy(plan_corners(plan, id), std::back_inserter(from));
        std::ranges::copy(corners, std::back_inserter(to));
    }
    const cv::Mat map = cv::findHomography(from, to, 0);
    if (map.empty()) throw CaptureError("the marks lie so that no view of the table fits them");
    return cv::Matx33d(map.ptr<double>());
}

double side_px(const Points& mark) {
    return (cv::norm(mark[1] - mark[0]) + cv::norm(mark[2] - mark[1]) + cv::norm(mark[3] - mark[2]) + cv::norm(mark[0] - mark[3])) / 4;
}

// The mark that all the others agree about, when there is one: without it they fit one view, and it lies far from its place in that view.
std::optional<int> displaced(const TablePlan& plan, const std::map<int, Points>& marks) {
    if (marks.size() <= least_marks) return std::nullopt;
    std::optional<int> found;
    double best = std::numeric_limits<double>::max();
    for (const auto& [id, corners] : marks) {
        auto others = marks;
        others.erase(id);
        const auto map = fit(plan, others);
        double rest = 0;
        for (const auto& [other, seen] : others)
            rest = std::max(rest, worst(map, plan_corners(plan, other), seen));
        const double miss = worst(map, plan_corners(plan, id), corners);
        if (miss > displaced_share * side_px(corners) && rest < best && miss > 4 * rest) best = rest, found = id;
    }
    return found;
}

std::string list_of(const auto& numbers) {
    std::string out;
    for (const auto& number : numbers)
        out += (out.empty() ? "" : ", ") + fmt::format("{}", number);
    return out;
}

void describe(Calibration& out, const TablePlan& plan, const std::map<int, Points>& marks) {
    double sum = 0;
    for (const auto& [id, corners] : marks) {
        const auto planned = plan_corners(plan, id);
        out.of_marks[id] = worst(out.to_picture, planned, corners);
        for (std::size_t i = 0; i < 4; ++i)
            sum += std::pow(cv::norm(through(out.to_picture, {planned[i].x, planned[i].y}) - corners[i]), 2);
    }
    out.residual_px = std::sqrt(sum / static_cast<double>(4 * marks.size()));
    if (out.residual_px > good_residual_px)
        out.warnings.push_back(
            fmt::format("the marks lie {:.1f} px from where one flat view puts them: the lens bends straight lines, or the "
                        "marks do not lie where the plan says",
                        out.residual_px));
}

} // namespace

SeenMarks find_marks(const cv::Mat& bgr) {
    const auto dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50);
    auto parameters = cv::aruco::DetectorParameters::create();
    parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> numbers;
    cv::aruco::detectMarkers(bgr, dictionary, corners, numbers, parameters);
    SeenMarks seen;
    std::set<int> twice;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        tracking::Corners quad;
        std::ranges::transform(corners[i], quad.begin(), [](cv::Point2f p) { return to_point(p); });
        if (!seen.emplace(numbers[i], quad).second) twice.insert(numbers[i]);
    }
    for (const int number : twice)
        seen.erase(number);
    return seen;
}

Calibration calibrate_by_points(const TablePlan& plan, cv::Size picture, const tracking::Corners& points) {
    std::array<cv::Point2f, 4> from{cv::Point2d(0, 0), cv::Point2d(plan.width_mm, 0), cv::Point2d(plan.width_mm, plan.height_mm),
                                    cv::Point2d(0, plan.height_mm)};
    std::array<cv::Point2f, 4> to;
    std::ranges::transform(points, to.begin(), to_cv);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto a = to[(i + 1) % 4] - to[i], b = to[(i + 2) % 4] - to[(i + 1) % 4];
        if (a.cross(b) <= 0)
            throw CaptureError("the four points must be the corners of the table clockwise from its upper left one, and convex");
    }
    Calibration out;
    out.picture = picture;
    out.to_picture = cv::Matx33d(cv::Mat(cv::getPerspectiveTransform(from.data(), to.data())).ptr<double>());
    return out;
}

Calibration calibrate_by_marks(const TablePlan& plan, cv::Size picture, const SeenMarks& seen) {
    if (plan.marks.size() < least_marks) throw CaptureError("the table's plan has no marks: give its four corners instead");
    SeenMarks ours;
    std::vector<int> missing, strange;
    for (const auto& [id, middle] : plan.marks) {
        if (const auto found = seen.find(id); found != seen.end())
            ours.insert(*found);
        else
            missing.push_back(id);
    }
    for (const auto& [id, corners] : seen) {
        if (!plan.marks.contains(id)) strange.push_back(id);
    }
    if (ours.size() < least_marks)
        throw CaptureError(fmt::format("{} of the table's {} marks are seen, at least {} are needed; missing: {}", ours.size(),
                                       plan.marks.size(), least_marks, list_of(missing)));
    Calibration out;
    out.picture = picture;
    if (!missing.empty()) out.warnings.push_back("marks not seen: " + list_of(missing));
    if (!strange.empty()) out.warnings.push_back("marks that the plan does not have: " + list_of(strange));
    auto marks = upright(plan, ours);
    while (const auto wrong = displaced(plan, marks)) {
        out.warnings.push_back(fmt::format("mark {} does not lie where the plan says and is left out", *wrong));
        marks.erase(*wrong);
    }
    out.to_picture = fit(plan, marks);
    describe(out, plan, marks);
    return out;
}

tracking::TableLayout layout_of(const TablePlan& plan, const Calibration& calibration, double fps) {
    tracking::TableLayout layout;
    layout.name = plan.name;
    layout.width = calibration.picture.width;
    layout.height = calibration.picture.height;
    layout.fps = fps;
    layout.card_width_mm = plan.card_width_mm;
    layout.betting = plan.betting;
    layout.decks = plan.decks;
    layout.deal_order = plan.deal_order;
    const auto place = [&](const std::array<PointMm, 4>& corners) {
        tracking::Corners out;
        std::ranges::transform(corners, out.begin(), [&](PointMm p) { return to_point(through(calibration.to_picture, p)); });
        return out;
    };
    for (const auto& slot : plan.slots)
        layout.slots.push_back({slot.slot, place(plan.corners_of(slot)), slot.overlapped});
    // A card in the middle of the table.
    const double x = plan.width_mm / 2, y = plan.height_mm / 2, w = plan.card_width_mm / 2, h = plan.card_height_mm / 2;
    const auto at = [&](double dx, double dy) { return through(calibration.to_picture, {x + dx, y + dy}); };
    layout.card_width = cv::norm(at(w, 0) - at(-w, 0));
    layout.card_height = cv::norm(at(0, h) - at(0, -h));
    return layout;
}

double card_px(const TablePlan& plan, const tracking::SlotPlace& place) {
    const auto& c = place.corners;
    return (std::hypot(c[1].x - c[0].x, c[1].y - c[0].y) + std::hypot(c[2].x - c[3].x, c[2].y - c[3].y)) / 2 * plan.card_width_mm /
           plan.slot_width_mm;
}

std::optional<std::string> too_small(const TablePlan& plan, const tracking::TableLayout& layout) {
    std::vector<std::string> small;
    double least = std::numeric_limits<double>::max();
    for (const auto& place : layout.slots) {
        const double px = card_px(plan, place);
        if (px >= wanted_card_px) continue;
        small.push_back(place.slot.text());
        least = std::min(least, px);
    }
    if (small.empty()) return std::nullopt;
    return fmt::format("a card's short side is seen with as little as {:.0f} px; {:.0f} px are wanted and nothing is read below {:.0f}: {}",
                       least, wanted_card_px, least_card_px, list_of(small));
}

cv::Mat without_marks(const cv::Mat& bgr, const SeenMarks& marks) {
    cv::Mat out = bgr.clone();
    for (const auto& [id, corners] : marks) {
        Points mark;
        std::ranges::transform(corners, std::back_inserter(mark), to_cv);
        const auto middle = (mark[0] + mark[1] + mark[2] + mark[3]) * 0.25;
        const auto grown = [&](double by) {
            std::vector<cv::Point> outline;
            for (const auto& corner : mark)
                outline.emplace_back(middle + (corner - middle) * by);
            return outline;
        };
        cv::Mat painted(bgr.size(), CV_8U, cv::Scalar(0)), beside = painted.clone();
        cv::fillConvexPoly(painted, grown(2), cv::Scalar(255));
        cv::fillConvexPoly(beside, grown(2.6), cv::Scalar(255));
        beside.setTo(0, painted);
        out.setTo(cv::mean(bgr, beside), painted);
        // Its edge must not become a mark itself.
        const double soft = side_px(mark) / 3;
        const auto box = cv::boundingRect(grown(3.5)) & cv::Rect({0, 0}, bgr.size());
        cv::Mat blurred;
        cv::GaussianBlur(out(box), blurred, {}, soft);
        blurred.copyTo(out(box), painted(box) | beside(box));
    }
    return out;
}

void write_layout(const tracking::TableLayout& layout, const std::string& origin, std::ostream& out) {
    const auto quoted = [](const std::vector<engine::Slot>& slots) {
        constexpr std::size_t a_line = 13;
        std::string text;
        for (std::size_t i = 0; i < slots.size(); ++i)
            text += (i == 0 ? "\"" : i % a_line == 0 ? ",\n    \"" : ", \"") + slots[i].text() + "\"";
        return "[" + text + "]";
    };
    out << "# " << origin << "\n# Corners in px, clockwise, from the upper left corner of a card that stands upright at its seat.\n";
    out << fmt::format("name = \"{}\"\nwidth = {}\nheight = {}\nfps = {:.4g}\ncard_px = [{:.0f}, {:.0f}]\ncard_width_mm = {:.5g}\n",
                       layout.name, layout.width, layout.height, layout.fps, layout.card_width, layout.card_height, layout.card_width_mm);
    if (layout.betting.count() > 0) out << "betting_ms = " << layout.betting.count() << '\n';
    if (layout.decks > 0) out << "decks = " << layout.decks << '\n';
    if (!layout.reference.empty()) out << fmt::format("reference = \"{}\"\n", std::filesystem::path(layout.reference).filename().string());
    if (!layout.deal_order.empty()) out << "deal_order = " << quoted(layout.deal_order) << '\n';
    std::vector<engine::Slot> overlapped;
    for (const auto& place : layout.slots) {
        if (place.overlapped) overlapped.push_back(place.slot);
    }
    if (!overlapped.empty()) out << "overlapped = " << quoted(overlapped) << '\n';
    out << "\n[slots]\n";
    for (const auto& place : layout.slots) {
        const auto& c = place.corners;
        out << fmt::format("\"{}\" = [[{:.1f}, {:.1f}], [{:.1f}, {:.1f}], [{:.1f}, {:.1f}], [{:.1f}, {:.1f}]]\n", place.slot.text(), c[0].x,
                           c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y);
    }
}

void write_marks(const TablePlan& plan, std::ostream& out) {
    if (plan.marks.empty()) throw CaptureError("the table's plan has no marks");
    constexpr double page = 210, edge = 10; // an A4 page is 210 mm wide
    constexpr int cells = 6;                // four by four bits and a black border
    const double side = plan.mark_mm, cell = side / cells, pitch = side + 2 * cell + 12;
    const int across = std::max(1, static_cast<int>((page - 2 * edge) / pitch));
    const int rows = (static_cast<int>(plan.marks.size()) + across - 1) / across;
    out << fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1:.1f}mm\" viewBox=\"0 0 {0} {1:.1f}\">\n",
                       page, 2 * edge + rows * pitch);
    out << fmt::format("<rect width=\"{}\" height=\"{:.1f}\" fill=\"white\"/>\n", page, 2 * edge + rows * pitch);
    const auto dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50);
    int n = 0;
    for (const auto& [id, middle] : plan.marks) {
        const int column = n % across, row = n / across;
        const double x = edge + column * pitch + cell, y = edge + row * pitch + cell;
        ++n;
        cv::Mat bits;
        dictionary->drawMarker(id, cells, bits);
        for (int r = 0; r < cells; ++r) {
            for (int c = 0; c < cells; ++c) {
                if (bits.at<std::uint8_t>(r, c) != 0) continue;
                out << fmt::format("<rect x=\"{:.3f}\" y=\"{:.3f}\" width=\"{:.3f}\" height=\"{:.3f}\"/>\n", x + c * cell, y + r * cell,
                                   cell * 1.002, cell * 1.002);
            }
        }
        out << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"4\">{}: mark {}, middle at {:.0f}, {:.0f} mm</text>\n", x,
                           y + side + cell + 5, plan.name, id, middle.x, middle.y);
    }
    out << "</svg>\n";
}

} // namespace recognition::capture
