// Rounds of a time long past, from pages of a history that the test makes.
#include "dealer_console/gateway/round_search.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace dealer_console::gateway {
namespace {

constexpr std::int64_t minute = 60'000'000'000;
constexpr std::int64_t day = 24 * 60 * minute;

v1::PastRounds day_of(std::int64_t number) {
    v1::PastRounds wish;
    wish.set_table_id("T1");
    wish.set_from_ns(number * day);
    wish.set_to_ns((number + 1) * day);
    return wish;
}

class History {
public:
    History& add(std::int64_t at_ns, const std::string& round, const std::function<void(v1::Envelope&)>& what) {
        v1::Envelope event;
        event.set_table_id("T1");
        event.set_seq(++seq_);
        event.set_at_ns(at_ns);
        event.set_round_id(round);
        what(event);
        page_.add_envelopes(event.SerializeAsString());
        return *this;
    }
    History& round(std::int64_t at_ns, const std::string& id) {
        add(at_ns, id, [](auto& event) { event.mutable_round_opened()->set_shoe_id("S1"); });
        return add(at_ns + minute, id, [](auto& event) { event.mutable_result_confirmed(); });
    }
    // What has come up to now as one answer; the history goes on to `next`.
    [[nodiscard]] std::vector<v1::ReplayResponse> answer(std::uint64_t next) {
        std::vector<v1::ReplayResponse> parts(2);
        *parts[0].mutable_page() = std::exchange(page_, {});
        parts[1].mutable_end()->set_last_seq(seq_);
        parts[1].mutable_end()->set_next_seq(next);
        return parts;
    }
    [[nodiscard]] std::uint64_t seq() const { return seq_; }

private:
    v1::ReplayPage page_;
    std::uint64_t seq_ = 0;
};

TEST(RoundSearch, ADayIsReadPageByPageAndNoFurther) {
    RoundSearch search(day_of(10));
    ASSERT_TRUE(search.next() && search.next()->has_since());
    EXPECT_EQ(search.next()->since().at_ns(), 10 * day - day / 2) << "who deals was told before";
    History history;
    history.add(10 * day - minute, "", [](auto& event) { event.mutable_dealer_changed()->set_dealer("anna"); });
    history.round(10 * day - 2 * minute, "S1-R1").round(10 * day, "S1-R2");
    ASSERT_TRUE(search.take(history.answer(100)));
    ASSERT_TRUE(search.next() && search.next()->has_replay());
    EXPECT_EQ(search.next()->replay().from_seq(), history.seq() + 1);
    history.round(11 * day - 2 * minute, "S1-R3").round(11 * day, "S1-R4");
    history.add(11 * day + minute, "S1-R3", [](auto& event) { event.mutable_round_voided()->set_reason("found later"); });
    history.round(12 * day, "S1-R5"); // long after
    ASSERT_TRUE(search.take(history.answer(100)));
    EXPECT_FALSE(search.next()) << "what comes now is too late";
    const auto found = search.found({{"T1", 10 * day + minute / 2}, {"T2", 10 * day + minute / 2}, {"T1", 10 * day + 5 * minute}});
    ASSERT_EQ(found.rounds_size(), 2);
    EXPECT_EQ(found.rounds(0).round_id(), "S1-R2");
    EXPECT_EQ(found.rounds(0).dealer(), "anna");
    EXPECT_EQ(found.rounds(0).questions(), 1U);
    EXPECT_EQ(found.rounds(1).end(), v1::ROUND_END_VOIDED);
    EXPECT_EQ(found.rounds(1).questions(), 0U);
    EXPECT_FALSE(found.cut());
}

TEST(RoundSearch, AHistoryThatEndsOrDoesNotMoveIsOver) {
    RoundSearch search(day_of(10));
    History history;
    ASSERT_TRUE(search.take(history.round(10 * day, "S1-R1").answer(3)));
    EXPECT_FALSE(search.next());
    RoundSearch stuck(day_of(10));
    ASSERT_TRUE(stuck.take(History().answer(50)));
    EXPECT_FALSE(stuck.next());
    std::vector<v1::ReplayResponse> error(1);
    error[0].mutable_error()->set_reason("no such table");
    EXPECT_FALSE(RoundSearch(day_of(10)).take(error));
}

TEST(RoundSearch, AWishHasASense) {
    EXPECT_EQ(fault_of(day_of(10)), "");
    auto wish = day_of(10);
    wish.set_to_ns(wish.from_ns());
    EXPECT_EQ(fault_of(wish), "the end of the time is not after its beginning");
    wish.set_to_ns(wish.from_ns() + 101 * day);
    EXPECT_EQ(fault_of(wish), "at most 100 days at once");
    wish.set_from_ns(-1);
    EXPECT_EQ(fault_of(wish), "a time begins after 1970");
}

} // namespace
} // namespace dealer_console::gateway
