#include "recognition/app/view_watch.h"

#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace recognition::app {

namespace {

using std::chrono::milliseconds;

constexpr int small_width = 960; // px: half of 1080p; marks are sought in it
constexpr int most_beside = 40;  // marks beside the slots
constexpr int most_within = 24;  // marks anywhere else
constexpr std::size_t many_marks = 8, few_marks = 4;
constexpr int patch_radius = 10;    // small px
constexpr int search_radius = 9;    // small px
constexpr int near_radius = 2;      // small px: where a mark is looked for first
constexpr int mark_distance = 24;   // small px between marks
constexpr double least_match = 0.8; // correlation by which a mark counts as found; brightness and contrast do not enter
constexpr double agreement_px = 2.5;
constexpr int least_agreeing = 4;      // of many marks: two or three agree by chance on some shift
constexpr int least_agreeing_few = 3;  // of few marks
constexpr double allowed_share = 0.03; // of a card's width that the view may move: 3.4 px of the shipped table's 113
constexpr double allowed_least_px = 2;
constexpr std::size_t most_trusted = 20; // marks that are looked at first
constexpr double still_enough = 0.7;     // of them, in place: nothing has moved
constexpr milliseconds look_every{90};   // sooner than any slot can settle
constexpr milliseconds displaced_for{500};
constexpr milliseconds hidden_for{700};
constexpr milliseconds slow_to_learn{5000};
constexpr double reference_noise = 6; // sigma of 8 bit, more than a camera's in dim light
constexpr int confirmations = 5;
constexpr double least_corner = 0.01;          // of the strongest corner of the picture
constexpr double least_corner_beside = 0.0002; // cloth will do: what does not stay is dropped again

// Small, by the green of scale x scale px: the channel with the least noise, and no conversion.
cv::Mat shrink(const cv::Mat& picture, int scale) {
    cv::Mat small(picture.rows / scale, picture.cols / scale, CV_8U);
    const int area = scale * scale;
    for (int y = 0; y < small.rows; ++y) {
        auto* out = small.ptr<std::uint8_t>(y);
        for (int x = 0; x < small.cols; ++x) {
            int sum = area / 2;
            for (int dy = 0; dy < scale; ++dy) {
                const auto* row = picture.ptr<std::uint8_t>(y * scale + dy) + static_cast<std::ptrdiff_t>(3) * x * scale + 1;
                for (int dx = 0; dx < scale; ++dx)
                    sum += row[3 * dx];
            }
            out[x] = static_cast<std::uint8_t>(sum / area);
        }
    }
    return small;
}

// Correlation of a patch with the part of a window at (left, top), -1..1.
double correlation(const cv::Mat& patch, const cv::Mat& window, int left, int top) {
    int a = 0, b = 0, aa = 0, bb = 0, ab = 0; // at most 441 * 255 * 255
    for (int y = 0; y < patch.rows; ++y) {
        const auto* p = patch.ptr<std::uint8_t>(y);
        const auto* w = window.ptr<std::uint8_t>(top + y) + left;
        for (int x = 0; x < patch.cols; ++x) {
            a += p[x];
            b += w[x];
            aa += p[x] * p[x];
            bb += w[x] * w[x];
            ab += p[x] * w[x];
        }
    }
    const auto n = static_cast<double>(patch.total());
    const double spread = (n * aa - static_cast<double>(a) * a) * (n * bb - static_cast<double>(b) * b);
    return spread > 0 ? (n * ab - static_cast<double>(a) * b) / std::sqrt(spread) : 0;
}

// Where between its neighbours a peak lies, -0.5..0.5.
float between(float before, float peak, float after) {
    const float bend = before - 2 * peak + after;
    return bend < 0 ? std::clamp(0.5F * (before - after) / bend, -0.5F, 0.5F) : 0;
}

} // namespace

ViewMarks::ViewMarks(const cv::Mat& picture, const tracking::TableLayout& layout) : scale_(std::max(1, picture.cols / small_width)) {
    const auto small = shrink(picture, scale_);
    cv::Mat beside(small.size(), CV_8U, cv::Scalar(255));
    for (const auto& place : layout.slots) {
        std::vector<cv::Point> outline;
        for (const auto& corner : place.corners) {
            slots_.emplace_back(static_cast<float>(corner.x), static_cast<float>(corner.y));
            outline.emplace_back(cvRound(corner.x / scale_), cvRound(corner.y / scale_));
        }
        cv::fillConvexPoly(beside, outline, cv::Scalar(0));
    }
    if (slots_.empty()) slots_ = {{0, 0}, cv::Point2f(cv::Size2f(picture.size()))};
    cv::erode(beside, beside, cv::getStructuringElement(cv::MORPH_RECT, {2 * patch_radius + 1, 2 * patch_radius + 1}));
    add_marks(small, beside, most_beside, least_corner_beside);
    cv::Mat free(small.size(), CV_8U, cv::Scalar(255));
    for (const auto& mark : marks_)
        cv::circle(free, mark.at, mark_distance, cv::Scalar(0), cv::FILLED);
    add_marks(small, free, most_within, least_corner);
}

void ViewMarks::add_marks(const cv::Mat& small, const cv::Mat& where, int most, double least) {
    std::vector<cv::Point2f> corners;
    cv::goodFeaturesToTrack(small, corners, most, least, mark_distance, where, 7);
    constexpr int margin = patch_radius + search_radius;
    const cv::Rect inside(margin, margin, small.cols - 2 * margin, small.rows - 2 * margin);
    for (const auto& corner : corners) {
        const cv::Point at(cvRound(corner.x), cvRound(corner.y));
        if (!inside.contains(at)) continue;
        const cv::Rect box(at.x - patch_radius, at.y - patch_radius, 2 * patch_radius + 1, 2 * patch_radius + 1);
        marks_.push_back({at, small(box).clone()});
    }
}

ViewMarks::Worth ViewMarks::worth() const {
    if (marks_.size() >= many_marks) return Worth::MANY;
    return marks_.size() >= few_marks ? Worth::FEW : Worth::NONE;
}

ViewMarks marks_of_reference(const cv::Mat& picture, const tracking::TableLayout& layout) {
    ViewMarks marks(picture, layout);
    cv::Mat noise(picture.size(), CV_16SC3), noisy;
    cv::RNG(1).fill(noise, cv::RNG::NORMAL, 0, reference_noise);
    cv::add(picture, noise, noisy, {}, CV_8UC3);
    marks.keep_those_still_in(noisy);
    return marks;
}

std::string weakness_of(const ViewMarks& marks) {
    const auto count = std::to_string(marks.count());
    switch (marks.worth()) {
    case ViewMarks::Worth::MANY: return {};
    case ViewMarks::Worth::FEW:
        return "only " + count + " marks tell whether the camera has moved: a small move is told, a large one is not";
    case ViewMarks::Worth::NONE: return "a camera that has moved is not told: the view has " + count + " marks, at least 4 are needed";
    }
    return {};
}

// By how many small px a mark is displaced, at most `reach` each way; nothing when it is not found, or lies at the edge of the reach.
// Of the picture only the px that are needed are made small.
std::optional<cv::Point2f> ViewMarks::seek(const cv::Mat& picture, const Mark& mark, int reach) const {
    const int radius = patch_radius + reach;
    const cv::Rect box((mark.at.x - radius) * scale_, (mark.at.y - radius) * scale_, (2 * radius + 1) * scale_, (2 * radius + 1) * scale_);
    cv::Mat match;
    cv::matchTemplate(shrink(picture(box), scale_), mark.patch, match, cv::TM_CCOEFF_NORMED);
    double best = 0;
    cv::Point peak;
    cv::minMaxLoc(match, nullptr, &best, nullptr, &peak);
    if (!(best >= least_match) || peak.x == 0 || peak.y == 0 || peak.x == match.cols - 1 || peak.y == match.rows - 1) return std::nullopt;
    const auto value = [&](int dx, int dy) { return match.at<float>(peak.y + dy, peak.x + dx); };
    return cv::Point2f(static_cast<float>(peak.x - reach) + between(value(-1, 0), value(0, 0), value(1, 0)),
                       static_cast<float>(peak.y - reach) + between(value(0, -1), value(0, 0), value(0, 1)));
}

int ViewMarks::still_in_place(const cv::Mat& picture, std::span<const std::size_t> marks) const {
    constexpr int radius = patch_radius + 1;
    const std::array<cv::Point, 5> places{{{1, 1}, {0, 1}, {2, 1}, {1, 0}, {1, 2}}};
    return static_cast<int>(std::ranges::count_if(marks, [&](std::size_t which) {
        const auto& mark = marks_.at(which);
        const cv::Rect box((mark.at.x - radius) * scale_, (mark.at.y - radius) * scale_, (2 * radius + 1) * scale_,
                           (2 * radius + 1) * scale_);
        const auto window = shrink(picture(box), scale_);
        return std::ranges::any_of(places, [&](auto place) { return correlation(mark.patch, window, place.x, place.y) >= least_match; });
    }));
}

std::vector<ViewMarks::Found> ViewMarks::find(const cv::Mat& picture) const {
    std::vector<Found> found;
    const auto whole = static_cast<float>(scale_);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        auto by = seek(picture, marks_[i], near_radius);
        if (!by) by = seek(picture, marks_[i], search_radius);
        if (!by) continue;
        const auto was = cv::Point2f(marks_[i].at) * whole;
        found.push_back({i, was, was + *by * whole});
    }
    return found;
}

ViewShift ViewMarks::compare(const cv::Mat& picture) const {
    ViewShift shift;
    shift.marks = static_cast<int>(marks_.size());
    std::vector<cv::Point2f> was, is;
    const auto found = find(picture);
    for (const auto& one : found) {
        was.push_back(one.was);
        is.push_back(one.is);
    }
    shift.found = static_cast<int>(was.size());
    if (was.size() < 3) return shift;
    std::vector<std::uint8_t> agrees;
    const auto motion = cv::estimateAffinePartial2D(was, is, agrees, cv::RANSAC, agreement_px);
    if (motion.empty()) return shift;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (agrees[i] != 0) shift.agree.push_back(found[i].mark);
    shift.agreeing = static_cast<int>(shift.agree.size());
    std::vector<cv::Point2f> now;
    cv::transform(slots_, now, motion);
    std::vector<double> by;
    by.reserve(now.size());
    for (std::size_t i = 0; i < now.size(); ++i)
        by.push_back(cv::norm(now[i] - slots_[i]));
    const auto middle = by.begin() + static_cast<std::ptrdiff_t>(by.size() / 2);
    std::ranges::nth_element(by, middle);
    shift.px = *middle;
    return shift;
}

void ViewMarks::keep_those_still_in(const cv::Mat& picture) {
    std::vector<cv::Point2f> still;
    for (const auto& one : find(picture))
        if (cv::norm(one.is - one.was) < agreement_px) still.push_back(one.was);
    std::erase_if(marks_, [&](const Mark& mark) {
        return std::ranges::find(still, cv::Point2f(mark.at) * static_cast<float>(scale_)) == still.end();
    });
}

ViewWatch::ViewWatch(tracking::TableLayout layout, const cv::Mat& reference)
    : layout_(std::move(layout)), allowed_px_(std::max(allowed_least_px, allowed_share * layout_.card_width)),
      may_learn_(reference.empty()) {
    if (!reference.empty()) know(marks_of_reference(reference, layout_));
}

void ViewWatch::know(ViewMarks marks) {
    weakness_ = weakness_of(marks);
    if (marks.worth() != ViewMarks::Worth::NONE) marks_ = std::move(marks);
}

ViewSight ViewWatch::look(const capture::Frame& frame) {
    const auto at = frame.captured_at;
    if (looked_at_ && at >= *looked_at_ && at - *looked_at_ < look_every) return last_;
    looked_at_ = at;
    if (!marks_) {
        if (may_learn_) learn(frame.image, at);
        return last_;
    }
    const int still = marks_->still_in_place(frame.image, trusted_);
    const bool many = marks_->worth() == ViewMarks::Worth::MANY;
    if (still >= (many ? least_agreeing : least_agreeing_few) && still >= still_enough * static_cast<double>(trusted_.size())) {
        off_since_.reset();
        return last_ = {};
    }
    const auto shift = marks_->compare(frame.image);
    last_ = many ? judge(shift, at) : judge_few(shift, at);
    trusted_.clear();
    if (last_.view != View::AS_BEFORE) return last_;
    const std::size_t step = shift.agree.size() / most_trusted + 1; // by strength: some of each
    for (std::size_t i = 0; i < shift.agree.size(); i += step)
        trusted_.push_back(shift.agree[i]);
    return last_;
}

// A candidate becomes the reference when most of its marks lie still in five pictures more.
void ViewWatch::learn(const cv::Mat& picture, capture::CaptureTime at) {
    if (!learns_since_ || at < *learns_since_) learns_since_ = at;
    if (at - *learns_since_ >= slow_to_learn && weakness_.empty())
        weakness_ = "a camera that has moved is not told: the view has too few marks that lie still";
    if (!candidate_) {
        candidate_.emplace(picture, layout_);
        candidate_began_with_ = candidate_->count();
        candidate_picture_ = picture.clone();
        confirmed_ = 0;
        if (candidate_->worth() == ViewMarks::Worth::NONE) candidate_.reset();
        return;
    }
    candidate_->keep_those_still_in(picture);
    if (candidate_->worth() == ViewMarks::Worth::NONE || 2 * candidate_->count() < candidate_began_with_) {
        candidate_.reset(); // something large moves: a hand, or the camera itself
        return;
    }
    if (++confirmed_ < confirmations) return;
    know(std::move(*candidate_));
    candidate_.reset();
    learnt_ = std::move(candidate_picture_);
}

// The picture lies otherwise: doubted, and MOVED when it has done so for long.
ViewSight ViewWatch::off(capture::CaptureTime at, milliseconds for_long, const std::string& why) {
    if (!off_since_ || at < *off_since_) off_since_ = at;
    if (at - *off_since_ < for_long) return {View::DOUBTED, {}};
    return {View::MOVED, why};
}

ViewSight ViewWatch::judge(const ViewShift& shift, capture::CaptureTime at) {
    const bool hidden = shift.agreeing < least_agreeing || 2 * shift.agreeing < shift.found;
    if (hidden) return off(at, hidden_for, "the table's marks are not where they were");
    if (shift.px > allowed_px_)
        return off(at, displaced_for, "the picture lies " + std::to_string(cvRound(shift.px)) + " px from where it was");
    off_since_.reset();
    return {};
}

// Arms and cards hide few marks for as long as they like: that they are not to be seen says nothing.
ViewSight ViewWatch::judge_few(const ViewShift& shift, capture::CaptureTime at) {
    const bool agreed = shift.agreeing >= least_agreeing_few && 2 * shift.agreeing >= shift.found;
    if (agreed && shift.px > allowed_px_)
        return off(at, displaced_for, "the picture lies " + std::to_string(cvRound(shift.px)) + " px from where it was");
    off_since_.reset();
    return {};
}

} // namespace recognition::app
