#include "recognition/vision/picture_reader.h"

#include <algorithm>
#include <functional>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// The share of the smaller quad that the other covers.
double covered(const Quad& a, const Quad& b) {
    const std::vector<cv::Point2f> first(a.begin(), a.end()), second(b.begin(), b.end());
    std::vector<cv::Point2f> common;
    const double shared = cv::intersectConvexConvex(first, second, common);
    return shared / std::max(1.0, std::min(cv::contourArea(first), cv::contourArea(second)));
}

// Answers before doubts, then by what the reading and the outline are worth.
double worth(const SeenCard& card) {
    const double kind = card.reading.face == Face::FACE_UP ? 4 : card.reading.face == Face::DOUBTFUL ? 0 : 1;
    return kind + card.reading.confidence + card.quad.quality;
}

bool is_card(const SeenCard& card) {
    if (card.reading.face == Face::FACE_UP) return true;
    if (card.reading.face == Face::DOUBTFUL)
        return !card.reading.guesses.empty() && card.reading.confidence > 0.5 && card.quad.quality > 0.5;
    return card.reading.face == Face::FACE_DOWN && card.quad.quality > 0.7;
}

} // namespace

PictureReader::PictureReader(const ModelFiles& files, FinderOptions options) : finder_(options), classifier_(files) {}

std::vector<SeenCard> PictureReader::read(const cv::Mat& bgr) const {
    const std::vector<CardQuad> quads = finder_.find(bgr);
    if (quads.empty()) return {};
    cv::Mat picture = bgr;
    if (bgr.channels() == 1) cv::cvtColor(bgr, picture, cv::COLOR_GRAY2BGR);
    if (bgr.channels() == 4) cv::cvtColor(bgr, picture, cv::COLOR_BGRA2BGR);
    std::vector<Quad> corners;
    for (const CardQuad& quad : quads)
        corners.push_back(quad.corners);
    const std::vector<CardReading> readings = classifier_.read(picture, corners);
    std::vector<SeenCard> all;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        SeenCard seen{quads[i], readings[i]};
        if (is_card(seen)) all.push_back(std::move(seen));
    }
    std::ranges::stable_sort(all, std::greater{}, worth);
    std::vector<SeenCard> out;
    for (SeenCard& card : all) {
        const bool taken =
            std::ranges::any_of(out, [&](const SeenCard& other) { return covered(card.quad.corners, other.quad.corners) > 0.3; });
        if (!taken) out.push_back(std::move(card));
    }
    return out;
}

} // namespace recognition
