// What the networks say about one card, and the rule that turns it into a reading. Pure.
#pragma once

#include "recognition/vision/reading.h"

#include <array>
#include <span>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace recognition {

// One corner index: probabilities of 13 ranks (two to ace) and none, of 4 suits (c d h s) and none.
struct CornerEvidence {
    std::vector<double> rank; // 14
    std::vector<double> suit; // 5
};

// Both corners (the one at the quad's first corner first) and the whole face: 52 cards by Card::index(), back, cut card, none.
struct Evidence {
    std::array<CornerEvidence, 2> corners;
    std::vector<double> face;      // 55
    std::vector<cv::Mat> traits{}; // of both corners and the face, for a DeckMemory to compare; empty when no deck is enrolled
};

// The probability that an answer is right, from the log odds of its fused probability: a logistic line. An answer needs `threshold`.
struct Confidence {
    double offset = 0, slope = 1;
    double threshold = 0.985;
};

// What the networks' numbers mean, as fitted on rendered decks that were not trained on (recognition/training/calibrate.py). The
// temperatures divide the networks' answers before they become probabilities.
struct Calibration {
    double rank_temperature = 1, suit_temperature = 1, face_temperature = 1;
    Confidence card;                     // of a card judged by all its witnesses
    Confidence index{.threshold = 0.95}; // of an index by itself
};

// The reading that this evidence allows. A card is answered only when at least two of the three witnesses name it and none names another;
// doubt gets a reason and up to three guesses. Never answers EMPTY: the networks cannot tell bare felt from anything else.
[[nodiscard]] CardReading judge(const Evidence& evidence, const Calibration& calibration = {});

// The reading that several looks at one corner index allow when nothing else of the card is to be seen. Every look must name the same card.
[[nodiscard]] CardReading judge_index(std::span<const CornerEvidence> looks, const Calibration& calibration = {});

// No witness sees a card, a back or a cut card.
[[nodiscard]] bool is_nothing(const Evidence& evidence);

// The mean of several looks at the same card; `looks` must not be empty.
[[nodiscard]] Evidence mean_of(std::span<const Evidence> looks);

} // namespace recognition
