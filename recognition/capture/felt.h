// The bare table and the dealer's arm, as painted for the virtual table.
#pragma once

#include "recognition/capture/paint.h"
#include "recognition/tracking/table_layout.h"

#include <opencv2/core.hpp>

#include <cstdint>

namespace recognition::capture {

// How the room is lit.
enum class Light : std::uint8_t { STUDIO, BRIGHT, WARM, DIM, UNEVEN };

// The cloth with its printed slots and words, the rail and the chip tray, in even white light; the same for the same layout and seed.
[[nodiscard]] cv::Mat paint_felt(const tracking::TableLayout& layout, std::uint64_t seed);

// 32-bit BGR gains of a light, for a picture of that size.
[[nodiscard]] cv::Mat gains_of(Light light, cv::Size size);

// Sigma of a camera's noise in that light, in steps of 8 bit.
[[nodiscard]] double noise_of(Light light);

// A right arm that reaches down into the picture: the sprite's origin is where the finger tips are, as a place inside the sprite.
struct Arm {
    cv::Mat colour;  // BGR multiplied with alpha
    cv::Mat through; // 8 bit, with the shadow
    cv::Point2f tips;
};
[[nodiscard]] Arm paint_arm();

} // namespace recognition::capture
