#include "recognition/vision/card_classifier.h"

namespace recognition {
struct CardClassifier::Networks {};
CardClassifier::CardClassifier(const ModelFiles&) : networks_(std::make_unique<Networks>()) {}
CardClassifier::~CardClassifier() = default;
CardClassifier::CardClassifier(CardClassifier&&) noexcept = default;
CardClassifier& CardClassifier::operator=(CardClassifier&&) noexcept = default;
std::vector<CardReading> CardClassifier::read(const cv::Mat&, std::span<const Quad> quads) const {
    return std::vector<CardReading>(quads.size());
}
} // namespace recognition
