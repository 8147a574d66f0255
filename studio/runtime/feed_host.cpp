#include "studio/runtime/feed_host.h"

#include "studio/runtime/client_report.h"
#include "studio/runtime/round_money.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <set>
#include <utility>

namespace studio::runtime {

namespace {

using proto::wire::ReplayServer;

constexpr int commands_a_turn = 64;

// What a table carries for an answer: the peer's name, its connection and whose it is. "D17 203 KEY NAME"
std::string packed(const proto::wire::Peer& peer) {
    return (peer.delimiter ? "D" : "-") + std::to_string(peer.visitor.fd) + " " + std::to_string(peer.visitor.number) + " " +
           peer.visitor.client + " " + peer.identity;
}

std::string recovering(const std::string& table_id) {
    return "table " + table_id + " is still recovering: ask again";
}

proto::wire::Peer unpacked(const std::string& text) {
    proto::wire::Peer peer{.identity = {}, .delimiter = text.front() == 'D'};
    const auto* end = text.data() + text.size();
    const auto fd = std::from_chars(text.data() + 1, end, peer.visitor.fd);
    const auto number = std::from_chars(fd.ptr + 1, end, peer.visitor.number);
    const auto* client = number.ptr + 1;
    const auto* client_end = std::find(client, end, ' '); // a key has no space, a name may
    peer.visitor.client.assign(client, client_end);
    peer.identity.assign(client_end + 1, end);
    return peer;
}

const std::string& table_of(const ReplayServer::Request& request) {
    if (request.has_snapshot()) return request.snapshot().table_id();
    if (request.has_replay()) return request.replay().table_id();
    if (request.has_rounds()) return request.rounds().table_id();
    return request.has_money() ? request.money().table_id() : request.since().table_id();
}

// The reason names the clause as well: people read it alone.
ReplayServer::Response refused(const AccessRefusal& refusal) {
    return proto::wire::replay_error(refusal.clause + ": " + refusal.reason, refusal.clause);
}

std::unique_ptr<AccessDesk> desk_of(const FeedAccess& access) {
    return access.keys ? std::make_unique<AccessDesk>(*access.keys) : nullptr;
}

proto::wire::Gate::Admission admission_of(const AccessDesk* desk) {
    if (desk == nullptr) return {};
    return [desk](const std::string& key, const std::string&) { return desk->judge(key); };
}

proto::wire::SocketOptions options_of(const AccessDesk* desk) {
    proto::wire::SocketOptions options;
    if (desk != nullptr) options.curve_server = proto::wire::CurveServer{desk->own_key().secret_key};
    return options;
}

std::optional<proto::wire::FeedRights> rights_of(const AccessDesk* desk, const std::map<std::string, FeedTable>& tables) {
    if (desk == nullptr) return std::nullopt;
    proto::wire::FeedRights rights;
    for (const auto& [id, table] : tables)
        rights.tables.push_back(id);
    rights.may_hear = [desk](const std::string& key, const std::string& table) { return desk->may_hear(key, table); };
    return rights;
}

} // namespace

FeedHost::FeedHost(zmq::context_t& context, const std::string& feed, std::map<std::string, FeedTable> tables, FeedAccess access)
    : access_(std::move(access)), desk_(desk_of(access_)), public_context_(1), tables_socket_(context, zmq::socket_type::router),
      gate_(
          public_context_, admission_of(desk_.get()), [](const std::string& line) { spdlog::warn("feed: {}", line); },
          access_.keys ? access_.keys->limits : proto::wire::GateLimits{}),
      sockets_(proto::wire::bind_studio(public_context_, feed, options_of(desk_.get()), gate_, rights_of(desk_.get(), tables))),
      endpoints_(sockets_.endpoints),
      wagers_([this](const proto::wire::Peer& peer, const std::string& request_id, proto::wire::CommandServer::Response response) {
          return reply(peer, request_id, std::move(response));
      }) {
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
    const short feed_events = desk_ ? ZMQ_POLLIN : 0; // subscriptions to be granted; without keys there are none
    std::vector<zmq::pollitem_t> items{{tables_socket_.handle(), 0, ZMQ_POLLIN, 0},
                                       {sockets_.replay->socket().handle(), 0, ZMQ_POLLIN, 0},
                                       {sockets_.command->socket().handle(), 0, ZMQ_POLLIN, 0},
                                       {sockets_.feed->socket().handle(), 0, feed_events, 0}};
    gate_.add_poll_items(items);
    for (;;) {
        const bool last = stop_; // what the tables said before the stop is still passed on
        try {
            turn(items, std::chrono::milliseconds(last ? 0 : 50));
        } catch (const std::exception& error) {
            spdlog::error("feed: {}", error.what());
        }
        if (last) return;
    }
}

void FeedHost::turn(std::vector<zmq::pollitem_t>& items, std::chrono::milliseconds patience) {
    try {
        zmq::poll(items, patience);
    } catch (const zmq::error_t& error) {
        if (error.num() != EINTR) throw;
    }
    refresh_keys();
    gate_.serve();
    sockets_.feed->serve();
    from_table();
    from_command();
    const auto handler = [this](const ReplayServer::Request& request, const proto::wire::Visitor& visitor) {
        return replay(request, visitor);
    };
    sockets_.replay->poll(std::chrono::milliseconds(0), handler, [](const std::string& what) { spdlog::error("replay: {}", what); });
}

void FeedHost::refresh_keys() {
    if (!desk_) return;
    const bool asked = access_.reload_asked && access_.reload_asked();
    for (const auto& key : desk_->refresh(asked ? AccessDesk::Reading::ANYWAY : AccessDesk::Reading::WHEN_CHANGED, Clock::now())) {
        gate_.cut_client(key);
        wagers_.forget(key);
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
            reply(unpacked(first.to_string()), request_id, std::move(response));
        } else {
            pass_on(table.to_string(), what, first.to_string());
        }
    }
}

bool FeedHost::reply(const proto::wire::Peer& peer, const std::string& request_id, proto::wire::CommandServer::Response response) {
    if (response.has_rejection()) ledger_.refuse(peer.visitor.client, response.rejection().clause());
    return gate_.is_present(peer.visitor) && sockets_.command->reply(peer, request_id, std::move(response));
}

void FeedHost::pass_on(const std::string& table_id, char kind, const std::string& bytes) {
    auto& table = tables_[table_id];
    if (kind == link_event) {
        sockets_.feed->publish(table_id, bytes);
        ++published_;
    } else if (kind == link_snapshot) {
        table.snapshot = bytes;
    } else if (kind == link_private) {
        tally_.touch(table_id, bytes);
        if (auto* journal = source(table)) wagers_.tell(table_id, bytes, *journal, Clock::now());
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
    for (int taken = 0; taken < commands_a_turn; ++taken) { // then the tables have their turn
        auto call = sockets_.command->receive(std::chrono::milliseconds(0));
        if (!call) return;
        const auto refuse = [&](const std::string& clause, const std::string& reason) {
            ledger_.refuse(call->peer.visitor.client, clause);
            sockets_.command->reply(call->peer, call->request.request_id(), proto::wire::command_rejection(clause, reason));
        };
        auto refusal = screen(call->peer.visitor);
        if (desk_ && !refusal) refusal = admit(*desk_->who(call->peer.visitor.client), call->request);
        const auto& table_id = call->request.table_id();
        if (refusal) {
            refuse(refusal->clause, refusal->reason);
        } else if (!tables_.contains(table_id)) {
            refuse("REQUEST", "no table is called '" + table_id.substr(0, 64) + "'");
        } else {
            answer_command(*call);
        }
    }
}

void FeedHost::answer_command(const proto::wire::CommandServer::Call& call) {
    const auto& request = call.request;
    const auto answer = [&](proto::wire::CommandServer::Response response) {
        if (response.has_rejection()) ledger_.refuse(call.peer.visitor.client, response.rejection().clause());
        sockets_.command->reply(call.peer, request.request_id(), std::move(response));
    };
    if (request.has_follow_wagers() || request.has_wager_history()) {
        try {
            if (auto* journal = source(tables_.at(request.table_id())))
                answer(wagers_.answer(call, *journal, Clock::now()));
            else
                answer(proto::wire::command_rejection("STUDIO", recovering(request.table_id())));
        } catch (const std::exception& error) { // the journal cannot be read
            spdlog::error("table={} wagers of {}: {}", request.table_id(), request.by().substr(0, 64), error.what());
            answer(proto::wire::command_rejection("STUDIO", "the studio could not read the journal; ask again"));
        }
        return;
    }
    try {
        pass_command(call);
    } catch (const zmq::error_t&) { // the table's thread is gone
        answer(proto::wire::command_rejection("REQUEST", "the table is not running"));
    }
}

void FeedHost::pass_command(const proto::wire::CommandServer::Call& call) {
    tables_socket_.send(zmq::buffer(call.request.table_id()), zmq::send_flags::sndmore);
    tables_socket_.send(zmq::buffer(packed(call.peer)), zmq::send_flags::sndmore);
    tables_socket_.send(zmq::buffer(call.request.SerializeAsString()), zmq::send_flags::none);
}

// Whether a key may ask anything at all now.
std::optional<AccessRefusal> FeedHost::screen(const proto::wire::Visitor& visitor) {
    if (!desk_) return std::nullopt;
    if (desk_->who(visitor.client) == nullptr) {
        gate_.cut(visitor);
        return AccessRefusal{"AUTH.revoked", "this key is not let in any more"};
    }
    if (desk_->may_ask(visitor.client, Clock::now())) return std::nullopt;
    return AccessRefusal{"RATE.limit", "a key may ask " + std::to_string(desk_->config().requests_per_second) + " times a second"};
}

ReplaySource* FeedHost::source(Known& table) {
    if (!table.replay) table.replay = table.setup.open_replay();
    return table.replay.get();
}

FeedHost::Responses FeedHost::replay(const ReplayServer::Request& request, const proto::wire::Visitor& visitor) {
    if (const auto refusal = screen(visitor)) return refuse_replay(visitor, *refusal);
    ++replays_;
    if (request.has_tables()) return list_tables(visitor);
    if (request.has_clients()) return list_clients(visitor);
    const auto& table_id = table_of(request);
    if (desk_ && !desk_->may_hear(visitor.client, table_id))
        return refuse_replay(
            visitor, {"AUTH.table", "the key of " + desk_->who(visitor.client)->name + " has no right to table " + table_id.substr(0, 64)});
    const auto found = tables_.find(table_id);
    if (found == tables_.end()) return {proto::wire::replay_error("no table is called '" + table_id.substr(0, 64) + "'")};
    if (request.has_money()) return sum_money(request.money(), visitor);
    auto responses = replay_table(request, table_id, found->second);
    note_position(request, responses, table_id, visitor);
    if (desk_) desk_->charge(visitor.client, responses.size() - 1);
    return responses;
}

// Where it goes on: from the snapshot, or from what it asks for.
void FeedHost::note_position(const ReplayServer::Request& request, const Responses& responses, const std::string& table_id,
                             const proto::wire::Visitor& visitor) {
    std::uint64_t seq = 0;
    if (request.has_replay()) seq = std::max<std::uint64_t>(request.replay().from_seq(), 1);
    if (request.has_snapshot() && responses.front().has_snapshot()) seq = responses.front().snapshot().seq() + 1;
    if (seq > 0) ledger_.ask(visitor.client, table_id, {seq, std::chrono::system_clock::now()});
}

FeedHost::Responses FeedHost::replay_table(const ReplayServer::Request& request, const std::string& table_id, Known& table) {
    if (request.has_snapshot()) {
        ReplayServer::Response response;
        if (table.snapshot.empty() || !response.mutable_snapshot()->ParseFromString(table.snapshot))
            return {proto::wire::replay_error(recovering(table_id))};
        return {response};
    }
    auto* journal = source(table);
    if (journal == nullptr) return {proto::wire::replay_error(recovering(table_id))};
    if (request.has_replay()) {
        const auto from = std::max<std::uint64_t>(request.replay().from_seq(), 1);
        if (request.replay().to_seq() != 0 && request.replay().to_seq() < from)
            return {proto::wire::replay_error("to_seq is before from_seq")};
        return replay_from(table_id, *journal, from, request.replay().to_seq());
    }
    if (request.has_rounds()) {
        const auto most = request.rounds().most() == 0 ? replay_rounds : std::min(request.rounds().most(), replay_rounds);
        ReplayServer::Response response;
        *response.mutable_rounds() = journal->rounds(request.rounds().before_seq(), most);
        response.mutable_rounds()->set_table_id(table_id);
        return {response};
    }
    return replay_from(table_id, *journal, journal->first_seq_since(engine::Time(engine::Duration(request.since().at_ns()))), 0);
}

FeedHost::Responses FeedHost::replay_from(const std::string& table_id, ReplaySource& journal, std::uint64_t from, std::uint64_t to) {
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
        replayed_events_ += events.size();
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

FeedHost::Responses FeedHost::list_tables(const proto::wire::Visitor& visitor) const {
    ReplayServer::Response response;
    auto* tables = response.mutable_tables();
    for (const auto& [id, table] : tables_) {
        if (desk_ && !desk_->may_hear(visitor.client, id)) continue;
        auto* one = tables->add_tables();
        one->set_table_id(id);
        one->set_game(table.setup.game);
        one->set_epoch(table.epoch);
        one->set_next_seq(table.next_seq);
    }
    return {response};
}

FeedHost::Responses FeedHost::refuse_replay(const proto::wire::Visitor& visitor, const AccessRefusal& refusal) {
    ledger_.refuse(visitor.client, refusal.clause);
    return {refused(refusal)};
}

std::optional<AccessRefusal> FeedHost::no_console(const proto::wire::Visitor& visitor) const {
    if (!desk_ || desk_->who(visitor.client)->speaks == Speaks::FOR_PEOPLE) return std::nullopt;
    return AccessRefusal{"AUTH.role", "the key of " + desk_->who(visitor.client)->name + " is no console's"};
}

// Other distributors' wagers are in it.
FeedHost::Responses FeedHost::sum_money(const v1::MoneyRequest& question, const proto::wire::Visitor& visitor) {
    if (const auto refusal = no_console(visitor)) return refuse_replay(visitor, *refusal);
    const MoneyLimits limits;
    if (question.rounds().empty() || static_cast<std::size_t>(question.rounds_size()) > limits.rounds)
        return {proto::wire::replay_error("a question of money names 1 to " + std::to_string(limits.rounds) + " rounds")};
    auto* journal = source(tables_.at(question.table_id()));
    if (journal == nullptr) return {proto::wire::replay_error(recovering(question.table_id()))};
    ReplayServer::Response response;
    *response.mutable_money() = money_of(question, *journal, limits);
    return {response};
}

// Other clients are nobody's business but a console's.
FeedHost::Responses FeedHost::list_clients(const proto::wire::Visitor& visitor) {
    if (const auto refusal = no_console(visitor)) return refuse_replay(visitor, *refusal);
    ReplayServer::Response response;
    auto followed = wagers_.progress();
    auto standings = wager_standings(followed);
    *response.mutable_clients() = client_report({.list = desk_ ? &desk_->list() : nullptr,
                                                 .standings = gate_.standings(),
                                                 .refused = gate_.refused(),
                                                 .auth_failed = gate_.counters().auth_failed(),
                                                 .ledger = ledger_,
                                                 .wagers = std::move(standings),
                                                 .progress = std::move(followed)},
                                                {.started = started_, .now = std::chrono::system_clock::now(), .steady_now = Clock::now()});
    return {response};
}

// Of every distributor of the list, at each table that it may see; without keys, of those that have followed their wagers.
std::vector<WagerStanding> FeedHost::wager_standings(const std::vector<WagerProgress>& followed) {
    std::set<std::pair<std::string, std::string>> streams;
    for (const auto& progress : followed)
        streams.emplace(progress.table_id, progress.distributor);
    if (desk_)
        for (const auto& entry : desk_->list().entries())
            for (const auto& [id, table] : tables_)
                if (entry.role == v1::ROLE_DISTRIBUTOR && entry.may_see(id)) streams.emplace(id, entry.name);
    std::vector<WagerStanding> standings;
    for (const auto& [table_id, distributor] : streams) {
        try {
            auto* journal = source(tables_.at(table_id));
            if (journal == nullptr) continue;
            const auto count = tally_.count(table_id, distributor, *journal);
            standings.push_back({table_id, distributor, count.last, count.open});
        } catch (const std::exception& error) { // of one journal that cannot be read the others are told all the same
            spdlog::error("table={} wagers of {}: {}", table_id, distributor, error.what());
        }
    }
    return standings;
}

} // namespace studio::runtime
