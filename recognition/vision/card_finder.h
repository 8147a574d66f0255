// Finds whole cards in a picture: any place, any rotation, lights on or off.
#pragma once

#include "recognition/vision/reading.h"

#include <vector>

#include <opencv2/core/mat.hpp>

namespace recognition {

// Limits of the search. Lengths in px of the picture given.
struct FinderOptions {
    double least_short_side = 29.0;                // cards whose short side is less are not looked for: none is read below 30 px
    double most_card_share = 0.95;                 // of the picture's area
    double most_aspect = 2.4, least_aspect = 1.05; // long side by short side, after perspective of up to 45 degrees
    int work_side = 1280; // the picture is searched at most this large (longer side); corners are refined at full size
};

// Immutable after construction; find() may be called from several threads.
class CardFinder {
public:
    explicit CardFinder(FinderOptions options = {});
    // `bgr`: 8-bit, 3 channels (1 and 4 channels are converted); empty or less than 16 px in a side: no cards. Throws std::invalid_argument
    // on another depth and on more than 80 megapixels. Best quality first; no two quads are nearly the same. A quality of no more than
    // `completed` is of an outline of which a part was seen, because something lies on the card or the picture ends in it: such a quad
    // may reach out of the picture, and its proportions are guessed.
    static constexpr double completed = 0.45;
    [[nodiscard]] std::vector<CardQuad> find(const cv::Mat& bgr) const;

private:
    FinderOptions options_;
};

} // namespace recognition
