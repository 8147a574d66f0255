// `studio clip FOLDER`: the real recogniser, engine, journal and feed on a recorded table, with video time as the clock.
#pragma once

#include <filesystem>
#include <string>

namespace studio::app {

struct ClipOptions {
    std::filesystem::path folder;   // clip.mp4, layout.json, commands.jsonl; rounds.jsonl and truth.jsonl are compared where they are
    std::filesystem::path journals; // kept there when set; otherwise thrown away at the end
};

// Returns the exit status; the last line on standard output is the summary as one JSON object.
int clip_command(const ClipOptions& options);

} // namespace studio::app
