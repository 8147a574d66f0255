// `studio recognise`: cards in images and videos, one JSON line each.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace recognition::app {

struct RecogniseOptions {
    std::string layout;          // read the slots of this layout instead of looking for cards anywhere
    std::string deck;            // an enrolled house deck
    std::string models;          // folder of the networks; empty takes the shipped ones
    std::ostream* out = nullptr; // standard output when null
};

// Writes {"file", "ms", "cards": [{"card", "confidence", "quad"}]} for every image and {"file", "frame", ...} for every frame of a video;
// {"file", "error"} for a file that cannot be read, and goes on. `ms` is the time for finding and reading, without decoding. Returns the
// exit code: 0, 1 when a file could not be read, 2 (with a line on standard error) when an option cannot be used.
int recognise_command(const std::vector<std::string>& files, const RecogniseOptions& options);

} // namespace recognition::app
