// Where the sockets of a studio are. One convention, so that whoever knows the feed knows the rest.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace proto::wire {

struct Endpoints {
    std::string feed;
    std::string replay;
    std::string command;
    friend bool operator==(const Endpoints&, const Endpoints&) = default;
};

// tcp://host:PORT -> PORT, PORT + 1, PORT + 2; ipc://dir/feed -> ipc://dir/feed, ipc://dir/replay, ipc://dir/command.
// The error is one sentence for the person who typed the endpoint.
[[nodiscard]] std::expected<Endpoints, std::string> endpoints_from_feed(const std::string& feed);

// The port of tcp://host:PORT; nothing for "*", other transports and what is no port.
[[nodiscard]] std::optional<std::uint16_t> port_of(const std::string& endpoint);

// Whether only this machine can reach it: ipc, or tcp on a loopback address. A name other than localhost is not looked up.
[[nodiscard]] bool is_local(const std::string& endpoint);

} // namespace proto::wire
