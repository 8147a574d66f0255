#include "recognition/vision/picture_reader.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <functional>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// The share of the smaller quad that the other covers.
double covered(const Quad& a, const Quad& b) {
    return shared_area(a, b) / std::max(1.0, std::min(area_of(a), area_of(b)));
}

// Low viewing angles foreshorten a card's long side until it is the shorter one: such an outline has to be read the other way round too.
Quad other_side_first(const Quad& quad) {
    return {quad[1], quad[2], quad[3], quad[0]};
}

// Cards of one name that touch at all are one card seen twice; cards of different names may overlap as dealt cards do.
bool same_place(const SeenCard& a, const SeenCard& b) {
    const double shared = covered(a.quad.corners, b.quad.corners);
    return shared > (a.reading.card == b.reading.card ? 0.02 : 0.3);
}

// Outlines completed from one corner, and outlines of odd proportions, are weaker evidence of a card's place: all three
// witnesses must name it, which no fewer can bring above this.
bool enough(const SeenCard& seen) {
    return seen.reading.face != Face::FACE_UP || seen.quad.quality > 0.45 || seen.reading.confidence > 0.99999;
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
    corners.reserve(quads.size());
    for (const CardQuad& quad : quads)
        corners.push_back(quad.corners);
    std::vector<CardReading> readings = classifier_.read(picture, corners);
    std::vector<Quad> again;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        if (readings[i].face == Face::FACE_UP || quads[i].quality < 0.5) continue;
        again.push_back(other_side_first(corners[i]));
        places.push_back(i);
    }
    const std::vector<CardReading> turned = classifier_.read(picture, again);
    for (std::size_t k = 0; k < places.size(); ++k) {
        if (turned[k].face != Face::FACE_UP) continue;
        readings[places[k]] = turned[k];
        corners[places[k]] = again[k];
    }
    std::vector<SeenCard> all;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        SeenCard seen{{corners[i], quads[i].quality}, readings[i]};
        if (is_card(seen) && enough(seen)) all.push_back(std::move(seen));
    }
    std::ranges::stable_sort(all, std::greater{}, worth);
    std::vector<SeenCard> out;
    for (SeenCard& card : all) {
        const bool taken = std::ranges::any_of(out, [&](const SeenCard& other) { return same_place(card, other); });
        if (!taken) out.push_back(std::move(card));
    }
    return out;
}

} // namespace recognition
