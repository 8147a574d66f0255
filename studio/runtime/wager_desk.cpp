#include "studio/runtime/wager_desk.h"

#include <algorithm>
#include <utility>

namespace studio::runtime {

namespace {

using proto::wire::command_rejection;
using proto::wire::CommandServer;

constexpr std::size_t many_streams = 1024; // then those that nobody follows any more are forgotten

std::string counted(std::uint64_t number) {
    return std::to_string(number);
}

} // namespace

WagerDesk::Response WagerDesk::answer(const CommandServer::Call& call, WagerSource& source, Instant now) {
    const auto& request = call.request;
    if (request.role() != v1::ROLE_DISTRIBUTOR) return command_rejection("PROC.role", "a stream of wagers is a distributor's own");
    if (request.by().empty()) return command_rejection("WAGER.id", "whose wagers? `by` names the distributor");
    return request.has_follow_wagers() ? follow(call, source, now) : history(call, source);
}

WagerDesk::Response WagerDesk::follow(const CommandServer::Call& call, WagerSource& source, Instant now) {
    const auto& asked = call.request.follow_wagers();
    const Stream stream{call.request.table_id(), call.request.by()};
    const auto last = source.last_wager_seq(stream.second);
    const bool same_epoch = asked.epoch() == source.epoch();
    const auto acknowledged = same_epoch ? asked.acknowledged() : 0;
    const auto received = same_epoch ? asked.received() : 0;
    if (received < acknowledged) return command_rejection("WAGER.position", "acknowledged what has not been received");
    if (received > last)
        return command_rejection("WAGER.position", "event " + counted(received) + " is not of this journal, whose last for " +
                                                       stream.second.substr(0, 64) + " is " + counted(last));
    if (followers_.size() >= many_streams) forget_silent(now);
    auto& to = follower(stream, call.peer);
    to.request_id = call.request.request_id();
    to.acknowledged = acknowledged;
    to.sent = received; // what is on its way comes again, and is known by its number
    to.until = now + limits_.lease;
    return page(to, stream, source, now);
}

WagerDesk::Response WagerDesk::history(const CommandServer::Call& call, WagerSource& source) const {
    const auto& asked = call.request.wager_history();
    const auto from = std::max<std::uint64_t>(asked.from_seq(), 1);
    const auto last = source.last_wager_seq(call.request.by());
    const auto events = source.wagers(call.request.by(), asked.round_id(), from, limits_.page);
    Response response;
    response.mutable_accepted();
    for (const auto& event : events)
        response.add_private_envelopes(event.bytes);
    auto& end = *response.mutable_wagers_end();
    end.set_epoch(source.epoch());
    end.set_last_seq(events.size() < limits_.page ? std::max(last, from - 1) : events.back().seq);
    end.set_next_seq(last + 1);
    return response;
}

WagerDesk::Follower& WagerDesk::follower(const Stream& stream, const proto::wire::Peer& peer) {
    auto& all = followers_[stream];
    const auto known = std::ranges::find(all, peer.identity, [](const Follower& one) { return one.peer.identity; });
    if (known != all.end()) {
        std::rotate(known, known + 1, all.end());
    } else {
        if (all.size() >= limits_.followers) all.erase(all.begin());
        all.emplace_back();
    }
    all.back().peer = peer;
    return all.back();
}

WagerDesk::Response WagerDesk::page(Follower& to, const Stream& stream, WagerSource& source, Instant now) {
    const auto last = source.last_wager_seq(stream.second);
    const auto ahead = to.sent - to.acknowledged;
    const auto room = ahead < limits_.window ? limits_.window - ahead : 0;
    Response response;
    response.mutable_accepted();
    if (room > 0 && to.sent < last)
        for (auto& event : source.wagers(stream.second, {}, to.sent + 1, std::min<std::size_t>(limits_.page, room))) {
            response.add_private_envelopes(std::move(event.bytes));
            to.sent = event.seq;
        }
    auto& end = *response.mutable_wagers_end();
    end.set_epoch(source.epoch());
    end.set_last_seq(to.sent);
    end.set_next_seq(std::max(last, to.sent) + 1);
    end.set_acknowledged(to.acknowledged);
    note(stream, end.next_seq() - 1, to.acknowledged, now);
    return response;
}

void WagerDesk::tell(const std::string& table_id, const std::string& distributor, WagerSource& source, Instant now) {
    const Stream stream{table_id, distributor};
    const auto found = followers_.find(stream);
    if (found == followers_.end()) return note_unheard(stream, source, now);
    std::erase_if(found->second, [&](Follower& to) {
        if (to.until < now) return true;
        auto response = page(to, stream, source, now);
        return response.private_envelopes_size() > 0 && !send_(to.peer, to.request_id, std::move(response));
    });
    if (found->second.empty()) followers_.erase(found);
}

void WagerDesk::forget_silent(Instant now) {
    for (auto& [stream, all] : followers_)
        std::erase_if(all, [&](const Follower& one) { return one.until < now; });
    std::erase_if(followers_, [](const auto& one) { return one.second.empty(); });
}

void WagerDesk::forget(const std::string& client) {
    for (auto& [stream, all] : followers_)
        std::erase_if(all, [&](const Follower& one) { return one.peer.visitor.client == client; });
    std::erase_if(followers_, [](const auto& one) { return one.second.empty(); });
}

void WagerDesk::note(const Stream& stream, std::uint64_t last, std::uint64_t acknowledged, Instant now) {
    if (last == 0) return; // any name may be said; one with wagers is a distributor's
    const std::lock_guard lock(mutex_);
    auto& progress = progress_[stream];
    progress.table_id = stream.first;
    progress.distributor = stream.second;
    progress.last = last;
    progress.acknowledged = std::max(progress.acknowledged, acknowledged);
    // One that reads on is not late because new events come all the time.
    if (progress.acknowledged >= progress.lacked) progress.behind_since.reset();
    if (progress.behind() == 0 || progress.behind_since) return;
    progress.behind_since = now;
    progress.lacked = last;
}

// What happens while nobody follows is what it lacks.
void WagerDesk::note_unheard(const Stream& stream, WagerSource& source, Instant now) {
    {
        const std::lock_guard lock(mutex_);
        if (!progress_.contains(stream)) return;
    }
    note(stream, source.last_wager_seq(stream.second), 0, now);
}

std::vector<WagerProgress> WagerDesk::progress() const {
    const std::lock_guard lock(mutex_);
    std::vector<WagerProgress> all;
    all.reserve(progress_.size());
    for (const auto& [stream, progress] : progress_)
        all.push_back(progress);
    return all;
}

} // namespace studio::runtime
