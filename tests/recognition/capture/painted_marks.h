// Marks as a camera sees them on a table.
#pragma once

#include "recognition/capture/calibration.h"

#include <opencv2/aruco.hpp>
#include <opencv2/imgproc.hpp>

#include <array>

namespace recognition::capture {

// Paints a mark where a camera sees it, `turns` quarter turns from upright.
inline void paint_mark(cv::Mat& picture, const TablePlan& plan, const Calibration& camera, int id, PointMm middle, int turns) {
    constexpr int side = 300, border = 60; // px; a mark needs white around it
    cv::Mat mark, page(side + 2 * border, side + 2 * border, CV_8U, cv::Scalar(235));
    cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50)->drawMarker(id, side, mark);
    cv::max(mark, 25, page(cv::Rect(border, border, side, side)));
    for (int i = 0; i < turns; ++i)
        cv::rotate(page, page, cv::ROTATE_90_CLOCKWISE);
    const double half = plan.mark_mm / 2 * (side + 2.0 * border) / side;
    std::array<cv::Point2f, 4> from{cv::Point2f(0, 0), cv::Point2f(side + 2 * border, 0), cv::Point2f(side + 2 * border, side + 2 * border),
                                    cv::Point2f(0, side + 2 * border)};
    std::array<cv::Point2f, 4> to;
    const std::array<PointMm, 4> corners{{{middle.x - half, middle.y - half},
                                          {middle.x + half, middle.y - half},
                                          {middle.x + half, middle.y + half},
                                          {middle.x - half, middle.y + half}}};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto v = camera.to_picture * cv::Vec3d(corners[i].x, corners[i].y, 1);
        to[i] = cv::Point2d(v[0] / v[2], v[1] / v[2]);
    }
    cv::Mat seen, where;
    const auto map = cv::getPerspectiveTransform(from.data(), to.data());
    cv::cvtColor(page, page, cv::COLOR_GRAY2BGR);
    cv::warpPerspective(page, seen, map, picture.size(), cv::INTER_AREA);
    cv::warpPerspective(cv::Mat(page.size(), CV_8U, cv::Scalar(255)), where, map, picture.size(), cv::INTER_NEAREST);
    seen.copyTo(picture, where);
}

} // namespace recognition::capture
