#include "recognition/vision/fan_reader.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// Where the middle of an index is expected, in shares of the slot.
constexpr float index_x = 0.09F, index_y = 0.15F;
// An index of a fan is looked for around its slot's corner, this far outside it (share of the slot), and turned by at most this.
constexpr float corner_margin = 0.2F, most_index_turn = 25.0F;

// In a fan one knows where the index must be, but not how large the house prints it. These sizes (times the size that training had) and
// shifts (shares of the slot) are tried: a deck with large indices was answered in 92 of 100 slots with the first alone, in all with these.
struct Try {
    float size, x, y;
};
constexpr std::array<Try, 4> tries{{{1, 0, 0.02F}, {1.25F, 0.01F, 0.02F}, {1.5F, 0.01F, 0.015F}, {1.5F, -0.03F, 0}}};

Quad tried(const Quad& slot, Try one) {
    const cv::Point2f across = slot[1] - slot[0], along = slot[3] - slot[0];
    const cv::Point2f corner = slot[0] + across * one.x + along * one.y;
    return {corner, corner + across * one.size, corner + (across + along) * one.size, corner + along * one.size};
}

// What is read of one slot's index candidates: the surest card, unless another card is read there too.
CardReading of_indices(std::span<const CardReading> readings) {
    CardReading out = *std::ranges::max_element(
        readings, std::less{}, [](const CardReading& reading) { return std::pair(reading.face == Face::FACE_UP, reading.confidence); });
    const bool another = std::ranges::any_of(
        readings, [&](const CardReading& other) { return other.face == Face::FACE_UP && out.card && other.card != out.card; });
    if (!another) return out;
    out.face = Face::DOUBTFUL;
    out.card.reset();
    out.reason = Reason::CORNERS_DISAGREE;
    return out;
}

} // namespace

float strip_of(const Quad& slot, const Quad& next) {
    const cv::Point2f across = slot[1] - slot[0];
    return std::clamp((next[0] - slot[0]).dot(across) / across.dot(across), index_share_x, 1.0F);
}

cv::Point2f index_place(const Quad& card) {
    return card[0] + (card[1] - card[0]) * index_x + (card[3] - card[0]) * index_y;
}

std::size_t nearest_slot(std::span<const Quad> slots, cv::Point2f ink) {
    std::size_t best = 0;
    float least = 1e9F;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const float apart = length(index_place(slots[i]) - ink);
        if (apart < least) least = apart, best = i;
    }
    return best;
}

namespace {

// Index candidates by their ink around a slot's corner, px of the frame.
std::vector<Quad> inked(const IndexFinder& finder, const cv::Mat& bgr, std::span<const Quad> slots, std::size_t number) {
    const Quad& quad = slots[number];
    const cv::Point2f across = quad[1] - quad[0], along = quad[3] - quad[0];
    std::vector<cv::Point2f> corner;
    for (const float x : {-corner_margin, index_share_x + corner_margin}) {
        for (const float y : {-corner_margin, index_share_y + corner_margin})
            corner.push_back(quad[0] + across * x + along * y);
    }
    const cv::Rect box = cv::boundingRect(corner) & cv::Rect({0, 0}, bgr.size());
    std::vector<Quad> out;
    if (box.empty()) return out;
    const cv::Point2f origin(static_cast<float>(box.x), static_cast<float>(box.y));
    for (const IndexQuad& found : finder.find(bgr(box))) {
        const cv::Point2f ink = (found.ink[0] + found.ink[2]) * 0.5F + origin, up = found.card[0] - found.card[3];
        const float turn = std::abs(std::atan2(static_cast<float>(up.cross(-along)), up.dot(-along))) * 57.3F;
        if (turn > most_index_turn || nearest_slot(slots, ink) != number) continue;
        Quad card = found.card;
        for (cv::Point2f& point : card)
            point += origin;
        out.push_back(card);
    }
    return out;
}

} // namespace

CardReading FanReader::read_index(const CardClassifier& classifier, const cv::Mat& bgr, std::span<const Quad> slots,
                                  std::size_t number) const {
    std::array<Quad, tries.size()> known;
    std::ranges::transform(tries, known.begin(), [&](Try one) { return tried(slots[number], one); });
    std::vector<CardReading> readings = classifier.read_indices(bgr, known);
    CardReading out = of_indices(readings);
    if (out.face == Face::FACE_UP) return out;
    std::ranges::move(classifier.read_indices(bgr, inked(finder_, bgr, slots, number)), std::back_inserter(readings));
    out = of_indices(readings);
    if (out.guesses.empty()) out.confidence = 0;
    return out;
}

// A back is the same on its left and its right: the strip and its image in a mirror make a whole one.
bool FanReader::shows_back(const CardClassifier& classifier, const cv::Mat& bgr, const Quad& slot, float strip) {
    constexpr int width = 128, height = 176, margin = 12;
    if (strip >= 0.95F) return classifier.read(bgr, std::span(&slot, 1)).front().face == Face::FACE_DOWN;
    const cv::Point2f over = (slot[1] - slot[0]) * (strip - 1), below = (slot[2] - slot[3]) * (strip - 1);
    const Quad left{slot[0], slot[1] + over, slot[2] + below, slot[3]};
    const float x = margin, w = width / 2.0F, h = height;
    cv::Mat whole(height + 2 * margin, width + 2 * margin, CV_8UC3);
    const cv::Mat half =
        cut_out(bgr, left, {{{x, x}, {x + w, x}, {x + w, x + h}, {x, x + h}}}, {whole.cols / 2, whole.rows}, cv::BORDER_REPLICATE);
    half.copyTo(whole.colRange(0, whole.cols / 2));
    cv::flip(half, half, 1);
    half.copyTo(whole.colRange(whole.cols / 2, whole.cols));
    const float right = width + x;
    const Quad card{{{x, x}, {right, x}, {right, x + h}, {x, x + h}}};
    return classifier.read(whole, std::span(&card, 1)).front().face == Face::FACE_DOWN;
}

} // namespace recognition
