// The feed socket of a studio.
#pragma once

#include "proto/wire/feed_subscribers.h"
#include "proto/wire/sockets.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace proto::wire {

// What a table's heartbeat tells.
struct Beat {
    std::string studio_id;
    std::string table_id;
    std::uint64_t epoch = 0;
    std::uint64_t next_seq = 1; // the number the table's next public event will carry
    std::int64_t at_ns = 0;     // UTC
};

// Owned and called by one thread; the counters may be read by any. Never blocks: a subscriber that does not keep up loses messages beyond
// its high-water mark, nobody else notices, and it replays them. libzmq does not tell a publisher what it dropped for whom; what shows is
// the replay that the subscriber asks for.
class FeedPublisher {
public:
    // Everybody hears every table. `gate` (may be null) knows the connections. Throws zmq::error_t.
    FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {}, Gate* gate = nullptr);
    // Each subscriber hears what its key may: serve() grants it.
    FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options, Gate& gate, FeedRights rights);

    [[nodiscard]] const std::string& endpoint() const { return endpoint_; }
    // Bytes of an Envelope, as committed. False when libzmq did not take them at all.
    bool publish(std::string_view table_id, std::string_view bytes);
    // Once a second for every table, paused and closed ones too.
    bool heartbeat(const Beat& beat);
    // Subscriptions that wait to be granted; nothing where everybody hears every table. In each turn of the loop.
    void serve();
    // Readable when serve() has something to do.
    [[nodiscard]] zmq::socket_ref socket() { return socket_; }

    [[nodiscard]] std::uint64_t published() const { return published_; }
    [[nodiscard]] std::uint64_t refused() const { return refused_; }
    // Connections that hear something; without a gate nobody knows, and it is 0.
    [[nodiscard]] std::uint64_t subscribers() const;
    // Subscriptions that brought no table that their key may hear.
    [[nodiscard]] std::uint64_t barred() const { return subscribers_ ? subscribers_->refused() : 0; }

private:
    zmq::socket_t socket_;
    std::optional<Gate::Watch> watch_;
    std::unique_ptr<FeedSubscribers> subscribers_;
    std::chrono::steady_clock::time_point tidy_at_{};
    std::string endpoint_;
    std::atomic<std::uint64_t> published_ = 0; // without heartbeats
    std::atomic<std::uint64_t> refused_ = 0;
    bool send(std::string_view table_id, std::string_view bytes);
};

} // namespace proto::wire
