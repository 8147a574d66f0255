// The other end of a virtual camera in lock-step: says what the hand does, and asks for frames.
#pragma once

#include "tests/recognition/capture/temporary_folder.h"

#include <nlohmann/json.hpp>
#include <zmq.hpp>

#include <cstdint>
#include <string>

namespace recognition::app {

// Used by one thread. Waits at most half a minute for each answer.
class LockStepHand {
public:
    explicit LockStepHand(const capture::TemporaryFolder& folder)
        : socket_(context_, zmq::socket_type::dealer), endpoint_("ipc://" + (folder / "table").string()) {
        socket_.set(zmq::sockopt::linger, 0);
        socket_.set(zmq::sockopt::rcvtimeo, 30'000);
        socket_.set(zmq::sockopt::sndtimeo, 30'000);
        socket_.bind(endpoint_);
    }
    [[nodiscard]] std::string camera() const { return "virtual:" + endpoint_ + "?mode=lock-step"; }
    // Until a camera has come.
    void meet() { hear(); }
    void ask(const nlohmann::json& request) {
        socket_.send(zmq::buffer(request.dump()), zmq::send_flags::none);
        hear();
    }
    // 50 ms apart.
    void frames(int count) {
        for (int i = 0; i < count; ++i)
            ask({{"do", "frame"}, {"at_ns", at_ns_ += 50'000'000}});
    }

private:
    void hear() {
        zmq::message_t answer;
        static_cast<void>(socket_.recv(answer));
    }
    zmq::context_t context_;
    zmq::socket_t socket_;
    std::string endpoint_;
    std::int64_t at_ns_ = 0;
};

} // namespace recognition::app
