#include "recognition/tracking/table_layout.h"

#include <gtest/gtest.h>

#include <limits>

namespace recognition::tracking {
namespace {

Corners rectangle(double x, double y, double width, double height) {
    return {Point{x, y}, Point{x + width, y}, Point{x + width, y + height}, Point{x, y + height}};
}

TableLayout good() {
    TableLayout layout;
    layout.name = "test";
    layout.width = 1920;
    layout.height = 1080;
    layout.fps = 30;
    layout.card_width = 118;
    layout.card_height = 165;
    layout.slots = {{*engine::Slot::parse("P1.1"), rectangle(100, 100, 118, 165)},
                    {*engine::Slot::parse("P1.2"), rectangle(218, 100, 118, 165)}};
    return layout;
}

TEST(table_layout, neighbours_may_touch) {
    EXPECT_FALSE(check(good()));
}

TEST(table_layout, finds_a_slot_and_says_nothing_for_another) {
    const auto layout = good();
    EXPECT_EQ(layout.find(*engine::Slot::parse("P1.2")), &layout.slots[1]);
    EXPECT_EQ(layout.find(*engine::Slot::parse("P2.1")), nullptr);
}

TEST(table_layout, refuses_slots_on_each_other_and_names_both) {
    auto layout = good();
    layout.slots[1].corners = rectangle(210, 110, 118, 165);
    const auto fault = check(layout);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->slot, *engine::Slot::parse("P1.2"));
    EXPECT_EQ(fault->text, "slots P1.1 and P1.2 lie on each other");
}

TEST(table_layout, a_fan_may_lie_on_itself_but_not_on_an_index) {
    auto layout = good();
    layout.slots[0].overlapped = true;
    layout.slots[1].corners = rectangle(100 + 40, 110, 118, 165);
    EXPECT_FALSE(check(layout));
    layout.slots[1].corners = rectangle(100 + 30, 110, 118, 165);
    ASSERT_TRUE(check(layout));
    EXPECT_EQ(check(layout)->text, "slot P1.2 lies on the index of P1.1");
    // The card that lies above must be the later one of the same seat.
    layout.slots[0].overlapped = false;
    layout.slots[1].overlapped = true;
    layout.slots[1].corners = rectangle(100 + 40, 110, 118, 165);
    EXPECT_TRUE(check(layout));
    layout.slots[0].overlapped = true;
    layout.slots[1].slot = *engine::Slot::parse("P2.2");
    EXPECT_TRUE(check(layout));
}

TEST(table_layout, refuses_a_slot_inside_another) {
    auto layout = good();
    layout.slots[1].corners = rectangle(120, 120, 60, 80);
    EXPECT_TRUE(check(layout));
}

TEST(table_layout, refuses_slots_out_of_the_picture) {
    for (const auto& corners : {rectangle(-1, 0, 100, 100), rectangle(1900, 0, 100, 100), rectangle(0, 1000, 60, 100)}) {
        auto layout = good();
        layout.slots[1].corners = corners;
        const auto fault = check(layout);
        ASSERT_TRUE(fault);
        EXPECT_NE(fault->text.find("P1.2 lies out of the picture"), std::string::npos) << fault->text;
    }
}

TEST(table_layout, refuses_quads_no_card_could_fill) {
    auto layout = good();
    layout.slots[1].corners = rectangle(300, 100, 20, 165);
    EXPECT_TRUE(check(layout));
    layout.slots[1].corners = {Point{300, 100}, Point{300, 265}, Point{418, 265}, Point{418, 100}};
    EXPECT_NE(check(layout)->text.find("clockwise"), std::string::npos);
    layout.slots[1].corners = rectangle(300, 100, 118, std::numeric_limits<double>::quiet_NaN());
    EXPECT_TRUE(check(layout));
}

TEST(table_layout, refuses_sizes_that_are_none_and_a_deal_to_nowhere) {
    auto layout = good();
    layout.width = 0;
    EXPECT_TRUE(check(layout));
    layout = good();
    layout.fps = 0;
    EXPECT_TRUE(check(layout));
    layout = good();
    layout.card_height = 10;
    EXPECT_TRUE(check(layout));
    layout = good();
    layout.slots.push_back(layout.slots[0]);
    EXPECT_NE(check(layout)->text.find("twice"), std::string::npos);
    layout = good();
    layout.deal_order = {*engine::Slot::parse("P9.1")};
    EXPECT_NE(check(layout)->text.find("P9.1"), std::string::npos);
}

TEST(table_layout, overlap_is_the_depth_in_px) {
    EXPECT_NEAR(overlap(rectangle(0, 0, 10, 10), rectangle(7, 2, 10, 10)), 3, 1e-9);
    EXPECT_LE(overlap(rectangle(0, 0, 10, 10), rectangle(20, 0, 10, 10)), 0);
    // Apart along the diagonal only: no edge normal of the upright one separates them, the turned one's does.
    EXPECT_LE(overlap(rectangle(0, 0, 10, 10), {Point{18, 10}, Point{26, 18}, Point{18, 26}, Point{10, 18}}), 0);
}

} // namespace
} // namespace recognition::tracking
