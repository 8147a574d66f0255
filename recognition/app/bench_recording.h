// A table to measure on where no recording is at hand: the virtual table plays, and FFmpeg writes H.264.
#pragma once

#include "recognition/capture/virtual_table.h"

#include <filesystem>

namespace recognition::app {

// Pok Deng rounds at the hand's own pace as H.264 in MP4: 10 s for bets, twelve cards laid face down and turned, 3 s to look, taken away.
// Throws CaptureError naming the file when it cannot be written.
void write_recording(const std::filesystem::path& file, const tracking::TableLayout& layout, std::chrono::seconds length,
                     std::uint64_t seed);

} // namespace recognition::app
