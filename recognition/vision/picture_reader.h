// Reads whole pictures: finds cards anywhere and reads each.
#pragma once

#include "recognition/vision/card_classifier.h"
#include "recognition/vision/card_finder.h"
#include "recognition/vision/index_finder.h"

#include <vector>

namespace recognition {

// A card seen in a picture. `by_index`: little more than the index at one corner is to be seen, and `quad` is the rectangle around that.
struct SeenCard {
    CardQuad quad;
    CardReading reading;
    bool by_index = false;
};

// One thread at a time.
class PictureReader {
public:
    // Throws as CardClassifier does.
    explicit PictureReader(const ModelFiles& files, FinderOptions options = {});
    // Whole cards that do not cover one another, surest first, then cards of which only a corner index is to be seen: under other cards, in
    // a fan, under a hand. Face-up cards, backs and doubtful cards that show at least one corner index; other rectangles of the picture are
    // left out. Both indices of one card are one answer; of two cards of one name, one known by its index alone, only one is told. Throws
    // as CardFinder::find does.
    [[nodiscard]] std::vector<SeenCard> read(const cv::Mat& bgr) const;

private:
    // Cards known by their outline; all outlines; and those of which some part shows a card, so that a corner may be an index.
    struct Whole {
        std::vector<SeenCard> cards;
        std::vector<Quad> outlines;
        std::vector<SeenCard> leads;
    };
    [[nodiscard]] Whole whole_cards(const cv::Mat& picture) const;
    [[nodiscard]] std::vector<SeenCard> indices_by_ink(const cv::Mat& picture, const std::vector<Quad>& outlines) const;
    [[nodiscard]] std::vector<SeenCard> indices_at_corners(const cv::Mat& picture, const std::vector<SeenCard>& leads) const;
    void add_indices(const cv::Mat& picture, Whole& whole) const;

    CardFinder finder_;
    IndexFinder index_finder_;
    CardClassifier classifier_;
};

} // namespace recognition
