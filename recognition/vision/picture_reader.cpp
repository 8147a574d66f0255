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
// The confidence of a completed outline from which its corners are looked at as indices.
constexpr double worth_a_look = 0.5;
// Directions in which an index is read beside its own, and when two of them are the same (3 degrees) or too far apart (25 degrees).
constexpr std::size_t most_directions = 3;
constexpr float same_direction = 0.9986F, most_askew = 0.906F;
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

bool is_completed(const SeenCard& seen) {
    return seen.quad.quality <= CardFinder::completed;
}

// Outlines completed from a part, and outlines of odd proportions, are weaker evidence of a card's place: all three witnesses must name it.
bool enough(const SeenCard& seen) {
    return seen.reading.face != Face::FACE_UP || !is_completed(seen) || seen.reading.witnesses == 3;
}

// A completed outline that shows a card to some of its witnesses: where to look for an index.
bool leads_to_an_index(const SeenCard& seen) {
    const bool answered = seen.reading.face == Face::FACE_UP && enough(seen);
    return is_completed(seen) && !answered && !seen.reading.guesses.empty() && seen.reading.confidence >= worth_a_look;
}

Quad turned(const Quad& quad) {
    return {quad[2], quad[3], quad[0], quad[1]};
}

// Where the index at a card's first corner lies.
Quad index_of(const Quad& card) {
    const auto place = [&](float x, float y) { return card[0] + (card[1] - card[0]) * x + (card[3] - card[0]) * y; };
    return {place(0.03F, 0.03F), place(0.2F, 0.03F), place(0.2F, 0.27F), place(0.03F, 0.27F)};
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
        if (reading.face == Face::FACE_UP || reading.confidence < worth_a_second) continue;
        for (const SeenCard& other : before) {
            if (other.reading.confidence < worth_a_second) continue;
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

// An index, and a face that names the same card in an outline with that index: two witnesses as well.
void answer_with_the_face(SeenCard& index, const std::vector<SeenCard>& outlines) {
    CardReading& reading = index.reading;
    if (reading.face == Face::FACE_UP || reading.confidence < worth_a_second) return;
    const auto agrees = [&](const SeenCard& outline) {
        return outline.reading.face == Face::FACE_UP && outline.reading.witnesses >= 2 && lies_in(index, outline) &&
               outline.reading.card == reading.guesses.front().card;
    };
    const auto outline = std::ranges::find_if(outlines, agrees);
    if (outline == outlines.end()) return;
    reading.card = outline->reading.card;
    reading.face = Face::FACE_UP;
    reading.reason = Reason::NONE;
    reading.witnesses = 2;
    reading.confidence = std::max(reading.confidence, outline->reading.confidence);
}

std::vector<Quad> cards_of(const std::vector<IndexQuad>& indices) {
    std::vector<Quad> out;
    out.reserve(indices.size());
    for (const IndexQuad& index : indices)
        out.push_back(index.card);
    return out;
}

// Which ways up a card may lie by the outlines around its index: their long sides, as far as they differ from the index's own direction and
// from each other.
std::vector<cv::Point2f> upright_directions(const IndexQuad& index, const std::vector<Quad>& outlines) {
    const auto unit = [](cv::Point2f d) { return d / std::max(length(d), 1e-3F); };
    const cv::Point2f middle = (index.ink[0] + index.ink[2]) * 0.5F, own = unit(index.ink[0] - index.ink[3]);
    std::vector<cv::Point2f> out{own};
    for (const Quad& outline : outlines) {
        if (out.size() > most_directions) break;
        const std::vector<cv::Point2f> polygon(outline.begin(), outline.end());
        if (cv::pointPolygonTest(polygon, middle, false) < 0) continue;
        cv::Point2f up = unit(outline[0] - outline[3] + outline[1] - outline[2]);
        if (up.dot(own) < 0) up = -up;
        const auto nearly = [up](cv::Point2f other) { return up.dot(other) > same_direction; };
        if (up.dot(own) > most_askew && std::ranges::none_of(out, nearly)) out.push_back(up);
    }
    out.erase(out.begin());
    return out;
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
    Whole whole = whole_cards(picture);
    if (!picture.empty()) add_indices(picture, whole);
    return std::move(whole.cards);
}

// Indices as their ink is found. A rank need not stand straight above its suit: one that is not clear is read again along the edges of the
// outlines that it lies in.
std::vector<SeenCard> PictureReader::indices_by_ink(const cv::Mat& picture, const std::vector<Quad>& outlines) const {
    const std::vector<IndexQuad> found = index_finder_.find(picture);
    std::vector<CardReading> readings = classifier_.read_indices(picture, cards_of(found));
    std::vector<IndexQuad> again;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (readings[i].face == Face::FACE_UP || readings[i].guesses.empty()) continue;
        for (const cv::Point2f up : upright_directions(found[i], outlines)) {
            again.push_back(turned_upright(found[i], up));
            places.push_back(i);
        }
    }
    const std::vector<CardReading> turned = classifier_.read_indices(picture, cards_of(again));
    for (std::size_t k = 0; k < again.size(); ++k) {
        CardReading& reading = readings[places[k]];
        const bool surer = !turned[k].guesses.empty() && turned[k].confidence > reading.confidence;
        if (surer && reading.face != Face::FACE_UP) reading = turned[k];
    }
    std::vector<SeenCard> out;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!readings[i].guesses.empty()) out.push_back({{found[i].ink, 0.5}, readings[i], true});
    }
    return out;
}

// The corners of completed outlines, read as indices: where the ink is not found in pieces.
std::vector<SeenCard> PictureReader::indices_at_corners(const cv::Mat& picture, const std::vector<SeenCard>& leads) const {
    std::vector<Quad> ends;
    for (const SeenCard& lead : leads) {
        ends.push_back(lead.quad.corners);
        ends.push_back(turned(lead.quad.corners));
    }
    const std::vector<CardReading> readings = classifier_.read_indices(picture, ends);
    std::vector<SeenCard> out;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (!readings[i].guesses.empty()) out.push_back({{index_of(ends[i]), 0.5}, readings[i], true});
    }
    return out;
}

// An index inside an answered card is that card's own. An index inside a doubtful one answers it unless its doubt names another card.
void PictureReader::add_indices(const cv::Mat& picture, Whole& whole) const {
    std::vector<SeenCard>& cards = whole.cards;
    std::vector<SeenCard> indices = indices_by_ink(picture, whole.outlines);
    answer_two_corners(indices); // before the corners of outlines, which may be the same ink
    std::ranges::move(indices_at_corners(picture, whole.leads), std::back_inserter(indices));
    for (SeenCard& index : indices)
        answer_with_the_face(index, whole.leads);
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

PictureReader::Whole PictureReader::whole_cards(const cv::Mat& picture) const {
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
    Whole out;
    out.outlines = corners;
    std::vector<SeenCard> all;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        SeenCard seen{{corners[i], quads[i].quality}, readings[i]};
        if (leads_to_an_index(seen)) out.leads.push_back(seen);
        if (is_card(seen) && enough(seen)) all.push_back(std::move(seen));
    }
    std::ranges::stable_sort(all, std::greater{}, worth);
    for (SeenCard& card : all) {
        const bool taken = std::ranges::any_of(out.cards, [&](const SeenCard& other) { return same_place(card, other); });
        if (!taken) out.cards.push_back(std::move(card));
    }
    return out;
}

} // namespace recognition
