// The feed socket of a studio.
#pragma once

#include "proto/wire/sockets.h"

#include <atomic>
#include <cstdint>
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
    // Throws zmq::error_t.
    FeedPublisher(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {});

    [[nodiscard]] const std::string& endpoint() const { return endpoint_; }
    // Bytes of an Envelope, as committed. False when libzmq did not take them at all.
    bool publish(std::string_view table_id, std::string_view bytes);
    // Once a second for every table, paused and closed ones too.
    bool heartbeat(const Beat& beat);

    [[nodiscard]] std::uint64_t published() const { return published_; }
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    zmq::socket_t socket_;
    std::string endpoint_;
    std::atomic<std::uint64_t> published_ = 0; // without heartbeats
    std::atomic<std::uint64_t> refused_ = 0;
    bool send(std::string_view table_id, std::string_view bytes);
};

} // namespace proto::wire
