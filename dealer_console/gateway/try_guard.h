// Wrong tries to sign in: five within a minute lock a name, or an address, for a minute. Pure: time is a parameter.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace dealer_console::gateway {

using Instant = std::chrono::steady_clock::time_point;

// Owned by one thread. Names that nobody has are counted like any other, so that a lock tells nothing about who is there.
class TryGuard {
public:
    static constexpr int tries = 5;
    static constexpr std::chrono::seconds lock_time{60};
    static constexpr std::size_t most_keys = 10'000; // remembered; above that the oldest are forgotten

    // How long this key still has to wait; zero when it may try.
    [[nodiscard]] std::chrono::milliseconds wait(const std::string& key, Instant now) const;
    void wrong(const std::string& key, Instant now);
    void right(const std::string& key) { tries_.erase(key); }

private:
    struct Tries {
        int wrong = 0;
        Instant last;
        Instant locked_until;
    };
    void forget(Instant now);

    std::map<std::string, Tries> tries_;
};

} // namespace dealer_console::gateway
