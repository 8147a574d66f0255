// Where the dealer's hand is while it does something: from place to place, resting at each for a time.
#pragma once

#include "recognition/tracking/settler.h"

#include <opencv2/core.hpp>

#include <vector>

namespace recognition::capture {

using tracking::CaptureTime;

// A hand's way in px. A value; times rise from leg to leg.
class HandPath {
public:
    HandPath() = default;
    HandPath(CaptureTime start, cv::Point2f from) : start_(start), from_(from) {}

    // To another place; takes at least a short reach's time, and longer for a longer way. `speed` as of VirtualTableOptions.
    void go(cv::Point2f to, double speed);
    // Where it is, working with its fingers.
    void stay(std::chrono::milliseconds time, double speed);

    // When the leg of that number (from 0) begins and ends; the last one's end is the end of the path.
    [[nodiscard]] CaptureTime begins(std::size_t leg) const { return leg == 0 ? start_ : legs_.at(leg - 1).until; }
    [[nodiscard]] CaptureTime ends(std::size_t leg) const { return legs_.at(leg).until; }
    [[nodiscard]] CaptureTime end() const { return legs_.empty() ? start_ : legs_.back().until; }
    [[nodiscard]] cv::Point2f end_place() const { return legs_.empty() ? from_ : legs_.back().to; }
    // How much of a leg is done at `time`, 0 to 1.
    [[nodiscard]] double done(std::size_t leg, CaptureTime time) const;
    [[nodiscard]] cv::Point2f at(CaptureTime time) const;

private:
    struct Leg {
        cv::Point2f to;
        CaptureTime until;
    };
    CaptureTime start_{0};
    cv::Point2f from_;
    std::vector<Leg> legs_;
};

// 0 to 1 with a gentle start and end, as a hand moves.
[[nodiscard]] double smooth(double share);

} // namespace recognition::capture
