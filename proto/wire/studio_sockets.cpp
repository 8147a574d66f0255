#include "proto/wire/studio_sockets.h"

#include <stdexcept>

namespace proto::wire {

namespace {

constexpr int attempts = 100; // free ports are handed out at random, so two neighbours are nearly always free as well

std::string refused(const std::string& endpoint, const zmq::error_t& error) {
    return "cannot bind " + endpoint + ": " + error.what();
}

template <typename Server>
std::unique_ptr<Server> bound(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options) {
    try {
        return std::make_unique<Server>(context, endpoint, options);
    } catch (const zmq::error_t& error) {
        throw std::runtime_error(refused(endpoint, error));
    }
}

} // namespace

StudioSockets bind_studio(zmq::context_t& context, const std::string& feed, const SocketOptions& options) {
    const bool any_port = feed.ends_with(":*");
    for (int attempt = 1;; ++attempt) {
        StudioSockets sockets;
        sockets.feed = bound<FeedPublisher>(context, feed, options);
        const auto endpoints = endpoints_from_feed(sockets.feed->endpoint());
        if (!endpoints && !any_port) throw std::runtime_error(endpoints.error());
        try {
            if (!endpoints) throw std::runtime_error(endpoints.error());
            sockets.replay = bound<ReplayServer>(context, endpoints->replay, options);
            sockets.command = bound<CommandServer>(context, endpoints->command, options);
            sockets.endpoints = *endpoints;
            return sockets;
        } catch (const std::runtime_error&) {
            if (!any_port || attempt == attempts) throw;
        }
    }
}

} // namespace proto::wire
