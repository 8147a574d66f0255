#include "recognition/app/recognise_command.h"

#include "recognition/app/model_folder.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include <filesystem>
#include <sstream>

namespace recognition::app {
namespace {

using capture::TemporaryFolder;
using nlohmann::json;

class recognise : public testing::Test {
protected:
    // The exit code, and the lines in `lines`.
    int run(const std::vector<std::string>& files, RecogniseOptions options = {}) {
        std::ostringstream out;
        options.out = &out;
        const int code = recognise_command(files, options);
        lines.clear();
        std::istringstream in(out.str());
        for (std::string line; std::getline(in, line);)
            lines.push_back(json::parse(line));
        return code;
    }

    std::vector<json> lines;
};

TEST_F(recognise, a_file_that_cannot_be_read_is_told_and_the_others_are_read) {
    const TemporaryFolder folder;
    const auto good = (folder / "felt.png").string();
    cv::imwrite(good, cv::Mat(480, 640, CV_8UC3, cv::Scalar(60, 110, 30)));
    std::vector<std::uint8_t> jpeg;
    cv::imencode(".jpg", cv::Mat(480, 640, CV_8UC3, cv::Scalar(60, 110, 30)), jpeg);
    const auto cut =
        folder.write("cut.jpg", std::string(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(jpeg.size() / 2))).string();
    const auto missing = (folder / "none.jpg").string();
    EXPECT_EQ(run({missing, cut, good}), 1);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], (json{{"file", missing}, {"error", "no such file"}}));
    EXPECT_EQ(lines[1]["file"], cut);
    EXPECT_NE(lines[1]["error"].get<std::string>().find("cut off"), std::string::npos);
    EXPECT_EQ(lines[2]["file"], good);
    EXPECT_TRUE(lines[2]["ms"].is_number());
    EXPECT_EQ(lines[2]["cards"], json::array());
    EXPECT_EQ(run({good}), 0);
}

TEST_F(recognise, what_is_no_picture_is_told_without_a_librarys_lines) {
    const TemporaryFolder folder;
    const auto text = folder.write("text.jpg", "hello\n").string(), film = folder.write("text.mp4", "hello\n").string();
    testing::internal::CaptureStderr();
    EXPECT_EQ(run({text, film, "v4l2:/dev/video909"}), 1);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], (json{{"file", text}, {"error", "is no picture, whatever its name says"}}));
    EXPECT_EQ(lines[1], (json{{"file", film}, {"error", "is no video that can be read, or is cut off"}}));
    EXPECT_EQ(lines[2]["error"], "is a camera; pictures and videos are read here");
}

TEST_F(recognise, a_picture_of_one_px_holds_no_card_and_one_of_100_megapixels_is_refused_with_its_size) {
    const TemporaryFolder folder;
    const auto tiny = (folder / "tiny.png").string(), huge = (folder / "huge.png").string();
    cv::imwrite(tiny, cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(255)));
    cv::imwrite(huge, cv::Mat(10'000, 10'000, CV_8U, cv::Scalar(90)), {cv::IMWRITE_PNG_COMPRESSION, 1});
    EXPECT_EQ(run({huge, tiny}), 1);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0], (json{{"file", huge}, {"error", "a picture of 10000x10000 px is larger than the 80 megapixels that are read"}}));
    EXPECT_EQ(lines[1]["file"], tiny);
    EXPECT_EQ(lines[1]["cards"], json::array());
}

TEST_F(recognise, a_video_that_ends_in_the_middle_gives_its_frames_and_then_says_where) {
    const TemporaryFolder folder;
    const auto file = (folder / "cut.avi").string();
    {
        cv::VideoWriter writer(file, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10, {320, 240});
        for (int i = 0; i < 20; ++i)
            writer.write(cv::Mat(240, 320, CV_8UC3, cv::Scalar(60, 110, 30 + i)));
    }
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    EXPECT_EQ(run({file}), 1);
    ASSERT_GT(lines.size(), 3U);
    EXPECT_EQ(lines[0]["frame"], 1);
    EXPECT_EQ(lines.back()["file"], file);
    const auto error = lines.back()["error"].get<std::string>();
    EXPECT_NE(error.find("frame " + std::to_string(lines.size())), std::string::npos) << error;
    EXPECT_NE(error.find("the video is cut off"), std::string::npos) << error;
}

TEST_F(recognise, a_network_of_the_wrong_shape_is_named) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "networks");
    const auto models = models_in("");
    std::filesystem::copy_file(models.face, folder / "networks" / models.index.filename()); // each in the other's place
    std::filesystem::copy_file(models.index, folder / "networks" / models.face.filename());
    RecogniseOptions options;
    options.models = (folder / "networks").string();
    testing::internal::CaptureStderr();
    EXPECT_EQ(run({"a.png"}, options), 2);
    EXPECT_NE(testing::internal::GetCapturedStderr().find((folder / "networks" / models.index.filename()).string()), std::string::npos);
    unsetenv("STUDIO_MODELS");
}

TEST_F(recognise, options_that_cannot_be_used_end_it_at_once) {
    RecogniseOptions options;
    options.layout = "no/such/layout.toml";
    EXPECT_EQ(run({"a.png"}, options), 2);
    EXPECT_TRUE(lines.empty());
    options = {};
    options.models = "no/such/folder";
    EXPECT_EQ(run({"a.png"}, options), 2);
    unsetenv("STUDIO_MODELS");
}

TEST_F(recognise, a_picture_of_another_size_than_its_layout_is_an_error_of_that_file) {
    const TemporaryFolder folder;
    const auto file = (folder / "small.png").string();
    cv::imwrite(file, cv::Mat(480, 640, CV_8UC3, cv::Scalar(60, 110, 30)));
    RecogniseOptions options;
    options.layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
    EXPECT_EQ(run({file}, options), 1);
    EXPECT_NE(lines.at(0)["error"].get<std::string>().find("640x480"), std::string::npos);
}

} // namespace
} // namespace recognition::app
