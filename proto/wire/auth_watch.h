// Tells a client that it is not let in. By itself libzmq says nothing: a refused client looks like one whose studio is away.
#pragma once

#include "proto/wire/monitor.h"
#include "proto/wire/sockets.h"

#include <cstdint>
#include <string>

namespace proto::wire {

// Owned and called by the thread of the socket that it watches; ends before it.
//
// After a refusal libzmq connects again or does not, as it happens; whoever wants to be let in later makes a new socket.
class AuthWatch {
public:
    // Before the socket connects. `endpoint` and the keys in `options` are what is told of.
    AuthWatch(zmq::context_t& context, zmq::socket_t& socket, std::string endpoint, const SocketOptions& options);

    // One sentence that begins with AUTH_FAILED and names the endpoint and the key, once the studio has refused it; empty until then, and
    // again when it has let the client in. Never blocks.
    [[nodiscard]] const std::string& trouble();
    // The same, as long as the studio has said that it refuses; not when it has only ended handshakes, which may have other reasons.
    [[nodiscard]] std::string refusal();
    // Whether the last handshake has succeeded.
    [[nodiscard]] bool let_in();
    [[nodiscard]] zmq::socket_ref socket() { return monitor_.socket(); }

private:
    enum class Handshake : std::uint8_t { NONE, SUCCEEDED, ENDED, REFUSED };

    void read();
    void take(const SocketEvent& event);
    [[nodiscard]] std::string of_another_mechanism() const;
    [[nodiscard]] std::string of_an_ended_handshake() const;

    SocketMonitor monitor_;
    std::string endpoint_;
    std::string own_key_; // fingerprints; empty without keys
    std::string studio_key_;
    std::string trouble_;
    Handshake last_ = Handshake::NONE;
    int closed_in_a_row_ = 0;
};

} // namespace proto::wire
