#include "proto/wire/gate.h"

#include "proto/wire/keys.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace proto::wire {

namespace {

constexpr const char* zap_endpoint = "inproc://zeromq.zap.01";
constexpr std::size_t zap_frames = 7; // version, request id, domain, address, routing id, mechanism, key
constexpr int requests_per_turn = 64;
constexpr std::size_t most_refused_keys = 1024; // told apart; a stranger can make any number of them
constexpr int events = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                       ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH;

std::string address_of(int fd) {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return "an unknown address"; // NOLINT: the system's own way
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* address = nullptr;
    if (peer.ss_family == AF_INET) address = &reinterpret_cast<sockaddr_in*>(&peer)->sin_addr;    // NOLINT
    if (peer.ss_family == AF_INET6) address = &reinterpret_cast<sockaddr_in6*>(&peer)->sin6_addr; // NOLINT
    if (address == nullptr || ::inet_ntop(peer.ss_family, address, text.data(), text.size()) == nullptr) return "this machine";
    return text.data();
}

} // namespace

Visitor visitor_of(const zmq::message_t& message) {
    Visitor visitor;
    const auto* handle = message.handle();
    visitor.fd = zmq_msg_get(handle, ZMQ_SRCFD);
    const char* id = zmq_msg_gets(handle, "User-Id"); // "17 <client>", as given in the answer to its admission
    if (id == nullptr) return visitor;
    const std::string_view text(id);
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), visitor.number);
    if (error == std::errc() && rest != text.data() + text.size()) visitor.client = rest + 1;
    return visitor;
}

Gate::Gate(zmq::context_t& context, Admission admission, Log log, GateLimits limits)
    : requests_(context, zmq::socket_type::rep), admission_(std::move(admission)), log_(std::move(log)), limits_(limits) {
    requests_.set(zmq::sockopt::linger, 0);
    if (admission_) requests_.bind(zap_endpoint);
}

Gate::Watch::Watch(Gate& gate, zmq::context_t& context, zmq::socket_t& socket) : gate_(gate), monitor_(context, socket, events) {
    gate_.watches_.push_back(this);
}

Gate::Watch::~Watch() {
    for (auto& [fd, connection] : connections_)
        gate_.forget(connection);
    std::erase(gate_.watches_, this);
}

void Gate::add_poll_items(std::vector<zmq::pollitem_t>& items) {
    items.push_back({requests_.handle(), 0, ZMQ_POLLIN, 0});
    for (auto* watch : watches_)
        items.push_back({watch->monitor_.socket().handle(), 0, ZMQ_POLLIN, 0});
}

void Gate::serve() {
    read_events();
    for (int served = 0; served < requests_per_turn && answer_request();)
        ++served;
}

// Connections ------------------------------------------------------------------------------------------------------------------

void Gate::read_events() {
    for (auto* watch : watches_)
        while (const auto event = watch->monitor_.next())
            take(*watch, *event);
}

void Gate::take(Watch& watch, const SocketEvent& event) {
    const auto number = static_cast<int>(event.value);
    switch (event.what) {
    case ZMQ_EVENT_ACCEPTED: accepted(watch, number); break;
    case ZMQ_EVENT_DISCONNECTED: ended(watch, number); break;
    case ZMQ_EVENT_ACCEPT_FAILED: tell("a connection could not be taken: " + std::string(zmq_strerror(number))); break;
    default: handshake_failed(watch, event);
    }
}

void Gate::accepted(Watch& watch, int fd) {
    if (const auto old = watch.connections_.find(fd); old != watch.connections_.end()) forget(old->second); // its end was not told
    watch.connections_[fd] = Connection{.address = address_of(fd), .client = {}, .order = ++sequence_};
    waiting_.emplace(sequence_, Waiting{&watch, fd});
    ++counters_.connections;
    watch.count_ = watch.connections_.size();
    if (waiting_.size() > limits_.waiting) make_room();
    if (counters_.connections > limits_.connections) {
        ++counters_.turned_away;
        hang_up(fd);
    }
}

// A crowd of one address takes no other's place: of the address with most that wait, the one that waited longest goes.
void Gate::make_room() {
    const auto address = [](const Waiting& one) -> const std::string& { return one.watch->connections_.at(one.fd).address; };
    std::unordered_map<std::string_view, std::size_t> crowds;
    std::size_t most = 0;
    for (const auto& [order, one] : waiting_)
        most = std::max(most, ++crowds[address(one)]);
    const auto longest = std::ranges::find_if(waiting_, [&](const auto& entry) { return crowds[address(entry.second)] == most; });
    ++counters_.turned_away;
    hang_up(longest->second.fd);
    longest->second.watch->connections_.at(longest->second.fd).order = 0;
    waiting_.erase(longest);
}

void Gate::ended(Watch& watch, int fd) {
    closed_at_[fd] = ++sequence_;
    const auto failure = std::exchange(watch.last_failure_, {});
    const auto found = watch.connections_.find(fd);
    if (found == watch.connections_.end()) return;
    tell_failure(failure, found->second.address);
    forget(found->second);
    watch.connections_.erase(found);
    watch.count_ = watch.connections_.size();
}

void Gate::forget(Connection& connection) {
    waiting_.erase(connection.order);
    --counters_.connections;
    const auto standing = of_client_.find(connection.client);
    if (standing != of_client_.end() && --standing->second.connections == 0) standing->second.since = std::chrono::system_clock::now();
}

void Gate::tell_failure(const SocketEvent& failure, const std::string& address) {
    if (failure.what == 0 || failure.what == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) return; // a refused key has been told already
    if (failure.value == ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC || failure.value == ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)
        note_refused("", address);
    if (failure.value == ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC)
        tell("AUTH_FAILED: " + address + " does not know this studio's key");
    else if (failure.value == ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)
        tell("AUTH_FAILED: " + address + (admission_ ? " is a client without a key" : " is a client with a key, and none are asked for"));
    else if (admission_ && (failure.value == EPIPE || failure.value == ECONNRESET)) // it was the first to see that they do not match
        tell("AUTH_FAILED: " + address + " hung up in the handshake, like a client without a key");
    else
        tell("a connection of " + address + " ended in its handshake");
}

void Gate::handshake_failed(Watch& watch, const SocketEvent& event) {
    watch.last_failure_ = event;
    if (event.what == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) return; // counted where it was refused
    if (event.value == ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC)
        ++counters_.wrong_studio;
    else if (event.value == ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)
        ++counters_.without_key;
    else
        ++counters_.broken;
}

Gate::Connection* Gate::find(int fd) {
    for (auto* watch : watches_)
        if (const auto found = watch->connections_.find(fd); found != watch->connections_.end()) return &found->second;
    return nullptr;
}

bool Gate::is_present(const Visitor& visitor) {
    // libzmq tells of a connection's end before it takes its pipe away, and both reach us through this thread's own reading; so whoever is
    // not reported gone here still has the pipe that its message came through.
    read_events();
    const auto closed = closed_at_.find(visitor.fd);
    if (visitor.number == 0) return true; // no keys are asked for: there is no telling
    return closed == closed_at_.end() || closed->second < visitor.number;
}

void Gate::note(const Visitor& visitor) {
    const auto* known = find(visitor.fd);
    if (known == nullptr || known->order == 0 || !is_present(visitor)) return;
    auto* connection = find(visitor.fd); // anew: that question may have told of its end
    if (connection == nullptr || connection->order == 0) return;
    waiting_.erase(connection->order);
    connection->order = 0;
    if (visitor.client.empty()) return;
    connection->client = visitor.client;
    auto& standing = of_client_[visitor.client];
    standing.address = connection->address;
    if (++standing.connections == 1) standing.since = std::chrono::system_clock::now();
    if (standing.connections <= limits_.connections_per_client) return;
    ++counters_.turned_away;
    tell("key " + fingerprint(visitor.client) + " has more than " + std::to_string(limits_.connections_per_client) + " connections");
    hang_up(visitor.fd);
}

void Gate::hang_up(int fd) {
    ::shutdown(fd, SHUT_RDWR);
}

void Gate::cut(const Visitor& visitor) {
    if (!is_present(visitor) || find(visitor.fd) == nullptr) return;
    ++counters_.cut;
    hang_up(visitor.fd);
}

void Gate::cut_client(const std::string& client) {
    read_events();
    for (const auto* watch : watches_)
        for (const auto& [fd, connection] : watch->connections_)
            if (connection.client == client) {
                ++counters_.cut;
                hang_up(fd);
            }
}

void Gate::shut_out(const Visitor& visitor, const std::string& why) {
    const auto now = std::chrono::steady_clock::now();
    auto& until = out_until_[visitor.client];
    if (now >= until)
        tell("key " + fingerprint(visitor.client) + " is shut out for " +
             std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limits_.shut_out).count()) + " s: " + why);
    until = now + limits_.shut_out;
    cut_client(visitor.client);
    cut(visitor); // it may not have been noted yet
}

// Admission --------------------------------------------------------------------------------------------------------------------

std::expected<std::string, std::string> Gate::judge(const std::string& key, const std::string& address) {
    if (key.empty()) return std::unexpected("it is none");
    auto client = admission_(key, address);
    if (!client) return client;
    const auto out = out_until_.find(*client);
    if (out == out_until_.end()) return client;
    if (std::chrono::steady_clock::now() < out->second) return std::unexpected("shut out for breaking the protocol");
    out_until_.erase(out);
    return client;
}

// A number is given only after every event that came before the request: so an earlier connection of the same number in the operating
// system has ended before this one was admitted.
bool Gate::answer_request() {
    if (!admission_) return false;
    std::array<zmq::message_t, zap_frames> frames;
    std::size_t count = 0;
    zmq::message_t frame;
    if (!requests_.recv(frame, zmq::recv_flags::dontwait)) return false;
    for (bool more = true; more; ++count) {
        more = frame.more();
        if (count < zap_frames) frames[count].swap(frame);
        frame.rebuild();
        if (more && !requests_.recv(frame, zmq::recv_flags::dontwait)) break;
    }
    read_events();
    const auto address = frames[3].to_string();
    const auto key = frames[5].to_string_view() == "CURVE" ? key_text(frames[6].to_string_view()) : "";
    const auto client = judge(key, address);
    if (client) {
        ++counters_.admitted;
    } else {
        ++counters_.refused_keys;
        note_refused(key, address);
        tell("AUTH_FAILED: key " + fingerprint(key) + " from " + address + ": " + client.error());
    }
    const auto user = client ? std::to_string(++sequence_) + " " + *client : "";
    const auto more = zmq::send_flags::sndmore;
    requests_.send(zmq::buffer("1.0", 3), more);
    requests_.send(frames[1], more);
    requests_.send(zmq::buffer(client ? "200" : "400", 3), more);
    requests_.send(zmq::buffer(client ? "" : "AUTH_FAILED", client ? 0 : 11), more);
    requests_.send(zmq::buffer(user), more);
    requests_.send(zmq::message_t(), zmq::send_flags::none);
    return true;
}

void Refused::note(const std::string& from) {
    ++count;
    last = std::chrono::system_clock::now();
    address = from.empty() || from.starts_with("localhost:") ? "this machine" : from; // what libzmq says of ipc: "localhost:uid:gid:pid"
}

void Gate::note_refused(const std::string& key, const std::string& address) {
    const bool many = refused_.size() >= most_refused_keys && !refused_.contains(key);
    refused_[many ? "" : key].note(address);
}

void Gate::tell(const std::string& line) {
    if (!log_) return;
    if (!lines_.take(std::chrono::steady_clock::now())) {
        ++untold_;
        return;
    }
    if (untold_ > 0) log_(std::to_string(untold_) + " refusals were not logged one by one");
    untold_ = 0;
    log_(line);
}

void require_gate(const SocketOptions& options, const Gate* gate) {
    if (options.curve_server && (gate == nullptr || !gate->asks_for_keys())) throw std::logic_error("a socket with a key needs a gate");
}

} // namespace proto::wire
