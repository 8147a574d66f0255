#include "recognition/vision/card_finder.h"

namespace recognition {
CardFinder::CardFinder(FinderOptions options) : options_(options) {}
std::vector<CardQuad> CardFinder::find(const cv::Mat&) const { return {}; }
} // namespace recognition
