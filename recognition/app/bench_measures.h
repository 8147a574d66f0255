// The measurements of `studio bench recognition`. Each compares with something measured beside it in the same run.
#pragma once

#include "recognition/app/observer.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace recognition::app {

// Seconds of processor time over one recording, taken apart, and wall times of a frame's recognition in ms.
struct FrameCosts {
    std::size_t frames = 0;
    double decode_s = 0;    // libavcodec's H.264, all its threads, without conversion to BGR
    double convert_s = 0;   // to BGR
    double recognise_s = 0; // Observer::observe(): camera health, slots, settler, stills
    double p50_ms = 0, p99_ms = 0, most_ms = 0;
    int settled_faces = 0;

    [[nodiscard]] double against_decoding() const { return recognise_s / decode_s; }
    // How many such tables one core carries at `fps`, decoding and conversion included.
    [[nodiscard]] double tables_per_core(double fps) const {
        return static_cast<double>(frames) / ((decode_s + convert_s + recognise_s) * fps);
    }
};

// Throws CaptureError when the recording cannot be read.
[[nodiscard]] FrameCosts measure_frames(const std::filesystem::path& recording, const ObserverOptions& options);

// What a number of processes cost that read the same recording side by side.
struct Processes {
    int tables = 0;
    double cpu_s = 0;  // all together
    double wall_s = 0; // until the last ended
    long most_kib = 0; // resident memory of the largest
};

// `command` is a program, by path or by PATH, with its arguments. Throws std::runtime_error when one of them fails.
[[nodiscard]] Processes measure_processes(const std::vector<std::string>& command, int tables);

// Cards read on the virtual table: every light, both face designs with two and four colours, steady and hasty hands, with and without JPEG.
struct CardCounts {
    int cards = 0;
    int right = 0;
    int wrong = 0;
    int doubtful = 0;                // asked, in place of a face
    int silent = 0;                  // nothing settled
    std::vector<std::string> misses; // one line each
};
[[nodiscard]] CardCounts count_cards(int cards, const ObserverOptions& options, std::uint64_t seed);

// Resident memory in KiB at the end of each pass over the recording, for at least `length`.
[[nodiscard]] std::vector<long> measure_memory(const std::filesystem::path& recording, const ObserverOptions& options,
                                               std::chrono::minutes length);

} // namespace recognition::app
