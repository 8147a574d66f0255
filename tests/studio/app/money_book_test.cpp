#include "studio/app/money_book.h"

#include <gtest/gtest.h>

namespace studio::app {
namespace {

const engine::Seat box = *engine::Seat::parse("X1");

engine::Money euro(std::int64_t minor) {
    return {minor, "EUR"};
}
engine::Event accepted(const std::string& id, std::int64_t stake, std::int64_t held = 0) {
    return {"R1", engine::WagerAccepted{id, "acme", box, "ANTE", euro(stake), euro(held)}};
}
engine::Event settled(const std::string& id, int revision, std::int64_t deducted, std::int64_t returned) {
    return {"R1", engine::WagerSettled{id, "acme", revision, euro(deducted), euro(returned)}};
}
engine::Event refunded(const std::string& id, std::int64_t returned) {
    return {"R1", engine::WagerRefunded{id, "acme", euro(returned)}};
}

MoneyBook book_of(const std::vector<engine::Event>& events) {
    MoneyBook book;
    for (const auto& event : events)
        book.take(event);
    return book;
}

TEST(MoneyBook, AWagerIsOpenUntilItEnds) {
    const auto open = book_of({accepted("w1", 500, 1000), accepted("w2", 300)});
    EXPECT_EQ(open.wagers(), 2);
    EXPECT_EQ(open.taken(), 1800);
    EXPECT_EQ(open.open(), 1800);
    EXPECT_EQ(open.returned(), 0);
    const auto ended = book_of({accepted("w1", 500, 1000), accepted("w2", 300), settled("w1", 1, 1500, 2000), refunded("w2", 300)});
    EXPECT_EQ(ended.open(), 0);
    EXPECT_EQ(ended.returned(), 2300);
    EXPECT_TRUE(ended.faults().empty());
}

TEST(MoneyBook, ARevisionReplacesWhatCameBackBefore) {
    const auto revised = book_of({accepted("w1", 500), settled("w1", 1, 500, 1500), settled("w1", 2, 500, 0)});
    EXPECT_EQ(revised.returned(), 0);
    EXPECT_TRUE(revised.faults().empty());
    const auto voided = book_of({accepted("w1", 500), settled("w1", 1, 500, 1500), refunded("w1", 500)});
    EXPECT_EQ(voided.returned(), 500);
    EXPECT_TRUE(voided.faults().empty());
}

TEST(MoneyBook, WhatIsWrongIsSaidInWords) {
    const std::vector<std::pair<std::vector<engine::Event>, std::string>> wrong{
        {{accepted("w1", 500), accepted("w1", 500)}, "wager w1 of acme is accepted twice"},
        {{settled("w1", 1, 500, 0)}, "wager w1 of acme ends and was never accepted"},
        {{refunded("w1", 500)}, "wager w1 of acme ends and was never accepted"},
        {{accepted("w1", 500), settled("w1", 1, 500, 0), settled("w1", 1, 500, 0)}, "wager w1 of acme ends twice"},
        {{accepted("w1", 500, 1000), settled("w1", 1, 500, 0)}, "wager w1 of acme took 1500 and ends with 500"},
        {{accepted("w1", 500), refunded("w1", 400)}, "wager w1 of acme took 500 and ends with 400"},
        {{accepted("w1", 500), settled("w1", 1, 500, -1)}, "wager w1 of acme returns less than nothing"},
    };
    for (const auto& [events, fault] : wrong) {
        const auto book = book_of(events);
        ASSERT_EQ(book.faults().size(), 1U) << fault;
        EXPECT_EQ(book.faults()[0], fault);
    }
}

TEST(MoneyBook, AnIdIsOfOneDistributorInOneRound) {
    auto of_other = accepted("w1", 700);
    std::get<engine::WagerAccepted>(of_other.body).distributor = "other";
    auto of_next_round = accepted("w1", 900);
    of_next_round.round_id = "R2";
    const auto book = book_of({accepted("w1", 500), of_other, settled("w1", 1, 500, 0), of_next_round});
    EXPECT_TRUE(book.faults().empty()) << book.faults()[0];
    EXPECT_EQ(book.open(), 1600);
}

} // namespace
} // namespace studio::app
