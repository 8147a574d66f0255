// Ctrl-C and SIGTERM: a wish to end, seen by every loop.
#pragma once

#include <atomic>

namespace studio::app {

// Set once SIGINT or SIGTERM came, after catch_interrupts().
[[nodiscard]] const std::atomic<bool>& interrupted();
void catch_interrupts();

} // namespace studio::app
