#include "recognition/app/drawing.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace recognition::app {

namespace {

cv::Scalar colour_of(const CardReading& reading) {
    switch (reading.face) {
    case Face::FACE_UP: return {80, 230, 90};
    case Face::FACE_DOWN:
    case Face::CUT_CARD: return {240, 170, 60};
    case Face::EMPTY: return {150, 150, 150};
    case Face::DOUBTFUL: return {30, 150, 255};
    }
    return {};
}

std::string with_confidence(const CardReading& reading) {
    auto text = label(reading);
    if (reading.face != Face::FACE_UP) return text;
    char number[16];
    std::snprintf(number, sizeof number, " %.3f", reading.confidence);
    return text + number;
}

void draw_label(cv::Mat& picture, const Quad& quad, const std::string& text, const cv::Scalar& colour) {
    if (text.empty()) return;
    constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
    constexpr double scale = 0.72;
    int baseline = 0;
    const auto size = cv::getTextSize(text, font, scale, 2, &baseline);
    const auto highest = *std::ranges::min_element(quad, {}, &cv::Point2f::y);
    const auto middle = (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F;
    cv::Point at(cvRound(middle.x) - size.width / 2, cvRound(highest.y) - 12);
    at.x = std::clamp(at.x, 4, std::max(4, picture.cols - size.width - 4));
    at.y = std::max(at.y, size.height + 6);
    cv::rectangle(picture, {at.x - 6, at.y - size.height - 6}, {at.x + size.width + 6, at.y + 7}, cv::Scalar(28, 24, 20), cv::FILLED);
    cv::putText(picture, text, at, font, scale, colour, 2, cv::LINE_AA);
}

} // namespace

std::string label(const CardReading& reading) {
    switch (reading.face) {
    case Face::FACE_UP: return reading.card ? reading.card->text() : "?";
    case Face::FACE_DOWN: return "BACK";
    case Face::CUT_CARD: return "CUT";
    case Face::EMPTY: return "";
    case Face::DOUBTFUL: return reading.guesses.empty() ? "?" : "?" + reading.guesses.front().card.text();
    }
    return {};
}

void draw(cv::Mat& picture, std::span<const Quad> quads, std::span<const CardReading> readings) {
    for (std::size_t i = 0; i < std::min(quads.size(), readings.size()); ++i) {
        std::vector<cv::Point> points(quads[i].begin(), quads[i].end());
        const auto colour = colour_of(readings[i]);
        cv::polylines(picture, points, true, colour, readings[i].face == Face::EMPTY ? 1 : 3, cv::LINE_AA);
    }
    for (std::size_t i = 0; i < std::min(quads.size(), readings.size()); ++i)
        draw_label(picture, quads[i], with_confidence(readings[i]), colour_of(readings[i]));
}

} // namespace recognition::app
