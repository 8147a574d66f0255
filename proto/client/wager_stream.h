// What a distributor links to hear of its own wagers: one ordered stream of a table without gaps or duplicates, acknowledged and resumable.
#pragma once

#include "proto/wire/command_client.h"
#include "studio/v1/feed.pb.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace proto::client {

// What the distributor keeps for good, with what it made of the events. Zero: nothing yet.
struct WagerPosition {
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0; // of the last event kept
    friend bool operator==(const WagerPosition&, const WagerPosition&) = default;
};

struct WagerStreamOptions {
    std::string command; // "tcp://host:7402"
    std::string table_id;
    std::string distributor; // may be empty with a key: then it is the key's name
    WagerPosition from;
    wire::SocketOptions sockets; // with a key when the studio asks for one
    std::chrono::milliseconds ask_every{1000};
    int missed_answers = 3; // then it is not live
};

// Owned and called by one thread; owns its connection. Poll at least every few seconds: the studio stops sending to one who has not asked for
// ten, and nothing is lost by it.
//
// Whatever dies, each event is told until it is acknowledged: after a restart of the client from the position it kept, after one of the
// studio from its journal. So every wager ends here exactly once for each revision: settled or refunded.
class WagerStream {
public:
    // Throws zmq::error_t for an endpoint that is none.
    WagerStream(zmq::context_t& context, WagerStreamOptions options);

    // The next event in order, waiting up to `timeout` for it. One without a number that follows the last means a journal started afresh:
    // its epoch is another, and its numbers begin at 1.
    [[nodiscard]] std::optional<::studio::v1::PrivateEnvelope> poll(std::chrono::milliseconds timeout);
    // Everything that poll() has returned is the distributor's for good. The studio sends at most 256 events beyond that.
    void acknowledge();
    // To be stored with what was made of the events, and given back as `from`. Of what poll() has returned.
    [[nodiscard]] const WagerPosition& position() const { return handed_out_; }

    // Whether the studio has answered lately, and everything it has told of has been received.
    [[nodiscard]] bool live() const;
    // Why not: "AUTH_FAILED: ...", "PROC.role: ..."; empty when live.
    [[nodiscard]] std::string trouble() const;

private:
    using Instant = std::chrono::steady_clock::time_point;
    void ask(Instant now);
    void take(const ::studio::v1::CommandResponse& response, Instant now);
    [[nodiscard]] bool receive(const std::string& bytes);
    [[nodiscard]] bool silent(Instant now) const;

    WagerStreamOptions options_;
    wire::CommandClient studio_;
    std::string asked_; // id of the last question
    Instant ask_at_{};
    std::optional<Instant> heard_at_;
    std::string trouble_ = "joining";
    std::deque<::studio::v1::PrivateEnvelope> items_;
    WagerPosition received_;
    WagerPosition handed_out_;
    WagerPosition acknowledged_;
    std::uint64_t next_seq_ = 0; // the studio's; 0 before it has said
};

} // namespace proto::client
