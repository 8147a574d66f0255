#include "tests/proto/client/fake_studio.h"

#include "studio/v1/feed.pb.h"

#include <algorithm>

namespace proto::client {

using ::studio::v1::ReplayRequest;
using ::studio::v1::ReplayResponse;

void FakeStudio::start(const std::string& feed) {
    sockets_ = wire::bind_studio(context_, feed);
    endpoints_ = sockets_.endpoints;
    thread_ = std::jthread([this](const std::stop_token& stopped) { serve(stopped); });
}

void FakeStudio::stop() {
    thread_ = {};
    sockets_ = {};
}

void FakeStudio::restart() {
    stop();
    const auto feed = endpoints_.feed;
    for (int attempt = 0;; ++attempt) { // libzmq gives the ports back from another thread
        try {
            return start(feed);
        } catch (const std::runtime_error&) {
            if (attempt == 200) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
}

void FakeStudio::serve(const std::stop_token& stopped) {
    auto next_beat = std::chrono::steady_clock::now();
    while (!stopped.stop_requested()) {
        sockets_.replay->poll(std::chrono::milliseconds(5),
                              [this](const ReplayRequest& request, const wire::Visitor&) { return answer(request); });
        if (std::chrono::steady_clock::now() < next_beat) continue;
        next_beat += options_.beat;
        if (!silent_) beat_all();
    }
}

void FakeStudio::beat_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, table] : tables_)
        sockets_.feed->heartbeat({"studio-1", id, table.epoch, table.journal.size() + 1, 0});
}

void FakeStudio::add_table(const std::string& table_id) {
    const std::lock_guard lock(mutex_);
    tables_[table_id];
}

void FakeStudio::publish(const std::string& table_id, int count, const std::function<bool(std::uint64_t)>& lost) {
    for (int i = 0; i < count; ++i) {
        const std::lock_guard lock(mutex_);
        auto& table = tables_[table_id];
        ::studio::v1::Envelope envelope;
        envelope.set_schema(1);
        envelope.set_studio_id("studio-1");
        envelope.set_table_id(table_id);
        envelope.set_epoch(table.epoch);
        envelope.set_seq(table.journal.size() + 1);
        envelope.mutable_player_notice()->set_seconds(i);
        table.journal.push_back(envelope.SerializeAsString() + "\x7A\x20" + std::string(32, 'h'));
        if (sockets_.feed && !(lost && lost(envelope.seq()))) sockets_.feed->publish(table_id, table.journal.back());
    }
}

void FakeStudio::new_epoch(const std::string& table_id) {
    const std::lock_guard lock(mutex_);
    auto& table = tables_[table_id];
    ++table.epoch;
    table.journal.clear();
}

std::vector<std::string> FakeStudio::journal(const std::string& table_id) {
    const std::lock_guard lock(mutex_);
    return tables_[table_id].journal;
}

std::vector<ReplayResponse> FakeStudio::answer(const ReplayRequest& request) {
    if (deaf_) return {wire::replay_error("not now")};
    const std::lock_guard lock(mutex_);
    ReplayResponse response;
    if (request.has_tables()) {
        for (const auto& [id, table] : tables_)
            response.mutable_tables()->add_tables()->set_table_id(id);
        return {response};
    }
    const auto& table_id = request.has_snapshot() ? request.snapshot().table_id() : request.replay().table_id();
    const auto found = tables_.find(table_id);
    if (found == tables_.end()) return {wire::replay_error("no table " + table_id)};
    if (request.has_replay()) {
        ++replays_;
        return pages(found->second, request.replay());
    }
    auto& snapshot = *response.mutable_snapshot();
    snapshot.set_table_id(table_id);
    snapshot.set_epoch(found->second.epoch);
    snapshot.set_seq(found->second.journal.size());
    return {response};
}

std::vector<ReplayResponse> FakeStudio::pages(const Table& table, const ::studio::v1::Replay& replay) const {
    std::vector<ReplayResponse> responses;
    const auto newest = table.journal.size();
    const auto to = replay.to_seq() == 0 ? newest : std::min<std::uint64_t>(newest, replay.to_seq());
    auto last = replay.from_seq() - 1;
    for (std::size_t pages = 0; pages < options_.pages_an_answer && last < to; ++pages) {
        auto& page = *responses.emplace_back().mutable_page();
        for (std::size_t i = 0; i < options_.page && last < to; ++i)
            page.add_envelopes(table.journal[last++]);
    }
    auto& end = *responses.emplace_back().mutable_end();
    end.set_table_id(replay.table_id());
    end.set_epoch(table.epoch);
    end.set_last_seq(last);
    end.set_next_seq(newest + 1);
    return responses;
}

} // namespace proto::client
