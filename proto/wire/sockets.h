// How every socket of ours is made: nothing lingers, nothing grows without bound, nothing stays half open for long.
#pragma once

#include <zmq.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace proto::wire {

// CURVE keys as Z85 texts of 40 characters. Absent = a plain socket (loopback only). A server asks the gate of its context about each
// client.
struct CurveServer {
    std::string secret_key;
};
struct CurveClient {
    std::string server_key; // the studio's public key
    std::string public_key;
    std::string secret_key;
};

struct SocketOptions {
    int send_messages = 10'000; // high-water marks: messages kept for one peer
    int receive_messages = 10'000;
    // Of the feed, kept for one subscriber. One that has stopped costs 128 bytes for each, so 200 of them some 50 MB; what it missed it
    // replays. (With 10,000 a studio with 64 tables grew by 220 MB within three minutes.)
    int feed_messages = 2'000;
    std::int64_t max_message = 8 << 20;        // bytes; a peer that sends more is disconnected
    std::chrono::milliseconds handshake{5000}; // a connection that has not come in by then is ended
    std::optional<CurveServer> curve_server;
    std::optional<CurveClient> curve_client;
};

// A peer that is silent for this long at the transport is reconnected (a cable that was pulled sends no FIN).
inline constexpr std::chrono::milliseconds transport_beat{1000};
inline constexpr std::chrono::milliseconds transport_timeout{3000};

// Throws zmq::error_t.
[[nodiscard]] zmq::socket_t make_socket(zmq::context_t& context, zmq::socket_type type, const SocketOptions& options);
// Binds ("tcp://127.0.0.1:*" finds a free port) and returns the real endpoint. Throws zmq::error_t.
std::string bind(zmq::socket_t& socket, const std::string& endpoint);

// Waits until something can be received; false at the time-out. An interrupted call counts as the time-out.
[[nodiscard]] bool wait_readable(zmq::socket_ref socket, std::chrono::milliseconds timeout);

} // namespace proto::wire
