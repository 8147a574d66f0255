#include "recognition/app/card_check_command.h"

#include "recognition/app/card_check.h"
#include "recognition/app/model_folder.h"
#include "recognition/capture/deck_art.h"
#include "studio/v1/observe.pb.h"

#include "tests/recognition/app/lock_step_hand.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <zmq.hpp>

#include <sstream>
#include <thread>

namespace recognition::app {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

engine::Card card(const char* text) {
    return *engine::Card::parse(text);
}

DealtCard dealt(const char* text, int took_ms = 170) {
    return {card(text), "", milliseconds(took_ms), 1};
}

TEST(card_check, right_wrong_and_doubtful_are_counted_against_the_order) {
    const std::vector<DealtCard> cards{dealt("As"), dealt("8h", 900), {std::nullopt, "GLARE", milliseconds(1000), 3}, dealt("4s")};
    const std::vector<engine::Card> order{card("As"), card("6h"), card("3s"), card("4s")};
    const auto result = account(cards, order);
    EXPECT_EQ(result.right, 2);
    EXPECT_EQ(result.wrong, 1);
    EXPECT_EQ(result.doubtful, 1);
    EXPECT_EQ(result.confusion.at({card("6h"), card("8h")}), 1);
    EXPECT_EQ(result.reasons.at("GLARE"), 1);
    EXPECT_EQ(result.slowest, milliseconds(900));
    EXPECT_EQ(result.slowest_at, 1U);
    EXPECT_FALSE(result.passed(4));
    EXPECT_EQ(result.missing.size(), 49U);
}

TEST(card_check, without_an_order_a_card_seen_twice_is_told) {
    const std::vector<DealtCard> cards{dealt("As"), dealt("Ks"), dealt("As")};
    const auto result = account(cards, {});
    EXPECT_EQ(result.twice, std::vector{card("As")});
    EXPECT_FALSE(result.passed(3));
    EXPECT_TRUE(account(std::span(cards).first(2), {}).passed(2));
}

TEST(card_check, time_counts_from_the_first_clear_view_of_the_face) {
    using tracking::SlotState;
    const auto slot = *engine::Slot::parse("P1.1");
    CardCheck check;
    const auto frame = [&](int ms, SlotState state, tracking::View view, std::optional<SlotState> settled = {}) {
        tracking::SlotReading reading;
        reading.slot = slot;
        reading.state = state;
        reading.view = view;
        std::vector<tracking::CardSettled> told;
        if (settled) {
            tracking::CardSettled one;
            one.slot = slot;
            one.state = *settled;
            if (*settled == SlotState::FACE_UP) one.card = card("9d");
            told.push_back(one);
        }
        check.observe(reading, told, static_cast<std::uint64_t>(ms), milliseconds(ms));
    };
    frame(0, SlotState::EMPTY, tracking::View::CLEAR, SlotState::EMPTY);
    frame(100, SlotState::DOUBTFUL, tracking::View::COVERED);
    frame(200, SlotState::FACE_DOWN, tracking::View::CLEAR, SlotState::FACE_DOWN);
    frame(300, SlotState::FACE_UP, tracking::View::CLEAR);
    frame(500, SlotState::FACE_UP, tracking::View::CLEAR, SlotState::FACE_UP);
    frame(700, SlotState::EMPTY, tracking::View::CLEAR, SlotState::EMPTY);
    check.finish();
    ASSERT_EQ(check.cards().size(), 1U);
    EXPECT_EQ(check.cards()[0].read, card("9d"));
    EXPECT_EQ(check.cards()[0].took, milliseconds(200));
}

// Shows cards in a slot.
void deal(LockStepHand& hand, const std::vector<std::string>& cards) {
    hand.meet();
    hand.frames(5);
    for (const auto& one : cards) {
        hand.ask({{"do", "put"}, {"slot", "P3.2"}, {"card", one}});
        hand.frames(7);
        if (one == cards.back()) break; // it lies until the end
        hand.ask({{"do", "sweep"}});
        hand.frames(6);
    }
    hand.ask({{"do", "end"}});
}

TEST(card_check, cards_dealt_to_a_virtual_camera_are_accounted_for_and_told_to_the_studio) {
    const capture::TemporaryFolder folder;
    zmq::context_t context;
    zmq::socket_t station(context, zmq::socket_type::pull);
    station.set(zmq::sockopt::linger, 0);
    station.set(zmq::sockopt::rcvtimeo, 30'000);
    const auto observe = "ipc://" + (folder / "observe").string();
    station.bind(observe);
    LockStepHand hand(folder);
    std::thread dealer([&] { deal(hand, {"As", "Td", "7h", "Qc", "2s"}); });
    std::ostringstream out, errors;
    CardCheckOptions options;
    options.camera = hand.camera();
    options.layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
    options.slot = "P3.2";
    options.order = folder.write("order.txt", "As Td 7h\nQd 2s\n").string(); // one card is not what the order says
    options.cards = 5;
    options.observe = observe;
    options.table = "T1";
    options.camera_id = "c7";
    options.out = &out;
    options.errors = &errors;
    const int code = card_check_command(options);
    dealer.join();
    EXPECT_EQ(code, 1) << errors.str();
    const auto result = json::parse(out.str());
    EXPECT_EQ(result["cards"], 5);
    EXPECT_EQ(result["right"], 4);
    EXPECT_EQ(result["wrong"], 1);
    EXPECT_EQ(result["confusion"], (json::array({{{"dealt", "Qd"}, {"read", "Qc"}, {"times", 1}}})));
    EXPECT_GE(result["slowest_ms"], 100);
    zmq::message_t raw;
    ASSERT_TRUE(station.recv(raw));
    studio::v1::ObserveMessage message;
    ASSERT_TRUE(message.ParseFromArray(raw.data(), static_cast<int>(raw.size())));
    EXPECT_EQ(message.table_id(), "T1");
    const auto& check = message.card_check();
    EXPECT_EQ(check.camera(), "c7");
    EXPECT_EQ(check.cards(), 5U);
    EXPECT_EQ(check.right(), 4U);
    EXPECT_EQ(check.wrong(), 1U);
    EXPECT_EQ(check.missing(), 47U);
    EXPECT_GE(check.slowest_ms(), 100U);
    ASSERT_EQ(check.confusion_size(), 1);
    EXPECT_EQ(check.confusion(0).dealt(), "Qd");
    EXPECT_EQ(check.confusion(0).read(), "Qc");
}

TEST(card_check, a_result_that_no_studio_takes_is_an_error) {
    const capture::TemporaryFolder folder;
    cv::imwrite((folder / "a.png").string(), cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(60, 110, 30)));
    std::ostringstream out, errors;
    CardCheckOptions options;
    options.camera = "images:" + folder.path().string();
    options.layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
    options.observe = "ipc://" + (folder / "nobody").string();
    options.out = &out;
    options.errors = &errors;
    EXPECT_EQ(card_check_command(options), 2);
    EXPECT_EQ(errors.str(), "cardcheck: --observe and --table go together\n");
    options.table = "T1";
    errors.str("");
    EXPECT_EQ(card_check_command(options), 2);
    EXPECT_EQ(errors.str(), "cardcheck: no studio takes the result at " + options.observe + ": it is not in the journal\n");
    EXPECT_EQ(json::parse(out.str())["cards"], 0);
}

} // namespace
} // namespace recognition::app
