// Reads cards that lie in a fan, of which no more than a strip with the index is to be seen.
#pragma once

#include "recognition/vision/card_classifier.h"
#include "recognition/vision/index_finder.h"

#include <span>

namespace recognition {

// Share of a slot's width that the card of the next slot leaves free when both lie where they should.
[[nodiscard]] float strip_of(const Quad& slot, const Quad& next);

// Where the middle of a card's index is expected.
[[nodiscard]] cv::Point2f index_place(const Quad& card);

// The slot whose index is expected nearest to `ink`, px of the frame; `slots` must not be empty.
[[nodiscard]] std::size_t nearest_slot(std::span<const Quad> slots, cv::Point2f ink);

// Immutable after construction.
class FanReader {
public:
    // The card of slot `number` by the index that it shows: FACE_UP, DOUBTFUL with a guess, or DOUBTFUL with confidence 0 when there is no
    // index. Ink that lies nearer to another of `slots` is that slot's. Throws as CardClassifier::read does.
    [[nodiscard]] CardReading read_index(const CardClassifier& classifier, const cv::Mat& bgr, std::span<const Quad> slots,
                                         std::size_t number) const;

    // Whether the strip of a slot is that of a card that lies face down. Throws as CardClassifier::read does.
    [[nodiscard]] static bool shows_back(const CardClassifier& classifier, const cv::Mat& bgr, const Quad& slot, float strip);

private:
    IndexFinder finder_{{.least_height = 14, .work_side = 1920, .most = 24}};
};

} // namespace recognition
