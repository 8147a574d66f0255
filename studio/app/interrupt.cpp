#include "studio/app/interrupt.h"

#include <csignal>

namespace studio::app {

namespace {

std::atomic<bool>& wish() {
    static std::atomic<bool> set = false;
    return set;
}
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void on_signal(int) {
    wish() = true;
}

std::atomic<bool>& wish_to_reload() {
    static std::atomic<bool> set = false;
    return set;
}

void on_hangup(int) {
    wish_to_reload() = true;
}

} // namespace

const std::atomic<bool>& interrupted() {
    return wish();
}

void catch_interrupts() {
    wish() = false; // made before a handler can meet it
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

bool reload_wished() {
    return wish_to_reload().exchange(false);
}

void catch_reload_wishes() {
    wish_to_reload() = false;
    std::signal(SIGHUP, on_hangup);
}

} // namespace studio::app
