// What can be wrong with the pictures of a camera, told from the pictures alone.
#pragma once

#include "recognition/app/view_watch.h"
#include "recognition/capture/frame_source.h"
#include "studio/v1/observe.pb.h"

#include <optional>
#include <string>

namespace recognition::app {

using capture::CaptureTime;
using capture::Frame;

struct CameraSight {
    studio::v1::CameraState state = studio::v1::CAMERA_STATE_GOOD;
    std::string detail;   // of a GOOD camera: what cannot be told of it, empty otherwise
    bool readable = true; // false of a GOOD camera: this one frame shows nothing new, or its view is doubted
};

// Owned by one thread; time is the frames' own.
class HealthWatch {
public:
    // `view`: what tells whether the camera has moved.
    HealthWatch(capture::Pace pace, ViewWatch view) : pace_(pace), view_(std::move(view)) {}

    // The state by this frame. FROZEN (live sources only): for 0.9 s every pixel looked at has been the same, or the frame's number or time
    // has not gone on. DARK: black for half a second. MOVED: the table's marks are elsewhere in the picture for half a second.
    [[nodiscard]] CameraSight look(const Frame& frame);
    [[nodiscard]] ViewWatch& view() { return view_; }

private:
    [[nodiscard]] bool frozen(const Frame& frame);
    [[nodiscard]] bool dark(const Frame& frame);

    capture::Pace pace_;
    ViewWatch view_;
    std::uint64_t print_ = 0;
    std::uint64_t last_number_ = 0;
    std::optional<CaptureTime> last_at_;
    bool new_ = true; // the frame last looked at is not one that was there before
    std::optional<std::chrono::nanoseconds> same_since_;
    std::optional<CaptureTime> dark_since_;
};

} // namespace recognition::app
