// `studio bench feed`: what the feed carries and costs, beside plain libzmq and plain SQLite in the same run.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

namespace studio::app {

struct FeedBenchOptions {
    std::filesystem::path folder; // for journals; the caller's, and removed by it
    std::filesystem::path studio; // the program
    int events = 100'000;         // of each measure of throughput
    int commands = 400;           // of each measure of latency
    std::vector<int> tables{1, 4, 16, 64};
    std::vector<int> subscribers{1, 50, 200};
    int soak_minutes = 0;        // over which memory is watched, at the most tables and subscribers; 0 leaves it out
    std::ostream* out = nullptr; // standard output when null
};

// Prints a table of numbers, each with what stands beside it and what it should reach, then one JSON object in the last line. Returns 0, or
// 1 when an event was lost.
int bench_feed_command(const FeedBenchOptions& options);

} // namespace studio::app
