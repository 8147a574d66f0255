#include "proto/wire/auth_watch.h"

#include "proto/wire/keys.h"

namespace proto::wire {

namespace {

constexpr int events = ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL |
                       ZMQ_EVENT_HANDSHAKE_FAILED_AUTH;
constexpr int told_after = 2; // a studio that dies in the middle of a handshake closes one as well

} // namespace

AuthWatch::AuthWatch(zmq::context_t& context, zmq::socket_t& socket, std::string endpoint, const SocketOptions& options)
    : monitor_(context, socket, events), endpoint_(std::move(endpoint)) {
    if (!options.curve_client) return;
    own_key_ = fingerprint(options.curve_client->public_key);
    studio_key_ = fingerprint(options.curve_client->server_key);
}

void AuthWatch::read() {
    while (const auto event = monitor_.next())
        take(*event);
}

const std::string& AuthWatch::trouble() {
    read();
    return trouble_;
}

std::string AuthWatch::refusal() {
    read();
    return last_ == Handshake::REFUSED ? trouble_ : "";
}

bool AuthWatch::let_in() {
    read();
    return last_ == Handshake::SUCCEEDED;
}

std::string AuthWatch::of_another_mechanism() const {
    if (own_key_.empty()) return "AUTH_FAILED: the studio at " + endpoint_ + " asks for a key, and none was given";
    return "AUTH_FAILED: the studio at " + endpoint_ + " asks for no key, and key " + own_key_ + " trusts only studio " + studio_key_;
}

std::string AuthWatch::of_an_ended_handshake() const {
    const auto ends = "AUTH_FAILED: the studio at " + endpoint_ + " ends the handshake of ";
    if (own_key_.empty()) return ends + "a client without a key: it asks for one, or takes no more connections";
    return ends + "key " + own_key_ + ": its own key is not " + studio_key_ + ", or takes no more connections";
}

void AuthWatch::take(const SocketEvent& event) {
    switch (event.what) {
    case ZMQ_EVENT_HANDSHAKE_SUCCEEDED:
        last_ = Handshake::SUCCEEDED;
        closed_in_a_row_ = 0;
        trouble_.clear();
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        last_ = Handshake::REFUSED;
        trouble_ = "AUTH_FAILED: the studio at " + endpoint_ + " does not admit key " + own_key_;
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
        if (event.value != ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH) break;
        last_ = Handshake::REFUSED;
        trouble_ = of_another_mechanism();
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        last_ = Handshake::ENDED;
        if (++closed_in_a_row_ >= told_after) trouble_ = of_an_ended_handshake();
        break;
    default: break;
    }
}

} // namespace proto::wire
