#include "proto/wire/studio_sockets.h"

#include <stdexcept>

namespace proto::wire {

namespace {

constexpr int attempts = 100; // free ports are handed out at random, so two neighbours are nearly always free as well

template <typename Make>
auto bound(const std::string& endpoint, const Make& make) {
    try {
        return make();
    } catch (const zmq::error_t& error) {
        throw std::runtime_error("cannot bind " + endpoint + ": " + error.what());
    }
}

StudioSockets bind_all(zmq::context_t& context, const std::string& feed, const SocketOptions& options, Gate* gate,
                       const std::optional<FeedRights>& rights) {
    const bool any_port = feed.ends_with(":*");
    for (int attempt = 1;; ++attempt) {
        StudioSockets sockets;
        sockets.feed = bound(feed, [&] {
            if (gate != nullptr && rights) return std::make_unique<FeedPublisher>(context, feed, options, *gate, *rights);
            return std::make_unique<FeedPublisher>(context, feed, options, gate);
        });
        const auto endpoints = endpoints_from_feed(sockets.feed->endpoint());
        if (!endpoints && !any_port) throw std::runtime_error(endpoints.error());
        try {
            if (!endpoints) throw std::runtime_error(endpoints.error());
            const RequestLimits one_a_turn{.per_poll = 1}; // reading a journal takes its time, and events are to pass between two readings
            sockets.replay = bound(endpoints->replay,
                                   [&] { return std::make_unique<ReplayServer>(context, endpoints->replay, options, one_a_turn, gate); });
            sockets.command = bound(endpoints->command, [&] {
                return std::make_unique<CommandServer>(context, endpoints->command, options, RequestLimits{}, gate);
            });
            sockets.endpoints = *endpoints;
            return sockets;
        } catch (const std::runtime_error&) {
            if (!any_port || attempt == attempts) throw;
        }
    }
}

} // namespace

StudioSockets bind_studio(zmq::context_t& context, const std::string& feed, const SocketOptions& options) {
    return bind_all(context, feed, options, nullptr, std::nullopt);
}

StudioSockets bind_studio(zmq::context_t& context, const std::string& feed, const SocketOptions& options, Gate& gate,
                          const std::optional<FeedRights>& rights) {
    return bind_all(context, feed, options, &gate, rights);
}

} // namespace proto::wire
