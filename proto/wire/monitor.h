// What happens to a socket's connections: libzmq's monitor, read without blocking.
#pragma once

#include <zmq.hpp>

#include <cstdint>
#include <optional>

namespace proto::wire {

struct SocketEvent {
    int what = 0;            // one ZMQ_EVENT_...
    std::uint32_t value = 0; // file descriptor, errno, ZMQ_PROTOCOL_ERROR_... or status code, by the kind of event
};

// Owned and called by the socket's thread. Ends before the socket does: a socket whose monitor nobody reads any more would hold up libzmq's
// own thread. Its queue has no limit for the same reason; the reader empties it in every turn of its loop.
class SocketMonitor {
public:
    // `events`: ZMQ_EVENT_... together. Before bind or connect, so that nothing is missed. Throws zmq::error_t.
    SocketMonitor(zmq::context_t& context, zmq::socket_t& socket, int events);
    ~SocketMonitor();
    SocketMonitor(const SocketMonitor&) = delete;
    SocketMonitor& operator=(const SocketMonitor&) = delete;

    // The next event that is there. Never blocks.
    [[nodiscard]] std::optional<SocketEvent> next();
    [[nodiscard]] zmq::socket_ref socket() { return events_; }

private:
    void* watched_;
    zmq::socket_t events_;
};

} // namespace proto::wire
