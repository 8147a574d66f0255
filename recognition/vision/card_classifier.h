// Reads cards whose place is known: rank and suit from both corner indices and from the whole face, answered only where they agree.
#pragma once

#include "recognition/vision/house_deck.h"
#include "recognition/vision/models.h"
#include "recognition/vision/reading.h"

#include <memory>
#include <span>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace recognition {

// How often a card in doubt is looked at: second looks at slightly other outlines cost six times the first.
enum class Looks : std::uint8_t { ONE, SEVERAL };

// Owns two networks. One thread at a time may call read(); make one classifier per thread.
class CardClassifier {
public:
    // Throws std::runtime_error naming the file when one is missing, is no network or has not the expected shapes.
    explicit CardClassifier(const ModelFiles& files);
    ~CardClassifier();
    CardClassifier(CardClassifier&&) noexcept;
    CardClassifier& operator=(CardClassifier&&) noexcept;

    // One reading for each quad, in order, all in one batch. A quad is a card's outline, either way up; a slot rectangle that is a few px
    // or degrees off is read too. Parts outside the frame are taken as black. Throws std::invalid_argument unless `bgr` is 8-bit with 3
    // channels.
    [[nodiscard]] std::vector<CardReading> read(const cv::Mat& bgr, std::span<const Quad> quads, Looks looks = Looks::SEVERAL) const;

    // One reading for each quad from the index at its FIRST corner alone, for cards of which no more is to be seen; quads as IndexFinder
    // gives them. FACE_UP or DOUBTFUL; what is no index is UNKNOWN without guesses. Throws as read() does.
    [[nodiscard]] std::vector<CardReading> read_indices(const cv::Mat& bgr, std::span<const Quad> quads) const;

    // Pairs of the enrolled deck's cards that are less than `least` apart, the closest first; empty without a deck.
    [[nodiscard]] std::vector<Twins> twins(double least = least_apart) const;

private:
    struct Networks;
    std::unique_ptr<Networks> networks_;
};

} // namespace recognition
