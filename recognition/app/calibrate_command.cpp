#include "recognition/app/calibrate_command.h"

#include "recognition/app/view_watch.h"
#include "recognition/capture/calibration.h"
#include "recognition/capture/felt.h"
#include "recognition/capture/frame_source.h"
#include "recognition/capture/image_file.h"

#include <fmt/format.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <ranges>
#include <stdexcept>

namespace recognition::app {

namespace {

using capture::CaptureError;

constexpr int reference_quality = 80; // JPEG

// The picture gives no layout: exit 1, where a CaptureError is bad input.
struct NoLayout : std::runtime_error {
    using std::runtime_error::runtime_error;
};

double number_in(std::string_view text, const std::string& point) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) throw CaptureError("--points: '" + point + "' is no x,y in px");
    return value;
}

tracking::Corners points_of(const std::vector<std::string>& points) {
    if (points.size() != 4) throw CaptureError("--points needs four points x,y: the table's corners clockwise from the upper left one");
    tracking::Corners out;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto comma = points[i].find(',');
        if (comma == std::string::npos) throw CaptureError("--points: '" + points[i] + "' is no x,y in px");
        out[i] = {number_in(std::string_view(points[i]).substr(0, comma), points[i]),
                  number_in(std::string_view(points[i]).substr(comma + 1), points[i])};
    }
    return out;
}

// A picture, and what marks of the plan were seen in it.
struct Look {
    cv::Mat picture;
    capture::SeenMarks marks;
};

// The frame that shows most of the plan's marks, until one shows them all or the time is over.
Look look_at_camera(const capture::TablePlan& plan, const CalibrateOptions& options) {
    const auto source = capture::open_source(options.camera, {});
    const auto begin = std::chrono::steady_clock::now();
    Look best;
    std::string trouble = options.camera + ": it gave no picture";
    while (std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(options.seconds)) {
        auto taken = source->take(std::chrono::milliseconds(200));
        if (taken.kind == capture::Taken::Kind::ENDED) break;
        if (taken.kind == capture::Taken::Kind::LOST) trouble = taken.detail;
        if (taken.kind != capture::Taken::Kind::FRAME) continue;
        auto marks = options.points.empty() ? capture::find_marks(taken.frame.image) : capture::SeenMarks{};
        std::erase_if(marks, [&](const auto& mark) { return !plan.marks.contains(mark.first); });
        if (best.picture.empty() || marks.size() > best.marks.size()) best = {taken.frame.image.clone(), std::move(marks)};
        if (!options.points.empty() || best.marks.size() == plan.marks.size()) break;
    }
    if (best.picture.empty()) throw NoLayout("camera " + trouble);
    return best;
}

Look look(const capture::TablePlan& plan, const CalibrateOptions& options) {
    if (!options.camera.empty()) return look_at_camera(plan, options);
    if (options.image.empty()) return {};
    Look out{capture::read_image(options.image), {}};
    if (options.points.empty()) out.marks = capture::find_marks(out.picture);
    return out;
}

capture::Calibration calibration_of(const capture::TablePlan& plan, const CalibrateOptions& options, const Look& seen) {
    const auto size = seen.picture.empty() ? cv::Size(plan.view.width, plan.view.height) : seen.picture.size();
    if (!options.points.empty()) return calibrate_by_points(plan, size, points_of(options.points));
    if (seen.picture.empty()) return calibrate_by_points(plan, size, plan.view.corners);
    try {
        return calibrate_by_marks(plan, size, seen.marks);
    } catch (const CaptureError& error) {
        throw NoLayout(error.what());
    }
}

void draw_slots(const tracking::TableLayout& layout, cv::Mat picture, const std::string& file) {
    if (picture.empty()) picture = cv::Mat(layout.height, layout.width, CV_8UC3, cv::Scalar(60, 96, 30));
    for (const auto& place : layout.slots) {
        std::vector<cv::Point> points;
        for (const auto& corner : place.corners)
            points.emplace_back(cvRound(corner.x), cvRound(corner.y));
        cv::polylines(picture, points, true, cv::Scalar(80, 230, 90), 2, cv::LINE_AA);
        cv::circle(picture, points[0], 6, cv::Scalar(30, 150, 255), cv::FILLED, cv::LINE_AA); // where the card's index is
        cv::putText(picture, place.slot.text(), points[0] + cv::Point(4, 22), cv::FONT_HERSHEY_SIMPLEX, 0.6, cv::Scalar(255, 255, 255), 2,
                    cv::LINE_AA);
    }
    if (!cv::imwrite(file, picture)) throw CaptureError(file + ": cannot be written");
}

std::string origin_of(const CalibrateOptions& options, const Look& seen) {
    if (!options.points.empty()) return "Made by studio calibrate from four points";
    if (seen.picture.empty()) return "Made by studio calibrate from the view of its plan in recognition/capture/tables";
    return "Made by studio calibrate from marks";
}

void write_file(const std::string& file, const std::function<void(std::ostream&)>& write) {
    std::ofstream out(file);
    write(out);
    out.flush();
    if (!out) throw CaptureError(file + ": cannot be written");
}

// The table as it is seen, for the recogniser to hold its camera's view against; of a plan's own view it is the virtual table's cloth.
cv::Mat reference_of(const tracking::TableLayout& layout, const Look& seen) {
    if (seen.picture.empty()) return capture::paint_felt(layout, 1);
    return capture::without_marks(seen.picture, capture::find_marks(seen.picture));
}

// Writes the reference beside the layout. A view without marks of its own gets none, which is told.
void add_reference(tracking::TableLayout& layout, const CalibrateOptions& options, const Look& seen, std::ostream& warnings) {
    const auto picture = reference_of(layout, seen);
    const auto marks = marks_of_reference(picture, layout);
    if (const auto weak = weakness_of(marks); !weak.empty()) warnings << "calibrate: " << weak << '\n';
    if (marks.worth() == ViewMarks::Worth::NONE) return;
    const std::filesystem::path out(options.out);
    layout.reference = (out.parent_path() / (out.stem().string() + "_view.jpg")).string();
    if (!cv::imwrite(layout.reference, picture, {cv::IMWRITE_JPEG_QUALITY, reference_quality}))
        throw CaptureError(layout.reference + ": cannot be written");
}

void calibrate(const CalibrateOptions& options, std::ostream& report, std::ostream& warnings) {
    const auto plan = capture::read_table_plan(options.table);
    if (!options.marks.empty()) {
        write_file(options.marks, [&](std::ostream& out) { capture::write_marks(plan, out); });
        report << options.marks << ": " << plan.marks.size() << " marks of " << plan.mark_mm << " mm; print without scaling\n";
        return;
    }
    if (!options.camera.empty() && !options.image.empty()) throw CaptureError("--camera and --image: one of them");
    if (options.out.empty()) throw CaptureError("--out is missing: the layout to write");
    const auto seen = look(plan, options);
    const auto found = calibration_of(plan, options, seen);
    auto layout = layout_of(plan, found, options.fps.value_or(plan.view.fps));
    for (const auto& warning : found.warnings)
        warnings << "calibrate: " << warning << '\n';
    if (const auto small = too_small(plan, layout)) warnings << "calibrate: " << *small << '\n';
    if (!options.draw.empty()) draw_slots(layout, seen.picture.clone(), options.draw);
    if (const auto fault = tracking::check(layout)) throw NoLayout(fault->text);
    add_reference(layout, options, seen, warnings);
    write_file(options.out, [&](std::ostream& out) { capture::write_layout(layout, origin_of(options, seen), out); });
    const auto [least, most] =
        std::ranges::minmax(layout.slots | std::views::transform([&](const auto& place) { return card_px(plan, place); }));
    report << fmt::format("{}: {} slots, a card is {:.0f} to {:.0f} px wide", options.out, layout.slots.size(), least, most);
    if (!found.of_marks.empty())
        report << fmt::format(", {} of {} marks, {:.2f} px off on average", found.of_marks.size(), plan.marks.size(), found.residual_px);
    if (!layout.reference.empty()) report << "; view kept in " << layout.reference;
    report << '\n';
}

} // namespace

int calibrate_command(const CalibrateOptions& options) {
    auto& warnings = options.warnings != nullptr ? *options.warnings : std::cerr;
    try {
        calibrate(options, options.report != nullptr ? *options.report : std::cout, warnings);
        return 0;
    } catch (const NoLayout& error) {
        warnings << "calibrate: " << error.what() << '\n';
        return 1;
    } catch (const std::exception& error) {
        warnings << "calibrate: " << error.what() << '\n';
        return 2;
    }
}

} // namespace recognition::app
