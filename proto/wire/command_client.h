// Sends commands and waits for their answers.
#pragma once

#include "proto/wire/auth_watch.h"
#include "proto/wire/sockets.h"
#include "studio/v1/command.pb.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace proto::wire {

// Owned and called by one thread. One command at a time.
class CommandClient {
public:
    // Connecting needs no studio: commands wait until their own time-out. Throws zmq::error_t for an endpoint that is none.
    CommandClient(zmq::context_t& context, std::string endpoint, const SocketOptions& options = {});

    // Fills in schema, and request_id when it is empty. An error means that nobody knows whether the command was carried out: ask for the
    // status before repeating it (a wager may be repeated with its wager_id at any time). One that begins with AUTH_FAILED comes at once
    // and means that the studio does not let this client in; the next call tries again.
    [[nodiscard]] std::expected<::studio::v1::CommandResponse, std::string>
    call(::studio::v1::CommandRequest request, std::chrono::milliseconds timeout = std::chrono::seconds(5));

    // The two halves of call(), for one who has something else to do until the answer comes. send() returns the request's id; take() waits
    // for at most `patience` for its answer and drops answers to earlier ones.
    [[nodiscard]] std::expected<std::string, std::string> send(::studio::v1::CommandRequest request);
    [[nodiscard]] std::expected<std::optional<::studio::v1::CommandResponse>, std::string> take(const std::string& request_id,
                                                                                                std::chrono::milliseconds patience);

private:
    struct Line {
        zmq::socket_t socket;
        AuthWatch watch; // ends first
        Line(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options);
    };
    void wait(std::chrono::milliseconds at_most);

    zmq::context_t& context_;
    SocketOptions options_;
    std::string endpoint_;
    std::optional<Line> line_;
    std::string prefix_; // of request ids: no two clients make the same
    std::uint64_t calls_ = 0;
};

} // namespace proto::wire
