// HTTP(S) and WebSocket for the consoles' browsers.
#pragma once

#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/doorkeeper.h"
#include "dealer_console/gateway/files.h"
#include "dealer_console/gateway/site.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dealer_console::gateway {

struct WebOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;            // 0: any
    std::filesystem::path certificate; // PEM, with its chain; needed when `address` is not loopback
    std::filesystem::path key;         // PEM
    std::vector<std::string> origins;  // besides the one that the page itself came from, e.g. behind a proxy: "https://console.example"
    std::string overlay_key;           // what a video mixer says for /overlay/TABLE?key=...; empty: only who is signed in sees one
    std::size_t most_connections = 200;
    std::size_t most_of_one_address = 40;
    std::size_t largest_request = 4096;  // bytes of a POST
    std::size_t largest_message = 16384; // bytes on the WebSocket
    std::size_t most_unsent = 4U << 20U; // bytes kept for a browser that does not read; beyond them it is dropped
};

// The reason in one sentence when these options must not be served: no TLS beyond this machine. Empty when they may.
[[nodiscard]] std::string fault_of(const WebOptions& options);

// The gateway's thread and its workers. Everything is made, run and ended by one thread, which run() makes the gateway's thread.
class WebServer {
public:
    // Binds at once. Throws std::runtime_error with one sentence.
    explicit WebServer(WebOptions options);
    ~WebServer();
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;

    [[nodiscard]] Loop loop();
    [[nodiscard]] std::string address() const; // "http://127.0.0.1:8480"
    // Serves until SIGINT or SIGTERM, or until stop(). The parts outlive it.
    void run(const Site& site, Doorkeeper& doorkeeper, Desk& desk, const FileOptions& files);
    void stop(); // any thread

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace dealer_console::gateway
