// The socket to the studio that pulls what recognisers see. Each message is sent whole and in order.
#pragma once

#include "recognition/capture/errors.h"
#include "studio/v1/observe.pb.h"

#include <zmq.hpp>

#include <chrono>
#include <string>

namespace recognition::app {

// Owned by one thread.
class ObserveSocket {
public:
    // Blocks while the studio does not keep up, and in its destructor until the last message has been taken. Throws CaptureError for an
    // endpoint that is none.
    explicit ObserveSocket(const std::string& endpoint) { connect(endpoint, -1); }
    // Waits for the studio no longer than `patience`, for each message and at the end.
    ObserveSocket(const std::string& endpoint, std::chrono::milliseconds patience) {
        const auto ms = static_cast<int>(patience.count());
        socket_.set(zmq::sockopt::immediate, true); // nothing is queued for a studio that is not there
        socket_.set(zmq::sockopt::sndtimeo, ms);
        connect(endpoint, ms);
    }

    // False when the studio has not taken it in time.
    bool send(const studio::v1::ObserveMessage& message) {
        const auto bytes = message.SerializeAsString();
        return socket_.send(zmq::buffer(bytes), zmq::send_flags::none).has_value();
    }

private:
    void connect(const std::string& endpoint, int linger_ms) {
        socket_.set(zmq::sockopt::linger, linger_ms);
        socket_.set(zmq::sockopt::sndhwm, 2000);
        try {
            socket_.connect(endpoint);
        } catch (const zmq::error_t& error) {
            throw capture::CaptureError("--observe " + endpoint + ": " + error.what());
        }
    }

    zmq::context_t context_;
    zmq::socket_t socket_{context_, zmq::socket_type::push};
};

} // namespace recognition::app
