// Cards in one picture, wherever they lie or in the slots of a layout.
#pragma once

#include "recognition/tracking/table_layout.h"
#include "recognition/vision/models.h"
#include "recognition/vision/picture_reader.h"
#include "recognition/vision/slot_reader.h"

#include <opencv2/core.hpp>

#include <optional>
#include <vector>

namespace recognition::app {

// A card, a back, a cut card or a doubtful something, and where it lies; never an empty place. `by_index`: as in SeenCard.
struct Seen {
    Quad quad;
    CardReading reading;
    bool by_index = false;
};

// Reads pictures that are no frames of one camera. Used by one thread.
class StillReader {
public:
    // Throws std::runtime_error when a network cannot be used.
    explicit StillReader(const ModelFiles& models, std::optional<tracking::TableLayout> layout = std::nullopt);

    // Throws CaptureError when the picture is not of the layout's size.
    [[nodiscard]] std::vector<Seen> read(const cv::Mat& picture);

private:
    ModelFiles models_;
    std::optional<tracking::TableLayout> layout_;
    PictureReader anywhere_;
};

} // namespace recognition::app
