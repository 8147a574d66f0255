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

CameraSight HealthWatch::look(const Frame& frame) {
    const auto at = frame.captured_at;
    if (brightness_of(frame.image) >= dark_level)
        dark_since_.reset();
    else if (!dark_since_)
        dark_since_ = at;
    if (pace_ == capture::Pace::LIVE) {
        const auto print = print_of(frame.image);
        if (print != print_ || !same_since_) same_since_ = at;
        print_ = print;
        if (at - *same_since_ >= frozen_after) return {studio::v1::CAMERA_STATE_FROZEN, "the same picture for a second"};
    }
    if (dark_since_ && at - *dark_since_ >= dark_after) return {studio::v1::CAMERA_STATE_DARK, "the picture is dark"};
    return {};
}

} // namespace recognition::app
