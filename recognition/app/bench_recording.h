// A table to measure on where no recording is at hand: the virtual table plays, and FFmpeg writes H.264.
#pragma once

#include "recognition/capture/virtual_table.h"

#include <filesystem>
#include <functional>

namespace recognition::app {

// Plays Pok Deng rounds on the table at its hand's pace: 10 s for bets, twelve cards laid face down, turned, 3 s to look, taken away.
// `take` gets every frame with its time, for `length` at the layout's frame rate.
void play_rounds(capture::VirtualTable& table, std::chrono::seconds length,
                 const std::function<void(const cv::Mat&, capture::CaptureTime)>& take, std::uint64_t seed);

// Writes such rounds as H.264 in MP4. Throws CaptureError naming the file when it cannot be written.
void write_recording(const std::filesystem::path& file, const tracking::TableLayout& layout, std::chrono::seconds length,
                     std::uint64_t seed);

} // namespace recognition::app
