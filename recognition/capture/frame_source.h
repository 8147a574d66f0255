// Where frames come from. The only place in recognition that reads a clock.
#pragma once

#include "recognition/capture/errors.h"
#include "recognition/tracking/settler.h"
#include "recognition/tracking/table_layout.h"

#include <opencv2/core.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace recognition::capture {

using tracking::CaptureTime;

struct Frame {
    std::string camera;
    std::uint64_t number = 0;   // from 1, every frame the source has had, those dropped as well
    CaptureTime captured_at{0}; // ns since the epoch of a live source, ns since the first frame of a recording
    cv::Mat image;              // BGR, 8 bit
    // When it came, by this machine's steady clock; 0 where only captured_at counts (recordings). A camera that gives a frame again, with
    // its old number or time, is told from this.
    std::chrono::nanoseconds arrived{0};
};

// How the frames of a source have to be treated.
enum class Pace : std::uint8_t {
    EVERY_FRAME, // nothing may be skipped: files, folders, a virtual table in lock-step
    LIVE,        // newest wins: cameras, streams, a virtual table in free run
};

// What one call of take() brought.
struct Taken {
    enum class Kind : std::uint8_t {
        FRAME,
        NONE_YET, // nothing within the patience
        ENDED,    // there will be no further frame
        LOST,     // the camera cannot be read; the source goes on trying, `detail` says why
    };
    Kind kind = Kind::NONE_YET;
    Frame frame; // of a LOST camera only captured_at: now
    std::string detail;
    bool blocked = false; // LOST because opening or reading the camera does not come back: only a new process helps
    bool refused = false; // LOST because the camera could not be opened; not of one that is still being opened, or was open
};

// A source of frames. Used by one thread; destroying it closes whatever it holds.
class FrameSource {
public:
    FrameSource() = default;
    FrameSource(const FrameSource&) = delete;
    FrameSource& operator=(const FrameSource&) = delete;
    virtual ~FrameSource() = default;

    // The next frame, waiting for at most `patience`. Throws CaptureError when a file is broken.
    virtual Taken take(std::chrono::milliseconds patience) = 0;
    [[nodiscard]] virtual Pace pace() const = 0;
    // Frames skipped so far because they were not taken in time.
    [[nodiscard]] virtual std::uint64_t dropped() const { return 0; }
};

struct SourceOptions {
    std::string camera = "camera"; // name in every frame
    double fps = 0;                // frames per second of image folders and the virtual table; 0 takes the layout's
    std::uint64_t seed = 1;        // of the virtual table
    std::filesystem::path deck;    // artwork of the virtual table; empty takes the installed one
    tracking::TableLayout layout;  // needed by the virtual table; its fps by folders of images
};

// Opens `file:clip.mp4`, `images:folder`, `v4l2:/dev/video0`, `rtsp://...`, `tcp://...`, `udp://...` or `virtual:ipc://...`; text without a
// scheme is a file, a folder or one image. Throws CaptureError.
[[nodiscard]] std::unique_ptr<FrameSource> open_source(const std::string& url, const SourceOptions& options);

} // namespace recognition::capture
