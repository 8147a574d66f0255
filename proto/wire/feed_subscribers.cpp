#include "proto/wire/feed_subscribers.h"

#include "proto/wire/topics.h"

#include <algorithm>

namespace proto::wire {

namespace {

constexpr std::size_t most_messages = 10'000; // libzmq keeps each prefix for as long as the connection lasts
constexpr std::size_t most_prefixes = 1'000;  // asked for at a time: what a change costs grows with them
constexpr std::size_t longest_prefix = 128;   // a table's name has at most 64 characters
constexpr int messages_a_turn = 256;          // then the tables have their turn

} // namespace

FeedSubscribers::FeedSubscribers(zmq::socket_ref socket, Gate& gate, FeedRights rights)
    : socket_(socket), gate_(gate), rights_(std::move(rights)), topics_(closed_topics(rights_.tables)) {}

void FeedSubscribers::serve() {
    zmq::message_t message;
    for (int taken = 0; taken < messages_a_turn; ++taken, message.rebuild()) {
        if (!socket_.recv(message, zmq::recv_flags::dontwait)) {
            step_ = Step::IN; // both lists are empty
            return;
        }
        take(message);
    }
}

void FeedSubscribers::take(const zmq::message_t& message) {
    const auto visitor = visitor_of(message);
    const auto text = message.to_string_view();
    const bool subscription = !text.empty() && (text.front() == 0 || text.front() == 1);
    if (!subscription) {
        step_ = Step::OUT;
        return gate_.shut_out(visitor, "it sends messages to the feed");
    }
    if (visitor.number == 0) return; // libzmq's own: a connection with that subscription has ended
    if (!gate_.is_present(visitor)) return;
    gate_.note(visitor);
    auto& subscriber = subscribers_.try_emplace(visitor.number, Subscriber{visitor, {}, {}, 0}).first->second;
    count_ = subscribers_.size();
    const bool endless = ++subscriber.messages > most_messages || subscriber.asked.size() > most_prefixes;
    if (endless || text.size() > longest_prefix) return gate_.shut_out(visitor, "it subscribes without end");
    if (step_ == Step::OUT) return gate_.cut(visitor);
    take_subscription(subscriber, text);
}

void FeedSubscribers::take_subscription(Subscriber& subscriber, std::string_view message) {
    const std::string prefix(message.substr(1));
    if (message.front() == 1) {
        subscriber.asked.insert(prefix);
        grant(subscriber, prefix);
        const auto heard = [&](const std::string& topic) { return topic.starts_with(prefix); };
        if (std::ranges::none_of(subscriber.granted, heard)) ++refused_;
    } else if (const auto known = subscriber.asked.find(prefix); known != subscriber.asked.end()) {
        subscriber.asked.erase(known);
        take_back(subscriber, prefix);
    }
}

// The tables of a prefix that the key may hear and does not hear yet.
void FeedSubscribers::grant(Subscriber& subscriber, const std::string& prefix) {
    for (const auto& [table, topic] : topics_) {
        if (!topic.starts_with(prefix) || subscriber.granted.contains(topic) || !rights_.may_hear(subscriber.visitor.client, table)) continue;
        socket_.set(zmq::sockopt::subscribe, topic);
        subscriber.granted.insert(topic);
    }
}

// The tables of a prefix that no other prefix of the subscriber asks for.
void FeedSubscribers::take_back(Subscriber& subscriber, const std::string& prefix) {
    std::erase_if(subscriber.granted, [&](const std::string& topic) {
        const auto asks = [&](const std::string& asked) { return topic.starts_with(asked); };
        if (!topic.starts_with(prefix) || std::ranges::any_of(subscriber.asked, asks)) return false;
        socket_.set(zmq::sockopt::unsubscribe, topic);
        return true;
    });
}

void FeedSubscribers::tidy() {
    std::erase_if(subscribers_, [this](const auto& entry) { return !gate_.is_present(entry.second.visitor); });
    count_ = subscribers_.size();
}

} // namespace proto::wire
