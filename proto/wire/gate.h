// Who stands at the studio's door: admits keys (ZAP, RFC 27), knows the connections of its sockets, and can end them.
#pragma once

#include "proto/wire/monitor.h"
#include "proto/wire/sockets.h"
#include "proto/wire/token_bucket.h"

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace proto::wire {

// Who a message came from.
struct Visitor {
    std::string client;       // as admission named it; empty where no keys are asked for
    std::uint64_t number = 0; // of its connection, in the order of admission; 0 where no keys are asked for
    int fd = -1;              // of its connection; -1 when it has none
    friend bool operator==(const Visitor&, const Visitor&) = default;
};
[[nodiscard]] Visitor visitor_of(const zmq::message_t& message);

struct GateLimits {
    std::size_t waiting = 256;               // connections that have said nothing yet; above it one of the address with most of them goes
    std::size_t connections = 4096;          // of all clients together; above it the newcomer goes
    std::size_t connections_per_client = 64; // of one key
    std::chrono::milliseconds shut_out{60'000}; // how long a client that breaks the protocol stays out
};

struct GateCounters {
    std::atomic<std::uint64_t> admitted = 0;
    std::atomic<std::uint64_t> refused_keys = 0; // AUTH_FAILED: unknown or revoked
    std::atomic<std::uint64_t> wrong_studio = 0; // AUTH_FAILED: the client knows another studio's key
    std::atomic<std::uint64_t> without_key = 0;  // AUTH_FAILED: the client has no key
    std::atomic<std::uint64_t> broken = 0;       // no ZMTP, or a handshake that was never ended
    std::atomic<std::uint64_t> turned_away = 0;  // above a limit
    std::atomic<std::uint64_t> cut = 0;          // ended by us after they had been let in
    std::atomic<std::uint64_t> connections = 0;  // open now
    [[nodiscard]] std::uint64_t auth_failed() const { return refused_keys + wrong_studio + without_key; }
};

// How one client stands: its connections that have said something.
struct ClientStanding {
    std::size_t connections = 0;                 // open now
    std::chrono::system_clock::time_point since; // the first of them came, or the last one ended
    std::string address;                         // of the newest
};

// Connections that were not let in.
struct Refused {
    std::uint64_t count = 0;
    std::chrono::system_clock::time_point last;
    std::string address; // of the last
    void note(const std::string& from);
};

// Owned and called by one thread, the one that serves the watched sockets; counters by any. Made before those sockets are bound, ends
// after them. Its context has one I/O thread: with more of them a connection's events may come out of their order.
//
// libzmq 4.3.4 cannot end a peer's connection. Its number in the operating system comes with every message and every event, and
// shutdown() of it is what a peer that hangs up looks like. Between the last event that was read and the call the number may have become
// another connection's; that one is then ended for nothing, and connects again.
class Gate {
public:
    // A client's name for a public key, or why it is not admitted.
    using Admission = std::function<std::expected<std::string, std::string>(const std::string& public_key, const std::string& address)>;
    using Log = std::function<void(const std::string& line)>;

    // Without `admission` the sockets ask for no keys; connections are counted and limited all the same. `log` gets a line for each
    // refusal, at most a few a second. Throws zmq::error_t when another gate has this context.
    Gate(zmq::context_t& context, Admission admission, Log log, GateLimits limits = {});

    // While it lives, the gate knows the connections of one socket. Made before the socket is bound; ends before the socket.
    class Watch {
    public:
        Watch(Gate& gate, zmq::context_t& context, zmq::socket_t& socket);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        [[nodiscard]] std::uint64_t connections() const { return count_; } // open now; any thread

    private:
        friend class Gate;
        struct Connection {
            std::string address;
            std::string client;
            std::uint64_t order = 0; // in waiting_; 0 once it has said something
        };
        Gate& gate_;
        SocketMonitor monitor_;
        std::unordered_map<int, Connection> connections_; // open ones, by their number in the operating system
        std::atomic<std::uint64_t> count_ = 0;
        SocketEvent last_failure_; // of a handshake; its connection's end is the next event
    };

    // Admits, refuses and keeps count of what there is. Never blocks.
    void serve();
    // What to poll for, beside the watched sockets themselves.
    void add_poll_items(std::vector<zmq::pollitem_t>& items);

    // Whether the connection is still open, as far as libzmq has told: when this is false for a message just received, its pipe may be
    // gone.
    [[nodiscard]] bool is_present(const Visitor& visitor);
    // It has said something: from now on it is no longer one that waits.
    void note(const Visitor& visitor);
    void cut(const Visitor& visitor);
    // All connections of a client that said something. Those that did not hear nothing, and are refused when they do.
    void cut_client(const std::string& client);
    // Cuts, and keeps out for a while: for a client that breaks the protocol.
    void shut_out(const Visitor& visitor, const std::string& why);

    [[nodiscard]] bool asks_for_keys() const { return admission_ != nullptr; }
    [[nodiscard]] const GateCounters& counters() const { return counters_; }
    // By client, all that have been let in since the start.
    [[nodiscard]] const std::unordered_map<std::string, ClientStanding>& standings() const { return of_client_; }
    // By public key; empty where there was none, and for keys that came when there were many already.
    [[nodiscard]] const std::unordered_map<std::string, Refused>& refused() const { return refused_; }

private:
    using Connection = Watch::Connection;

    void read_events();
    void take(Watch& watch, const SocketEvent& event);
    void accepted(Watch& watch, int fd);
    void make_room();
    void ended(Watch& watch, int fd);
    void handshake_failed(Watch& watch, const SocketEvent& event);
    void tell_failure(const SocketEvent& failure, const std::string& address);
    [[nodiscard]] Connection* find(int fd);
    void forget(Connection& connection);
    [[nodiscard]] bool answer_request();
    [[nodiscard]] std::expected<std::string, std::string> judge(const std::string& key, const std::string& address);
    void hang_up(int fd);
    void tell(const std::string& line);
    void note_refused(const std::string& key, const std::string& address);

    zmq::socket_t requests_;
    Admission admission_;
    Log log_;
    GateLimits limits_;
    GateCounters counters_;
    std::vector<Watch*> watches_;
    struct Waiting {
        Watch* watch;
        int fd;
    };
    std::map<std::uint64_t, Waiting> waiting_; // who waited longest comes first
    std::unordered_map<std::string, ClientStanding> of_client_;
    std::unordered_map<std::string, Refused> refused_;
    // Counts admissions and ends together: a connection is over when its number in the operating system was closed after its admission.
    std::uint64_t sequence_ = 0;
    std::unordered_map<int, std::uint64_t> closed_at_;
    std::unordered_map<std::string, std::chrono::steady_clock::time_point> out_until_;
    TokenBucket lines_{5, 20};
    std::uint64_t untold_ = 0;
};

// libzmq lets everybody in who knows the server's key when nobody answers for its clients; so a socket with a key and without a gate that
// asks for keys is a mistake. Throws std::logic_error.
void require_gate(const SocketOptions& options, const Gate* gate);

} // namespace proto::wire
