#include "proto/wire/feed_publisher.h"

#include "proto/wire/topics.h"
#include "studio/v1/feed.pb.h"

#include <algorithm>

namespace proto::wire {

namespace {

// Only subscriptions come in: a small limit, and a hostile length is a disconnect.
SocketOptions of_subscribers(SocketOptions options) {
    options.send_messages = options.feed_messages;
    options.max_message = std::min<std::int64_t>(options.max_message, 4096);
    return options;
}

} // namespace

FeedPublisher::FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, Gate* gate)
    : socket_(make_socket(context, zmq::socket_type::pub, of_subscribers(options))) {
    require_gate(options, gate);
    if (gate != nullptr) watch_.emplace(*gate, context, socket_);
    endpoint_ = bind(socket_, endpoint);
}

FeedPublisher::FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, Gate& gate,
                             FeedRights rights)
    : socket_(make_socket(context, zmq::socket_type::xpub, of_subscribers(options))) {
    require_gate(options, &gate);
    socket_.set(zmq::sockopt::xpub_manual, true);
    watch_.emplace(gate, context, socket_);
    subscribers_ = std::make_unique<FeedSubscribers>(socket_, gate, std::move(rights));
    endpoint_ = bind(socket_, endpoint);
}

bool FeedPublisher::send(std::string_view table_id, std::string_view bytes) {
    const auto flags = zmq::send_flags::dontwait;
    const auto topic = subscribers_ ? subscribers_->topic(std::string(table_id)) : topic_of(table_id);
    const bool sent = socket_.send(zmq::buffer(topic), flags | zmq::send_flags::sndmore) && socket_.send(zmq::buffer(bytes), flags);
    if (!sent) ++refused_;
    return sent;
}

std::uint64_t FeedPublisher::subscribers() const {
    if (subscribers_) return subscribers_->count();
    return watch_ ? watch_->connections() : 0;
}

void FeedPublisher::serve() {
    if (!subscribers_) return;
    subscribers_->serve();
    const auto now = std::chrono::steady_clock::now();
    if (now < tidy_at_) return;
    tidy_at_ = now + std::chrono::milliseconds(100);
    subscribers_->tidy();
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
