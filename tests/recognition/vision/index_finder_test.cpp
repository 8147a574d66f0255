#include "recognition/vision/index_finder.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// Paper with a letter above a spot, turned about the picture's middle; the spot is 34 px below the letter.
cv::Mat paper_with_index(double degrees, const cv::Scalar& ink, double light = 1) {
    cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(60, 110, 30) * light);
    cv::rectangle(picture, cv::Rect(120, 90, 160, 220), cv::Scalar(235, 240, 240) * light, -1);
    cv::putText(picture, "K", {190, 199}, cv::FONT_HERSHEY_SIMPLEX, 1, ink * light, 3, cv::LINE_AA);
    cv::circle(picture, {200, 218}, 9, ink * light, -1, cv::LINE_AA);
    cv::Mat out;
    cv::warpAffine(picture, out, cv::getRotationMatrix2D({200, 200}, degrees, 1), picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return out;
}

// Degrees by which the found index's up direction is off from an index turned by `degrees`, with its middle near the picture's.
bool found_at(const std::vector<IndexQuad>& all, double degrees) {
    return std::ranges::any_of(all, [&](const IndexQuad& index) {
        const cv::Point2f up = index.card[0] - index.card[3], middle = (index.ink[0] + index.ink[2]) * 0.5F;
        const double angle = std::atan2(static_cast<double>(-up.x), static_cast<double>(-up.y)) * 57.29578; // as getRotationMatrix2D counts
        return std::abs(std::remainder(angle - degrees, 360)) < 8 && std::hypot(middle.x - 200, middle.y - 202) < 8 &&
               std::abs(index.height - 50) < 8;
    });
}

TEST(IndexFinder, finds_an_index_at_every_angle_and_in_every_light) {
    const IndexFinder finder;
    for (int degrees = 0; degrees < 360; degrees += 45)
        EXPECT_TRUE(found_at(finder.find(paper_with_index(degrees, {20, 20, 20})), degrees)) << degrees;
    EXPECT_TRUE(found_at(finder.find(paper_with_index(30, {40, 30, 200})), 30));
    EXPECT_TRUE(found_at(finder.find(paper_with_index(30, {20, 20, 20}, 0.35)), 30));
}

TEST(IndexFinder, the_card_expected_is_upright_at_the_index) {
    for (const IndexQuad& index : IndexFinder().find(paper_with_index(0, {20, 20, 20}))) {
        const double card = area_of(index.card);
        EXPECT_GT(card, 10 * area_of(index.ink));
        EXPECT_GT(shared_area(index.card, index.ink), 0.95 * area_of(index.ink));
        EXPECT_NEAR(cv::norm(index.card[3] - index.card[0]) / cv::norm(index.card[1] - index.card[0]), 1.4, 0.01);
    }
}

// A rank that stands beside the middle of its suit: the line through both leans, the card's edge does not.
TEST(IndexFinder, an_index_is_turned_to_the_cards_own_direction_about_the_same_ink) {
    for (const IndexQuad& index : IndexFinder().find(paper_with_index(0, {20, 20, 20}))) {
        const IndexQuad upright = turned_upright(index, {0.2F, -1});
        const cv::Point2f up = upright.card[0] - upright.card[3];
        EXPECT_NEAR(up.x / -up.y, 0.2, 0.01);
        EXPECT_GT(shared_area(upright.ink, index.ink), 0.7 * area_of(index.ink));
        const IndexQuad back = turned_upright(upright, index.card[0] - index.card[3]);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_LT(length(back.card[i] - index.card[i]), 0.5F);
    }
}

TEST(IndexFinder, one_piece_of_ink_and_bare_felt_are_no_index) {
    cv::Mat picture(300, 300, CV_8UC3, cv::Scalar(60, 110, 30));
    EXPECT_TRUE(IndexFinder().find(picture).empty());
    cv::rectangle(picture, cv::Rect(80, 60, 120, 160), cv::Scalar(235, 240, 240), -1);
    cv::circle(picture, {140, 140}, 12, cv::Scalar(20, 20, 20), -1, cv::LINE_AA);
    EXPECT_TRUE(IndexFinder().find(picture).empty());
}

TEST(IndexFinder, odd_pictures) {
    EXPECT_TRUE(IndexFinder().find({}).empty());
    EXPECT_TRUE(IndexFinder().find(cv::Mat(8, 900, CV_8UC3, cv::Scalar::all(255))).empty());
    EXPECT_TRUE(IndexFinder().find(cv::Mat(16, 4000, CV_8UC3, cv::Scalar::all(255))).empty());
    EXPECT_THROW((void)IndexFinder().find(cv::Mat(200, 200, CV_8UC1, cv::Scalar::all(255))), std::invalid_argument);
}

} // namespace
} // namespace recognition
