// `studio run CONFIG.toml`: the real thing.
#pragma once

#include <cstdint>
#include <filesystem>

namespace studio::app {

enum class RunMode : std::uint8_t { RUN, CHECK }; // CHECK only validates the configuration

// Runs until interrupted, or until every camera that is a file has come to its end. Returns 0, 1 when a table could not go on, 2 when the
// configuration is wrong (each fault named with its line) or nothing could be started.
int run_command(const std::filesystem::path& config, RunMode mode);

} // namespace studio::app
