// The studio's public side: feed, replay and command sockets, served by one thread of its own so that no client can hold up a table.
#pragma once

#include "engine/core/time.h"
#include "proto/wire/studio_sockets.h"
#include "studio/runtime/access_desk.h"
#include "studio/runtime/client_ledger.h"
#include "studio/runtime/table_link.h"
#include "studio/runtime/wager_desk.h"
#include "studio/runtime/wager_tally.h"
#include "studio/v1/feed.pb.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace studio::runtime {

// Where replay reads one table's committed events. Thread: the feed's. Throws when it cannot be read.
class ReplaySource : public WagerSource {
public:
    // Envelopes from..to, both included, `to` 0 = to the end; at most `limit`.
    [[nodiscard]] virtual std::vector<std::string> events(std::uint64_t from, std::uint64_t to, std::size_t limit) = 0;
    [[nodiscard]] virtual std::uint64_t first_seq_since(engine::Time at) = 0;
    [[nodiscard]] virtual std::uint64_t last_seq() = 0;
    // As RoundsRequest asks, at most `limit`; all of the answer but its table.
    [[nodiscard]] virtual v1::Rounds rounds(std::uint64_t before_seq, std::size_t limit) = 0;
};

struct WagerStanding;

struct FeedTable {
    std::string game;
    // Called on the feed's thread, when it is asked for and until there is one: null as long as the table has no journal.
    std::function<std::unique_ptr<ReplaySource>()> open_replay;
};

// What one replay request may cost; a client asks on.
inline constexpr std::size_t replay_page_events = 200;
inline constexpr int replay_pages = 20;
inline constexpr std::uint32_t replay_rounds = 100;

// Who may connect. Without keys everybody who reaches the sockets.
struct FeedAccess {
    std::optional<AccessConfig> keys;
    std::function<bool()> reload_asked; // on the feed's thread, in each turn; true: the list of clients is read again, changed or not
};

// Owned by the program; its thread runs from its making to its end. Made before any TableLink is.
//
// The public sockets have a context, and so a thread of libzmq, of their own: whatever strangers do to it, tables and recognisers do not
// share it.
class FeedHost {
public:
    // Binds at once; throws std::runtime_error naming the endpoint or the key file.
    FeedHost(zmq::context_t& context, const std::string& feed, std::map<std::string, FeedTable> tables, FeedAccess access = {});
    ~FeedHost();
    FeedHost(const FeedHost&) = delete;
    FeedHost& operator=(const FeedHost&) = delete;

    [[nodiscard]] const proto::wire::Endpoints& endpoints() const { return endpoints_; }
    [[nodiscard]] std::uint64_t published() const { return published_; }
    [[nodiscard]] std::uint64_t replays() const { return replays_; }
    [[nodiscard]] std::uint64_t replayed_events() const { return replayed_events_; }
    [[nodiscard]] const proto::wire::GateCounters& gate() const { return gate_.counters(); }
    [[nodiscard]] FeedRefusals refusals() const { return ledger_.refusals(); }
    [[nodiscard]] ClientLedger::Clauses refused_clauses() const { return ledger_.told(); } // of everybody. Any thread
    [[nodiscard]] const proto::wire::StudioSockets& sockets() const { return sockets_; }   // their counters and endpoints
    // Of distributors that have asked for their wagers since the start. Any thread.
    [[nodiscard]] std::vector<WagerProgress> wager_progress() const { return wagers_.progress(); }

private:
    struct Known {
        FeedTable setup;
        std::unique_ptr<ReplaySource> replay;
        std::string snapshot;
        std::uint64_t next_seq = 1;
        std::uint64_t epoch = 0;
    };
    using Responses = std::vector<proto::wire::ReplayServer::Response>;

    using Clock = std::chrono::steady_clock;

    void run();
    void turn(std::vector<zmq::pollitem_t>& items, std::chrono::milliseconds patience);
    void refresh_keys();
    void from_table();
    void from_command();
    void pass_command(const proto::wire::CommandServer::Call& call);
    void answer_command(const proto::wire::CommandServer::Call& call);
    [[nodiscard]] std::optional<AccessRefusal> screen(const proto::wire::Visitor& visitor);
    // Later than in the request's own turn: a client may choose its name, so another connection may go by that of the one that asked.
    // False when that one is gone or does not read.
    bool reply(const proto::wire::Peer& peer, const std::string& request_id, proto::wire::CommandServer::Response response);
    void pass_on(const std::string& table_id, char kind, const std::string& bytes);
    void pass_beat(const std::string& table_id, const std::string& bytes);
    [[nodiscard]] Responses replay(const proto::wire::ReplayServer::Request& request, const proto::wire::Visitor& visitor);
    [[nodiscard]] Responses replay_table(const proto::wire::ReplayServer::Request& request, const std::string& table_id, Known& table);
    [[nodiscard]] Responses replay_from(const std::string& table_id, ReplaySource& journal, std::uint64_t from, std::uint64_t to);
    [[nodiscard]] Responses list_tables(const proto::wire::Visitor& visitor) const;
    [[nodiscard]] Responses list_clients(const proto::wire::Visitor& visitor);
    // Why this key is not told what only a console is.
    [[nodiscard]] std::optional<AccessRefusal> no_console(const proto::wire::Visitor& visitor) const;
    [[nodiscard]] Responses sum_money(const v1::MoneyRequest& question, const proto::wire::Visitor& visitor);
    [[nodiscard]] std::vector<WagerStanding> wager_standings(const std::vector<WagerProgress>& followed);
    void note_position(const proto::wire::ReplayServer::Request& request, const Responses& responses, const std::string& table_id,
                       const proto::wire::Visitor& visitor);
    [[nodiscard]] Responses refuse_replay(const proto::wire::Visitor& visitor, const AccessRefusal& refusal);
    [[nodiscard]] ReplaySource* source(Known& table); // null: its journal is not begun yet

    FeedAccess access_;
    std::unique_ptr<AccessDesk> desk_; // null without keys
    zmq::context_t public_context_;
    zmq::socket_t tables_socket_;
    proto::wire::Gate gate_;
    proto::wire::StudioSockets sockets_;
    proto::wire::Endpoints endpoints_;
    std::map<std::string, Known> tables_;
    WagerDesk wagers_;
    WagerTally tally_;
    ClientLedger ledger_;
    std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
    std::atomic<std::uint64_t> published_ = 0;
    std::atomic<std::uint64_t> replays_ = 0;
    std::atomic<std::uint64_t> replayed_events_ = 0;
    std::atomic<bool> stop_ = false;
    std::thread thread_; // last: it runs on everything above
};

} // namespace studio::runtime
