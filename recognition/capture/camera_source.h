// Cameras that go on without us: V4L2 devices and network streams.
#pragma once

#include "recognition/capture/frame_source.h"

#include <memory>
#include <string>

namespace recognition::capture {

// Opens `v4l2:/dev/video0`, `rtsp://...`, `tcp://...` or `udp://...` (camera_url.h) in a thread of its own that keeps the newest two frames
// and opens the camera again, waiting longer each time, when it is lost. Throws CaptureError for an address that is none, never for a
// camera that is not there: take() says LOST.
[[nodiscard]] std::unique_ptr<FrameSource> open_camera(const std::string& url, const SourceOptions& options);

} // namespace recognition::capture
