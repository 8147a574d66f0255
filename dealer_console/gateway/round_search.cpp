#include "dealer_console/gateway/round_search.h"

#include <algorithm>
#include <tuple>

namespace dealer_console::gateway {

namespace {

constexpr std::int64_t hour_ns = 3'600'000'000'000;
constexpr std::int64_t longest_ns = 100 * 24 * hour_ns;
constexpr std::int64_t before_ns = 12 * hour_ns; // who deals was told when the shift began
constexpr std::int64_t after_ns = 12 * hour_ns;  // a round is voided or revised later

bool within(std::int64_t at_ns, const v1::PastRounds& wish) {
    return at_ns >= wish.from_ns() && at_ns < wish.to_ns();
}

} // namespace

std::string fault_of(const v1::PastRounds& wish) {
    if (wish.from_ns() < 0 || wish.to_ns() < 0) return "a time begins after 1970";
    if (wish.to_ns() <= wish.from_ns()) return "the end of the time is not after its beginning";
    if (wish.to_ns() - wish.from_ns() > longest_ns) return "at most 100 days at once";
    return "";
}

std::optional<v1::ReplayRequest> RoundSearch::next() const {
    if (over_) return std::nullopt;
    v1::ReplayRequest request;
    if (asked_until_ == 0) {
        request.mutable_since()->set_table_id(wish_.table_id());
        request.mutable_since()->set_at_ns(std::max<std::int64_t>(0, wish_.from_ns() - before_ns));
    } else {
        request.mutable_replay()->set_table_id(wish_.table_id());
        request.mutable_replay()->set_from_seq(asked_until_ + 1);
    }
    return request;
}

void RoundSearch::take(const v1::ReplayPage& page) {
    v1::Envelope event;
    for (const auto& bytes : page.envelopes()) {
        if (!event.ParseFromString(bytes)) continue; // of a later schema
        if (event.at_ns() >= wish_.to_ns() + after_ns) over_ = true;
        if (over_) return;
        std::ignore = book_.take(event);
    }
}

bool RoundSearch::take(const std::vector<v1::ReplayResponse>& answer) {
    if (answer.empty() || !answer.back().has_end()) return false;
    for (const auto& part : answer)
        if (part.has_page()) take(part.page());
    const auto& end = answer.back().end();
    over_ = over_ || end.last_seq() + 1 >= end.next_seq() || end.last_seq() <= asked_until_;
    asked_until_ = end.last_seq();
    return true;
}

v1::RoundRecords RoundSearch::found(const std::vector<Question>& questions) const {
    std::vector<v1::RoundRecord> rounds;
    for (const auto& record : book_.rounds())
        if (within(record.opened_at_ns(), wish_)) rounds.push_back(record);
    v1::RoundRecords found;
    found.set_cut(rounds.size() > most_rounds);
    if (found.cut()) rounds.erase(rounds.begin(), rounds.end() - static_cast<std::ptrdiff_t>(most_rounds));
    for (auto& record : rounds) {
        const auto asked = std::ranges::count_if(questions, [&record](const auto& one) {
            return one.table_id == record.table_id() && one.at_ns >= record.opened_at_ns() &&
                   (record.ended_at_ns() == 0 || one.at_ns <= record.ended_at_ns());
        });
        record.set_questions(static_cast<std::uint32_t>(asked));
        *found.add_rounds() = std::move(record);
    }
    return found;
}

} // namespace dealer_console::gateway
