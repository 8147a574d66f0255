// What the studio hears of a camera in trouble: the trouble soon, no card while it lasts, and that it is over.
#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"

#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_source.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
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

    // A recogniser that starts, or starts again; as of a live camera whose layout has no reference.
    void start() {
        auto layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        layout.reference.clear();
        start(layout);
    }
    void start(const tracking::TableLayout& layout) {
        ObserverOptions options;
        options.layout = layout;
        options.models = models_in("");
        options.stills = Stills::NONE;
        options.view_file = folder_ / "view.png";
        observer_.emplace(std::move(options), capture::Pace::LIVE, [this](const auto& message) { hear(message); });
    }

    void hear(const studio::v1::ObserveMessage& message) {
        if (message.has_camera()) detail_ = message.camera().detail();
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
    std::string detail_; // of the camera's last statement
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

TEST_F(observer_watch, a_camera_that_was_moved_while_the_studio_was_off_is_told_by_the_layouts_reference) {
    const auto layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
    start(layout);
    show(12);
    EXPECT_EQ(states_, std::vector{studio::v1::CAMERA_STATE_GOOD});
    EXPECT_FALSE(std::filesystem::exists(folder_ / "view.png")) << "nothing has to be learnt";
    ask({{"do", "camera"}, {"state", "moved"}, {"dx", 9}, {"degrees", 0.2}});
    ask({{"do", "put"}, {"slot", "P3.1"}, {"card", "7d"}});
    start(layout);
    states_.clear();
    cards_.clear();
    show(9);
    ASSERT_FALSE(states_.empty());
    EXPECT_EQ(states_.back(), studio::v1::CAMERA_STATE_MOVED);
    EXPECT_TRUE(cards_.empty());
}

TEST_F(observer_watch, a_view_by_which_a_move_cannot_be_told_is_said_with_the_cameras_state) {
    const tracking::TableLayout plain = [&] {
        auto layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
        layout.reference = (folder_ / "plain.png").string();
        cv::imwrite(layout.reference, cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(60, 110, 30)));
        return layout;
    }();
    start(plain);
    show(2);
    EXPECT_EQ(states_, std::vector{studio::v1::CAMERA_STATE_GOOD});
    EXPECT_EQ(detail_, "a camera that has moved is not told: the view has 0 marks, at least 4 are needed");
}

} // namespace
} // namespace recognition::app
