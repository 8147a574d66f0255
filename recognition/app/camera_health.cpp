#include "recognition/app/camera_health.h"

#include <opencv2/core.hpp>

#include <algorithm>
#include <chrono>

namespace recognition::app {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds frozen_after{900};
constexpr milliseconds dark_after{500};
constexpr double dark_level = 14;  // mean of 0..255 below which nothing can be told
constexpr int looked_at_rows = 24; // rows whose every pixel is compared: 2 % of a 1080p frame

// FNV-1a over every byte of some rows.
std::uint64_t print_of(const cv::Mat& image) {
    std::uint64_t print = 14695981039346656037U;
    for (int i = 0; i < looked_at_rows; ++i) {
        const int y = static_cast<int>((i + 0.5) * image.rows / looked_at_rows);
        const auto* row = image.ptr<std::uint8_t>(y);
        const auto length = static_cast<std::size_t>(image.cols) * image.elemSize();
        for (std::size_t x = 0; x < length; ++x)
            print = (print ^ row[x]) * 1099511628211U;
    }
    return print;
}

double brightness_of(const cv::Mat& image) {
    double sum = 0;
    for (int i = 0; i < looked_at_rows; ++i) {
        const auto mean = cv::mean(image.row(static_cast<int>((i + 0.5) * image.rows / looked_at_rows)));
        sum += std::max({mean[0], mean[1], mean[2]});
    }
    return sum / looked_at_rows;
}

} // namespace

// New is a frame whose number and time went on; alive is a camera whose new frames also show other pixels, if only by their noise.
bool HealthWatch::frozen(const Frame& frame) {
    const auto print = print_of(frame.image);
    new_ = !last_at_ || (frame.number > last_number_ && frame.captured_at > *last_at_);
    const bool alive = new_ && print != print_;
    if (new_) {
        last_number_ = frame.number;
        last_at_ = frame.captured_at;
    }
    print_ = print;
    const auto now = frame.arrived.count() > 0 ? frame.arrived : frame.captured_at;
    if (alive || !same_since_) same_since_ = now;
    return now - *same_since_ >= frozen_after;
}

bool HealthWatch::dark(const Frame& frame) {
    const auto at = frame.captured_at;
    if (brightness_of(frame.image) >= dark_level)
        dark_since_.reset();
    else if (!dark_since_)
        dark_since_ = at;
    return dark_since_ && at - *dark_since_ >= dark_after;
}

CameraSight HealthWatch::look(const Frame& frame) {
    const bool live = pace_ == capture::Pace::LIVE;
    const bool is_dark = dark(frame);
    if (live && frozen(frame))
        return {studio::v1::CAMERA_STATE_FROZEN, new_ ? "the same picture for a second" : "the same frame for a second"};
    if (is_dark) return {studio::v1::CAMERA_STATE_DARK, "the picture is dark"};
    CameraSight sight;
    sight.readable = new_ && !dark_since_;
    if (!sight.readable) return sight;
    const auto view = view_.look(frame);
    if (view.view == View::MOVED) return {studio::v1::CAMERA_STATE_MOVED, view.detail};
    sight.readable = view.view == View::AS_BEFORE;
    sight.detail = view_.weakness();
    return sight;
}

} // namespace recognition::app
