// Recordings as cameras: a video, a folder of images, one image.
#pragma once

#include "recognition/capture/frame_source.h"

#include <filesystem>
#include <memory>

namespace recognition::capture {

// Every frame of a video; captured_at is media time. Throws CaptureError naming the file, and the frame when the video ends too early.
[[nodiscard]] std::unique_ptr<FrameSource> open_video(const std::filesystem::path& file, const SourceOptions& options);

// The images of a folder in the order of their names, or one image. captured_at counts frames at the options' fps (10 when 0).
[[nodiscard]] std::unique_ptr<FrameSource> open_images(const std::filesystem::path& path, const SourceOptions& options);

} // namespace recognition::capture
