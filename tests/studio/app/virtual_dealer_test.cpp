// The virtual dealer's mistakes, and how a drill's dealer mends them.
#include "studio/app/virtual_dealer.h"

#include <gtest/gtest.h>

#include <tuple>

namespace studio::app {
namespace {

using engine::Act;

engine::ExpectedAct act(Act what, const std::string& slot) {
    return {.act = what, .slot = engine::Slot::parse(slot), .until = {}, .fault = {}, .endings = {}};
}

engine::Expected fault_at(const engine::Slot& slot) {
    auto resolve = act(Act::RESOLVE_FAULT, slot.text());
    resolve.fault = engine::FaultCode::WRONG_POSITION;
    resolve.endings = engine::rule_of(engine::FaultCode::WRONG_POSITION).endings;
    engine::Expected expected;
    expected.acts = {resolve};
    return expected;
}

class VirtualDealerTest : public ::testing::Test {
protected:
    VirtualDealerTest() {
        std::vector<engine::Slot> places;
        for (const auto* text : {"P1.1", "P2.1", "P3.1"})
            places.push_back(*engine::Slot::parse(text));
        dealer_.sit_at(places);
        deal_.acts = {act(Act::TURN_BURN_CARD, "BURN")};
        std::ignore = dealer_.decide(deal_, now_); // of a new shoe
        deal_.acts = {act(Act::DEAL_CARD, "P1.1")};
        dealer_.make_mistakes(1000, {engine::FaultCode::WRONG_POSITION});
    }
    // The card that went astray, and where.
    Lay astray() {
        const auto deed = dealer_.decide(deal_, now_);
        return deed && std::holds_alternative<Lay>(*deed) ? std::get<Lay>(*deed) : Lay{};
    }

    VirtualDealer dealer_{7, "virtual"};
    engine::Expected deal_;
    engine::Time now_{};
};

TEST_F(VirtualDealerTest, ADrillsHandPutsACardBackAndDealsItWhereItBelongs) {
    dealer_.mend(Mends::BACK_IN_ORDER);
    const auto wrong = astray();
    EXPECT_NE(wrong.slot.text(), "P1.1");
    const auto back = dealer_.decide(fault_at(wrong.slot), now_);
    ASSERT_TRUE(back && std::holds_alternative<Take>(*back));
    EXPECT_EQ(std::get<Take>(*back).slot, wrong.slot);
    EXPECT_FALSE(dealer_.lying().contains(wrong.slot));
    dealer_.make_mistakes(0);
    const auto again = dealer_.decide(deal_, now_);
    ASSERT_TRUE(again && std::holds_alternative<Lay>(*again));
    EXPECT_EQ(std::get<Lay>(*again).slot.text(), "P1.1");
    EXPECT_EQ(std::get<Lay>(*again).card, wrong.card) << "the same card, from the top of the shoe";
}

// Whoever presses the buttons may do it before this dealer has looked.
TEST_F(VirtualDealerTest, AShoeThatSomebodyStartsAtOnceIsDealt) {
    VirtualDealer quick(7, "virtual");
    deal_.acts = {act(Act::OPEN_TABLE, "")};
    EXPECT_TRUE(quick.decide(deal_, now_));
    deal_.acts = {act(Act::TURN_BURN_CARD, "BURN")};
    const auto deed = quick.decide(deal_, now_);
    ASSERT_TRUE(deed && std::holds_alternative<Lay>(*deed));
    EXPECT_FALSE(std::get<Lay>(*deed).face_down);
}

TEST_F(VirtualDealerTest, OtherwiseTheRoundIsVoided) {
    const auto wrong = astray();
    now_ += std::chrono::seconds(5);
    const auto deed = dealer_.decide(fault_at(wrong.slot), now_);
    ASSERT_TRUE(deed && std::holds_alternative<Press>(*deed));
    EXPECT_TRUE(std::holds_alternative<engine::VoidRound>(std::get<Press>(*deed).button));
}

} // namespace
} // namespace studio::app
