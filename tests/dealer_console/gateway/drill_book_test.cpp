// A drill's score from events and refusals alone.
#include "dealer_console/gateway/drill_book.h"

#include <gtest/gtest.h>

namespace dealer_console::gateway {
namespace {

constexpr std::int64_t second = 1'000'000'000;

v1::Envelope sits(const std::string& dealer) {
    v1::Envelope event;
    event.mutable_dealer_changed()->set_dealer(dealer);
    return event;
}

v1::Envelope raised(v1::FaultCode code, const std::string& slot, std::int64_t at_s) {
    v1::Envelope event;
    event.set_at_ns(at_s * second);
    event.mutable_fault_raised()->set_code(code);
    if (!slot.empty()) event.mutable_fault_raised()->set_slot(slot);
    return event;
}

v1::Envelope ended(v1::FaultCode code, const std::string& slot, std::int64_t at_s) {
    v1::Envelope event;
    event.set_at_ns(at_s * second);
    event.mutable_fault_cleared()->set_code(code);
    if (!slot.empty()) event.mutable_fault_cleared()->set_slot(slot);
    return event;
}

TEST(DrillBook, TenSecondsAreFreeThenEachSecondAndEachRefusalCosts) {
    EXPECT_EQ(drill_points(0, 0), 100U);
    EXPECT_EQ(drill_points(10 * second, 0), 100U);
    EXPECT_EQ(drill_points(11 * second, 0), 98U);
    EXPECT_EQ(drill_points(9 * second, 3), 70U);
    EXPECT_EQ(drill_points(10 * second + second / 2, 0), 99U);
    EXPECT_EQ(drill_points(60 * second, 0), 0U);
    EXPECT_EQ(drill_points(3600 * second, 7), 0U) << "never less than nothing";
}

TEST(DrillBook, AFaultIsWhoeverSatThereWhenItWasRaised) {
    DrillBook book;
    EXPECT_FALSE(book.take(raised(v1::FAULT_CODE_CAMERA_LOST, "", 1)));
    EXPECT_FALSE(book.take(ended(v1::FAULT_CODE_CAMERA_LOST, "", 2))) << "nobody sat there";
    book.take(sits("anna"));
    EXPECT_FALSE(book.take(raised(v1::FAULT_CODE_WRONG_POSITION, "P3.1", 10)));
    EXPECT_FALSE(book.take(raised(v1::FAULT_CODE_WRONG_POSITION, "P3.1", 20))) << "the same, graver";
    book.take(sits("dora"));
    EXPECT_FALSE(book.take(ended(v1::FAULT_CODE_WRONG_POSITION, "P4.1", 25))) << "another place";
    EXPECT_TRUE(book.take(ended(v1::FAULT_CODE_WRONG_POSITION, "P3.1", 25)));
    book.take(raised(v1::FAULT_CODE_NO_DEAL, "", 30));
    EXPECT_TRUE(book.take(ended(v1::FAULT_CODE_NO_DEAL, "", 33)));
    EXPECT_FALSE(book.take(ended(v1::FAULT_CODE_NO_DEAL, "", 34))) << "it is over";
    const auto score = book.score("T1");
    EXPECT_EQ(score.table_id(), "T1");
    ASSERT_EQ(score.trainees_size(), 2);
    EXPECT_EQ(score.trainees(0).name(), "anna");
    EXPECT_EQ(score.trainees(0).points(), 90U) << "15 s";
    EXPECT_EQ(score.trainees(1).points(), 100U);
    ASSERT_EQ(score.faults_size(), 2);
    EXPECT_EQ(score.faults(0).slot(), "P3.1");
    EXPECT_EQ(score.faults(0).raised_at_ns(), 10 * second);
    EXPECT_EQ(score.faults(1).trainee(), "dora");
}

TEST(DrillBook, ARefusalCountsOnceForTheFaultThatEndsAfterIt) {
    DrillBook book;
    book.take(sits("anna"));
    // As after a restart: the audit is read before the feed tells what happened.
    book.take(Refusal{"T1", "anna", 12 * second});
    book.take(Refusal{"T1", "boris", 12 * second});
    book.take(Refusal{"T1", "anna", 24 * second});
    book.take(raised(v1::FAULT_CODE_WRONG_POSITION, "P3.1", 10));
    book.take(ended(v1::FAULT_CODE_WRONG_POSITION, "P3.1", 15));
    book.take(raised(v1::FAULT_CODE_EXTRA_CARD, "BURN", 20));
    book.take(ended(v1::FAULT_CODE_EXTRA_CARD, "BURN", 22));
    const auto score = book.score("T1");
    EXPECT_EQ(score.faults(0).refusals(), 1U) << "boris is no trainee of this table";
    EXPECT_EQ(score.faults(0).points(), 90U);
    EXPECT_EQ(score.faults(1).refusals(), 0U) << "the other one came later";
    EXPECT_EQ(score.trainees(0).points(), 95U);
    EXPECT_EQ(score.trainees(0).handled(), 2U);
}

TEST(DrillBook, AllCountAndTheLastAreTold) {
    DrillBook book;
    book.take(sits("anna"));
    const int faults = static_cast<int>(DrillBook::most_faults) + 20;
    for (int at = 0; at < faults; ++at) {
        book.take(raised(v1::FAULT_CODE_NO_DEAL, "", at * 100));
        book.take(ended(v1::FAULT_CODE_NO_DEAL, "", at * 100 + (at < 20 ? 60 : 1))); // the first were slow
    }
    const auto score = book.score("T1");
    EXPECT_EQ(score.faults_size(), static_cast<int>(DrillBook::most_faults));
    EXPECT_EQ(score.trainees(0).handled(), static_cast<std::uint32_t>(faults));
    EXPECT_EQ(score.trainees(0).points(), 83U) << "100 of 120 in full";
}

} // namespace
} // namespace dealer_console::gateway
