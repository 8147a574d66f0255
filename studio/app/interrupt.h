// Signals as wishes: Ctrl-C and SIGTERM to end, seen by every loop; SIGHUP to read files again.
#pragma once

#include <atomic>

namespace studio::app {

// Set once SIGINT or SIGTERM came, after catch_interrupts().
[[nodiscard]] const std::atomic<bool>& interrupted();
void catch_interrupts();

// SIGHUP: a wish that what can be read again while the studio runs is read again. True once for each wish, after catch_reload_wishes().
[[nodiscard]] bool reload_wished();
void catch_reload_wishes();

} // namespace studio::app
