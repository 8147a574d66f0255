// What can be wrong with the pictures of a camera, told from the pictures alone.
#pragma once

#include "recognition/capture/frame_source.h"
#include "studio/v1/observe.pb.h"

#include <optional>
#include <string>

namespace recognition::app {

using capture::CaptureTime;
using capture::Frame;

struct CameraSight {
    studio::v1::CameraState state = studio::v1::CAMERA_STATE_GOOD;
    std::string detail;
};

// Owned by one thread; time is the frames' own.
class HealthWatch {
public:
    explicit HealthWatch(capture::Pace pace) : pace_(pace) {}

    // The state by this frame. FROZEN (live sources only): every pixel looked at has been the same for 0.9 s of frame time. DARK: black for
    // half a second.
    [[nodiscard]] CameraSight look(const Frame& frame);

private:
    capture::Pace pace_;
    std::uint64_t print_ = 0;
    std::optional<CaptureTime> same_since_;
    std::optional<CaptureTime> dark_since_;
};

} // namespace recognition::app
