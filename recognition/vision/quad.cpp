#include "recognition/vision/quad.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

using Polygon = std::vector<cv::Point2d>;

double signed_area(const Polygon& polygon) {
    double sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        sum += polygon[i].cross(polygon[(i + 1) % polygon.size()]);
    return sum / 2;
}

// The part of `polygon` on the inner side of the line from `from` to `to` (inside is where the cross product is not negative).
Polygon clipped(const Polygon& polygon, cv::Point2d from, cv::Point2d to) {
    Polygon out;
    const auto height = [&](cv::Point2d p) { return (to - from).cross(p - from); };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const cv::Point2d here = polygon[i], next = polygon[(i + 1) % polygon.size()];
        const double a = height(here), b = height(next);
        if (a >= 0) out.push_back(here);
        if ((a < 0) != (b < 0)) out.push_back(here + (next - here) * (a / (a - b)));
    }
    return out;
}

Polygon positive(const Quad& quad) {
    Polygon out(quad.begin(), quad.end());
    if (signed_area(out) < 0) out = {out[3], out[2], out[1], out[0]};
    return out;
}

} // namespace

double short_side(const Quad& quad) {
    return 0.5 * static_cast<double>(length(quad[1] - quad[0]) + length(quad[3] - quad[2]));
}

cv::Mat cut_out(const cv::Mat& bgr, const Quad& quad, const Quad& target, cv::Size size, int border) {
    const double shrink = std::max(short_side(quad) / static_cast<double>(length(target[1] - target[0])),
                                   static_cast<double>(length(quad[2] - quad[1]) / length(target[2] - target[1])));
    const int factor = std::clamp(static_cast<int>(std::lround(shrink)), 1, 8);
    Quad large = target;
    for (auto& corner : large)
        corner *= static_cast<float>(factor);
    cv::Mat out;
    cv::warpPerspective(bgr, out, cv::getPerspectiveTransform(quad.data(), large.data()), size * factor, cv::INTER_LINEAR, border);
    if (factor > 1) cv::resize(out, out, size, 0, 0, cv::INTER_AREA);
    return out;
}

double area_of(const Quad& quad) {
    return std::abs(signed_area(Polygon(quad.begin(), quad.end())));
}

double shared_area(const Quad& a, const Quad& b) {
    Polygon out = positive(a);
    const Polygon window = positive(b);
    for (std::size_t i = 0; i < 4 && !out.empty(); ++i)
        out = clipped(out, window[i], window[(i + 1) % 4]);
    return std::abs(signed_area(out));
}

} // namespace recognition
