// The two ROUTER sockets of a studio: replay and command. Requests come in one frame, answers go out in one frame each.
#pragma once

#include "proto/wire/gate.h"
#include "proto/wire/sockets.h"
#include "studio/v1/command.pb.h"
#include "studio/v1/replay.pb.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace proto::wire {

// Who asked; good for answering for as long as that client is connected. Opaque.
struct Peer {
    std::string identity;
    bool delimiter = false; // a REQ client puts an empty frame before its request and wants one before the answer
    Visitor visitor{};      // whose connection it is
    friend bool operator==(const Peer&, const Peer&) = default;
};

struct RequestCounters {
    std::atomic<std::uint64_t> requests = 0;
    std::atomic<std::uint64_t> malformed = 0;  // not Protobuf, unknown version, no request in it, too many frames
    std::atomic<std::uint64_t> too_large = 0;  // more than max_request bytes
    std::atomic<std::uint64_t> failed = 0;     // the handler threw
    std::atomic<std::uint64_t> unanswered = 0; // the client is gone or does not read
};

struct RequestLimits {
    std::size_t max_request = 16 << 10; // bytes; above it a refusal with a reason, above SocketOptions::max_message a disconnect
    int per_poll = 64;                  // requests served in one call, so that one client cannot hold the loop
};

// Bytes of a request to a peer's frame and back; what is common to both servers. Owned and called by one thread; counters by any.
class RequestSocket {
public:
    // `gate` (may be null) knows the connections.
    RequestSocket(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, RequestLimits limits, Gate* gate);

    struct Received {
        Peer peer;
        std::string bytes;
        std::string refusal; // empty when the bytes may be looked at
    };
    // One request, waiting up to `patience` for it; nothing when there is none. A greeting, which is an empty frame, is no request.
    [[nodiscard]] std::optional<Received> take(std::chrono::milliseconds patience);
    // Never blocks. False, and counted, when the client is gone or its queue is full.
    bool answer(const Peer& peer, const std::string& bytes);

    [[nodiscard]] zmq::socket_ref socket() { return socket_; }
    [[nodiscard]] const std::string& endpoint() const { return endpoint_; }
    [[nodiscard]] RequestCounters& counters() { return counters_; }
    [[nodiscard]] const RequestLimits& limits() const { return limits_; }

private:
    enum class Read : std::uint8_t { NOTHING, GREETING, REQUEST };
    [[nodiscard]] Read read(Received& into);

    zmq::socket_t socket_;
    Gate* gate_;
    std::optional<Gate::Watch> watch_;
    std::string endpoint_;
    RequestLimits limits_;
    RequestCounters counters_;
};

// Answers from the journal. The handler returns all answers to one request, in order; schema and request_id are filled in here. It should
// bound what one request costs: some pages and a ReplayEnd that says how far it got; the client asks on.
class ReplayServer {
public:
    using Request = ::studio::v1::ReplayRequest;
    using Response = ::studio::v1::ReplayResponse;
    using Handler = std::function<std::vector<Response>(const Request&, const Visitor&)>;

    ReplayServer(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {}, RequestLimits limits = {},
                 Gate* gate = nullptr);

    // Serves what is there, waiting up to `timeout` for the first. Returns how many requests were served. A handler that throws is answered
    // with an error and counted; the exception's text goes to `on_failure`, not to the client.
    int poll(std::chrono::milliseconds timeout, const Handler& handler, const std::function<void(const std::string&)>& on_failure = {});

    [[nodiscard]] const std::string& endpoint() const { return wire_->endpoint(); }
    [[nodiscard]] const RequestCounters& counters() const { return wire_->counters(); }
    [[nodiscard]] zmq::socket_ref socket() { return wire_->socket(); }

private:
    std::unique_ptr<RequestSocket> wire_;
};

// `clause` says in one word what a client can act on ("AUTH.table"); empty where it can do nothing but ask again.
[[nodiscard]] ::studio::v1::ReplayResponse replay_error(std::string reason, std::string clause = {});

// Takes commands. An answer may come later than its request (the table's thread makes it), so taking and answering are two calls.
class CommandServer {
public:
    using Request = ::studio::v1::CommandRequest;
    using Response = ::studio::v1::CommandResponse;
    struct Call {
        Peer peer;
        Request request;
    };

    CommandServer(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {}, RequestLimits limits = {},
                  Gate* gate = nullptr);

    // The next command, waiting up to `timeout` for it. What is malformed is answered here, with clause "REQUEST".
    [[nodiscard]] std::optional<Call> receive(std::chrono::milliseconds timeout);
    // On the socket's thread. schema and request_id are filled in from `request_id`. Never blocks.
    bool reply(const Peer& peer, const std::string& request_id, Response response);
    // receive and reply in one, for a handler that answers at once. Returns how many commands were served.
    int poll(std::chrono::milliseconds timeout, const std::function<Response(const Request&)>& handler,
             const std::function<void(const std::string&)>& on_failure = {});

    [[nodiscard]] const std::string& endpoint() const { return wire_->endpoint(); }
    [[nodiscard]] const RequestCounters& counters() const { return wire_->counters(); }
    [[nodiscard]] zmq::socket_ref socket() { return wire_->socket(); }

private:
    std::unique_ptr<RequestSocket> wire_;
};

[[nodiscard]] ::studio::v1::CommandResponse command_rejection(std::string clause, std::string reason);

} // namespace proto::wire
