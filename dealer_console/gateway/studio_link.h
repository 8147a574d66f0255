// The gateway's line to the studio: a subscriber of its feed and a client of its command and replay sockets, like any distributor.
#pragma once

#include "proto/client/feed_client.h"
#include "proto/wire/endpoints.h"
#include "studio/v1/command.pb.h"
#include "studio/v1/console.pb.h"
#include "studio/v1/feed.pb.h"
#include "studio/v1/replay.pb.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

struct LinkOptions {
    proto::wire::Endpoints endpoints;
    proto::wire::SocketOptions sockets;
    std::chrono::hours history{24}; // of past rounds that the screens show
};

struct TableKnown {
    v1::TableInfo table;
    std::string studio_id; // empty where no snapshot told it: its first event will
};
struct TableEvent {
    v1::Envelope event;
};
struct TableHealth {
    std::string table_id; // empty: of every table
    v1::FeedHealth health = v1::FEED_HEALTH_RECOVERING;
    std::string reason;
};
using LinkNews = std::variant<TableKnown, TableEvent, TableHealth>;

using CommandAnswer = std::expected<v1::CommandResponse, std::string>;
using ReplayAnswer = std::expected<std::vector<v1::ReplayResponse>, std::string>;

// One line of questions, asked one after the other on a thread of its own: a table that does not answer holds up nobody else's.
class Line {
public:
    Line();
    ~Line();
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    void add(std::function<void()> question);

private:
    std::mutex mutex_;
    std::condition_variable something_;
    std::deque<std::function<void()>> questions_;
    bool ending_ = false;
    std::thread thread_; // last: it uses all of the above
};

// Its threads call `tell` and the answers' functions; they are to hand over and return. ask() and replay() may be called by any thread.
class StudioLink {
public:
    using Tell = std::function<void(LinkNews)>;
    StudioLink(LinkOptions options, Tell tell);
    ~StudioLink();
    StudioLink(const StudioLink&) = delete;
    StudioLink& operator=(const StudioLink&) = delete;

    // An error means that nobody knows whether the command was carried out.
    void ask(const std::string& table_id, v1::CommandRequest request, std::function<void(CommandAnswer)> then);
    // All messages of the answer, at most one request's worth.
    void replay(v1::ReplayRequest request, std::function<void(ReplayAnswer)> then);

private:
    struct TableLine;
    class ReplayAsker;

    void follow();
    [[nodiscard]] std::vector<v1::TableInfo> find_tables(ReplayAsker& asker);
    [[nodiscard]] static std::string studio_of(ReplayAsker& asker, const v1::TableInfo& table);
    [[nodiscard]] proto::client::FeedPosition start_of(ReplayAsker& asker, const v1::TableInfo& table);
    void pass_on(const proto::client::FeedItem& item);

    LinkOptions options_;
    Tell tell_;
    zmq::context_t context_;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_; // of lines_
    std::map<std::string, std::unique_ptr<TableLine>> lines_;
    std::unique_ptr<ReplayAsker> history_; // used on history_line_ alone
    Line history_line_;
    std::thread thread_; // last: it uses all of the above
};

} // namespace dealer_console::gateway
