// The camera of a command that cards are shown to, one after another, while a person waits.
#pragma once

#include "recognition/capture/frame_source.h"

#include <chrono>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

namespace recognition::app {

// Frames of a camera that is there. One that cannot be opened is an error at once; one that gives nothing or is lost is waited for so long:
inline constexpr std::chrono::seconds camera_patience{30};

// Owned by one thread.
class ShownCamera {
public:
    // `who` begins the lines on `notes`. Throws CaptureError naming the camera when its address cannot be used or nothing is there.
    ShownCamera(const std::string& url, const tracking::TableLayout& layout, std::ostream& notes, std::string who,
                std::chrono::milliseconds patience = camera_patience);

    // The next frame, waiting for at most 200 ms. A loss is told on `notes`, and that the camera is back. Throws CaptureError when it
    // cannot be opened, or when the patience is over.
    [[nodiscard]] capture::Taken take();

private:
    void judge(const capture::Taken& taken);

    std::string url_;
    std::ostream& notes_;
    std::string who_;
    std::chrono::milliseconds patience_;
    std::unique_ptr<capture::FrameSource> source_;
    std::chrono::steady_clock::time_point last_frame_;
    bool had_frame_ = false;
    std::string lost_; // why, as it was told
};

} // namespace recognition::app
