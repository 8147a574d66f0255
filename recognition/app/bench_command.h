// `studio bench recognition`: what reading cards costs beside decoding the same pictures, and how many it gets right.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace recognition::app {

struct BenchOptions {
    std::string clip;       // a recording; empty: rounds of the virtual table are recorded first, in `folder`
    std::string folder;     // for what is recorded; the caller's, and removed by it
    std::string layout;     // of the clip, or of the virtual table
    std::string models;     // folder of the networks; empty takes the shipped ones
    std::string recogniser; // program of the recogniser
    std::vector<int> tables{1, 4, 16};
    int seconds = 60;     // of the recording that is made
    int cards = 1000;     // read on the virtual table; 0 leaves it out
    int soak_minutes = 0; // memory over this long; 0 leaves it out
    std::uint64_t seed = 1;
    std::ostream* out = nullptr; // standard output when null
};

// Prints a table of numbers, each with what it is compared with and what it should reach, then one JSON object in the last line. Returns
// the exit code: 0, 1 when a card was read wrong, 2 (with a line on standard error) when the recording or the layout cannot be used.
int bench_command(const BenchOptions& options);

} // namespace recognition::app
