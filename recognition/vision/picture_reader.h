// Reads whole pictures: finds cards anywhere and reads each.
#pragma once

#include "recognition/vision/card_classifier.h"
#include "recognition/vision/card_finder.h"

#include <vector>

namespace recognition {

// A card seen in a picture.
struct SeenCard {
    CardQuad quad;
    CardReading reading;
};

// One thread at a time.
class PictureReader {
public:
    // Throws as CardClassifier does.
    explicit PictureReader(const ModelFiles& files, FinderOptions options = {});
    // Cards that do not cover one another, surest first. Face-up cards, backs and doubtful cards that show at least one corner index; other
    // rectangles of the picture are left out. Throws as CardFinder::find does.
    [[nodiscard]] std::vector<SeenCard> read(const cv::Mat& bgr) const;

private:
    CardFinder finder_;
    CardClassifier classifier_;
};

} // namespace recognition
