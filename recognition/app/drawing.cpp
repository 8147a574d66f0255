#include "recognition/app/drawing.h"

#include "recognition/vision/fan_reader.h"
#include "recognition/vision/quad.h"

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

// What is to be seen of a slot: of a fan's card the strip that the next one leaves free.
struct Shown {
    Quad quad;
    bool strip = false;
};

Shown shown(std::span<const Quad> quads, std::span<const CardReading> readings, std::size_t number) {
    const Quad& quad = quads[number];
    if (number + 1 >= std::min(quads.size(), readings.size()) || readings[number + 1].face == Face::EMPTY) return {quad};
    if (shared_area(quad, quads[number + 1]) < 0.2 * area_of(quad)) return {quad};
    const float strip = strip_of(quad, quads[number + 1]);
    return {{quad[0], quad[0] + (quad[1] - quad[0]) * strip, quad[3] + (quad[2] - quad[3]) * strip, quad[3]}, true};
}

void draw_label(cv::Mat& picture, const Shown& place, const std::string& text, const cv::Scalar& colour) {
    if (text.empty()) return;
    constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
    const double scale = place.strip ? 0.45 : 0.72;
    const int thick = place.strip ? 1 : 2, edge = place.strip ? 3 : 6;
    int baseline = 0;
    const auto size = cv::getTextSize(text, font, scale, thick, &baseline);
    const Quad& quad = place.quad;
    const auto highest = *std::ranges::min_element(quad, {}, &cv::Point2f::y);
    const auto middle = (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F, top = (quad[0] + quad[1]) * 0.5F;
    cv::Point at(cvRound(middle.x) - size.width / 2, cvRound(highest.y) - 12);
    if (place.strip) at = cv::Point(cvRound(top.x) - size.width / 2, cvRound(top.y) - 14);
    at.x = std::clamp(at.x, 4, std::max(4, picture.cols - size.width - 4));
    at.y = std::max(at.y, size.height + 6);
    cv::rectangle(picture, {at.x - edge, at.y - size.height - edge}, {at.x + size.width + edge, at.y + edge + 1}, cv::Scalar(28, 24, 20),
                  cv::FILLED);
    cv::putText(picture, text, at, font, scale, colour, thick, cv::LINE_AA);
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
    const std::size_t count = std::min(quads.size(), readings.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Quad seen = shown(quads, readings, i).quad;
        const std::vector<cv::Point> points(seen.begin(), seen.end());
        const auto colour = colour_of(readings[i]);
        cv::polylines(picture, points, true, colour, readings[i].face == Face::EMPTY ? 1 : 3, cv::LINE_AA);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Shown place = shown(quads, readings, i);
        draw_label(picture, place, place.strip ? label(readings[i]) : with_confidence(readings[i]), colour_of(readings[i]));
    }
}

} // namespace recognition::app
