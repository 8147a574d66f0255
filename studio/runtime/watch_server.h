// The HTTP port of a studio's watchers: GET /metrics and GET /healthz, on this machine alone.
#pragma once

#include "studio/runtime/metrics.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace studio::runtime {

// What is served; called on the server's thread.
struct WatchPages {
    std::function<std::string()> metrics;
    std::function<Health()> health;
};

// Whether ADDRESS:PORT is a numeric loopback address with a port; what is wrong with it, empty when nothing.
[[nodiscard]] std::string fault_of_watch_endpoint(const std::string& endpoint);

// Owned by the program; serves on a thread of its own from its making to its end. A watcher that does not finish its request or read its
// answer within 5 s is disconnected, as is one above 32 at a time; none of them is seen by a table.
class WatchServer {
public:
    // "127.0.0.1:9464", "[::1]:9464"; port 0 takes a free one. Throws std::runtime_error naming the endpoint.
    WatchServer(const std::string& endpoint, WatchPages pages);
    ~WatchServer();
    WatchServer(const WatchServer&) = delete;
    WatchServer& operator=(const WatchServer&) = delete;

    [[nodiscard]] std::uint16_t port() const;

private:
    class Work; // Beast's headers stay out of here
    std::unique_ptr<Work> work_;
};

} // namespace studio::runtime
