// Finds corner indices by their ink: a rank above a suit on paper. For cards of which little more than the index is to be seen.
#pragma once

#include "recognition/vision/reading.h"

#include <vector>

#include <opencv2/core/mat.hpp>

namespace recognition {

// Two pieces of ink that may be a rank and the suit below it.
struct IndexQuad {
    Quad card;                     // px: the outline of the card that such an index lets expect; the index is at corner 0
    Quad ink;                      // px: the rectangle around both pieces, first corner first
    double height = 0;             // px of the index, rank and suit together
    std::vector<cv::Point2f> hull; // px: around both pieces
};

// The same ink on a card whose upright direction is known, as from its edges: a rank need not stand straight above its suit.
[[nodiscard]] IndexQuad turned_upright(const IndexQuad& index, cv::Point2f up);

// Limits of the search. Lengths in px of the picture given.
struct IndexFinderOptions {
    double least_height = 14; // of an index
    int work_side = 1920;     // the picture is searched at most this large (longer side) and small ones are enlarged up to twice
    std::size_t most = 1200;  // candidates, best first: a table full of fans has some 900
};

// Immutable after construction; find() may be called from several threads.
class IndexFinder {
public:
    explicit IndexFinder(IndexFinderOptions options = {});
    // Candidates, many of them none; only reading can tell. `bgr` as CardFinder::find wants it, with 3 channels.
    [[nodiscard]] std::vector<IndexQuad> find(const cv::Mat& bgr) const;

private:
    IndexFinderOptions options_;
};

} // namespace recognition
