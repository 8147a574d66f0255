#include "recognition/vision/reading.h"

namespace recognition {

std::string_view name(Face face) {
    switch (face) {
    case Face::FACE_UP: return "FACE_UP";
    case Face::FACE_DOWN: return "FACE_DOWN";
    case Face::CUT_CARD: return "CUT_CARD";
    case Face::EMPTY: return "EMPTY";
    case Face::DOUBTFUL: return "DOUBTFUL";
    }
    return "DOUBTFUL";
}

std::string_view name(Reason reason) {
    switch (reason) {
    case Reason::NONE: return "NONE";
    case Reason::LOW_CONFIDENCE: return "LOW_CONFIDENCE";
    case Reason::CORNERS_DISAGREE: return "CORNERS_DISAGREE";
    case Reason::FACE_DISAGREES: return "FACE_DISAGREES";
    case Reason::OCCLUDED: return "OCCLUDED";
    case Reason::BLURRED: return "BLURRED";
    case Reason::GLARE: return "GLARE";
    case Reason::TOO_SMALL: return "TOO_SMALL";
    case Reason::UNKNOWN: return "UNKNOWN";
    }
    return "UNKNOWN";
}

} // namespace recognition
