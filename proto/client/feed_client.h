// What a distributor links: one ordered stream of a studio's tables without gaps or duplicates, and for each table whether it is live.
#pragma once

#include "proto/client/feed_sequence.h"
#include "proto/wire/auth_watch.h"
#include "proto/wire/sockets.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace proto::client {

struct FeedOptions {
    std::string feed;                              // "tcp://host:7400"
    std::string replay;                            // empty: by the convention of endpoints_from_feed
    std::vector<std::string> tables;               // empty: all, also those that appear later
    std::optional<FeedPosition> from;              // for every table; nothing: a snapshot first, then what follows it
    std::map<std::string, FeedPosition> positions; // for some tables, before `from`: where an earlier run of the client ended
    FeedTiming timing;
    wire::SocketOptions sockets; // with keys (wire::read_client_key) when the studio asks for them
};

// One thing to know about one table.
struct FeedItem {
    std::string table_id; // empty only for a FeedStateChange about the studio as a whole
    std::variant<FeedEvent, ::studio::v1::Snapshot, FeedStateChange> what;

    [[nodiscard]] const FeedEvent* event() const { return std::get_if<FeedEvent>(&what); }
    [[nodiscard]] const ::studio::v1::Snapshot* snapshot() const { return std::get_if<::studio::v1::Snapshot>(&what); }
    [[nodiscard]] const FeedStateChange* state() const { return std::get_if<FeedStateChange>(&what); }
};

// Owned and called by one thread; owns its sockets. Nothing happens between two polls, so poll at least every few seconds: what libzmq
// cannot keep meanwhile is dropped on the way and replayed later.
//
// A restart or loss of the studio is no error: the state says so, the sockets reconnect, and the stream goes on where it was. Neither is a
// key that is not let in: every table is suspended at once, with a reason that begins with AUTH_FAILED and names endpoint and key; it is
// tried again, and the stream goes on when the key is let in.
class FeedClient {
public:
    // Throws std::invalid_argument for an endpoint that is none, zmq::error_t when libzmq refuses one.
    FeedClient(zmq::context_t& context, FeedOptions options);

    // The next thing, waiting up to `timeout` for it.
    [[nodiscard]] std::optional<FeedItem> poll(std::chrono::milliseconds timeout);

    [[nodiscard]] FeedState state(const std::string& table_id) const; // recovering for a table that is not known
    // To be stored with what the client made of the events, and given back as `positions` after its restart.
    [[nodiscard]] std::map<std::string, FeedPosition> positions() const;
    [[nodiscard]] std::uint64_t malformed() const;
    [[nodiscard]] std::uint64_t duplicates() const;

private:
    struct Table {
        FeedSequence sequence;
        // Of the items handed out; the sequence itself may be ahead by what still waits in items_.
        std::optional<FeedPosition> handed_out;
    };

    Table& table(const std::string& table_id, Instant now);
    void take(const std::string& table_id, FeedActions actions, Instant now);
    void read_feed(Instant now);
    void read_replay(Instant now);
    void wake(Instant now);
    void watch_keys(Instant now);
    [[nodiscard]] std::string refusal();
    struct Ready {
        bool feed = false;
        bool replay = false;
    };
    [[nodiscard]] Ready wait_for_messages(std::chrono::milliseconds at_most);
    [[nodiscard]] bool send(const ::studio::v1::ReplayRequest& request);
    void ask_tables(Instant now);
    void watch_studio(Instant now);
    [[nodiscard]] Instant next_wake() const;
    [[nodiscard]] bool follows(const std::string& table_id) const;
    [[nodiscard]] FeedItem hand_out();

    // Both sockets, each with what tells whether the studio lets them in.
    struct Lines {
        zmq::socket_t feed;
        zmq::socket_t replay;
        wire::AuthWatch feed_watch; // end before the sockets
        wire::AuthWatch replay_watch;
        Lines(zmq::context_t& context, const FeedOptions& options);
    };

    zmq::context_t& context_;
    FeedOptions options_;
    std::optional<Lines> lines_;      // none between a refusal and the next try
    std::string refused_;             // the reason last told
    std::optional<Instant> knock_at_; // when a refused client tries again
    std::chrono::milliseconds knock_after_;
    std::map<std::string, Table> tables_;
    std::map<std::uint64_t, std::string> by_request_block_; // upper half of a request id -> table
    std::deque<FeedItem> items_;
    Instant started_;
    std::optional<Instant> ask_tables_at_; // while all tables are followed and nobody has told which there are
    bool told_no_studio_ = false;
    std::uint64_t malformed_ = 0;
};

} // namespace proto::client
