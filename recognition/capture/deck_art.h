// Pictures of playing cards, drawn from the artwork that recognition/capture/deck installs.
#pragma once

#include "engine/cards/card.h"
#include "recognition/capture/errors.h"

#include <opencv2/core.hpp>

#include <filesystem>
#include <map>
#include <string>

namespace recognition::capture {

// One deck of the artwork. Draws a card when it is first asked for and keeps it; owned by one thread.
class DeckArt {
public:
    // `folder` holds back.svg and folders of faces ("2color-bf/KD.svg"); empty takes default_folder(). `faces` is one of those folders.
    // Throws CaptureError when they are not there.
    DeckArt(std::filesystem::path folder, std::string faces);

    // The environment variable STUDIO_DECK, else the folder known at build time.
    [[nodiscard]] static std::filesystem::path default_folder();

    // 240x336 px, BGRA with colours multiplied by alpha, corners transparent. Throws CaptureError when a file cannot be drawn.
    [[nodiscard]] const cv::Mat& face(engine::Card card);
    // The back in a colour given as "#rrggbb".
    [[nodiscard]] const cv::Mat& back(const std::string& colour);
    // A plain plastic card in one colour.
    [[nodiscard]] const cv::Mat& cut(cv::Vec3b bgr);

    static constexpr int width = 240;  // px
    static constexpr int height = 336; // px

private:
    std::filesystem::path folder_;
    std::string faces_;
    std::map<std::string, cv::Mat> drawn_;
};

} // namespace recognition::capture
