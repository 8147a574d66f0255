#include "recognition/app/picture_reader.h"

#include "recognition/app/observer.h"
#include "recognition/capture/errors.h"

namespace recognition::app {

PictureReader::PictureReader(const ModelFiles& models, std::optional<tracking::TableLayout> layout)
    : models_(models), layout_(std::move(layout)), classifier_(models) {}

std::vector<Seen> PictureReader::read(const cv::Mat& picture) {
    std::vector<Quad> quads;
    std::vector<CardReading> readings;
    if (layout_) {
        if (picture.cols != layout_->width || picture.rows != layout_->height)
            throw capture::CaptureError("is " + std::to_string(picture.cols) + "x" + std::to_string(picture.rows) +
                                        " px, the layout is for " + std::to_string(layout_->width) + "x" + std::to_string(layout_->height));
        quads = quads_of(*layout_);
        readings = SlotReader(models_).read(picture, quads); // a new one: pictures are not frames of one camera
    } else {
        for (const auto& found : finder_.find(picture))
            quads.push_back(found.corners);
        readings = classifier_.read(picture, quads);
    }
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (readings[i].face != Face::EMPTY) seen.push_back({quads[i], readings[i]});
    }
    return seen;
}

} // namespace recognition::app
