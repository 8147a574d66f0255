#include "proto/wire/sockets.h"

namespace proto::wire {

namespace {

// By TCP, not by ZMTP's own heartbeats: libzmq 4.3.4 asserts, and ends the whole process, when a connection whose messages nobody takes any
// more is hung up by its peer and the heartbeat's timer comes round (stream_engine_base.cpp:331). Any client could do that to a studio, and
// any studio to a client that is slow. `Hostile.AFloodUnderAKey` does it in a second.
void keep_alive(zmq::socket_t& socket) {
    constexpr int seconds = 1000;
    const auto beat = static_cast<int>(transport_beat.count()) / seconds;
    socket.set(zmq::sockopt::tcp_keepalive, 1);
    socket.set(zmq::sockopt::tcp_keepalive_idle, beat);
    socket.set(zmq::sockopt::tcp_keepalive_intvl, beat);
    socket.set(zmq::sockopt::tcp_keepalive_cnt, static_cast<int>(transport_timeout / transport_beat));
    socket.set(zmq::sockopt::tcp_maxrt, static_cast<int>(transport_timeout.count()));
}

} // namespace

zmq::socket_t make_socket(zmq::context_t& context, zmq::socket_type type, const SocketOptions& options) {
    zmq::socket_t socket(context, type);
    socket.set(zmq::sockopt::linger, 0);
    socket.set(zmq::sockopt::sndhwm, options.send_messages);
    socket.set(zmq::sockopt::rcvhwm, options.receive_messages);
    socket.set(zmq::sockopt::maxmsgsize, options.max_message);
    keep_alive(socket);
    socket.set(zmq::sockopt::handshake_ivl, static_cast<int>(options.handshake.count()));
    // A client of requests greets once it is let in: one that has said nothing has to make room when strangers crowd in.
    if (type == zmq::socket_type::dealer) socket.set(zmq::sockopt::probe_router, true);
    socket.set(zmq::sockopt::reconnect_ivl, 50);
    socket.set(zmq::sockopt::reconnect_ivl_max, 1000);
    if (options.curve_server) {
        socket.set(zmq::sockopt::curve_server, true);
        socket.set(zmq::sockopt::curve_secretkey, options.curve_server->secret_key);
        socket.set(zmq::sockopt::zap_domain, "studio");
    }
    if (options.curve_client) {
        socket.set(zmq::sockopt::curve_serverkey, options.curve_client->server_key);
        socket.set(zmq::sockopt::curve_publickey, options.curve_client->public_key);
        socket.set(zmq::sockopt::curve_secretkey, options.curve_client->secret_key);
    }
    return socket;
}

std::string bind(zmq::socket_t& socket, const std::string& endpoint) {
    socket.bind(endpoint);
    return socket.get(zmq::sockopt::last_endpoint);
}

bool wait_readable(zmq::socket_ref socket, std::chrono::milliseconds timeout) {
    zmq::pollitem_t item{socket.handle(), 0, ZMQ_POLLIN, 0};
    try {
        return zmq::poll(&item, 1, timeout) > 0;
    } catch (const zmq::error_t& error) {
        if (error.num() == EINTR) return false;
        throw;
    }
}

} // namespace proto::wire
