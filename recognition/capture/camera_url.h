// What the text of a camera's address says.
#pragma once

#include "recognition/capture/errors.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace recognition::capture {

// A V4L2 device or a network stream, and how a device is asked to work. 0 and empty: as the device likes.
struct CameraUrl {
    enum class Kind : std::uint8_t { DEVICE, STREAM };
    Kind kind = Kind::STREAM;
    std::string address; // "/dev/video0", "rtsp://..."
    int width = 0;       // px
    int height = 0;      // px
    double fps = 0;      // frames a second
    std::string format;  // four letters as the device names it: "MJPG", "YUYV"
};

// How addresses begin, for people.
inline constexpr const char* camera_kinds = "file:, images:, v4l2:, rtsp://, rtsps://, tcp://, udp://, virtual:";

// Throws CaptureError for no address, and for `foo:bar` where no file is called so.
void check_scheme(const std::string& url);

// Whether an address is one that parse_camera_url() takes.
[[nodiscard]] bool is_camera_url(std::string_view url);

// `v4l2:/dev/video0?width=1920&height=1080&fps=30&format=MJPG` (any of the options, or none), `rtsp://...`, `rtsps://...`, `tcp://...`,
// `udp://...` (whose own options are left alone). Throws CaptureError naming the option.
[[nodiscard]] CameraUrl parse_camera_url(const std::string& url);

// `name=value` pairs after a '?', parted by '&'. Throws CaptureError, beginning with `who`, for one without a value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> url_options(std::string_view text, const std::string& who);

} // namespace recognition::capture
