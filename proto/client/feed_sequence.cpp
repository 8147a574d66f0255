#include "proto/client/feed_sequence.h"

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <limits>

namespace proto::client {

namespace {

constexpr std::uint32_t schema_version = 1;
constexpr std::string_view refusal_of_access = "AUTH."; // the family of clauses by which a key has no right to the table

bool parse(::studio::v1::Envelope& envelope, std::string_view bytes) {
    const google::protobuf::LogSilencer silence;
    return bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
           envelope.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) && envelope.schema() == schema_version;
}

} // namespace

std::string_view name(FeedState state) {
    switch (state) {
    case FeedState::RECOVERING: return "recovering";
    case FeedState::LIVE: return "live";
    case FeedState::SUSPENDED: return "suspended";
    }
    return "";
}

FeedSequence::FeedSequence(std::string table_id, std::optional<FeedPosition> start, std::uint64_t first_request_id, FeedTiming timing)
    : table_id_(std::move(table_id)), timing_(timing), request_id_(first_request_id), snapshot_wanted_(!start),
      retry_after_(timing.retry_first) {
    if (!start) return;
    epoch_ = start->epoch;
    next_ = std::max<std::uint64_t>(start->next_seq, 1);
}

FeedActions FeedSequence::join(Instant now) {
    joined_ = now;
    FeedActions actions;
    go_on(now, actions);
    return actions;
}

FeedActions FeedSequence::on_feed(std::string_view bytes, Instant now) {
    FeedActions actions;
    take_bytes(bytes, now, actions);
    go_on(now, actions);
    return actions;
}

FeedActions FeedSequence::on_replay(const ::studio::v1::ReplayResponse& response, Instant now) {
    FeedActions actions;
    const bool awaited = asked_ && response.request_id() == asked_->request_id;
    if (response.has_page()) {
        // A page of an earlier question is as good as one of this.
        for (const auto& bytes : response.page().envelopes())
            take_bytes(bytes, now, actions);
        if (awaited && asked_) asked_->deadline = now + timing_.answer_within;
    } else if (awaited && response.has_snapshot()) {
        take_snapshot(response, actions);
    } else if (awaited && response.has_end()) {
        take_end(response, now);
    } else if (awaited) {
        if (response.error().clause().starts_with(refusal_of_access)) refused_ = response.error().reason();
        give_up_asking(now, response.has_error() ? response.error().reason() : "replay sent an answer that this client does not know");
    }
    go_on(now, actions);
    return actions;
}

FeedActions FeedSequence::on_unsent(Instant now) {
    FeedActions actions;
    asked_.reset();
    retry_at_ = now + timing_.retry_first; // not doubled: nobody is bothered by it
    trouble_ = "replay is not connected";
    go_on(now, actions);
    return actions;
}

FeedActions FeedSequence::on_refused(std::string reason, Instant now) {
    FeedActions actions;
    refused_ = std::move(reason);
    go_on(now, actions);
    return actions;
}

FeedActions FeedSequence::on_time(Instant now) {
    FeedActions actions;
    if (asked_ && now >= asked_->deadline) give_up_asking(now, "replay does not answer");
    go_on(now, actions);
    return actions;
}

// A greater epoch: the journal was started afresh, its events count from 1 again. What is missing of the old one no longer exists.
bool FeedSequence::take_epoch(std::uint64_t epoch) {
    if (epoch_ && epoch < *epoch_) {
        trouble_ = "the studio is in epoch " + std::to_string(epoch) + ", before this client's epoch " + std::to_string(*epoch_);
        return false;
    }
    if (epoch_ && epoch > *epoch_) {
        next_ = snapshot_wanted_ ? 0 : 1;
        known_next_ = 0;
        held_.clear();
        asked_.reset();
        retry_at_.reset();
        trouble_ = "epoch " + std::to_string(epoch) + " has begun";
    }
    epoch_ = epoch;
    return true;
}

void FeedSequence::take_bytes(std::string_view bytes, Instant now, FeedActions& actions) {
    FeedEvent event{{}, std::string(bytes)};
    if (!parse(event.envelope, bytes) || event.envelope.table_id() != table_id_) {
        ++malformed_;
        return;
    }
    if (!take_epoch(event.envelope.epoch())) {
        ++duplicates_;
        return;
    }
    refused_.clear();
    if (event.envelope.has_heartbeat()) {
        last_beat_ = now;
        known_next_ = std::max(known_next_, event.envelope.heartbeat().next_seq());
    } else if (event.envelope.seq() == 0) {
        ++malformed_;
    } else {
        deliver(std::move(event), actions);
    }
}

void FeedSequence::take_snapshot(const ::studio::v1::ReplayResponse& response, FeedActions& actions) {
    const auto& snapshot = response.snapshot();
    if (!snapshot_wanted_ || !take_epoch(snapshot.epoch())) return;
    asked_.reset();
    snapshot_wanted_ = false;
    retry_after_ = timing_.retry_first;
    next_ = snapshot.seq() + 1;
    known_next_ = std::max(known_next_, next_);
    actions.emplace_back(snapshot);
}

void FeedSequence::take_end(const ::studio::v1::ReplayResponse& response, Instant now) {
    const auto asked = *asked_;
    if (!take_epoch(response.end().epoch())) return give_up_asking(now, trouble_);
    known_next_ = std::max(known_next_, response.end().next_seq());
    asked_.reset();
    const bool nothing_came = next_ == asked.next_at_ask && !complete();
    if (nothing_came) return give_up_asking(now, "replay does not give event " + std::to_string(next_));
    retry_after_ = timing_.retry_first;
}

void FeedSequence::deliver(FeedEvent event, FeedActions& actions) {
    const auto seq = event.envelope.seq();
    known_next_ = std::max(known_next_, seq + 1);
    if (!snapshot_wanted_ && seq == next_) {
        ++next_;
        actions.emplace_back(std::move(event));
        drain(actions);
    } else if (seq < next_) {
        ++duplicates_;
    } else if (held_.size() < timing_.held_messages) {
        if (!held_.try_emplace(seq, std::move(event)).second) ++duplicates_;
    }
}

void FeedSequence::drain(FeedActions& actions) {
    if (snapshot_wanted_) return;
    auto held = held_.begin();
    for (; held != held_.end() && held->first <= next_; ++held) {
        if (held->first < next_) {
            ++duplicates_; // the snapshot holds it already
        } else {
            ++next_;
            actions.emplace_back(std::move(held->second));
        }
    }
    held_.erase(held_.begin(), held);
}

void FeedSequence::give_up_asking(Instant now, std::string reason) {
    asked_.reset();
    retry_at_ = now + retry_after_;
    retry_after_ = std::min(retry_after_ * 2, timing_.retry_most);
    trouble_ = std::move(reason);
}

::studio::v1::ReplayRequest FeedSequence::request() {
    ::studio::v1::ReplayRequest request;
    request.set_schema(schema_version);
    request.set_request_id(request_id_++);
    if (snapshot_wanted_) {
        request.mutable_snapshot()->set_table_id(table_id_);
        return request;
    }
    auto& replay = *request.mutable_replay();
    replay.set_table_id(table_id_);
    replay.set_from_seq(next_);
    replay.set_to_seq(held_.empty() ? 0 : held_.begin()->first - 1);
    return request;
}

// After every call: deliver what is in order, ask for what is missing, tell a changed state.
void FeedSequence::go_on(Instant now, FeedActions& actions) {
    drain(actions);
    if (complete()) {
        retry_at_.reset();
        retry_after_ = timing_.retry_first;
    } else if (!asked_ && (!retry_at_ || now >= *retry_at_)) {
        retry_at_.reset();
        auto& ask = std::get<FeedAsk>(actions.emplace_back(FeedAsk{request()}));
        asked_ = Asked{ask.request.request_id(), now + timing_.answer_within, next_};
    }

    auto change = state_at(now);
    if (change.state == FeedState::LIVE)
        trouble_ = "a gap is being filled"; // the next reason for not being live, unless something else happens
    if (change == told_) return;
    told_ = change;
    actions.emplace_back(std::move(change));
}

FeedStateChange FeedSequence::state_at(Instant now) const {
    if (!refused_.empty()) return {FeedState::SUSPENDED, refused_};
    if (now >= silent_at()) {
        const auto silence = timing_.beat * timing_.missed_beats;
        return {FeedState::SUSPENDED, "no heartbeat for " + std::to_string(silence.count()) + " ms"};
    }
    if (!complete()) return {FeedState::RECOVERING, trouble_};
    if (!last_beat_) return {FeedState::RECOVERING, "waiting for a heartbeat"};
    return {FeedState::LIVE, ""};
}

Instant FeedSequence::next_wake() const {
    auto wake = told_.state == FeedState::SUSPENDED ? Instant::max() : silent_at();
    if (asked_) wake = std::min(wake, asked_->deadline);
    if (retry_at_) wake = std::min(wake, *retry_at_);
    return wake;
}

std::optional<FeedPosition> FeedSequence::position() const {
    if (!epoch_ || snapshot_wanted_) return std::nullopt;
    return FeedPosition{epoch_, next_};
}

} // namespace proto::client
