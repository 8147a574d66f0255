#include "proto/client/feed_client.h"

#include "proto/wire/endpoints.h"
#include "proto/wire/topics.h"

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <thread>

namespace proto::client {

namespace {

constexpr int request_block_bits = 32; // request ids of the n-th table start at n << 32; block 0 is the client's own
constexpr int reads_per_turn = 512;    // then the other socket and the clock have their turn
constexpr std::chrono::milliseconds longest_wait{500};

FeedOptions completed(FeedOptions options) {
    if (options.replay.empty()) {
        const auto endpoints = wire::endpoints_from_feed(options.feed);
        if (!endpoints) throw std::invalid_argument(endpoints.error());
        options.replay = endpoints->replay;
    }
    return options;
}

} // namespace

FeedClient::Lines::Lines(zmq::context_t& context, const FeedOptions& options)
    : feed(wire::make_socket(context, zmq::socket_type::sub, options.sockets)),
      replay(wire::make_socket(context, zmq::socket_type::dealer, options.sockets)),
      feed_watch(context, feed, options.feed, options.sockets), replay_watch(context, replay, options.replay, options.sockets) {
    if (options.tables.empty()) feed.set(zmq::sockopt::subscribe, wire::topic_prefix);
    for (const auto& table : options.tables)
        feed.set(zmq::sockopt::subscribe, wire::topic_of(table));
    // Nothing queues for a studio that is away: it would answer a heap of outdated questions when it comes back.
    replay.set(zmq::sockopt::immediate, true);
    feed.connect(options.feed);
    replay.connect(options.replay);
}

FeedClient::FeedClient(zmq::context_t& context, FeedOptions options)
    : context_(context), options_(completed(std::move(options))), knock_after_(options_.timing.retry_first),
      started_(std::chrono::steady_clock::now()) {
    lines_.emplace(context_, options_);
    for (const auto& table_id : options_.tables)
        table(table_id, started_);
    if (options_.tables.empty()) ask_tables_at_ = started_;
}

std::optional<FeedItem> FeedClient::poll(std::chrono::milliseconds timeout) {
    using std::chrono::ceil;
    using std::chrono::milliseconds;
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    while (true) {
        if (!items_.empty()) return hand_out();
        auto now = std::chrono::steady_clock::now();
        wake(now);
        if (!items_.empty()) continue;
        const auto until = std::min(std::max(next_wake(), now), deadline);
        const auto wait = std::clamp(ceil<milliseconds>(until - now), milliseconds(0), longest_wait);
        const auto ready = wait_for_messages(wait);
        now = std::chrono::steady_clock::now();
        if (ready.replay) read_replay(now);
        if (ready.feed) read_feed(now);
        watch_keys(now);
        if (items_.empty() && now >= deadline) return std::nullopt;
    }
}

FeedClient::Ready FeedClient::wait_for_messages(std::chrono::milliseconds at_most) {
    if (!lines_) {
        std::this_thread::sleep_for(at_most);
        return {};
    }
    std::array<zmq::pollitem_t, 4> sockets{{{lines_->feed.handle(), 0, ZMQ_POLLIN, 0},
                                            {lines_->replay.handle(), 0, ZMQ_POLLIN, 0},
                                            {lines_->feed_watch.socket().handle(), 0, ZMQ_POLLIN, 0},
                                            {lines_->replay_watch.socket().handle(), 0, ZMQ_POLLIN, 0}}};
    try {
        zmq::poll(sockets.data(), sockets.size(), at_most);
    } catch (const zmq::error_t& error) {
        if (error.num() != EINTR) throw;
    }
    return {.feed = (sockets[0].revents & ZMQ_POLLIN) != 0, .replay = (sockets[1].revents & ZMQ_POLLIN) != 0};
}

bool FeedClient::send(const ::studio::v1::ReplayRequest& request) {
    return lines_ && lines_->replay.send(zmq::buffer(request.SerializeAsString()), zmq::send_flags::dontwait);
}

FeedItem FeedClient::hand_out() {
    auto item = std::move(items_.front());
    items_.pop_front();
    if (const auto* event = item.event())
        tables_.at(item.table_id).handed_out = FeedPosition{event->envelope.epoch(), event->envelope.seq() + 1};
    if (const auto* snapshot = item.snapshot()) tables_.at(item.table_id).handed_out = FeedPosition{snapshot->epoch(), snapshot->seq() + 1};
    return item;
}

bool FeedClient::follows(const std::string& table_id) const {
    return options_.tables.empty() || std::ranges::find(options_.tables, table_id) != options_.tables.end();
}

FeedClient::Table& FeedClient::table(const std::string& table_id, Instant now) {
    if (const auto known = tables_.find(table_id); known != tables_.end()) return known->second;
    auto start = options_.from;
    if (const auto position = options_.positions.find(table_id); position != options_.positions.end()) start = position->second;
    const std::uint64_t block = tables_.size() + 1;
    by_request_block_[block] = table_id;
    auto& made =
        tables_.emplace(table_id, Table{FeedSequence(table_id, start, block << request_block_bits, options_.timing), start}).first->second;
    take(table_id, made.sequence.join(now), now);
    return made;
}

void FeedClient::take(const std::string& table_id, FeedActions actions, Instant now) {
    for (auto& action : actions) {
        if (auto* ask = std::get_if<FeedAsk>(&action)) {
            if (!send(ask->request)) take(table_id, tables_.at(table_id).sequence.on_unsent(now), now);
        } else if (auto* event = std::get_if<FeedEvent>(&action)) {
            items_.push_back({table_id, std::move(*event)});
        } else if (auto* snapshot = std::get_if<::studio::v1::Snapshot>(&action)) {
            items_.push_back({table_id, std::move(*snapshot)});
        } else {
            items_.push_back({table_id, std::get<FeedStateChange>(action)});
        }
    }
}

void FeedClient::read_feed(Instant now) {
    for (int i = 0; i < reads_per_turn; ++i) {
        zmq::message_t topic;
        zmq::message_t body;
        if (!lines_->feed.recv(topic, zmq::recv_flags::dontwait)) return;
        bool whole = topic.more() && lines_->feed.recv(body, zmq::recv_flags::dontwait);
        zmq::message_t extra;
        for (bool more = whole && body.more(); more; whole = false)
            more = lines_->feed.recv(extra, zmq::recv_flags::dontwait) && extra.more();
        const auto table_id = wire::table_of(topic.to_string_view());
        if (!whole || !table_id || table_id->empty()) {
            ++malformed_;
        } else if (follows(*table_id)) { // a subscription is a prefix: it brings "t/10" with "t/1"
            refused_.clear();
            knock_after_ = options_.timing.retry_first;
            auto actions = table(*table_id, now).sequence.on_feed(body.to_string_view(), now);
            take(*table_id, std::move(actions), now);
        }
    }
}

void FeedClient::read_replay(Instant now) {
    const google::protobuf::LogSilencer silence;
    zmq::message_t frame;
    for (int i = 0; i < reads_per_turn && lines_->replay.recv(frame, zmq::recv_flags::dontwait); ++i) {
        ::studio::v1::ReplayResponse response;
        if (frame.more() || !response.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) {
            ++malformed_;
            continue;
        }
        if (response.has_tables() && options_.tables.empty()) {
            ask_tables_at_.reset();
            for (const auto& info : response.tables().tables())
                table(info.table_id(), now);
        }
        const auto asker = by_request_block_.find(response.request_id() >> request_block_bits);
        if (asker != by_request_block_.end()) take(asker->second, tables_.at(asker->second).sequence.on_replay(response, now), now);
    }
}

void FeedClient::ask_tables(Instant now) {
    if (!ask_tables_at_ || now < *ask_tables_at_) return;
    ::studio::v1::ReplayRequest request;
    request.set_schema(1);
    request.set_request_id(1);
    request.mutable_tables();
    ask_tables_at_ = now + (send(request) ? options_.timing.answer_within : options_.timing.retry_first);
}

// All tables are followed and none is known: there is no table to tell the silence of.
void FeedClient::watch_studio(Instant now) {
    if (!tables_.empty() || told_no_studio_ || now < started_ + options_.timing.beat * options_.timing.missed_beats) return;
    told_no_studio_ = true;
    items_.push_back({"", FeedStateChange{FeedState::SUSPENDED, "no studio answers at " + options_.feed}});
}

// What the feed has let in stays: a studio that is besieged ends handshakes of replay as well, and libzmq tries again.
std::string FeedClient::refusal() {
    const auto& of_feed = lines_->feed_watch.trouble();
    if (!of_feed.empty()) return of_feed;
    return lines_->feed_watch.let_in() ? lines_->replay_watch.refusal() : lines_->replay_watch.trouble();
}

// libzmq may or may not try a refused connection again, so both are made anew: the studio may have let the key in since. Until then there
// are none, and nothing that was on its way when the key was refused looks like a studio that is back.
void FeedClient::watch_keys(Instant now) {
    if (knock_at_ && now >= *knock_at_) {
        knock_at_.reset();
        lines_.emplace(context_, options_);
    }
    if (!lines_) return;
    const auto trouble = refusal();
    if (trouble.empty()) return;
    lines_.reset();
    knock_at_ = now + knock_after_;
    knock_after_ = std::min(knock_after_ * 2, options_.timing.retry_most);
    if (ask_tables_at_) ask_tables_at_ = *knock_at_;
    if (trouble != refused_) items_.push_back({"", FeedStateChange{FeedState::SUSPENDED, trouble}});
    refused_ = trouble;
    told_no_studio_ = true;
    for (auto& [table_id, table] : tables_)
        take(table_id, table.sequence.on_refused(trouble, now), now);
}

void FeedClient::wake(Instant now) {
    ask_tables(now);
    watch_studio(now);
    for (auto& [table_id, table] : tables_)
        if (now >= table.sequence.next_wake()) take(table_id, table.sequence.on_time(now), now);
}

Instant FeedClient::next_wake() const {
    auto wake = std::min(ask_tables_at_.value_or(Instant::max()), knock_at_.value_or(Instant::max()));
    for (const auto& [table_id, table] : tables_)
        wake = std::min(wake, table.sequence.next_wake());
    return wake;
}

FeedState FeedClient::state(const std::string& table_id) const {
    const auto known = tables_.find(table_id);
    return known == tables_.end() ? FeedState::RECOVERING : known->second.sequence.state();
}

std::map<std::string, FeedPosition> FeedClient::positions() const {
    std::map<std::string, FeedPosition> positions;
    for (const auto& [table_id, table] : tables_)
        if (table.handed_out) positions.emplace(table_id, *table.handed_out);
    return positions;
}

std::uint64_t FeedClient::malformed() const {
    auto sum = malformed_;
    for (const auto& [table_id, table] : tables_)
        sum += table.sequence.malformed();
    return sum;
}

std::uint64_t FeedClient::duplicates() const {
    std::uint64_t sum = 0;
    for (const auto& [table_id, table] : tables_)
        sum += table.sequence.duplicates();
    return sum;
}

} // namespace proto::client
