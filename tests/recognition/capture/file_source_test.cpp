#include "recognition/capture/frame_source.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/stream_options.h"

#include "tests/recognition/capture/temporary_folder.h"
#include "tests/recognition/capture/video_file.h"

#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

namespace recognition::capture {
namespace {

using std::chrono::milliseconds;

std::string encoded(const std::string& ending) {
    std::vector<std::uint8_t> data;
    cv::imencode(ending, picture(1), data);
    return {data.begin(), data.end()};
}

std::vector<Frame> all_of(FrameSource& source) {
    std::vector<Frame> frames;
    for (auto taken = source.take(milliseconds(0)); taken.kind != Taken::Kind::ENDED; taken = source.take(milliseconds(0)))
        frames.push_back(taken.frame);
    return frames;
}

TEST(image_file, reads_what_it_can_and_says_what_it_cannot) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_image(folder.write("a.jpg", encoded(".jpg"))).size(), cv::Size(320, 240));
    EXPECT_EQ(read_image(folder.write("a.png", encoded(".png"))).size(), cv::Size(320, 240));
    EXPECT_EQ(read_image(folder.write("jpeg_named.png", encoded(".jpg"))).size(), cv::Size(320, 240));
    const auto error = [&](const std::string& name, const std::string& content) {
        return error_of([&] { static_cast<void>(read_image(folder.write(name, content))); });
    };
    EXPECT_EQ(error("empty.jpg", ""), (folder / "empty.jpg").string() + ": is empty");
    EXPECT_NE(error("text.jpg", "this is a text").find("is not an image"), std::string::npos);
    EXPECT_EQ(error_of([&] { static_cast<void>(read_image(folder / "none.jpg")); }), (folder / "none.jpg").string() + ": no such file");
    EXPECT_EQ(error_of([&] { static_cast<void>(read_image(folder.path())); }), folder.path().string() + ": is a folder, not a file");
}

TEST(image_file, an_image_cut_off_anywhere_is_an_error_and_never_half_a_picture) {
    const TemporaryFolder folder;
    for (const auto* ending : {".jpg", ".png"}) {
        const auto whole = encoded(ending);
        for (const double share : {0.02, 0.3, 0.5, 0.9, 0.999}) {
            const auto part = whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size())));
            const auto file = folder.write("cut" + std::string(ending), part);
            EXPECT_NE(error_of([&] { static_cast<void>(read_image(file)); }).find(file.string()), std::string::npos)
                << ending << " " << share;
        }
    }
}

TEST(image_file, bytes_after_the_end_do_no_harm) {
    const TemporaryFolder folder;
    EXPECT_FALSE(read_image(folder.write("a.jpg", encoded(".jpg") + std::string(100, '\0'))).empty());
}

TEST(file_source, gives_every_frame_of_a_video_with_its_media_time) {
    const TemporaryFolder folder;
    const auto source = open_source("file:" + write_video(folder, 30).string(), {});
    EXPECT_EQ(source->pace(), Pace::EVERY_FRAME);
    const auto frames = all_of(*source);
    ASSERT_EQ(frames.size(), 30U);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(frames[i].number, i + 1);
        EXPECT_NEAR(static_cast<double>(frames[i].captured_at.count()) / 1e6, 50.0 * static_cast<double>(i), 1.0);
    }
    EXPECT_EQ(source->take(milliseconds(0)).kind, Taken::Kind::ENDED);
}

// A camera read before in the same process leaves its wishes in the environment.
TEST(file_source, the_options_of_live_streams_cost_a_file_no_frame) {
    const TemporaryFolder folder;
    set_stream_options();
    const auto source = open_source("file:" + write_video(folder, 30).string(), {});
    EXPECT_EQ(all_of(*source).size(), 30U);
    EXPECT_EQ(std::getenv(stream_options_name), nullptr);
}

TEST(file_source, a_video_that_is_cut_off_names_file_and_frame) {
    const TemporaryFolder folder;
    const auto file = write_video(folder, 40);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    const auto error = error_of([&] { all_of(*open_source(file.string(), {})); });
    EXPECT_NE(error.find(file.string()), std::string::npos) << error;
    EXPECT_NE(error.find("frame "), std::string::npos) << error;
}

TEST(file_source, what_is_no_video_is_refused) {
    const TemporaryFolder folder;
    EXPECT_NE(error_of([&] { static_cast<void>(open_source("file:" + folder.write("a.mp4", "no video").string(), {})); }).find("a.mp4"),
              std::string::npos);
    EXPECT_NE(error_of([&] { static_cast<void>(open_source("file:" + folder.write("b.mp4", "").string(), {})); }).find("b.mp4: is empty"),
              std::string::npos);
    EXPECT_NE(error_of([] { static_cast<void>(open_source("file:no/such.mp4", {})); }).find("no/such.mp4: no such file"),
              std::string::npos);
    EXPECT_FALSE(error_of([] { static_cast<void>(open_source("", {})); }).empty());
}

TEST(file_source, images_come_in_the_order_of_their_names) {
    const TemporaryFolder folder;
    for (const int number : {3, 1, 2})
        cv::imwrite((folder / ("image" + std::to_string(number) + ".png")).string(), picture(number));
    folder.write("notes.txt", "no image");
    SourceOptions options;
    options.fps = 4;
    const auto source = open_source("images:" + folder.path().string(), options);
    const auto frames = all_of(*source);
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[2].captured_at, milliseconds(500));
    EXPECT_EQ(cv::norm(frames[1].image, picture(2), cv::NORM_INF), 0);
    EXPECT_EQ(all_of(*open_source((folder / "image1.png").string(), options)).size(), 1U);
}

TEST(file_source, a_broken_image_in_a_folder_names_file_and_frame) {
    const TemporaryFolder folder;
    cv::imwrite((folder / "image1.png").string(), picture(1));
    folder.write("image2.jpg", encoded(".jpg").substr(0, 3000));
    const auto source = open_source("images:" + folder.path().string(), {});
    EXPECT_EQ(source->take(milliseconds(0)).kind, Taken::Kind::FRAME);
    const auto error = error_of([&] { static_cast<void>(source->take(milliseconds(0))); });
    EXPECT_NE(error.find("image2.jpg: is cut off"), std::string::npos) << error;
    EXPECT_NE(error.find("frame 2"), std::string::npos) << error;
}

TEST(file_source, an_empty_folder_and_a_missing_one_are_refused) {
    const TemporaryFolder folder;
    EXPECT_NE(error_of([&] { static_cast<void>(open_source("images:" + folder.path().string(), {})); }).find("holds no images"),
              std::string::npos);
    EXPECT_NE(error_of([] { static_cast<void>(open_source("images:no/such", {})); }).find("no/such: no such"), std::string::npos);
}

TEST(camera_source, a_camera_that_is_not_there_is_lost_and_no_error) {
    const auto source = open_source("v4l2:/dev/video-that-is-not-there", {});
    EXPECT_EQ(source->pace(), Pace::LIVE);
    Taken taken;
    for (int i = 0; i < 20 && taken.kind != Taken::Kind::LOST; ++i)
        taken = source->take(milliseconds(100));
    EXPECT_EQ(taken.kind, Taken::Kind::LOST);
    EXPECT_NE(taken.detail.find("video-that-is-not-there"), std::string::npos);
}

} // namespace
} // namespace recognition::capture
