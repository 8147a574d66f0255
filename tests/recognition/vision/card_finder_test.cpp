#include "recognition/vision/card_finder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// A white card with some print on felt. Degrees clockwise; `light` scales the whole picture.
struct DrawnCard {
    cv::Point2f center;
    float width = 120, degrees = 0;
};

Quad outline(const DrawnCard& card) {
    const float angle = card.degrees * std::numbers::pi_v<float> / 180, c = std::cos(angle), s = std::sin(angle);
    const float w = card.width / 2, h = 1.4F * w;
    const auto at = [&](float x, float y) { return card.center + cv::Point2f(x * c - y * s, x * s + y * c); };
    return {at(-w, -h), at(w, -h), at(w, h), at(-w, h)};
}

cv::Mat felt(double light) {
    return cv::Mat(720, 1280, CV_8UC3, cv::Scalar(60, 110, 30) * light);
}

void draw(cv::Mat& picture, const DrawnCard& card, double light) {
    std::vector<cv::Point> corners;
    for (const cv::Point2f corner : outline(card))
        corners.emplace_back(cvRound(16 * corner.x), cvRound(16 * corner.y));
    cv::fillConvexPoly(picture, corners, cv::Scalar(235, 240, 240) * light, cv::LINE_AA, 4);
    cv::circle(picture, card.center, cvRound(card.width / 6), cv::Scalar(20, 20, 180) * light, -1, cv::LINE_AA);
}

// The corner of `quad` farthest from the outline's, px; cards look the same turned by half.
float farthest(const Quad& quad, const Quad& outline) {
    float best = 1e9F;
    for (const std::size_t turn : {0UZ, 2UZ}) {
        float most = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const cv::Point2f d = quad[(i + turn) % 4] - outline[i];
            most = std::max(most, std::hypot(d.x, d.y));
        }
        best = std::min(best, most);
    }
    return best;
}

TEST(CardFinder, finds_a_card_at_every_angle_with_the_lights_on_and_off) {
    const CardFinder finder;
    for (const double light : {1.0, 0.3}) {
        for (int turn = 0; turn < 180; turn += 15) {
            const auto degrees = static_cast<float>(turn);
            cv::Mat picture = felt(light);
            const DrawnCard card{{620, 330}, 120, degrees};
            draw(picture, card, light);
            const auto found = finder.find(picture);
            ASSERT_FALSE(found.empty()) << degrees << " degrees, light " << light;
            EXPECT_LT(farthest(found.front().corners, outline(card)), 3) << degrees << " degrees, light " << light;
        }
    }
}

TEST(CardFinder, finds_cards_half_in_shadow) {
    cv::Mat picture = felt(1);
    const DrawnCard card{{640, 360}, 140, 20};
    draw(picture, card, 1);
    cv::Mat right = picture(cv::Rect(640, 0, 640, 720));
    right *= 0.45;
    const auto found = CardFinder().find(picture);
    const bool any = std::ranges::any_of(found, [&](const CardQuad& quad) { return farthest(quad.corners, outline(card)) < 6; });
    EXPECT_TRUE(any);
}

TEST(CardFinder, finds_every_one_of_several) {
    cv::Mat picture = felt(1);
    const std::vector<DrawnCard> cards{
        {{200, 200}, 110, 5}, {{500, 220}, 110, 40}, {{800, 240}, 110, 90}, {{1050, 500}, 110, 130}, {{300, 520}, 60, 10}};
    for (const DrawnCard& card : cards)
        draw(picture, card, 1);
    const auto found = CardFinder().find(picture);
    for (const DrawnCard& card : cards) {
        EXPECT_TRUE(std::ranges::any_of(found, [&](const CardQuad& quad) { return farthest(quad.corners, outline(card)) < 4; }))
            << card.center;
    }
}

TEST(CardFinder, corner_order_is_clockwise_with_a_short_side_first) {
    cv::Mat picture = felt(1);
    draw(picture, {{620, 330}, 120, 70}, 1);
    const auto found = CardFinder().find(picture);
    ASSERT_FALSE(found.empty());
    const Quad& quad = found.front().corners;
    EXPECT_LT(cv::norm(quad[1] - quad[0]), cv::norm(quad[2] - quad[1]));
    EXPECT_GT((quad[1] - quad[0]).cross(quad[2] - quad[1]), 0);
}

bool completed(const std::vector<CardQuad>& found, const Quad& outline, float within) {
    return std::ranges::any_of(
        found, [&](const CardQuad& quad) { return quad.quality <= CardFinder::completed && farthest(quad.corners, outline) < within; });
}

// Of the lower card one short side and its corners are to be seen, and parts of the long sides.
TEST(CardFinder, a_card_under_another_is_completed_from_the_side_that_is_whole) {
    for (const float degrees : {0.0F, 20.0F, 75.0F}) {
        cv::Mat picture = felt(1);
        const float angle = degrees * std::numbers::pi_v<float> / 180;
        const DrawnCard lower{{640, 360}, 140, degrees};
        const DrawnCard upper{lower.center + 115 * cv::Point2f(-std::sin(angle), std::cos(angle)), 180, degrees + 35};
        draw(picture, lower, 1);
        draw(picture, upper, 1);
        cv::polylines(picture, std::vector<cv::Point>{outline(upper)[0], outline(upper)[1], outline(upper)[2], outline(upper)[3]}, true,
                      cv::Scalar(40, 70, 30), 3, cv::LINE_AA); // a shadow's edge parts the two
        EXPECT_TRUE(completed(CardFinder().find(picture), outline(lower), 14)) << degrees;
    }
}

TEST(CardFinder, a_card_that_the_picture_ends_in_is_completed_beyond_its_edge) {
    for (const float degrees : {10.0F, 40.0F, 120.0F}) {
        cv::Mat picture = felt(1);
        const DrawnCard card{{1240, 360}, 150, degrees};
        draw(picture, card, 1);
        EXPECT_TRUE(completed(CardFinder().find(picture), outline(card), 14)) << degrees;
    }
}

TEST(CardFinder, bare_felt_has_no_card) {
    EXPECT_TRUE(CardFinder().find(felt(1)).empty());
}

TEST(CardFinder, odd_pictures) {
    const CardFinder finder;
    EXPECT_TRUE(finder.find({}).empty());
    EXPECT_TRUE(finder.find(cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(255))).empty());
    EXPECT_TRUE(finder.find(cv::Mat(16, 4000, CV_8UC3, cv::Scalar::all(255))).empty());
    EXPECT_NO_THROW((void)finder.find(cv::Mat(200, 200, CV_8UC1, cv::Scalar::all(255))));
    EXPECT_NO_THROW((void)finder.find(cv::Mat(200, 200, CV_8UC4, cv::Scalar::all(255))));
    EXPECT_THROW((void)finder.find(cv::Mat(200, 200, CV_32FC3, cv::Scalar::all(1))), std::invalid_argument);
    EXPECT_THROW((void)finder.find(cv::Mat(10000, 10000, CV_8UC3)), std::invalid_argument);
}

} // namespace
} // namespace recognition
