// What distributors are told of their own wagers: one stream of a distributor at a table, read from the journal, sent as far ahead as it
// is acknowledged.
#pragma once

#include "proto/wire/request_server.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace studio::runtime {

// Where one table's private events are read. Thread: the feed's. Throws when it cannot be read.
class WagerSource {
public:
    struct Event {
        std::uint64_t seq = 0;
        std::string bytes; // PrivateEnvelope
    };
    virtual ~WagerSource() = default;
    // Events of one distributor from a number on, at most `limit`; of one round unless `round_id` is empty.
    [[nodiscard]] virtual std::vector<Event> wagers(std::string_view distributor, std::string_view round_id, std::uint64_t from,
                                                    std::size_t limit) = 0;
    [[nodiscard]] virtual std::uint64_t last_wager_seq(std::string_view distributor) = 0;
    // All who have private events here, by name.
    [[nodiscard]] virtual std::vector<std::string> distributors() = 0;
    [[nodiscard]] virtual std::uint64_t epoch() const = 0;
};

struct WagerLimits {
    std::size_t page = 128;                  // events in one response
    std::uint64_t window = 256;              // sent and not acknowledged
    std::size_t followers = 8;               // connections of one distributor at one table; the one that asked longest ago goes
    std::chrono::milliseconds lease{10'000}; // after the last FollowWagers nothing more is sent
};

// How far one distributor has acknowledged its stream at one table.
struct WagerProgress {
    std::string table_id;
    std::string distributor;
    std::uint64_t last = 0; // of its events
    std::uint64_t acknowledged = 0;
    std::optional<std::chrono::steady_clock::time_point> behind_since; // since when it has acknowledged nothing of what it lacked then
    std::uint64_t lacked = 0;                                          // the last event at that time
    [[nodiscard]] std::uint64_t behind() const { return last - std::min(last, acknowledged); }
};

// Thread: the feed's; progress() any. A distributor is known here from its first FollowWagers after the studio's start.
//
// Nothing of this is stored: the journal has the events, the distributor has its position. So whoever dies, the stream goes on from what
// the distributor says it has, and each event is told until it is acknowledged.
class WagerDesk {
public:
    using Instant = std::chrono::steady_clock::time_point;
    using Response = proto::wire::CommandServer::Response;
    // False when the connection is gone or does not read.
    using Send = std::function<bool(const proto::wire::Peer&, const std::string& request_id, Response)>;

    explicit WagerDesk(Send send, WagerLimits limits = {}) : send_(std::move(send)), limits_(limits) {}

    // Answers a FollowWagers or a WagerHistory of a distributor, `by` of the request. Throws what the source throws.
    [[nodiscard]] Response answer(const proto::wire::CommandServer::Call& call, WagerSource& source, Instant now);
    // New private events of a distributor have been committed.
    void tell(const std::string& table_id, const std::string& distributor, WagerSource& source, Instant now);
    // A key is not let in any more.
    void forget(const std::string& client);

    [[nodiscard]] std::vector<WagerProgress> progress() const;

private:
    struct Follower {
        proto::wire::Peer peer;
        std::string request_id;
        std::uint64_t acknowledged = 0;
        std::uint64_t sent = 0;
        Instant until;
    };
    using Stream = std::pair<std::string, std::string>; // table, distributor

    [[nodiscard]] Response follow(const proto::wire::CommandServer::Call& call, WagerSource& source, Instant now);
    [[nodiscard]] Response history(const proto::wire::CommandServer::Call& call, WagerSource& source) const;
    [[nodiscard]] Follower& follower(const Stream& stream, const proto::wire::Peer& peer);
    [[nodiscard]] Response page(Follower& to, const Stream& stream, WagerSource& source, Instant now);
    void forget_silent(Instant now);
    void note(const Stream& stream, std::uint64_t last, std::uint64_t acknowledged, Instant now);
    void note_unheard(const Stream& stream, WagerSource& source, Instant now);

    Send send_;
    WagerLimits limits_;
    std::map<Stream, std::vector<Follower>> followers_;
    mutable std::mutex mutex_; // guards progress_, which the metrics read
    std::map<Stream, WagerProgress> progress_;
};

} // namespace studio::runtime
