// What the vision part says: where a card lies in a picture and what it shows. Values only; no I/O, no threads.
#pragma once

#include "engine/cards/card.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <opencv2/core/types.hpp>

namespace recognition {

// Corners of a card in px of the frame, clockwise as seen; the edge from corner 0 to corner 1 is a SHORT side of the card.
using Quad = std::array<cv::Point2f, 4>;

// A whole card found in a picture. `quality` 0..1: how well the outline fits four straight edges.
struct CardQuad {
    Quad corners;
    double quality = 0.0;
};

// What lies at a place. DOUBTFUL: something lies there and it could not be told which card; see Reason.
enum class Face : std::uint8_t { FACE_UP, FACE_DOWN, CUT_CARD, EMPTY, DOUBTFUL };

// Why a reading is doubtful; NONE for every other face.
enum class Reason : std::uint8_t { NONE, LOW_CONFIDENCE, CORNERS_DISAGREE, FACE_DISAGREES, OCCLUDED, BLURRED, GLARE, TOO_SMALL, UNKNOWN };

// One candidate of a doubtful or certain reading; confidences of a reading's guesses sum to at most 1.
struct Guess {
    engine::Card card;
    double confidence = 0.0;
};

// `card` is set only when `face` is FACE_UP. `confidence` 0..1 is calibrated; `margin` is its distance to the runner-up. `guesses` are at
// most three, best first; they are what a dealer is asked about and never a card by themselves.
struct CardReading {
    Face face = Face::DOUBTFUL;
    std::optional<engine::Card> card;
    Reason reason = Reason::UNKNOWN;
    double confidence = 0.0;
    double margin = 0.0;
    std::vector<Guess> guesses;
    int witnesses = 0; // how many of the two indices and the face name the first guess
};

// "FACE_UP", "CORNERS_DISAGREE": the names as in the enums, for logs and reports.
[[nodiscard]] std::string_view name(Face face);
[[nodiscard]] std::string_view name(Reason reason);

} // namespace recognition
