#include "recognition/app/still_reader.h"

#include "recognition/app/observer.h"
#include "recognition/capture/errors.h"

namespace recognition::app {

StillReader::StillReader(const ModelFiles& models, std::optional<tracking::TableLayout> layout)
    : models_(models), layout_(std::move(layout)), anywhere_(models) {}

std::vector<Seen> StillReader::read(const cv::Mat& picture) {
    std::vector<Seen> seen;
    if (!layout_) {
        for (auto& card : anywhere_.read(picture))
            seen.push_back({card.quad.corners, std::move(card.reading), card.by_index});
        return seen;
    }
    if (picture.cols != layout_->width || picture.rows != layout_->height)
        throw capture::CaptureError("is " + std::to_string(picture.cols) + "x" + std::to_string(picture.rows) + " px, the layout is for " +
                                    std::to_string(layout_->width) + "x" + std::to_string(layout_->height));
    const auto quads = quads_of(*layout_);
    auto readings =
        SlotReader(models_).read(picture, quads, overlapped_of(*layout_)); // a new one: it would remember the felt of another picture
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (readings[i].face != Face::EMPTY) seen.push_back({quads[i], std::move(readings[i]), layout_->slots[i].overlapped});
    }
    return seen;
}

} // namespace recognition::app
