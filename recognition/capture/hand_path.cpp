#include "recognition/capture/hand_path.h"

#include <algorithm>

namespace recognition::capture {

namespace {

constexpr double hand_px_per_ms = 2.9;                   // at speed 1: across the picture in 0.6 s
constexpr std::chrono::milliseconds shortest_reach{160}; // between neighbouring slots

CaptureTime scaled(double ms, double speed) {
    return CaptureTime(static_cast<std::int64_t>(ms * 1e6 / speed));
}

} // namespace

double smooth(double share) {
    const double t = std::clamp(share, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

void HandPath::go(cv::Point2f to, double speed) {
    const double reach = std::max<double>(static_cast<double>(shortest_reach.count()), cv::norm(to - end_place()) / hand_px_per_ms);
    legs_.push_back({to, end() + scaled(reach, speed)});
}

void HandPath::stay(std::chrono::milliseconds time, double speed) {
    legs_.push_back({end_place(), end() + scaled(static_cast<double>(time.count()), speed)});
}

double HandPath::done(std::size_t leg, CaptureTime time) const {
    const auto from = begins(leg), to = ends(leg);
    if (to <= from) return 1;
    return std::clamp(static_cast<double>((time - from).count()) / static_cast<double>((to - from).count()), 0.0, 1.0);
}

cv::Point2f HandPath::at(CaptureTime time) const {
    auto from = from_;
    for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
        if (time < legs_[leg].until) return from + (legs_[leg].to - from) * static_cast<float>(smooth(done(leg, time)));
        from = legs_[leg].to;
    }
    return from;
}

} // namespace recognition::capture
