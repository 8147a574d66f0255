// Who hears which table: subscriptions granted one by one, by what each subscriber's key may hear.
#pragma once

#include "proto/wire/gate.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace proto::wire {

struct FeedRights {
    std::vector<std::string> tables; // all of the studio
    std::function<bool(const std::string& client, const std::string& table)> may_hear;
};

// The subscriptions of an XPUB socket in manual mode. Owned and called by the socket's thread; the counters may be read by any.
//
// libzmq 4.3.4 grants a subscription to the connection whose message was read last, and keeps that connection's address even when it has
// ended meanwhile (libzmq #4137, mended in 4.3.5): a grant would then go into freed memory, or to whoever connected next. So nothing is
// granted before the gate has said that the connection is still there. A message that is no subscription puts libzmq's list of connections
// out of step with its list of messages; until both are empty again nothing is granted, and who asks meanwhile is cut and connects again.
class FeedSubscribers {
public:
    FeedSubscribers(zmq::socket_ref socket, Gate& gate, FeedRights rights);

    // Takes the messages that are there, some hundred at a time. Never blocks.
    void serve();
    // By table, as published.
    [[nodiscard]] const std::string& topic(const std::string& table) const { return topics_.at(table); }
    // Forgets those that are gone. To be called now and then: it asks the gate about each.
    void tidy();

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t refused() const { return refused_; } // subscriptions that brought no table that the key may hear

private:
    struct Subscriber {
        Visitor visitor;
        std::multiset<std::string> asked; // prefixes
        std::set<std::string> granted;    // topics
        std::size_t messages = 0;
    };

    void take(const zmq::message_t& message);
    void take_subscription(Subscriber& subscriber, std::string_view message);
    void grant(Subscriber& subscriber, const std::string& prefix);
    void take_back(Subscriber& subscriber, const std::string& prefix);

    zmq::socket_ref socket_;
    Gate& gate_;
    FeedRights rights_;
    std::map<std::string, std::string> topics_; // by table
    std::map<std::uint64_t, Subscriber> subscribers_;
    enum class Step { IN, OUT } step_ = Step::IN; // OUT: libzmq's lists do not belong together
    std::atomic<std::uint64_t> count_ = 0;
    std::atomic<std::uint64_t> refused_ = 0;
};

} // namespace proto::wire
