#include "recognition/capture/address_check.h"

#include "recognition/capture/camera_url.h"
#include "recognition/capture/frame_source.h"

#include "tests/recognition/capture/video_file.h"

#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>

namespace recognition::capture {
namespace {

std::string fault(const std::string& url) {
    const auto found = fault_of_address(url);
    if (!found) return "";
    return (found->kind == AddressFault::Kind::NOT_THERE ? "not there: " : "unusable: ") + found->what;
}

TEST(address_check, an_address_that_may_work_has_no_fault) {
    const TemporaryFolder folder;
    const auto file = write_video(folder, 2).string();
    const auto still = (folder / "b.png").string();
    ASSERT_TRUE(cv::imwrite(still, picture(1)));
    for (const auto& url :
         {file, "file:" + file, "file:" + still, "images:" + folder.path().string(), std::string("v4l2:/dev/null?width=640"),
          std::string("rtsp://10.0.0.7/main"), std::string("tcp://127.0.0.1:1?listen=1"), std::string("udp://@:5000"),
          std::string("virtual:ipc:///run/table?mode=lock-step")})
        EXPECT_EQ(fault(url), "") << url;
}

TEST(address_check, what_cannot_work_is_named) {
    const TemporaryFolder folder;
    const auto missing = (folder / "none.mp4").string();
    EXPECT_EQ(fault("foo:bar"), std::string("unusable: foo:bar: 'foo' is no kind of camera (") + camera_kinds + ")");
    EXPECT_EQ(fault("file:" + missing), "unusable: " + missing + ": no such file");
    const auto text = folder.write("a.mp4", "frames").string();
    EXPECT_EQ(fault("file:" + text), "unusable: " + text + ": is no video that can be read, or is cut off");
    EXPECT_EQ(fault("images:" + missing), "unusable: " + missing + ": no such file or folder");
    EXPECT_EQ(fault("file:" + folder.path().string()), "unusable: " + folder.path().string() + ": holds no images");
    EXPECT_EQ(fault("v4l2:/dev/video909?fps=30"), "not there: v4l2:/dev/video909?fps=30: there is no such device");
    EXPECT_EQ(fault("v4l2:/dev/null?speed=1"), "unusable: v4l2: unknown option 'speed=1' (width, height, fps, format)");
    EXPECT_EQ(fault("rtsp://"), "unusable: rtsp://: a host is missing");
    EXPECT_NE(fault("virtual:ipc:///run/table?light=green"), "");
    EXPECT_THROW(static_cast<void>(open_source("foo:bar", {})), CaptureError);
}

TEST(address_check, a_file_may_be_called_as_a_scheme_would_be) {
    const TemporaryFolder folder;
    const auto before = std::filesystem::current_path();
    folder.write("foo:bar", "frames");
    std::filesystem::current_path(folder.path());
    EXPECT_NO_THROW(check_scheme("foo:bar"));
    EXPECT_THROW(check_scheme("foo:baz"), CaptureError);
    EXPECT_NO_THROW(check_scheme("no/folder:here.mp4"));
    std::filesystem::current_path(before);
}

} // namespace
} // namespace recognition::capture
