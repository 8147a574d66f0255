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
// one. Of a card in a fan, which the next quad covers in part, the strip that shows is drawn, without its confidence.
void draw(cv::Mat& picture, std::span<const Quad> quads, std::span<const CardReading> readings);

} // namespace recognition::app
