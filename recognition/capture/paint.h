// Painting with sprites: what the virtual table is made of.
#pragma once

#include <opencv2/core.hpp>

#include <array>
#include <cstdint>

namespace recognition::capture {

using Quad = std::array<cv::Point2f, 4>;

// Something that lies on the picture at `origin`: picture = picture * through / 255 + colour. Its shadow is part of `through`.
struct Sprite {
    cv::Mat colour;  // BGR, 8 bit, multiplied by its own alpha
    cv::Mat through; // 8 bit: how much of the picture is seen through it
    cv::Point origin;

    [[nodiscard]] cv::Rect box() const { return {origin, colour.size()}; }
};

// Paints the part of a sprite that lies in `clip`.
void paint(cv::Mat& picture, const Sprite& sprite, const cv::Rect& clip);

struct Shadow {
    cv::Point2f offset; // px
    double softness;    // px, sigma
    double strength;    // 0..1
};
inline const Shadow resting_shadow{{2.5F, 3.0F}, 3, 0.42}; // of a card that lies on the cloth or on another

// A flat card (BGRA, multiplied alpha) as seen with its corners at `corners`, slightly out of focus by `blur` px (sigma), with a shadow.
[[nodiscard]] Sprite card_sprite(const cv::Mat& card, const Quad& corners, double blur, const Shadow& shadow);

// Multiplies a sprite's colours with a picture of gains (32-bit BGR, the size of the whole picture).
void light(Sprite& sprite, const cv::Mat& gains);

} // namespace recognition::capture
