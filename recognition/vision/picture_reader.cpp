#include "recognition/vision/picture_reader.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// The confidence of an index from which a second one at the other end of its card makes an answer.
constexpr double worth_a_second = 0.9;
// What two such need together, as two witnesses of a whole card do.
constexpr double sure_together = 0.998;

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
// witnesses must name it.
bool enough(const SeenCard& seen) {
    return seen.reading.face != Face::FACE_UP || seen.quad.quality > 0.45 || seen.reading.witnesses == 3;
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

// Most of the index lies in the card.
bool lies_in(const SeenCard& index, const SeenCard& card) {
    return shared_area(index.quad.corners, card.quad.corners) > 0.5 * area_of(index.quad.corners);
}

// The same ink is read as another card too.
bool contradicted(const SeenCard& index, const std::vector<SeenCard>& all) {
    return std::ranges::any_of(all, [&](const SeenCard& other) {
        return other.reading.card != index.reading.card && covered(other.quad.corners, index.quad.corners) > 0.3;
    });
}

// Two pieces of ink apart, near enough to be on one card: a card's diagonal is five to eight times as long as its index.
bool on_one_card(const SeenCard& a, const SeenCard& b) {
    const double height = cv::norm(a.quad.corners[0] - a.quad.corners[3]), other = cv::norm(b.quad.corners[0] - b.quad.corners[3]);
    const double apart = cv::norm((a.quad.corners[0] + a.quad.corners[2] - b.quad.corners[0] - b.quad.corners[2]) * 0.5F);
    return covered(a.quad.corners, b.quad.corners) <= 0 && apart < 9 * std::max(height, other) && height < 1.6 * other &&
           other < 1.6 * height;
}

// Two corners that say the same are two witnesses: both may be a little less sure than one by itself.
void answer_two_corners(std::vector<SeenCard>& indices) {
    const std::vector<SeenCard> before = indices;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        CardReading& reading = indices[i].reading;
        if (reading.face == Face::FACE_UP) continue;
        for (const SeenCard& other : before) {
            const double both = 1 - (1 - before[i].reading.confidence) * (1 - other.reading.confidence);
            if (both < sure_together || other.reading.guesses.front().card != reading.guesses.front().card) continue;
            if (!on_one_card(before[i], other)) continue;
            reading.card = reading.guesses.front().card;
            reading.face = Face::FACE_UP;
            reading.reason = Reason::NONE;
            reading.witnesses = 2;
            reading.confidence = both;
            break;
        }
    }
}

bool belongs_to_another(const SeenCard& index, const std::vector<SeenCard>& cards) {
    return std::ranges::any_of(cards, [&](const SeenCard& card) {
        if (!lies_in(index, card)) return false;
        if (card.reading.face != Face::DOUBTFUL) return true;
        return !card.reading.guesses.empty() && card.reading.guesses.front().card != index.reading.card && card.reading.confidence > 0.5;
    });
}

} // namespace

PictureReader::PictureReader(const ModelFiles& files, FinderOptions options) : finder_(options), classifier_(files) {}

std::vector<SeenCard> PictureReader::read(const cv::Mat& bgr) const {
    cv::Mat picture = bgr;
    if (bgr.channels() == 1) cv::cvtColor(bgr, picture, cv::COLOR_GRAY2BGR);
    if (bgr.channels() == 4) cv::cvtColor(bgr, picture, cv::COLOR_BGRA2BGR);
    std::vector<SeenCard> cards = whole_cards(picture);
    if (!picture.empty()) add_indices(picture, cards);
    return cards;
}

// An index inside an answered card is that card's own. An index inside a doubtful one answers it unless its doubt names another card.
void PictureReader::add_indices(const cv::Mat& picture, std::vector<SeenCard>& cards) const {
    const std::vector<IndexQuad> found = index_finder_.find(picture);
    std::vector<Quad> outlines;
    outlines.reserve(found.size());
    for (const IndexQuad& index : found)
        outlines.push_back(index.card);
    const std::vector<CardReading> readings = classifier_.read_indices(picture, outlines);
    std::vector<SeenCard> indices;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!readings[i].guesses.empty() && readings[i].confidence >= worth_a_second)
            indices.push_back({{found[i].ink, 0.5}, readings[i], true});
    }
    answer_two_corners(indices);
    std::erase_if(indices, [](const SeenCard& one) { return one.reading.face != Face::FACE_UP; });
    std::ranges::stable_sort(indices, std::greater{}, [](const SeenCard& one) { return one.reading.confidence; });
    std::vector<SeenCard> told;
    for (const SeenCard& index : indices) {
        if (contradicted(index, indices) || belongs_to_another(index, cards)) continue;
        const auto same_name = [&](const SeenCard& other) { return other.reading.card == index.reading.card; };
        if (std::ranges::any_of(cards, same_name) || std::ranges::any_of(told, same_name)) continue;
        told.push_back(index);
    }
    std::erase_if(cards, [&](const SeenCard& card) {
        return card.reading.face == Face::DOUBTFUL &&
               std::ranges::any_of(told, [&](const SeenCard& index) { return lies_in(index, card); });
    });
    std::ranges::move(told, std::back_inserter(cards));
}

std::vector<SeenCard> PictureReader::whole_cards(const cv::Mat& picture) const {
    const std::vector<CardQuad> quads = finder_.find(picture);
    if (quads.empty()) return {};
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
