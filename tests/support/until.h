// How tests wait for what other processes and threads do.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace studio::testing {

// Waits until it is so; false when it is not in time.
inline bool until(const std::function<bool()>& so, std::chrono::seconds patience = std::chrono::seconds(120)) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!so()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // others are what is waited for
    }
    return true;
}

} // namespace studio::testing
