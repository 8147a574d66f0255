// What the networks say about one card, and the rule that turns it into a reading. Pure.
#pragma once

#include "recognition/vision/reading.h"

#include <array>
#include <span>
#include <vector>

namespace recognition {

// One corner index: probabilities of 13 ranks (two to ace) and none, of 4 suits (c d h s) and none.
struct CornerEvidence {
    std::vector<double> rank; // 14
    std::vector<double> suit; // 5
};

// Both corners (the one at the quad's first corner first) and the whole face: 52 cards by Card::index(), back, cut card, none.
struct Evidence {
    std::array<CornerEvidence, 2> corners;
    std::vector<double> face; // 55
};

// The reading that this evidence allows. A card is answered only when at least two of the three witnesses name it and none names another;
// doubt gets a reason and up to three guesses. Never answers EMPTY: the networks cannot tell bare felt from anything else.
[[nodiscard]] CardReading judge(const Evidence& evidence);

// No witness sees a card, a back or a cut card.
[[nodiscard]] bool is_nothing(const Evidence& evidence);

// The mean of several looks at the same card; `looks` must not be empty.
[[nodiscard]] Evidence mean_of(std::span<const Evidence> looks);

} // namespace recognition
