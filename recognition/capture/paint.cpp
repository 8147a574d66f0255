#include "recognition/capture/paint.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace recognition::capture {

void paint(cv::Mat& picture, const Sprite& sprite, const cv::Rect& clip) {
    const auto area = sprite.box() & clip & cv::Rect({0, 0}, picture.size());
    if (area.empty()) return;
    for (int y = area.y; y < area.y + area.height; ++y) {
        auto* out = picture.ptr<std::uint8_t>(y) + 3 * area.x;
        const auto* colour = sprite.colour.ptr<std::uint8_t>(y - sprite.origin.y) + 3 * (area.x - sprite.origin.x);
        const auto* through = sprite.through.ptr<std::uint8_t>(y - sprite.origin.y) + (area.x - sprite.origin.x);
        for (int x = 0; x < area.width; ++x) {
            const unsigned t = through[x];
            for (int c = 0; c < 3; ++c) {
                const unsigned seen = out[3 * x + c] * t + 127U;
                out[3 * x + c] = static_cast<std::uint8_t>(std::min(255U, (seen + (seen >> 8U)) / 256U + colour[3 * x + c]));
            }
        }
    }
}

namespace {

constexpr int fine = 2; // cards are drawn this much larger and averaged down, so that indices are smooth

cv::Rect box_around(const Quad& corners, const Shadow& shadow, double blur) {
    const auto box = cv::boundingRect(std::vector<cv::Point2f>(corners.begin(), corners.end()));
    const int margin =
        static_cast<int>(std::ceil(3 * shadow.softness + std::max(std::abs(shadow.offset.x), std::abs(shadow.offset.y)) + 3 * blur)) + 2;
    return {box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin};
}

cv::Mat warp(const cv::Mat& card, const Quad& corners, const cv::Rect& box) {
    const auto w = static_cast<float>(card.cols);
    const auto h = static_cast<float>(card.rows);
    const std::array<cv::Point2f, 4> from{cv::Point2f{0, 0}, {w, 0}, {w, h}, {0, h}};
    std::array<cv::Point2f, 4> to;
    for (std::size_t i = 0; i < 4; ++i)
        to[i] = (corners[i] - cv::Point2f(static_cast<float>(box.x), static_cast<float>(box.y))) * static_cast<float>(fine);
    cv::Mat large;
    cv::warpPerspective(card, large, cv::getPerspectiveTransform(from.data(), to.data()), box.size() * fine, cv::INTER_LINEAR,
                        cv::BORDER_CONSTANT, cv::Scalar::all(0));
    cv::Mat small;
    cv::resize(large, small, box.size(), 0, 0, cv::INTER_AREA);
    return small;
}

} // namespace

Sprite card_sprite(const cv::Mat& card, const Quad& corners, double blur, const Shadow& shadow) {
    const auto box = box_around(corners, shadow, blur);
    auto seen = warp(card, corners, box);
    if (blur > 0) cv::GaussianBlur(seen, seen, {0, 0}, blur);
    Sprite sprite;
    sprite.origin = box.tl();
    cv::cvtColor(seen, sprite.colour, cv::COLOR_BGRA2BGR);
    cv::Mat alpha;
    cv::extractChannel(seen, alpha, 3);
    cv::Mat shade;
    const cv::Matx23f shift{1, 0, shadow.offset.x, 0, 1, shadow.offset.y};
    cv::warpAffine(alpha, shade, shift, alpha.size());
    cv::blur(shade, shade, {2 * static_cast<int>(shadow.softness) + 1, 2 * static_cast<int>(shadow.softness) + 1});
    cv::blur(shade, shade, {2 * static_cast<int>(shadow.softness) + 1, 2 * static_cast<int>(shadow.softness) + 1});
    // through = (1 - alpha) * (1 - strength * shade)
    cv::Mat lit;
    shade.convertTo(lit, CV_8U, -shadow.strength, 255);
    cv::multiply(255 - alpha, lit, sprite.through, 1.0 / 255);
    return sprite;
}

void light(Sprite& sprite, const cv::Mat& gains) {
    const auto area = sprite.box() & cv::Rect({0, 0}, gains.size());
    if (area.empty()) return;
    auto part = sprite.colour(cv::Rect(area.tl() - sprite.origin, area.size()));
    cv::multiply(part, gains(area), part, 1, CV_8U);
}

} // namespace recognition::capture
