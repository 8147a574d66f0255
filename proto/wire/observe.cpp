#include "proto/wire/observe.h"

#include <google/protobuf/stubs/logging.h>

namespace proto::wire {

ObserveReceiver::ObserveReceiver(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options)
    : socket_(make_socket(context, zmq::socket_type::pull, options)), endpoint_(bind(socket_, endpoint)) {}

std::optional<::studio::v1::ObserveMessage> ObserveReceiver::receive(std::chrono::milliseconds timeout) {
    if (!wait_readable(socket_, timeout)) return std::nullopt;
    const google::protobuf::LogSilencer silence;
    for (zmq::message_t frame; socket_.recv(frame, zmq::recv_flags::dontwait);) {
        bool single = true;
        for (; frame.more() && socket_.recv(frame, zmq::recv_flags::dontwait);)
            single = false;
        ::studio::v1::ObserveMessage message;
        if (single && message.ParseFromArray(frame.data(), static_cast<int>(frame.size())) && message.schema() == 1 &&
            message.body_case() != ::studio::v1::ObserveMessage::BODY_NOT_SET)
            return message;
        ++malformed_;
    }
    return std::nullopt;
}

ObserveSender::ObserveSender(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options)
    : socket_(make_socket(context, zmq::socket_type::push, options)) {
    socket_.connect(endpoint);
}

bool ObserveSender::send(::studio::v1::ObserveMessage message) {
    message.set_schema(1);
    const auto bytes = message.SerializeAsString();
    if (socket_.send(zmq::buffer(bytes), zmq::send_flags::dontwait)) return true;
    ++dropped_;
    return false;
}

} // namespace proto::wire
