#include "proto/wire/monitor.h"

#include <cstring>
#include <string>

namespace proto::wire {

SocketMonitor::SocketMonitor(zmq::context_t& context, zmq::socket_t& socket, int events)
    : watched_(socket.handle()), events_(context, zmq::socket_type::pair) {
    // No other socket of the process has this address while this one lives.
    const auto endpoint = "inproc://monitor-" + std::to_string(reinterpret_cast<std::uintptr_t>(watched_)); // NOLINT: its number is wanted
    if (zmq_socket_monitor(watched_, endpoint.c_str(), events) != 0) throw zmq::error_t();
    events_.set(zmq::sockopt::rcvhwm, 0);
    events_.set(zmq::sockopt::linger, 0);
    events_.connect(endpoint);
}

SocketMonitor::~SocketMonitor() {
    zmq_socket_monitor(watched_, nullptr, 0);
}

std::optional<SocketEvent> SocketMonitor::next() {
    zmq::message_t head;
    zmq::message_t address; // of our own end: says nothing that we do not know
    if (!events_.recv(head, zmq::recv_flags::dontwait)) return std::nullopt;
    if (head.more()) (void)events_.recv(address, zmq::recv_flags::dontwait);
    std::uint16_t what = 0;
    SocketEvent event;
    if (head.size() != sizeof what + sizeof event.value) return event;
    std::memcpy(&what, head.data(), sizeof what);
    std::memcpy(&event.value, head.data<char>() + sizeof what, sizeof event.value);
    event.what = what;
    return event;
}

} // namespace proto::wire
