#include "studio/runtime/table_link.h"

namespace studio::runtime {

TableLink::TableLink(zmq::context_t& context, const std::string& table_id) : socket_(context, zmq::socket_type::dealer) {
    socket_.set(zmq::sockopt::routing_id, table_id);
    socket_.set(zmq::sockopt::sndhwm, 0);
    socket_.set(zmq::sockopt::rcvhwm, 0);
    socket_.set(zmq::sockopt::linger, 2000); // at 0 libzmq drops what the feed has not read yet, and the table's last events with it
    socket_.connect(tables_endpoint);
}

void TableLink::send(char kind, const std::string& bytes) {
    socket_.send(zmq::buffer(&kind, 1), zmq::send_flags::sndmore);
    socket_.send(zmq::buffer(bytes), zmq::send_flags::none);
}

void TableLink::answer(const std::string& identity, const std::string& response) {
    socket_.send(zmq::buffer(&link_answer, 1), zmq::send_flags::sndmore);
    socket_.send(zmq::buffer(identity), zmq::send_flags::sndmore);
    socket_.send(zmq::buffer(response), zmq::send_flags::none);
}

std::optional<LinkCommand> TableLink::take() {
    zmq::message_t identity;
    if (!socket_.recv(identity, zmq::recv_flags::dontwait)) return std::nullopt;
    zmq::message_t request;
    if (!identity.more() || !socket_.recv(request, zmq::recv_flags::dontwait)) return std::nullopt;
    return LinkCommand{identity.to_string(), request.to_string()};
}

} // namespace studio::runtime
