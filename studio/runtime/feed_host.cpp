#include "studio/runtime/feed_host.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace studio::runtime {

namespace {

using proto::wire::ReplayServer;

std::string packed(const proto::wire::Peer& peer) {
    return (peer.delimiter ? "D" : "-") + peer.identity;
}

proto::wire::Peer unpacked(const std::string& text) {
    return {text.substr(1), text.front() == 'D'};
}

} // namespace

FeedHost::FeedHost(zmq::context_t& context, const std::string& feed, std::map<std::string, FeedTable> tables)
    : tables_socket_(context, zmq::socket_type::router), sockets_(proto::wire::bind_studio(context, feed)), endpoints_(sockets_.endpoints) {
    for (auto& [id, setup] : tables)
        tables_[id].setup = std::move(setup);
    tables_socket_.set(zmq::sockopt::router_mandatory, 1);
    tables_socket_.set(zmq::sockopt::sndhwm, 0);
    tables_socket_.set(zmq::sockopt::rcvhwm, 0);
    tables_socket_.set(zmq::sockopt::linger, 0);
    tables_socket_.bind(tables_endpoint);
    thread_ = std::thread([this] { run(); });
}

FeedHost::~FeedHost() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
}

void FeedHost::run() {
    const auto handler = [this](const ReplayServer::Request& request) { return replay(request); };
    const auto failed = [](const std::string& what) { spdlog::error("replay: {}", what); };
    for (;;) {
        zmq::pollitem_t items[] = {{tables_socket_.handle(), 0, ZMQ_POLLIN, 0},
                                   {sockets_.replay->socket().handle(), 0, ZMQ_POLLIN, 0},
                                   {sockets_.command->socket().handle(), 0, ZMQ_POLLIN, 0}};
        const bool last = stop_; // what the tables said before the stop is still passed on
        try {
            zmq::poll(items, 3, std::chrono::milliseconds(last ? 0 : 50));
            from_table();
            from_command();
            sockets_.replay->poll(std::chrono::milliseconds(0), handler, failed);
        } catch (const std::exception& error) {
            spdlog::error("feed: {}", error.what());
        }
        if (last) return;
    }
}

void FeedHost::from_table() {
    for (;;) {
        zmq::message_t table;
        if (!tables_socket_.recv(table, zmq::recv_flags::dontwait)) return;
        zmq::message_t kind;
        zmq::message_t first;
        zmq::message_t second;
        const bool whole = tables_socket_.recv(kind, zmq::recv_flags::dontwait) && tables_socket_.recv(first, zmq::recv_flags::dontwait) &&
                           kind.size() == 1;
        if (first.more() && !tables_socket_.recv(second, zmq::recv_flags::dontwait)) continue;
        if (!whole) continue;
        const char what = *kind.data<char>();
        if (what == link_answer) {
            proto::wire::CommandServer::Response response;
            if (!response.ParseFromArray(second.data(), static_cast<int>(second.size()))) continue;
            const auto request_id = response.request_id();
            sockets_.command->reply(unpacked(first.to_string()), request_id, std::move(response));
        } else {
            pass_on(table.to_string(), what, first.to_string());
        }
    }
}

void FeedHost::pass_on(const std::string& table_id, char kind, const std::string& bytes) {
    auto& table = tables_[table_id];
    if (kind == link_event) {
        sockets_.feed->publish(table_id, bytes);
        ++published_;
    } else if (kind == link_snapshot) {
        table.snapshot = bytes;
    } else if (kind == link_beat) {
        pass_beat(table_id, bytes);
    }
}

void FeedHost::pass_beat(const std::string& table_id, const std::string& bytes) {
    v1::Envelope envelope;
    if (!envelope.ParseFromString(bytes)) return;
    auto& table = tables_[table_id];
    table.next_seq = envelope.heartbeat().next_seq();
    table.epoch = envelope.epoch();
    sockets_.feed->heartbeat({.studio_id = envelope.studio_id(),
                              .table_id = table_id,
                              .epoch = envelope.epoch(),
                              .next_seq = table.next_seq,
                              .at_ns = envelope.at_ns()});
}

void FeedHost::from_command() {
    while (auto call = sockets_.command->receive(std::chrono::milliseconds(0))) {
        const auto refuse = [&](const std::string& reason) {
            sockets_.command->reply(call->peer, call->request.request_id(), proto::wire::command_rejection("REQUEST", reason));
        };
        const auto& table_id = call->request.table_id();
        if (!tables_.contains(table_id)) {
            refuse("no table is called '" + table_id.substr(0, 64) + "'");
            continue;
        }
        try {
            tables_socket_.send(zmq::buffer(table_id), zmq::send_flags::sndmore);
            tables_socket_.send(zmq::buffer(packed(call->peer)), zmq::send_flags::sndmore);
            tables_socket_.send(zmq::buffer(call->request.SerializeAsString()), zmq::send_flags::none);
        } catch (const zmq::error_t&) { // the table's thread is gone
            refuse("the table is not running");
        }
    }
}

ReplaySource& FeedHost::source(Known& table) {
    if (!table.replay) table.replay = table.setup.open_replay();
    return *table.replay;
}

FeedHost::Responses FeedHost::replay(const ReplayServer::Request& request) {
    ++replays_;
    if (request.has_tables()) return list_tables();
    const auto& table_id = request.has_snapshot() ? request.snapshot().table_id()
                           : request.has_replay() ? request.replay().table_id()
                                                  : request.since().table_id();
    const auto found = tables_.find(table_id);
    if (found == tables_.end()) return {proto::wire::replay_error("no table is called '" + table_id.substr(0, 64) + "'")};
    auto& table = found->second;
    if (request.has_snapshot()) {
        ReplayServer::Response response;
        if (table.snapshot.empty() || !response.mutable_snapshot()->ParseFromString(table.snapshot))
            return {proto::wire::replay_error("table " + table_id + " is still recovering: ask again")};
        return {response};
    }
    if (request.has_replay()) {
        const auto from = std::max<std::uint64_t>(request.replay().from_seq(), 1);
        if (request.replay().to_seq() != 0 && request.replay().to_seq() < from)
            return {proto::wire::replay_error("to_seq is before from_seq")};
        return replay_from(table_id, table, from, request.replay().to_seq());
    }
    return replay_from(table_id, table, source(table).first_seq_since(engine::Time(engine::Duration(request.since().at_ns()))), 0);
}

FeedHost::Responses FeedHost::replay_from(const std::string& table_id, Known& table, std::uint64_t from, std::uint64_t to) {
    auto& journal = source(table);
    Responses responses;
    std::uint64_t next = from;
    for (int page = 0; page < replay_pages; ++page) {
        const auto events = journal.events(next, to, replay_page_events);
        if (events.empty()) break;
        ReplayServer::Response response;
        response.mutable_page()->set_table_id(table_id);
        for (const auto& bytes : events)
            response.mutable_page()->add_envelopes(bytes);
        responses.push_back(std::move(response));
        next += events.size();
        if (events.size() < replay_page_events) break;
    }
    ReplayServer::Response end;
    end.mutable_end()->set_table_id(table_id);
    end.mutable_end()->set_epoch(journal.epoch());
    end.mutable_end()->set_last_seq(next - 1);
    end.mutable_end()->set_next_seq(journal.last_seq() + 1);
    responses.push_back(std::move(end));
    return responses;
}

FeedHost::Responses FeedHost::list_tables() const {
    ReplayServer::Response response;
    auto* tables = response.mutable_tables();
    for (const auto& [id, table] : tables_) {
        auto* one = tables->add_tables();
        one->set_table_id(id);
        one->set_game(table.setup.game);
        one->set_epoch(table.epoch);
        one->set_next_seq(table.next_seq);
    }
    return {response};
}

} // namespace studio::runtime
