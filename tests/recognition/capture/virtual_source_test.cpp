#include "recognition/capture/virtual_source.h"

#include "recognition/capture/layout_file.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zmq.hpp>

namespace recognition::capture {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

// The virtual dealer's end of the socket.
class virtual_source : public testing::Test {
protected:
    void SetUp() override {
        endpoint_ = "ipc://" + (folder_ / "table").string();
        socket_.set(zmq::sockopt::linger, 0);
        socket_.bind(endpoint_);
    }

    std::unique_ptr<FrameSource> open(const std::string& query) {
        SourceOptions options;
        options.layout = read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        return open_source("virtual:" + endpoint_ + query, options);
    }

    void tell(const json& request) { socket_.send(zmq::buffer(request.dump()), zmq::send_flags::none); }

    json heard() {
        socket_.set(zmq::sockopt::rcvtimeo, 5000);
        zmq::message_t message;
        if (!socket_.recv(message)) return {};
        return json::parse(message.to_string());
    }

    TemporaryFolder folder_;
    std::string endpoint_;
    zmq::context_t context_;
    zmq::socket_t socket_{context_, zmq::socket_type::dealer};
};

TEST_F(virtual_source, in_lock_step_one_request_gives_one_frame) {
    const auto source = open("?mode=lock-step");
    EXPECT_EQ(source->pace(), Pace::EVERY_FRAME);
    EXPECT_EQ(heard()["lock_step"], true);
    EXPECT_EQ(source->take(milliseconds(20)).kind, Taken::Kind::NONE_YET);
    tell({{"do", "lay"}, {"slot", "P1.1"}, {"card", "Ks"}, {"face_down", true}, {"id", 5}});
    tell({{"do", "frame"}, {"at_ns", 100'000'000}});
    tell({{"do", "frame"}, {"at_ns", 200'000'000}});
    const auto first = source->take(milliseconds(2000));
    ASSERT_EQ(first.kind, Taken::Kind::FRAME);
    EXPECT_EQ(first.frame.number, 1U);
    EXPECT_EQ(first.frame.captured_at, milliseconds(100));
    EXPECT_EQ(source->take(milliseconds(2000)).frame.captured_at, milliseconds(200));
    EXPECT_EQ(source->take(milliseconds(20)).kind, Taken::Kind::NONE_YET);
    const auto laid = heard();
    EXPECT_EQ(laid["do"], "lay");
    EXPECT_EQ(laid["ok"], true);
    EXPECT_EQ(laid["id"], 5);
    EXPECT_EQ(laid["busy"], true);
    const auto frame = heard();
    EXPECT_EQ(frame["frame"], 1);
    EXPECT_EQ(frame["at_ns"], 100'000'000);
    EXPECT_EQ(frame["busy"], true);
}

TEST_F(virtual_source, a_dealer_learns_when_the_hand_has_finished) {
    const auto source = open("?mode=lock-step&speed=2");
    heard();
    tell({{"do", "lay"}, {"slot", "P3.2"}, {"card", "Ks"}});
    bool busy = true;
    std::int64_t at = 0;
    for (; busy && at < 5'000'000'000;) {
        tell({{"do", "frame"}, {"at_ns", at += 50'000'000}});
        ASSERT_EQ(source->take(milliseconds(5000)).kind, Taken::Kind::FRAME);
        for (auto reply = heard();; reply = heard()) {
            busy = reply["busy"].get<bool>();
            if (reply["do"] == "frame") break;
        }
    }
    EXPECT_FALSE(busy);
    tell({{"do", "status"}});
    EXPECT_EQ(source->take(milliseconds(50)).kind, Taken::Kind::NONE_YET);
    EXPECT_EQ(heard()["slots"]["P3.2"], (json{{"state", "FACE_UP"}, {"card", "Ks"}}));
    tell({{"do", "end"}});
    EXPECT_EQ(source->take(milliseconds(5000)).kind, Taken::Kind::ENDED);
}

TEST_F(virtual_source, wrong_requests_are_answered_and_change_nothing) {
    const auto source = open("?mode=lock-step");
    heard();
    const std::vector<json> wrong{{{"do", "lay"}, {"slot", "P9.1"}, {"card", "Ks"}},
                                  {{"do", "lay"}, {"slot", "P1.1"}, {"card", "1x"}},
                                  {{"do", "lay"}, {"slot", "P1.1"}},
                                  {{"do", "turn"}, {"slot", "P1.1"}},
                                  {{"do", "turn"}, {"seat", "P1"}},
                                  {{"do", "take"}, {"seat", "X"}},
                                  {{"do", "swap"}, {"slot", "P1.1"}},
                                  {{"do", "swap"}, {"slot", "P1.1"}, {"with", "P1.2"}},
                                  {{"do", "dance"}},
                                  {{"do", 3}},
                                  {{"do", "frame"}, {"at_ns", "now"}},
                                  {{"do", "light"}, {"light", "disco"}},
                                  json::array({1, 2})};
    for (const auto& request : wrong)
        tell(request);
    socket_.send(zmq::str_buffer("{not json"), zmq::send_flags::none);
    EXPECT_EQ(source->take(milliseconds(200)).kind, Taken::Kind::NONE_YET);
    for (std::size_t i = 0; i <= wrong.size(); ++i) {
        const auto reply = heard();
        EXPECT_EQ(reply["ok"], false) << reply.dump();
        EXPECT_FALSE(reply["error"].get<std::string>().empty());
        EXPECT_EQ(reply["busy"], false);
    }
}

TEST_F(virtual_source, cards_change_places_and_a_seat_is_turned_and_taken_at_once) {
    const auto source = open("?mode=lock-step&speed=20");
    heard();
    std::int64_t at = 0;
    const auto states_after = [&](const json& request) {
        tell(request);
        for (int i = 0; i < 10; ++i) {
            tell({{"do", "frame"}, {"at_ns", at += 100'000'000}});
            EXPECT_EQ(source->take(milliseconds(5000)).kind, Taken::Kind::FRAME);
        }
        tell({{"do", "status"}});
        EXPECT_EQ(source->take(milliseconds(50)).kind, Taken::Kind::NONE_YET);
        for (auto reply = heard(); !reply.is_null(); reply = heard())
            if (reply["do"] == "status") return reply["slots"];
        return json();
    };
    tell({{"do", "put"}, {"slot", "P1.1"}, {"card", "Ks"}, {"face_down", true}});
    tell({{"do", "put"}, {"slot", "P1.2"}, {"card", "2d"}, {"face_down", true}});
    auto slots = states_after({{"do", "turn"}, {"seat", "P1"}});
    EXPECT_EQ(slots["P1.1"], (json{{"state", "FACE_UP"}, {"card", "Ks"}}));
    EXPECT_EQ(slots["P1.2"], (json{{"state", "FACE_UP"}, {"card", "2d"}}));
    slots = states_after({{"do", "swap"}, {"slot", "P1.1"}, {"with", "P1.2"}});
    EXPECT_EQ(slots["P1.1"]["card"], "2d");
    EXPECT_EQ(slots["P1.2"]["card"], "Ks");
    slots = states_after({{"do", "take"}, {"seat", "P1"}});
    EXPECT_EQ(slots["P1.1"]["state"], "EMPTY");
    EXPECT_EQ(slots["P1.2"]["state"], "EMPTY");
}

TEST_F(virtual_source, free_running_it_gives_frames_by_its_own_clock) {
    const auto source = open("");
    EXPECT_EQ(source->pace(), Pace::LIVE);
    CaptureTime last{0};
    std::uint64_t number = 0;
    for (int i = 0; i < 5; ++i) {
        const auto taken = source->take(milliseconds(5000));
        ASSERT_EQ(taken.kind, Taken::Kind::FRAME);
        EXPECT_GT(taken.frame.captured_at, last);
        EXPECT_GT(taken.frame.number, number);
        last = taken.frame.captured_at;
        number = taken.frame.number;
    }
}

TEST_F(virtual_source, a_camera_can_be_made_to_fail) {
    const auto source = open("?mode=lock-step");
    tell({{"do", "camera"}, {"state", "lost"}});
    tell({{"do", "frame"}, {"at_ns", 1}});
    EXPECT_EQ(source->take(milliseconds(5000)).kind, Taken::Kind::LOST);
    tell({{"do", "camera"}, {"state", "dark"}});
    tell({{"do", "frame"}, {"at_ns", 2}});
    EXPECT_LT(cv::mean(source->take(milliseconds(5000)).frame.image)[1], 10);
    tell({{"do", "camera"}, {"state", "good"}});
    tell({{"do", "frame"}, {"at_ns", 3}});
    EXPECT_GT(cv::mean(source->take(milliseconds(5000)).frame.image)[1], 40);
}

TEST(virtual_url, options_are_read_and_others_refused) {
    const auto url = parse_virtual_url("virtual:ipc:///run/table?mode=lock-step&light=dim&speed=2.5&noise=0", {});
    EXPECT_EQ(url.endpoint, "ipc:///run/table");
    EXPECT_EQ(url.pace, Pace::EVERY_FRAME);
    EXPECT_EQ(url.table.light, Light::DIM);
    EXPECT_EQ(url.table.speed, 2.5);
    EXPECT_EQ(url.table.noise, 0);
    for (const auto* wrong : {"virtual:nowhere", "virtual:ipc://a?light=green", "virtual:ipc://a?speed=fast", "virtual:ipc://a?colour=red",
                              "virtual:ipc://a?mode", "virtual:ipc://a?mode=dance"})
        EXPECT_FALSE(error_of([&] { static_cast<void>(parse_virtual_url(wrong, {})); }).empty()) << wrong;
}

} // namespace
} // namespace recognition::capture
