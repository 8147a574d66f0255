// Lengths, areas and pictures of quads. Pure.
#pragma once

#include "recognition/vision/reading.h"

#include <cmath>

#include <opencv2/core.hpp>

namespace recognition {

// What a corner index spans of a card's width and height, from the card's first corner; with recognition/training/scenes.py.
inline constexpr float index_share_x = 0.29F, index_share_y = 0.36F;

[[nodiscard]] inline float length(cv::Point2f d) {
    return std::hypot(d.x, d.y);
}
// The mean of the two sides that should be short, px.
[[nodiscard]] double short_side(const Quad& quad);

// A picture of `size` in which the quad's corners come to lie at `target`. What is shrunk by more than 1.5 is warped to a multiple of the
// size and averaged, so that thin strokes do not vanish between samples. `border`: of OpenCV, for what lies outside the picture.
[[nodiscard]] cv::Mat cut_out(const cv::Mat& bgr, const Quad& quad, const Quad& target, cv::Size size, int border);

// px of area, whatever the direction of the corners.
[[nodiscard]] double area_of(const Quad& quad);
// px of area that two convex quads share. OpenCV's own function answers 0 for quads that nearly coincide, which is the case that matters
// here.
[[nodiscard]] double shared_area(const Quad& a, const Quad& b);

} // namespace recognition
