#include "recognition/vision/card_classifier.h"
#include "recognition/vision/slot_reader.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

std::string message_of(const ModelFiles& files) {
    try {
        CardClassifier classifier(files);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no error";
}

TEST(CardClassifier, a_missing_model_is_named) {
    ModelFiles files = default_models();
    files.index = "nowhere/corner.onnx";
    EXPECT_THAT(message_of(files), testing::HasSubstr("nowhere/corner.onnx"));
}

TEST(CardClassifier, a_model_of_the_wrong_shape_is_named) {
    ModelFiles files = default_models();
    std::swap(files.index, files.face);
    EXPECT_THAT(message_of(files), testing::HasSubstr(files.index.string()));
}

TEST(CardClassifier, a_file_that_is_no_model_is_named) {
    const std::filesystem::path broken = std::filesystem::path(testing::TempDir()) / "broken_model.onnx";
    std::ofstream(broken) << "no network";
    ModelFiles files = default_models();
    files.face = broken;
    EXPECT_THAT(message_of(files), testing::HasSubstr("broken_model.onnx"));
}

TEST(CardClassifier, odd_pictures_and_quads) {
    const CardClassifier classifier(default_models());
    const cv::Mat picture(300, 300, CV_8UC3, cv::Scalar(60, 110, 30));
    const Quad good{{{50, 50}, {150, 50}, {150, 190}, {50, 190}}};
    EXPECT_THROW((void)classifier.read({}, std::vector{good}), std::invalid_argument);
    EXPECT_THROW((void)classifier.read(cv::Mat(9, 9, CV_32FC3), std::vector{good}), std::invalid_argument);
    EXPECT_TRUE(classifier.read(picture, {}).empty());
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Quad> odd{{{{0, 0}, {0, 0}, {0, 0}, {0, 0}}},
                                {{{nan, 0}, {9, 9}, {9, 99}, {0, 99}}},
                                {{{0, 0}, {10, 0}, {10, 14}, {0, 14}}},
                                {{{-900, -900}, {-800, -900}, {-800, -760}, {-900, -760}}},
                                {{{0, 0}, {200, 200}, {200, 0}, {0, 200}}}};
    const auto readings = classifier.read(picture, odd);
    ASSERT_EQ(readings.size(), odd.size());
    for (const CardReading& reading : readings)
        EXPECT_FALSE(reading.card.has_value());
    EXPECT_EQ(readings[2].reason, Reason::TOO_SMALL);
    EXPECT_FALSE(classifier.read(cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(255)), std::vector{good}).front().card.has_value());
}

TEST(CardClassifier, bare_felt_is_empty) {
    const CardClassifier classifier(default_models());
    cv::Mat picture(400, 400, CV_8UC3);
    cv::randn(picture, cv::Scalar(60, 110, 30), cv::Scalar::all(4));
    const Quad slot{{{150, 120}, {250, 120}, {250, 260}, {150, 260}}};
    EXPECT_EQ(classifier.read(picture, std::vector{slot}).front().face, Face::EMPTY);
}

// A card is read in the frame that first shows it: a burned card lies for some frames only. What changed is looked at once more at rest.
TEST(SlotReader, reads_at_once_and_only_what_changed) {
    SlotReader reader(default_models());
    cv::Mat picture(400, 700, CV_8UC3, cv::Scalar(60, 110, 30));
    const std::vector<Quad> slots{{{{150, 120}, {250, 120}, {250, 260}, {150, 260}}}, {{{450, 120}, {550, 120}, {550, 260}, {450, 260}}}};
    auto readings = reader.read(picture, slots);
    EXPECT_EQ(reader.slots_examined(), 2);
    EXPECT_EQ(readings[0].face, Face::EMPTY);
    readings = reader.read(picture, slots);
    EXPECT_EQ(reader.slots_examined(), 0);
    EXPECT_EQ(readings[1].face, Face::EMPTY);
    cv::rectangle(picture, cv::Rect(452, 122, 96, 136), cv::Scalar(40, 210, 240), -1);
    readings = reader.read(picture, slots);
    EXPECT_EQ(reader.slots_examined(), 1);
    EXPECT_EQ(readings[0].face, Face::EMPTY);
    EXPECT_EQ(readings[1].face, Face::CUT_CARD);
    readings = reader.read(picture, slots);
    EXPECT_EQ(reader.slots_examined(), 1);
    EXPECT_EQ(readings[1].face, Face::CUT_CARD);
    readings = reader.read(picture, slots);
    EXPECT_EQ(reader.slots_examined(), 0);
    EXPECT_THROW((void)reader.read({}, slots), std::invalid_argument);
}

TEST(SlotReader, other_light_is_no_card) {
    SlotReader reader(default_models());
    const std::vector<Quad> slots{{{{150, 120}, {250, 120}, {250, 260}, {150, 260}}}};
    (void)reader.read(cv::Mat(400, 400, CV_8UC3, cv::Scalar(60, 110, 30)), slots);
    const cv::Mat darker(400, 400, CV_8UC3, cv::Scalar(30, 55, 15));
    (void)reader.read(darker, slots);
    EXPECT_EQ(reader.read(darker, slots).front().face, Face::EMPTY);
}

} // namespace
} // namespace recognition
