#include "proto/wire/request_server.h"

#include "proto/wire/request_reader.h"

#include <algorithm>
#include <exception>

namespace proto::wire {

namespace {

constexpr std::uint32_t schema_version = 1;

// ROUTER reports a client that is gone or does not read (router_mandatory), so that an answer lost is an answer counted.
zmq::socket_t make_router(zmq::context_t& context, SocketOptions options, std::size_t max_request) {
    options.max_message = std::min<std::int64_t>(options.max_message, static_cast<std::int64_t>(max_request) * 4);
    auto socket = make_socket(context, zmq::socket_type::router, options);
    socket.set(zmq::sockopt::router_mandatory, true);
    return socket;
}

} // namespace

RequestSocket::RequestSocket(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, RequestLimits limits,
                             Gate* gate)
    : socket_(make_router(context, options, limits.max_request)), gate_(gate), limits_(limits) {
    require_gate(options, gate);
    if (gate_ != nullptr) watch_.emplace(*gate_, context, socket_);
    endpoint_ = bind(socket_, endpoint);
}

std::optional<RequestSocket::Received> RequestSocket::take(std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (int greetings = 0; greetings < limits_.per_poll; ++greetings) {
        Received received;
        auto what = read(received);
        if (what == Read::NOTHING) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
            if (left.count() > 0 && wait_readable(socket_, left)) what = read(received);
        }
        if (what == Read::REQUEST) return received;
        if (what == Read::NOTHING) return std::nullopt;
    }
    return std::nullopt;
}

RequestSocket::Read RequestSocket::read(Received& received) {
    zmq::message_t frame;
    if (!socket_.recv(frame, zmq::recv_flags::dontwait)) return Read::NOTHING;
    received.peer.identity = frame.to_string();
    std::size_t payloads = 0;
    while (frame.more()) {
        if (!socket_.recv(frame, zmq::recv_flags::dontwait)) break; // a message is received whole or not at all
        received.peer.visitor = visitor_of(frame);                  // the frame before, the peer's name, does not always say it
        if (payloads == 0 && frame.empty() && frame.more()) {
            received.peer.delimiter = true;
            continue;
        }
        if (++payloads == 1 && frame.size() <= limits_.max_request) received.bytes = frame.to_string();
        if (frame.size() > limits_.max_request && received.refusal.empty()) {
            ++counters_.too_large;
            received.refusal =
                "a request has at most " + std::to_string(limits_.max_request) + " bytes, this one has " + std::to_string(frame.size());
        }
    }
    if (gate_ != nullptr) gate_->note(received.peer.visitor);
    if (payloads == 1 && frame.empty() && !received.peer.delimiter) return Read::GREETING;
    ++counters_.requests;
    if (payloads != 1 && received.refusal.empty()) {
        ++counters_.malformed;
        received.refusal = "a request is one frame, this one has " + std::to_string(payloads);
    }
    return Read::REQUEST;
}

bool RequestSocket::answer(const Peer& peer, const std::string& bytes) {
    const auto flags = zmq::send_flags::dontwait;
    try {
        if (socket_.send(zmq::buffer(peer.identity), flags | zmq::send_flags::sndmore)) {
            if (peer.delimiter) (void)socket_.send(zmq::message_t(), flags | zmq::send_flags::sndmore);
            if (socket_.send(zmq::buffer(bytes), flags)) return true;
        }
    } catch (const zmq::error_t& error) {
        if (error.num() != EHOSTUNREACH) throw;
    }
    ++counters_.unanswered;
    return false;
}

// Replay -------------------------------------------------------------------------------------------------------------------

::studio::v1::ReplayResponse replay_error(std::string reason, std::string clause) {
    ::studio::v1::ReplayResponse response;
    response.mutable_error()->set_reason(std::move(reason));
    response.mutable_error()->set_clause(std::move(clause));
    return response;
}

ReplayServer::ReplayServer(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, RequestLimits limits,
                           Gate* gate)
    : wire_(std::make_unique<RequestSocket>(context, endpoint, options, limits, gate)) {}

int ReplayServer::poll(std::chrono::milliseconds timeout, const Handler& handler,
                       const std::function<void(const std::string&)>& on_failure) {
    int served = 0;
    for (auto wait = timeout; served < wire_->limits().per_poll; ++served, wait = std::chrono::milliseconds(0)) {
        auto received = wire_->take(wait);
        if (!received) break;
        Request request;
        std::vector<Response> responses;
        if (received->refusal.empty()) {
            received->refusal = read_request(received->bytes, request);
            if (!received->refusal.empty()) ++wire_->counters().malformed;
        }
        if (!received->refusal.empty()) {
            responses.push_back(replay_error(received->refusal));
        } else {
            try {
                responses = handler(request, received->peer.visitor);
            } catch (const std::exception& failure) {
                ++wire_->counters().failed;
                if (on_failure) on_failure(failure.what());
                responses = {replay_error("the studio could not answer; ask again")};
            }
        }
        for (auto& response : responses) {
            response.set_schema(schema_version);
            response.set_request_id(request.request_id());
            if (!wire_->answer(received->peer, response.SerializeAsString())) break; // what follows a lost page is of no use
        }
    }
    return served;
}

// Commands -----------------------------------------------------------------------------------------------------------------

::studio::v1::CommandResponse command_rejection(std::string clause, std::string reason) {
    ::studio::v1::CommandResponse response;
    response.mutable_rejection()->set_clause(std::move(clause));
    response.mutable_rejection()->set_reason(std::move(reason));
    return response;
}

CommandServer::CommandServer(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, RequestLimits limits,
                             Gate* gate)
    : wire_(std::make_unique<RequestSocket>(context, endpoint, options, limits, gate)) {}

std::optional<CommandServer::Call> CommandServer::receive(std::chrono::milliseconds timeout) {
    for (int taken = 0; taken < wire_->limits().per_poll; ++taken) {
        auto received = wire_->take(taken == 0 ? timeout : std::chrono::milliseconds(0));
        if (!received) return std::nullopt;
        Call call{std::move(received->peer), {}};
        if (received->refusal.empty()) {
            received->refusal = read_request(received->bytes, call.request);
            if (received->refusal.empty()) return call;
            ++wire_->counters().malformed;
        }
        reply(call.peer, call.request.request_id(), command_rejection("REQUEST", received->refusal));
    }
    return std::nullopt;
}

bool CommandServer::reply(const Peer& peer, const std::string& request_id, Response response) {
    response.set_schema(schema_version);
    response.set_request_id(request_id);
    return wire_->answer(peer, response.SerializeAsString());
}

int CommandServer::poll(std::chrono::milliseconds timeout, const std::function<Response(const Request&)>& handler,
                        const std::function<void(const std::string&)>& on_failure) {
    int served = 0;
    for (auto wait = timeout; served < wire_->limits().per_poll; wait = std::chrono::milliseconds(0)) {
        const auto call = receive(wait);
        if (!call) break;
        ++served;
        Response response;
        try {
            response = handler(call->request);
        } catch (const std::exception& failure) {
            ++wire_->counters().failed;
            if (on_failure) on_failure(failure.what());
            response = command_rejection("STUDIO", "the studio could not answer; ask for the status before trying again");
        }
        reply(call->peer, call->request.request_id(), std::move(response));
    }
    return served;
}

} // namespace proto::wire
