#include "proto/client/wager_stream.h"

#include <algorithm>

namespace proto::client {

namespace {

constexpr std::uint64_t window = 256; // what the studio sends beyond what is acknowledged

} // namespace

WagerStream::WagerStream(zmq::context_t& context, WagerStreamOptions options)
    : options_(std::move(options)), studio_(context, options_.command, options_.sockets), received_(options_.from),
      handed_out_(options_.from), acknowledged_(options_.from) {}

std::optional<::studio::v1::PrivateEnvelope> WagerStream::poll(std::chrono::milliseconds timeout) {
    using std::chrono::ceil;
    using std::chrono::milliseconds;
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    while (true) {
        if (!items_.empty()) {
            auto item = std::move(items_.front());
            items_.pop_front();
            handed_out_ = {item.epoch(), item.seq()};
            return item;
        }
        auto now = std::chrono::steady_clock::now();
        if (now >= ask_at_) ask(now);
        const auto wait = std::max(ceil<milliseconds>(std::min(ask_at_, deadline) - now), milliseconds(0));
        const auto taken = studio_.take(asked_, wait);
        now = std::chrono::steady_clock::now();
        if (!taken) {
            trouble_ = taken.error();
            heard_at_.reset();
        } else if (*taken) {
            take(**taken, now);
        }
        if (items_.empty() && now >= deadline) return std::nullopt;
    }
}

void WagerStream::ask(Instant now) {
    ::studio::v1::CommandRequest request;
    request.set_table_id(options_.table_id);
    request.set_by(options_.distributor);
    request.set_role(::studio::v1::ROLE_DISTRIBUTOR);
    auto& follow = *request.mutable_follow_wagers();
    follow.set_epoch(received_.epoch);
    follow.set_received(received_.seq);
    follow.set_acknowledged(acknowledged_.epoch == received_.epoch ? acknowledged_.seq : 0);
    ask_at_ = now + options_.ask_every;
    if (const auto id = studio_.send(std::move(request)))
        asked_ = *id;
    else
        trouble_ = id.error();
}

void WagerStream::take(const ::studio::v1::CommandResponse& response, Instant now) {
    if (!response.has_accepted() || !response.has_wagers_end()) {
        trouble_ = response.rejection().clause() + ": " + response.rejection().reason();
        heard_at_.reset();
        return;
    }
    heard_at_ = now;
    trouble_.clear();
    const auto& end = response.wagers_end();
    if (end.epoch() != received_.epoch) { // a journal started afresh; what was received before stays received
        received_ = {end.epoch(), 0};
        acknowledged_ = {end.epoch(), 0};
    }
    next_seq_ = end.next_seq();
    bool in_order = true;
    const auto before = received_.seq;
    for (const auto& bytes : response.private_envelopes())
        in_order = receive(bytes) && in_order;
    const bool more = received_.seq + 1 < next_seq_ && received_.seq - acknowledged_.seq < window;
    if (!in_order || (more && received_.seq > before)) ask_at_ = now; // the rest, at once
}

// False for one that does not follow what has been received: something was lost on the way.
bool WagerStream::receive(const std::string& bytes) {
    ::studio::v1::PrivateEnvelope envelope;
    if (!envelope.ParseFromString(bytes) || envelope.epoch() != received_.epoch) return false;
    if (envelope.seq() <= received_.seq) return true; // told twice
    if (envelope.seq() != received_.seq + 1) return false;
    received_.seq = envelope.seq();
    items_.push_back(std::move(envelope));
    return true;
}

void WagerStream::acknowledge() {
    if (acknowledged_ == handed_out_ || handed_out_.epoch != received_.epoch) return;
    const bool held_up = received_.seq - acknowledged_.seq >= window / 2;
    acknowledged_ = handed_out_;
    if (held_up) ask_at_ = {};
}

bool WagerStream::silent(Instant now) const {
    return !heard_at_ || now - *heard_at_ > options_.ask_every * options_.missed_answers;
}

bool WagerStream::live() const {
    return !silent(std::chrono::steady_clock::now()) && received_.seq + 1 >= next_seq_;
}

std::string WagerStream::trouble() const {
    if (!trouble_.empty()) return trouble_;
    if (silent(std::chrono::steady_clock::now())) return "no answer from " + options_.command;
    return live() ? "" : "events are missing";
}

} // namespace proto::client
