#include "recognition/app/recognise_command.h"

#include "recognition/app/model_folder.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>

#include <sstream>

namespace recognition::app {
namespace {

using capture::error_of;
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
