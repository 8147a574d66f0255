// Areas of quads. Pure.
#pragma once

#include "recognition/vision/reading.h"

namespace recognition {

// px of area, whatever the direction of the corners.
[[nodiscard]] double area_of(const Quad& quad);
// px of area that two convex quads share. OpenCV's own function answers 0 for quads that nearly coincide, which is the case that matters
// here.
[[nodiscard]] double shared_area(const Quad& a, const Quad& b);

} // namespace recognition
