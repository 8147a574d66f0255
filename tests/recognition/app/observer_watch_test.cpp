// What the studio hears of a camera in trouble: the trouble soon, no card while it lasts, and that it is over.
#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"

#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_source.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zmq.hpp>

namespace recognition::app {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

class observer_watch : public testing::Test {
protected:
    void SetUp() override {
        const auto endpoint = "ipc://" + (folder_ / "table").string();
        dealer_.set(zmq::sockopt::linger, 0);
        dealer_.bind(endpoint);
        capture::SourceOptions options;
        options.layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        source_ = capture::open_source("virtual:" + endpoint + "?mode=lock-step", options);
        start();
    }

    // A recogniser that starts, or starts again; as of a live camera.
    void start() {
        ObserverOptions options;
        options.layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        options.models = models_in("");
        options.stills = Stills::NONE;
        options.view_file = folder_ / "view.png";
        observer_.emplace(std::move(options), capture::Pace::LIVE, [this](const auto& message) { hear(message); });
    }

    void hear(const studio::v1::ObserveMessage& message) {
        if (message.has_camera() && !message.camera().repeated_statement()) {
            states_.push_back(message.camera().state());
            state_at_ = now_;
        }
        if (message.has_card() && !message.card().repeated_statement())
            cards_.push_back(message.card().slot() + " " + message.card().card());
    }

    void ask(const json& request) { dealer_.send(zmq::buffer(request.dump()), zmq::send_flags::none); }

    void show(int frames) {
        for (int i = 0; i < frames; ++i) {
            now_ += milliseconds(100);
            ask({{"do", "frame"}, {"at_ns", std::chrono::nanoseconds(now_).count()}});
            auto taken = source_->take(milliseconds(10'000));
            if (taken.kind == capture::Taken::Kind::LOST) observer_->lost(taken.frame.captured_at, taken.detail);
            if (taken.kind != capture::Taken::Kind::FRAME) continue;
            taken.frame.arrived = now_;
            observer_->observe(taken.frame);
        }
    }

    capture::TemporaryFolder folder_;
    zmq::context_t context_;
    zmq::socket_t dealer_{context_, zmq::socket_type::dealer};
    std::unique_ptr<capture::FrameSource> source_;
    std::optional<Observer> observer_;
    milliseconds now_{0};
    milliseconds state_at_{0};
    std::vector<studio::v1::CameraState> states_;
    std::vector<std::string> cards_;
};

TEST_F(observer_watch, each_trouble_is_told_within_a_second_no_card_is_read_and_good_follows_by_itself) {
    show(12);
    ASSERT_EQ(states_, std::vector{studio::v1::CAMERA_STATE_GOOD});
    const std::map<std::string, studio::v1::CameraState> troubles{{"frozen", studio::v1::CAMERA_STATE_FROZEN},
                                                                  {"stuck", studio::v1::CAMERA_STATE_FROZEN},
                                                                  {"lost", studio::v1::CAMERA_STATE_LOST},
                                                                  {"dark", studio::v1::CAMERA_STATE_DARK},
                                                                  {"moved", studio::v1::CAMERA_STATE_MOVED}};
    const char* card = "7d";
    for (const auto& [trouble, state] : troubles) {
        ask({{"do", "sweep"}});
        show(8);
        states_.clear();
        cards_.clear();
        const auto from = now_;
        ask({{"do", "camera"}, {"state", trouble}});
        ask({{"do", "put"}, {"slot", "P3.1"}, {"card", card}});
        show(20);
        EXPECT_EQ(states_, std::vector{state}) << trouble;
        EXPECT_LE(state_at_ - from, milliseconds(1000)) << trouble;
        EXPECT_TRUE(cards_.empty()) << trouble << ": " << cards_.front();
        ask({{"do", "camera"}, {"state", "good"}});
        show(8);
        EXPECT_EQ(states_, (std::vector{state, studio::v1::CAMERA_STATE_GOOD})) << trouble;
        EXPECT_EQ(cards_, std::vector{std::string("P3.1 ") + card}) << trouble;
    }
}

TEST_F(observer_watch, a_recogniser_that_starts_again_knows_the_view_of_before) {
    show(12);
    ask({{"do", "camera"}, {"state", "moved"}, {"dx", 0}, {"degrees", 1}});
    ASSERT_TRUE(std::filesystem::exists(folder_ / "view.png"));
    start();
    states_.clear();
    show(9);
    EXPECT_EQ(states_.back(), studio::v1::CAMERA_STATE_MOVED);
}

} // namespace
} // namespace recognition::app
