#include "studio/runtime/messages.h"

#include <gtest/gtest.h>

namespace studio::runtime {
namespace {

std::expected<Observation, std::string> read(const v1::ObserveMessage& message) {
    return read_observation(message.SerializeAsString());
}

v1::ObserveMessage shoe_card(const std::string& card) {
    v1::ObserveMessage message;
    message.set_schema(1);
    message.set_table_id("T1");
    message.set_camera_id("shoe-1");
    message.mutable_shoe()->set_number(17);
    message.mutable_shoe()->set_card(card);
    message.mutable_shoe()->set_at_ns(5);
    return message;
}

TEST(Messages, AShoesReadingIsAnInput) {
    const auto observation = read(shoe_card("Td"));
    ASSERT_TRUE(observation);
    EXPECT_EQ(*observation->input, engine::Input(engine::ShoeCardRead{"shoe-1", 17, *engine::Card::parse("Td")}));
    EXPECT_EQ(observation->at.time_since_epoch(), engine::Duration(5));
}

TEST(Messages, ACardCheckIsAnInputOfItsCamera) {
    v1::ObserveMessage message;
    message.set_schema(1);
    message.set_table_id("T1");
    message.set_camera_id("c1");
    auto& check = *message.mutable_card_check();
    check.set_cards(52);
    check.set_right(51);
    check.set_wrong(1);
    check.set_slowest_ms(640);
    check.add_confusion()->set_dealt("3h");
    check.mutable_confusion(0)->set_read("8h");
    check.mutable_confusion(0)->set_times(1);
    const auto observation = read(message);
    ASSERT_TRUE(observation) << observation.error();
    const auto three = *engine::Card::parse("3h"), eight = *engine::Card::parse("8h");
    EXPECT_EQ(*observation->input, engine::Input(engine::CardCheckDone{"c1", 52, 51, 1, 0, 0, 640, 0, {{three, eight, 1}}}));
    check.mutable_confusion(0)->set_read("1h");
    EXPECT_EQ(read(message).error(), "card_check.read: \"1h\" is not a card");
    check.mutable_confusion(0)->set_read("8h");
    check.set_right(4'000'000'000);
    EXPECT_EQ(read(message).error(), "card_check.right: 4000000000 is too many");
}

TEST(Messages, WhatIsWrongInAMessageIsNamed) {
    EXPECT_EQ(read(shoe_card("Zd")).error(), "shoe.card: 'Zd' is not known");
    EXPECT_EQ(read_observation("no message").error(), "not an ObserveMessage");
    auto later = shoe_card("Td");
    later.set_schema(2);
    EXPECT_EQ(read(later).error(), "schema: version 2 is not known");
    later.set_schema(1);
    later.clear_shoe();
    EXPECT_EQ(read(later).error(), "body: nothing known is set");
}

// A decision is for the box's own distributor, and for the people at the table who hear what a player says; nobody else's.
TEST(Messages, ADecisionIsForDistributorsAndForPeopleAtTheTable) {
    const engine::Input decision = engine::MakeDecision{};
    for (const auto role : {v1::ROLE_DISTRIBUTOR, v1::ROLE_DEALER, v1::ROLE_SUPERVISOR, v1::ROLE_OPERATOR})
        EXPECT_TRUE(may(role, decision)) << role;
    for (const auto role : {v1::ROLE_OBSERVER, v1::ROLE_UNSPECIFIED})
        EXPECT_FALSE(may(role, decision)) << role;
}

} // namespace
} // namespace studio::runtime
