// The console gateway as a process that the studio starts and watches.
#pragma once

#include "studio/runtime/config.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace studio::app {

struct ConsoleSetup {
    runtime::ConsoleConfig config;
    std::string feed;               // endpoint of the studio's feed
    std::filesystem::path sessions; // who is signed in, kept across a restart of the gateway
    std::filesystem::path stills;   // folders; what is empty is not shown
    std::filesystem::path pictures;
    std::filesystem::path journals;
};

// The gateway's command line.
[[nodiscard]] std::vector<std::string> console_command(const ConsoleSetup& setup);

// A port of this machine's loopback that is free now: `wanted`, or any.
[[nodiscard]] std::uint16_t free_port(std::uint16_t wanted);

// Runs the gateway until it goes; starts it again when it ends. Its thread touches nothing of the tables.
class ConsoleChild {
public:
    explicit ConsoleChild(const ConsoleSetup& setup);
    ~ConsoleChild();
    ConsoleChild(const ConsoleChild&) = delete;
    ConsoleChild& operator=(const ConsoleChild&) = delete;

private:
    std::atomic<bool> stop_ = false;
    std::thread thread_;
};

} // namespace studio::app
