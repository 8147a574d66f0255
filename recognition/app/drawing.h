// Readings drawn into a picture, for people.
#pragma once

#include "recognition/vision/reading.h"

#include <opencv2/core.hpp>

#include <span>
#include <string>

namespace recognition::app {

// "Td", "BACK", "CUT", "" for an empty place, "?" when doubtful (with the best guess: "?Td").
[[nodiscard]] std::string label(const CardReading& reading);

// Draws each quad and what was read there: green for a card, blue for a back or cut card, grey for an empty place, orange for a doubtful
// one.
void draw(cv::Mat& picture, std::span<const Quad> quads, std::span<const CardReading> readings);

} // namespace recognition::app
