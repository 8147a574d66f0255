#include "proto/wire/command_client.h"

#include <google/protobuf/stubs/logging.h>

#include <array>
#include <random>

namespace proto::wire {

namespace {

std::string random_prefix() {
    std::random_device random;
    const auto number = (static_cast<std::uint64_t>(random()) << 32) | random();
    return std::to_string(number) + "-";
}

} // namespace

CommandClient::Line::Line(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options)
    : socket(make_socket(context, zmq::socket_type::dealer, options)), watch(context, socket, endpoint, options) {
    socket.connect(endpoint);
}

CommandClient::CommandClient(zmq::context_t& context, std::string endpoint, const SocketOptions& options)
    : context_(context), options_(options), endpoint_(std::move(endpoint)), prefix_(random_prefix()) {
    line_.emplace(context_, endpoint_, options_);
}

void CommandClient::wait(std::chrono::milliseconds at_most) {
    std::array<zmq::pollitem_t, 2> items{{{line_->socket.handle(), 0, ZMQ_POLLIN, 0}, {line_->watch.socket().handle(), 0, ZMQ_POLLIN, 0}}};
    try {
        zmq::poll(items.data(), items.size(), at_most);
    } catch (const zmq::error_t& error) {
        if (error.num() != EINTR) throw;
    }
}

std::expected<::studio::v1::CommandResponse, std::string> CommandClient::call(::studio::v1::CommandRequest request,
                                                                              std::chrono::milliseconds timeout) {
    using std::chrono::steady_clock;
    const auto deadline = steady_clock::now() + timeout;
    const auto id = send(std::move(request));
    if (!id) return std::unexpected(id.error());
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
        if (left.count() <= 0) return std::unexpected("no answer from " + endpoint_ + " within " + std::to_string(timeout.count()) + " ms");
        auto taken = take(*id, left);
        if (!taken) return std::unexpected(taken.error());
        if (*taken) return std::move(**taken);
    }
}

std::expected<std::string, std::string> CommandClient::send(::studio::v1::CommandRequest request) {
    if (!line_->watch.trouble().empty()) line_.emplace(context_, endpoint_, options_); // it may have been let in since
    request.set_schema(1);
    if (request.request_id().empty()) request.set_request_id(prefix_ + std::to_string(++calls_));
    const auto bytes = request.SerializeAsString();
    if (!line_->socket.send(zmq::buffer(bytes), zmq::send_flags::dontwait))
        return std::unexpected("too many commands wait for " + endpoint_);
    return request.request_id();
}

std::expected<std::optional<::studio::v1::CommandResponse>, std::string> CommandClient::take(const std::string& request_id,
                                                                                             std::chrono::milliseconds patience) {
    wait(patience);
    zmq::message_t frame;
    if (!line_->socket.recv(frame, zmq::recv_flags::dontwait)) {
        if (const auto& trouble = line_->watch.trouble(); !trouble.empty()) return std::unexpected(trouble);
        return std::nullopt;
    }
    ::studio::v1::CommandResponse response;
    const google::protobuf::LogSilencer silence;
    if (!response.ParseFromArray(frame.data(), static_cast<int>(frame.size())))
        return std::unexpected("an answer of " + endpoint_ + " is not Protobuf");
    // The studio cannot repeat an id that it could not read.
    const bool unread = response.request_id().empty() && response.rejection().clause() == "REQUEST";
    if (response.request_id() == request_id || unread) return response; // else late: an earlier command timed out
    return std::nullopt;
}

} // namespace proto::wire
