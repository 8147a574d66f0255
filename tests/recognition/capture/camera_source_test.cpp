#include "recognition/capture/camera_source.h"

#include "recognition/capture/camera_url.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>

namespace recognition::capture {
namespace {

using std::chrono::milliseconds;

std::string refusal(const std::string& url) {
    try {
        static_cast<void>(parse_camera_url(url));
    } catch (const CaptureError& error) {
        return error.what();
    }
    return "";
}

TEST(camera_url, a_device_and_its_options) {
    const auto url = parse_camera_url("v4l2:/dev/video0?width=1920&height=1080&fps=30&format=MJPG");
    EXPECT_EQ(url.kind, CameraUrl::Kind::DEVICE);
    EXPECT_EQ(url.address, "/dev/video0");
    EXPECT_EQ(url.width, 1920);
    EXPECT_EQ(url.height, 1080);
    EXPECT_EQ(url.fps, 30);
    EXPECT_EQ(url.format, "MJPG");
    const auto plain = parse_camera_url("v4l2:/dev/video7");
    EXPECT_EQ(plain.address, "/dev/video7");
    EXPECT_EQ(plain.width, 0);
    EXPECT_TRUE(plain.format.empty());
}

TEST(camera_url, what_is_wrong_is_named) {
    EXPECT_NE(refusal("v4l2:").find("a device is missing"), std::string::npos);
    EXPECT_NE(refusal("v4l2:/dev/video0?width=wide").find("'width' must be a whole number"), std::string::npos);
    EXPECT_NE(refusal("v4l2:/dev/video0?fps=0").find("'fps'"), std::string::npos);
    EXPECT_NE(refusal("v4l2:/dev/video0?format=JPEG2").find("four letters"), std::string::npos);
    EXPECT_NE(refusal("v4l2:/dev/video0?colour=1").find("'colour=1'"), std::string::npos);
    EXPECT_NE(refusal("v4l2:/dev/video0?width").find("has no value"), std::string::npos);
}

TEST(camera_url, a_stream_keeps_its_own_options) {
    for (const char* text :
         {"rtsp://host/table?profile=2", "rtsps://host/table", "tcp://127.0.0.1:5000?listen=1", "udp://127.0.0.1:5000"}) {
        EXPECT_TRUE(is_camera_url(text));
        EXPECT_EQ(parse_camera_url(text).kind, CameraUrl::Kind::STREAM);
        EXPECT_EQ(parse_camera_url(text).address, text);
    }
    EXPECT_FALSE(is_camera_url("file:clip.mp4"));
}

Taken until_lost_says(FrameSource& source, const std::string& why) {
    Taken taken;
    for (int tries = 0; tries < 100; ++tries) {
        taken = source.take(milliseconds(50));
        if (taken.kind == Taken::Kind::LOST && taken.detail.find(why) != std::string::npos) return taken;
    }
    return taken;
}

TEST(camera_source, a_device_that_is_not_there_is_lost_and_says_so) {
    const TemporaryFolder folder;
    const auto source = open_source("v4l2:" + (folder / "video0").string(), {});
    EXPECT_EQ(source->pace(), Pace::LIVE);
    const auto taken = until_lost_says(*source, "there is no such device");
    EXPECT_NE(taken.detail.find("video0: there is no such device"), std::string::npos) << taken.detail;
    EXPECT_FALSE(taken.blocked);
    EXPECT_GT(taken.frame.captured_at.count(), 0);
}

TEST(camera_source, a_file_that_is_no_device_is_lost_and_says_so) {
    const TemporaryFolder folder;
    const auto source = open_source("v4l2:" + folder.write("video0", "no camera").string(), {});
    EXPECT_NE(until_lost_says(*source, "cannot be opened").detail.find("cannot be opened as a camera"), std::string::npos);
}

TEST(camera_source, a_stream_that_nobody_sends_is_lost) {
    const auto source = open_source("tcp://127.0.0.1:9", {}); // the discard port: nobody listens
    EXPECT_NE(until_lost_says(*source, "cannot be opened").detail.find("tcp://127.0.0.1:9: it cannot be opened"), std::string::npos);
}

} // namespace
} // namespace recognition::capture
