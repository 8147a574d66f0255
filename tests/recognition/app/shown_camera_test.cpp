// Commands that cards are shown to end when their camera is not there, and do not wait for ever for one that is lost.
#include "recognition/app/shown_camera.h"

#include "recognition/app/card_check_command.h"
#include "recognition/app/enrol_command.h"
#include "recognition/capture/layout_file.h"

#include "tests/recognition/app/lock_step_hand.h"

#include <gtest/gtest.h>

#include <sstream>
#include <thread>

namespace recognition::app {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

const std::string layout_file = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
const std::string no_device = "v4l2:/dev/video909";

TEST(shown_camera, a_check_of_a_device_that_is_not_there_ends_at_once_and_names_it) {
    std::ostringstream out, errors;
    CardCheckOptions options;
    options.camera = no_device;
    options.layout = layout_file;
    options.out = &out;
    options.errors = &errors;
    const auto begin = steady_clock::now();
    EXPECT_EQ(card_check_command(options), 2);
    EXPECT_LT(steady_clock::now() - begin, seconds(10));
    EXPECT_EQ(errors.str(), "cardcheck: camera v4l2:/dev/video909: there is no such device\n");
    EXPECT_EQ(out.str(), "");
}

TEST(shown_camera, so_does_an_enrolment) {
    const capture::TemporaryFolder folder;
    std::ostringstream report, errors;
    EnrolOptions options;
    options.camera = no_device;
    options.layout = layout_file;
    options.out = (folder / "house.toml").string();
    options.report = &report;
    options.errors = &errors;
    const auto begin = steady_clock::now();
    EXPECT_EQ(enrol_command(options), 2);
    EXPECT_LT(steady_clock::now() - begin, seconds(10));
    EXPECT_EQ(errors.str(), "enrol: camera v4l2:/dev/video909: there is no such device\n");
}

// Port 1 of this machine refuses whoever knocks: nobody waits for a stream that was never there.
TEST(shown_camera, a_stream_that_cannot_be_opened_is_an_error) {
    std::ostringstream notes;
    ShownCamera camera("tcp://127.0.0.1:1", capture::read_layout(layout_file), notes, "cardcheck", seconds(60));
    const auto begin = steady_clock::now();
    std::string why;
    while (why.empty() && steady_clock::now() - begin < seconds(30)) {
        try {
            static_cast<void>(camera.take());
        } catch (const capture::CaptureError& error) {
            why = error.what();
        }
    }
    EXPECT_EQ(why, "camera tcp://127.0.0.1:1: it cannot be opened");
}

// A frame of a camera that is good, lost, good again and lost for ever.
void lose_twice(LockStepHand& hand) {
    hand.meet();
    for (const auto* state : {"good", "lost", "good", "lost"}) {
        hand.ask({{"do", "camera"}, {"state", state}});
        hand.frames(1);
    }
}

TEST(shown_camera, one_that_is_lost_is_waited_for_and_not_for_ever) {
    const capture::TemporaryFolder folder;
    LockStepHand hand(folder);
    std::thread dealer([&] { lose_twice(hand); });
    const auto url = hand.camera();
    std::ostringstream notes;
    ShownCamera camera(url, capture::read_layout(layout_file), notes, "enrol", seconds(3));
    int frames = 0;
    std::string why;
    while (why.empty() && frames < 3) {
        try {
            frames += camera.take().kind == capture::Taken::Kind::FRAME ? 1 : 0;
        } catch (const capture::CaptureError& error) {
            why = error.what();
        }
    }
    dealer.join();
    EXPECT_EQ(frames, 2);
    EXPECT_NE(why.find(url), std::string::npos) << why;
    EXPECT_NE(why.find("(waited for 3 s)"), std::string::npos) << why;
    const auto loss = "enrol: camera " + url + ": the virtual camera was told to be lost; it is waited for, 3 s at most\n";
    EXPECT_EQ(notes.str(), loss + "enrol: camera " + url + " is back\n" + loss);
}

} // namespace
} // namespace recognition::app
