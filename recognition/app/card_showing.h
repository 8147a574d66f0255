// Cards shown to a camera or in pictures one after another: enrolment and card check.
#pragma once

#include "recognition/app/deck_enrolment.h"
#include "recognition/tracking/table_layout.h"
#include "recognition/vision/card_classifier.h"
#include "recognition/vision/card_finder.h"
#include "recognition/vision/slot_reader.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace recognition::app {

// A card cut out of a picture, and how large it was seen.
struct CutOut {
    Quad quad;
    cv::Mat picture;       // as a DeckCard's
    double short_side = 0; // px
};

// A card in the form of a DeckCard's picture.
[[nodiscard]] cv::Mat upright(const cv::Mat& bgr, const Quad& quad);

// The one card of a picture: of the outlines found the best one, of those in `place` when it is given. Nothing when there is none.
[[nodiscard]] std::optional<CutOut> cut_out_card(const CardFinder& finder, const cv::Mat& bgr, const std::optional<Quad>& place = {});

// The order in which cards are shown: "factory", or a file of cards; empty when nothing is said. Throws CaptureError.
[[nodiscard]] std::vector<engine::Card> read_order(const std::string& order);
// The slot to show cards in: the one named, or the layout's first that is no fan's. Throws CaptureError when there is none.
[[nodiscard]] engine::Slot slot_for_showing(const tracking::TableLayout& layout, const std::string& slot);

// When a card lies at rest in one slot of a camera that looks on while cards are laid there and taken away one by one. Owned by one thread.
class ShowWatch {
public:
    ShowWatch(const tracking::TableLayout& layout, engine::Slot slot, const ModelFiles& models);

    // The card that has come to rest with this frame; told once, until the slot has been empty.
    [[nodiscard]] std::optional<CutOut> look(const cv::Mat& frame);

private:
    SlotReader reader_;
    CardFinder finder_;
    std::vector<Quad> slot_;
    cv::Mat before_; // the slot in the frame before, small and grey
    int still_ = 0;
    bool emptied_ = true;
};

} // namespace recognition::app
