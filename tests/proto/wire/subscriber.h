// A plain subscriber, as one of another language would be.
#pragma once

#include "proto/wire/sockets.h"

#include <zmq.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proto::wire::testing {

struct Subscriber {
    zmq::socket_t socket;
    Subscriber(zmq::context_t& context, const std::string& feed, const SocketOptions& options, const std::vector<std::string>& prefixes)
        : socket(make_socket(context, zmq::socket_type::sub, options)) {
        for (const auto& prefix : prefixes)
            socket.set(zmq::sockopt::subscribe, prefix);
        socket.connect(feed);
    }
    // Topic and message.
    std::optional<std::pair<std::string, std::string>> next(std::chrono::milliseconds timeout) {
        if (!wait_readable(socket, timeout)) return std::nullopt;
        zmq::message_t topic;
        zmq::message_t body;
        (void)socket.recv(topic);
        (void)socket.recv(body);
        return std::pair(topic.to_string(), body.to_string());
    }
};

} // namespace proto::wire::testing
