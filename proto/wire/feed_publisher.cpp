#include "proto/wire/feed_publisher.h"

#include "proto/wire/topics.h"
#include "studio/v1/feed.pb.h"

namespace proto::wire {

FeedPublisher::FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options)
    : socket_(make_socket(context, zmq::socket_type::pub, options)), endpoint_(bind(socket_, endpoint)) {}

bool FeedPublisher::send(std::string_view table_id, std::string_view bytes) {
    const auto flags = zmq::send_flags::dontwait;
    const bool sent =
        socket_.send(zmq::buffer(topic_of(table_id)), flags | zmq::send_flags::sndmore) && socket_.send(zmq::buffer(bytes), flags);
    if (!sent) ++refused_;
    return sent;
}

bool FeedPublisher::publish(std::string_view table_id, std::string_view bytes) {
    if (!send(table_id, bytes)) return false;
    ++published_;
    return true;
}

bool FeedPublisher::heartbeat(const Beat& beat) {
    ::studio::v1::Envelope envelope;
    envelope.set_schema(1);
    envelope.set_studio_id(beat.studio_id);
    envelope.set_table_id(beat.table_id);
    envelope.set_epoch(beat.epoch);
    envelope.set_at_ns(beat.at_ns);
    envelope.mutable_heartbeat()->set_next_seq(beat.next_seq);
    return send(beat.table_id, envelope.SerializeAsString());
}

} // namespace proto::wire
