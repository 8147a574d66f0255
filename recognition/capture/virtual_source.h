// A virtual table as a camera: told over a ZeroMQ socket what its dealer does, it gives frames.
#pragma once

#include "recognition/capture/frame_source.h"
#include "recognition/capture/virtual_table.h"

#include <memory>
#include <string>

namespace recognition::capture {

// `virtual:ipc:///run/table.sock?mode=lock-step&light=warm`. The protocol and the options are in the README of this folder. Throws
// CaptureError on an unknown option or a value that is none.
struct VirtualUrl {
    std::string endpoint;
    Pace pace = Pace::LIVE; // EVERY_FRAME in lock-step
    VirtualTableOptions table;
};
[[nodiscard]] VirtualUrl parse_virtual_url(const std::string& url, VirtualTableOptions defaults);

[[nodiscard]] std::unique_ptr<FrameSource> open_virtual(const std::string& url, const SourceOptions& options);

} // namespace recognition::capture
