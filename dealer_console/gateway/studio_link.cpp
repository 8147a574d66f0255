#include "dealer_console/gateway/studio_link.h"

#include "proto/wire/command_client.h"

#include <spdlog/spdlog.h>

#include <optional>

namespace dealer_console::gateway {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds answer_within{3000};
constexpr milliseconds replay_within{5000};
constexpr milliseconds ask_again{300};
constexpr std::size_t most_questions = 64; // waiting for one table

v1::FeedHealth health_of(proto::client::FeedState state) {
    switch (state) {
    case proto::client::FeedState::RECOVERING: return v1::FEED_HEALTH_RECOVERING;
    case proto::client::FeedState::LIVE: return v1::FEED_HEALTH_LIVE;
    case proto::client::FeedState::SUSPENDED: return v1::FEED_HEALTH_SUSPENDED;
    }
    return v1::FEED_HEALTH_UNSPECIFIED;
}

} // namespace

Line::Line()
    : thread_([this] {
          for (;;) {
              std::unique_lock lock(mutex_);
              something_.wait(lock, [this] { return ending_ || !questions_.empty(); });
              if (ending_) return;
              const auto question = std::move(questions_.front());
              questions_.pop_front();
              lock.unlock();
              question();
          }
      }) {}

Line::~Line() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    something_.notify_all();
    thread_.join();
}

void Line::add(std::function<void()> question) {
    {
        const std::lock_guard lock(mutex_);
        questions_.push_back(std::move(question));
    }
    something_.notify_all();
}

struct StudioLink::TableLine {
    TableLine(zmq::context_t& own, std::string to, const proto::wire::SocketOptions& how)
        : context(own), endpoint(std::move(to)), options(how) {}

    // On `line` alone.
    CommandAnswer call(const v1::CommandRequest& request) {
        try {
            if (!client) client.emplace(context, endpoint, options);
            auto answer = client->call(request, answer_within);
            // What nobody waits for any more goes with its socket: it would lie there until the studio is back, and be carried out then.
            if (!answer) client.reset();
            return answer;
        } catch (const std::exception& error) {
            client.reset();
            return std::unexpected(std::string(error.what()));
        }
    }

    zmq::context_t& context;
    std::string endpoint;
    proto::wire::SocketOptions options;
    std::atomic<std::size_t> waiting = 0;
    std::optional<proto::wire::CommandClient> client; // none after a question that was not answered
    Line line;
};

// Asks the replay socket and collects the whole answer. Used by one thread.
class StudioLink::ReplayAsker {
public:
    ReplayAsker(zmq::context_t& context, const LinkOptions& options)
        : socket_(proto::wire::make_socket(context, zmq::socket_type::dealer, options.sockets)) {
        socket_.connect(options.endpoints.replay);
    }

    ReplayAnswer ask(v1::ReplayRequest request, milliseconds patience) {
        request.set_schema(1);
        request.set_request_id(++asked_);
        if (!socket_.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::dontwait))
            return std::unexpected("the studio is not reached");
        std::vector<v1::ReplayResponse> answers;
        const auto deadline = steady_clock::now() + patience;
        while (steady_clock::now() < deadline) {
            const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
            if (!proto::wire::wait_readable(socket_, left)) continue;
            zmq::message_t message;
            if (!socket_.recv(message, zmq::recv_flags::dontwait)) continue;
            v1::ReplayResponse answer;
            if (!answer.ParseFromArray(message.data(), static_cast<int>(message.size())) || answer.request_id() != asked_) continue;
            const bool last = !answer.has_page();
            answers.push_back(std::move(answer));
            if (last) return answers;
        }
        return std::unexpected("the studio does not answer");
    }

private:
    zmq::socket_t socket_;
    std::uint64_t asked_ = 0;
};

StudioLink::StudioLink(LinkOptions options, Tell tell)
    : options_(std::move(options)), tell_(std::move(tell)), history_(std::make_unique<ReplayAsker>(context_, options_)), thread_([this] {
          while (!stop_) {
              try {
                  follow();
              } catch (const std::exception& error) {
                  spdlog::error("feed: {}", error.what());
                  std::this_thread::sleep_for(ask_again);
              }
          }
      }) {}

StudioLink::~StudioLink() {
    stop_ = true;
    thread_.join();
}

void StudioLink::ask(const std::string& table_id, v1::CommandRequest request, std::function<void(CommandAnswer)> then) {
    const std::lock_guard lock(mutex_);
    auto& line = lines_[table_id];
    if (!line) line = std::make_unique<TableLine>(context_, options_.endpoints.command, options_.sockets);
    if (line->waiting >= most_questions) {
        then(std::unexpected("the table does not answer"));
        return;
    }
    ++line->waiting;
    line->line.add([one = line.get(), request = std::move(request), then = std::move(then)] {
        auto answer = one->call(request);
        --one->waiting;
        then(std::move(answer));
    });
}

void StudioLink::replay(v1::ReplayRequest request, std::function<void(ReplayAnswer)> then) {
    history_line_.add([this, request = std::move(request), then = std::move(then)] {
        ReplayAnswer answer = std::unexpected("the studio is not reached");
        try {
            answer = history_->ask(request, replay_within);
        } catch (const std::exception& error) {
            answer = std::unexpected(std::string(error.what()));
        }
        then(std::move(answer));
    });
}

std::vector<v1::TableInfo> StudioLink::find_tables(ReplayAsker& asker) {
    while (!stop_) {
        v1::ReplayRequest request;
        request.mutable_tables();
        const auto answer = asker.ask(request, ask_again);
        if (answer && answer->back().has_tables() && answer->back().tables().tables_size() > 0)
            return {answer->back().tables().tables().begin(), answer->back().tables().tables().end()};
        if (answer) std::this_thread::sleep_for(ask_again);
        tell_(TableHealth{"", v1::FEED_HEALTH_SUSPENDED, "the studio does not answer"});
    }
    return {};
}

std::string StudioLink::studio_of(ReplayAsker& asker, const v1::TableInfo& table) {
    v1::ReplayRequest request;
    request.mutable_snapshot()->set_table_id(table.table_id());
    const auto answer = asker.ask(request, replay_within);
    if (!answer || answer->empty() || !answer->front().has_snapshot()) return {};
    return answer->front().snapshot().studio_id();
}

// Where the rounds of the last hours begin.
proto::client::FeedPosition StudioLink::start_of(ReplayAsker& asker, const v1::TableInfo& table) {
    const auto since = std::chrono::system_clock::now() - options_.history;
    v1::ReplayRequest request;
    request.mutable_since()->set_table_id(table.table_id());
    request.mutable_since()->set_at_ns(std::chrono::duration_cast<std::chrono::nanoseconds>(since.time_since_epoch()).count());
    while (!stop_) {
        const auto answer = asker.ask(request, replay_within);
        if (answer)
            for (const auto& part : *answer) {
                if (part.has_page() && part.page().envelopes_size() > 0) {
                    v1::Envelope first;
                    if (first.ParseFromString(part.page().envelopes(0))) return {first.epoch(), first.seq()};
                }
                if (part.has_end()) return {part.end().epoch(), part.end().next_seq()};
            }
        std::this_thread::sleep_for(ask_again);
    }
    return {};
}

void StudioLink::pass_on(const proto::client::FeedItem& item) {
    if (const auto* event = item.event())
        tell_(TableEvent{event->envelope});
    else if (const auto* state = item.state())
        tell_(TableHealth{item.table_id, health_of(state->state), state->reason});
}

void StudioLink::follow() {
    ReplayAsker asker(context_, options_);
    proto::client::FeedOptions feed;
    feed.feed = options_.endpoints.feed;
    feed.replay = options_.endpoints.replay;
    feed.sockets = options_.sockets;
    // A lost studio is shown within two seconds: two beats and a half missed would be later.
    feed.timing.beat = milliseconds(900);
    feed.timing.missed_beats = 2;
    for (const auto& table : find_tables(asker)) {
        feed.tables.push_back(table.table_id());
        feed.positions[table.table_id()] = start_of(asker, table);
        tell_(TableKnown{table, studio_of(asker, table)});
    }
    if (stop_) return;
    proto::client::FeedClient client(context_, feed);
    while (!stop_)
        if (auto item = client.poll(milliseconds(100))) pass_on(*item);
}

} // namespace dealer_console::gateway
