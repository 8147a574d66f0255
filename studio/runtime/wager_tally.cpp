#include "studio/runtime/wager_tally.h"

#include "studio/v1/feed.pb.h"

namespace studio::runtime {

namespace {

constexpr std::size_t page = 512;

v1::PrivateEnvelope read(const WagerSource::Event& event) {
    v1::PrivateEnvelope envelope;
    if (!envelope.ParseFromString(event.bytes)) envelope.Clear();
    return envelope;
}

void take(std::set<std::string>& open, const v1::PrivateEnvelope& envelope) {
    if (envelope.has_wager_accepted()) open.insert(envelope.wager_accepted().wager_id());
    if (envelope.has_wager_settled()) open.erase(envelope.wager_settled().wager_id());
    if (envelope.has_wager_refunded()) open.erase(envelope.wager_refunded().wager_id());
}

} // namespace

void WagerTally::touch(const std::string& table_id, const std::string& distributor) {
    if (const auto known = streams_.find({table_id, distributor}); known != streams_.end()) known->second.stale = true;
}

WagerTally::Count WagerTally::count(const std::string& table_id, const std::string& distributor, WagerSource& source) {
    auto& stream = streams_[{table_id, distributor}];
    if (stream.stale) read_on(stream, distributor, source);
    stream.stale = false;
    return {stream.read_to, stream.open.size()};
}

void WagerTally::read_on(Stream& stream, const std::string& distributor, WagerSource& source) {
    const auto last = source.last_wager_seq(distributor);
    if (last == stream.read_to) return;
    const auto newest = source.wagers(distributor, {}, last, 1);
    const auto round_id = newest.empty() ? "" : read(newest.front()).round_id();
    const auto from = round_id == stream.round_id ? stream.read_to + 1 : 1;
    if (from == 1) stream.open.clear();
    stream.round_id = round_id;
    for (auto next = from; next <= last;) {
        const auto events = source.wagers(distributor, round_id, next, page);
        for (const auto& event : events)
            take(stream.open, read(event));
        if (events.size() < page) break;
        next = events.back().seq + 1;
    }
    stream.read_to = last;
}

} // namespace studio::runtime
