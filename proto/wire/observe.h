// The observe socket: recognisers push what they see, the studio pulls. ipc, one machine.
#pragma once

#include "proto/wire/sockets.h"
#include "studio/v1/observe.pb.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace proto::wire {

// The studio's side. Owned and called by one thread; counters by any.
class ObserveReceiver {
public:
    ObserveReceiver(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {});

    // The next message that can be read, waiting up to `timeout`; what cannot be read is counted and left out.
    [[nodiscard]] std::optional<::studio::v1::ObserveMessage> receive(std::chrono::milliseconds timeout);
    [[nodiscard]] const std::string& endpoint() const { return endpoint_; }
    [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
    [[nodiscard]] zmq::socket_ref socket() { return socket_; }

private:
    zmq::socket_t socket_;
    std::string endpoint_;
    std::atomic<std::uint64_t> malformed_ = 0;
};

// The recogniser's side. Owned and called by one thread. Never blocks: the whole table is stated again every second, so what a stopped
// studio does not take is not missed.
class ObserveSender {
public:
    ObserveSender(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {});

    // Fills in schema. False, and counted, when the studio does not take it.
    bool send(::studio::v1::ObserveMessage message);
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

private:
    zmq::socket_t socket_;
    std::atomic<std::uint64_t> dropped_ = 0;
};

} // namespace proto::wire
