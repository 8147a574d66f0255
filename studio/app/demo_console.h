// The console of a demo: people who may sign in, made for this run alone, and the gateway.
#pragma once

#include "studio/app/kept_process.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace studio::app {

class DemoConsole {
public:
    // Before there is a second thread.
    static void hand_over();
    // `run` is the folder of this run. Says the people and their passwords on standard error.
    DemoConsole(const std::filesystem::path& run, const std::string& feed, std::uint16_t port);

private:
    std::optional<KeptProcess> child_;
};

} // namespace studio::app
