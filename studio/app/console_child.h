// How a studio starts the console gateway.
#pragma once

#include "studio/runtime/config.h"

#include <filesystem>
#include <string>
#include <vector>

namespace studio::app {

struct ConsoleSetup {
    runtime::ConsoleConfig config;
    std::string feed;               // endpoint of the studio's feed
    std::filesystem::path sessions; // who is signed in, kept across a restart of the gateway
    std::filesystem::path stills;   // folders; what is empty is not shown
    std::filesystem::path pictures;
    std::filesystem::path journals;
    std::filesystem::path clients = {}; // the list of those with a key; empty where no keys are asked for
};

// Why the gateway would not start with these: no TLS beyond this machine. Empty when it would.
[[nodiscard]] std::string console_fault(const runtime::ConsoleConfig& config);

// The gateway's command line.
[[nodiscard]] std::vector<std::string> console_command(const ConsoleSetup& setup);

// What a list of processes must not show goes to the gateway in the environment. To be called before there is a second thread.
void hand_over(const runtime::ConsoleConfig& config);

} // namespace studio::app
