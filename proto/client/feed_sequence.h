// One table's feed as a state machine: bytes and times in, actions out. Pure: no socket, no clock, no thread; the caller does what the
// actions say. The same machine in Python is python/feed_client.py.
#pragma once

#include "studio/v1/feed.pb.h"
#include "studio/v1/replay.pb.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace proto::client {

using Instant = std::chrono::steady_clock::time_point;

struct FeedTiming {
    std::chrono::milliseconds beat{1000};
    int missed_beats = 3; // suspended after that many
    std::chrono::milliseconds answer_within{2000};
    std::chrono::milliseconds retry_first{100}; // doubled each time replay gives nothing
    std::chrono::milliseconds retry_most{5000};
    std::size_t held_messages = 4096; // kept while a gap is open; beyond it they are replayed as well
};

// The next event wanted. Without an epoch: in whatever epoch the studio is.
struct FeedPosition {
    std::optional<std::uint64_t> epoch;
    std::uint64_t next_seq = 1;
    friend bool operator==(const FeedPosition&, const FeedPosition&) = default;
};

enum class FeedState : std::uint8_t {
    RECOVERING, // joining, or a gap is open: what comes is right, but late
    LIVE,       // everything that was published has been delivered
    SUSPENDED,  // no heartbeat for 3 beats, or not let in: stop taking bets
};
[[nodiscard]] std::string_view name(FeedState state); // "live"

struct FeedEvent {
    ::studio::v1::Envelope envelope;
    std::string bytes; // as published
};
struct FeedStateChange {
    FeedState state = FeedState::RECOVERING;
    std::string reason; // empty when live
    friend bool operator==(const FeedStateChange&, const FeedStateChange&) = default;
};
// To be sent to the replay socket.
struct FeedAsk {
    ::studio::v1::ReplayRequest request;
};
using FeedAction = std::variant<FeedEvent, ::studio::v1::Snapshot, FeedStateChange, FeedAsk>;
using FeedActions = std::vector<FeedAction>;

// How gaps are found. Events of a table are numbered without gaps, so one that is missing shows with the next one; and a heartbeat carries
// the number the next event will have, so one that is missing at the tail shows within one beat, even when nothing more is ever published.
//
// Every call returns what is to be done, in order. FeedEvents come in the order of (epoch, seq), each once. Owned by one thread.
class FeedSequence {
public:
    // Without `start` the first thing delivered is a snapshot. Request ids count on from `first_request_id`.
    FeedSequence(std::string table_id, std::optional<FeedPosition> start, std::uint64_t first_request_id, FeedTiming timing = {});

    [[nodiscard]] FeedActions join(Instant now); // once, after the subscription
    [[nodiscard]] FeedActions on_feed(std::string_view bytes, Instant now);
    [[nodiscard]] FeedActions on_replay(const ::studio::v1::ReplayResponse& response, Instant now);
    [[nodiscard]] FeedActions on_unsent(Instant now); // a FeedAsk could not be sent: nobody is connected
    // The studio does not let this client in, or not at this table: suspended with that reason until something is heard of the table.
    [[nodiscard]] FeedActions on_refused(std::string reason, Instant now);
    [[nodiscard]] FeedActions on_time(Instant now);

    [[nodiscard]] Instant next_wake() const; // when on_time has something to do, if nothing comes before
    [[nodiscard]] FeedState state() const { return told_.state; }
    // Where to go on after a restart of the client; nothing before the table's position is known.
    [[nodiscard]] std::optional<FeedPosition> position() const;
    [[nodiscard]] std::uint64_t malformed() const { return malformed_; }   // messages that could not be read
    [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; } // messages that were known already

private:
    struct Asked {
        std::uint64_t request_id = 0;
        Instant deadline;
        std::uint64_t next_at_ask = 0; // to see whether the answer brought anything
    };

    [[nodiscard]] bool take_epoch(std::uint64_t epoch); // false: of an epoch that is over
    void take_bytes(std::string_view bytes, Instant now, FeedActions& actions);
    void take_snapshot(const ::studio::v1::ReplayResponse& response, FeedActions& actions);
    void take_end(const ::studio::v1::ReplayResponse& response, Instant now);
    void deliver(FeedEvent event, FeedActions& actions);
    void drain(FeedActions& actions);
    void give_up_asking(Instant now, std::string reason);
    void go_on(Instant now, FeedActions& actions);
    [[nodiscard]] bool complete() const { return !snapshot_wanted_ && known_next_ != 0 && next_ >= known_next_; }
    [[nodiscard]] Instant silent_at() const { return last_beat_.value_or(joined_) + timing_.beat * timing_.missed_beats; }
    [[nodiscard]] FeedStateChange state_at(Instant now) const;
    [[nodiscard]] ::studio::v1::ReplayRequest request();

    std::string table_id_;
    FeedTiming timing_;
    std::uint64_t request_id_;
    bool snapshot_wanted_;

    std::optional<std::uint64_t> epoch_;
    std::uint64_t next_ = 0;       // the next event to deliver
    std::uint64_t known_next_ = 0; // the highest next number anybody has told of in this epoch; 0 = nobody yet
    std::map<std::uint64_t, FeedEvent> held_;

    Instant joined_{};
    std::optional<Instant> last_beat_;
    std::optional<Asked> asked_;
    std::optional<Instant> retry_at_;
    std::chrono::milliseconds retry_after_;
    std::string trouble_ = "joining"; // why it is not live
    std::string refused_;             // why nothing will be heard; empty when something may be
    FeedStateChange told_{FeedState::RECOVERING, ""};
    std::uint64_t malformed_ = 0;
    std::uint64_t duplicates_ = 0;
};

} // namespace proto::client
