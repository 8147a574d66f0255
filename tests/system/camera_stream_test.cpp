// A camera behind a network: real H.264 over loopback, stopped, unplugged and plugged in again; a recogniser that is ended or hangs in the
// middle of a round.
#include "tests/support/operator.h"
#include "tests/support/stream_camera.h"
#include "tests/support/until.h"

#include "proto/codec/enums.h"
#include "proto/wire/command_client.h"
#include "proto/wire/free_port.h"
#include "proto/wire/observe.h"
#include "recognition/capture/layout_file.h"
#include "studio/app/station.h"
#include "studio/app/virtual_dealer.h"
#include "studio/journal/journal_check.h"
#include "studio/runtime/child_process.h"

#include <gtest/gtest.h>
#include <opencv2/videoio.hpp>

#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace studio {
namespace {

using recognition::capture::Side;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::StreamCamera;

const std::string binaries = STUDIO_BINARY_DIR "/bin/";
const std::string layout_file = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
constexpr std::chrono::seconds patience{60}; // of a machine that has other things to do

// What the studio hears of one camera: its states without repetition, the faces it reads, the time of its frames.
class Ear {
public:
    Ear(zmq::context_t& context, const std::string& endpoint) : receiver_(context, endpoint) {}

    bool until(const std::function<bool()>& so) {
        const auto deadline = steady_clock::now() + patience;
        while (!so()) {
            if (steady_clock::now() > deadline) return false;
            if (const auto message = receiver_.receive(milliseconds(100))) take(*message);
        }
        return true;
    }
    bool until_state(v1::CameraState state) {
        return until([&] { return !states.empty() && states.back() == state; });
    }

    std::vector<v1::CameraState> states;
    std::map<std::string, std::string> faces;
    std::int64_t last_frame_ns = 0;
    std::vector<std::int64_t> silences_ms; // from the last frame to the word that the camera is lost

private:
    void take(const v1::ObserveMessage& message) {
        if (message.has_frame()) last_frame_ns = message.frame().captured_at_ns();
        if (message.has_card()) faces[message.card().slot()] = message.card().card();
        if (!message.has_camera() || (!states.empty() && states.back() == message.camera().state())) return;
        states.push_back(message.camera().state());
        if (states.back() != v1::CAMERA_STATE_GOOD && last_frame_ns > 0)
            silences_ms.push_back((message.camera().at_ns() - last_frame_ns) / 1'000'000);
    }
    proto::wire::ObserveReceiver receiver_;
};

TEST(CameraStream, ALineThatGoesSilentIsLostAndComesBackByItself) {
    const app::RunFolder folder;
    StreamCamera camera(recognition::capture::read_layout(layout_file));
    const auto lay = [&](const char* slot, const char* card) {
        camera.with_table([&](auto& table) { table.put(*engine::Slot::parse(slot), *engine::Card::parse(card), Side::FACE_UP); });
    };
    zmq::context_t context;
    const auto endpoint = "ipc://" + folder.path().string() + "/observe";
    Ear ear(context, endpoint);
    runtime::ChildProcess recogniser({binaries + "recogniser", "--camera", camera.url(), "--layout", layout_file, "--table", "T1",
                                      "--observe", endpoint, "--no-stills"});
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_GOOD));
    lay("P3.1", "7d");
    ASSERT_TRUE(ear.until([&] { return ear.faces["P3.1"] == "7d"; }));

    camera.hold(); // silent, and nobody closes the connection
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_LOST));
    camera.go_on();
    lay("B.1", "Qs");
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_GOOD));
    ASSERT_TRUE(ear.until([&] { return ear.faces["B.1"] == "Qs"; }));

    camera.unplug();
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_LOST));
    lay("P1.2", "Ac");
    camera.plug_in();
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_GOOD));
    ASSERT_TRUE(ear.until([&] { return ear.faces["P1.2"] == "Ac" && ear.faces["P3.1"] == "7d"; }));
    EXPECT_FALSE(recogniser.exit_status());
    ASSERT_GE(ear.silences_ms.size(), 2U);
    for (const auto silence : ear.silences_ms)
        std::cout << "lost is told " << silence << " ms after the last frame\n";
}

// Twelve seconds of a table on which a card is laid after one, as H.264.
std::string record(const std::filesystem::path& folder) {
    const auto raw = (folder / "table.avi").string();
    auto file = (folder / "table.mp4").string();
    {
        recognition::capture::VirtualTable table(recognition::capture::read_layout(layout_file), {});
        cv::VideoWriter writer(raw, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10, {1920, 1080});
        for (int frame = 0; frame < 120; ++frame) {
            if (frame == 10) table.put(*engine::Slot::parse("P3.1"), *engine::Card::parse("7d"), Side::FACE_UP);
            writer.write(table.render(milliseconds(100 * frame)));
        }
    }
    runtime::ChildProcess encoder({"/usr/bin/ffmpeg", "-loglevel", "error", "-i", raw, "-c:v", "libx264", "-preset", "ultrafast", "-tune",
                                   "zerolatency", "-g", "10", "-pix_fmt", "yuv420p", file});
    EXPECT_TRUE(testing::until([&] { return encoder.exit_status().has_value(); }));
    return file;
}

TEST(CameraStream, AnRtspCameraThatIsSwitchedOffAndOnIsReadAgain) {
    const std::string server = STUDIO_SOURCE_DIR "/tests/support/rtsp_server.py";
    const app::RunFolder folder;
    const auto file = record(folder.path());
    const auto port = std::to_string(proto::wire::free_port());
    std::optional<runtime::ChildProcess> camera;
    const auto switch_on = [&] { camera.emplace(std::vector<std::string>{"/usr/bin/python3", server, file, port}); };
    zmq::context_t context;
    const auto endpoint = "ipc://" + folder.path().string() + "/observe";
    Ear ear(context, endpoint);
    switch_on();
    runtime::ChildProcess recogniser({binaries + "recogniser", "--camera", "rtsp://127.0.0.1:" + port + "/table", "--layout", layout_file,
                                      "--table", "T1", "--observe", endpoint, "--no-stills"});
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_GOOD));
    ASSERT_TRUE(ear.until([&] { return ear.faces["P3.1"] == "7d"; }));
    camera->signal(SIGKILL);
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_LOST));
    ear.faces.clear();
    switch_on();
    ASSERT_TRUE(ear.until_state(v1::CAMERA_STATE_GOOD));
    ASSERT_TRUE(ear.until([&] { return ear.faces["P3.1"] == "7d"; }));
    EXPECT_FALSE(recogniser.exit_status());
}

// A whole studio on the stream, its dealer, and the processes behind it.
class StreamTable {
public:
    StreamTable() : camera(recognition::capture::read_layout(layout_file), look()), dealer_(11, "dealer", milliseconds(100)) {
        const auto file = folder.path() / "studio.toml";
        std::ofstream(file) << "[studio]\nid = \"stream\"\nfeed = \"ipc://" << folder.path().string()
                            << "/feed\"\n[[table]]\nid = \"T1\"\nlayout = \"" << layout_file
                            << "\"\nbetting_ms = 500\n[[table.camera]]\nurl = \"" << camera.url() << "\"\n";
        studio_.emplace(std::vector<std::string>{binaries + "studio", "run", file.string()});
        operator_.emplace(context_, "T1", "ipc://" + folder.path().string() + "/command", milliseconds(1000));
    }

    // One look at the table and the next deed; false when the studio gave no answer.
    bool step() {
        const auto answer = operator_->status();
        if (!answer) return false;
        status = *answer;
        for (const auto& act : status.acts())
            if (act.has_fault()) faults.insert(v1::FaultCode_Name(act.fault()));
        if (camera.with_table([](auto& table) { return table.busy(); })) return true;
        if (const auto deed = dealer_.decide(testing::expected_of(status),
                                             std::chrono::time_point_cast<engine::Duration>(std::chrono::system_clock::now())))
            carry_out(*deed);
        return true;
    }
    bool step_until(const std::function<bool()>& so) {
        const auto deadline = steady_clock::now() + 4 * patience;
        while (!so()) {
            if (steady_clock::now() > deadline) return false;
            step();
            std::this_thread::sleep_for(milliseconds(20)); // nothing to wait for but the table's own time
        }
        return true;
    }
    [[nodiscard]] std::size_t cards_dealt() const { return dealer_.lying().size(); }
    [[nodiscard]] const std::map<engine::Slot, engine::Card>& lying() const { return dealer_.lying(); }
    [[nodiscard]] bool has_fault(v1::FaultCode code) const {
        return std::ranges::any_of(status.acts(), [code](const auto& act) { return act.has_fault() && act.fault() == code; });
    }

    // The recogniser that the studio runs just now; 0 while there is none.
    [[nodiscard]] pid_t recogniser() const {
        const auto id = std::to_string(studio_->pid());
        for (const auto& thread : std::filesystem::directory_iterator("/proc/" + id + "/task")) {
            std::ifstream children(thread.path() / "children");
            if (pid_t child = 0; children >> child) return child;
        }
        return 0;
    }
    // Ends the studio in good order.
    std::optional<int> end() {
        studio_->signal(SIGTERM);
        (void)testing::until([&] { return studio_->exit_status().has_value(); }, patience);
        return studio_->exit_status();
    }

    const app::RunFolder folder;
    StreamCamera camera;
    v1::StatusReport status;
    std::set<std::string> faults; // every one there has been

private:
    static recognition::capture::VirtualTableOptions look() {
        recognition::capture::VirtualTableOptions options;
        options.speed = 4;
        return options;
    }
    // No fault of this test is ended by a person.
    static bool of_a_supervisor(const engine::Input& button) {
        return std::holds_alternative<engine::EndFault>(button) || std::holds_alternative<engine::VoidRound>(button);
    }
    void carry_out(const app::Deed& deed) {
        if (const auto* lay = std::get_if<app::Lay>(&deed))
            camera.with_table([&](auto& table) { table.lay(lay->slot, lay->card, lay->face_down ? Side::FACE_DOWN : Side::FACE_UP); });
        else if (const auto* turn = std::get_if<app::Turn>(&deed))
            camera.with_table([&](auto& table) { table.turn(turn->slot); });
        else if (const auto* take = std::get_if<app::Take>(&deed))
            camera.with_table([&](auto& table) { table.take(take->slot); });
        else if (const auto* press = std::get_if<app::Press>(&deed))
            if (!of_a_supervisor(press->button)) operator_->press(press->button);
    }

    zmq::context_t context_;
    app::VirtualDealer dealer_;
    std::optional<runtime::ChildProcess> studio_;
    std::optional<testing::Operator> operator_;
};

TEST(CameraStream, ARoundSurvivesARecogniserThatIsKilledAndOneThatHangs) {
    StreamTable table;
    const auto paused = [&] { return table.status.state() == v1::TABLE_STATE_PAUSED; };
    const auto in_trouble = [&] { return paused() && table.has_fault(v1::FAULT_CODE_CAMERA_LOST); };
    const auto going_on = [&] { return table.status.state() == v1::TABLE_STATE_OPEN; };
    ASSERT_TRUE(table.step_until([&] { return table.status.phase() == v1::PHASE_DEALING && table.cards_dealt() >= 4; }));
    const auto round = table.status.round_id();

    const auto first = table.recogniser();
    ASSERT_GT(first, 0);
    kill(first, SIGKILL);
    ASSERT_TRUE(table.step_until(in_trouble));
    ASSERT_TRUE(table.step_until(going_on)) << "it comes back by itself and the dealer resumes";
    const auto second = table.recogniser();
    EXPECT_NE(second, first);

    ASSERT_TRUE(table.step_until([&] { return table.status.phase() == v1::PHASE_REVEALING; }));
    kill(second, SIGSTOP); // as one whose read never comes back
    ASSERT_TRUE(table.step_until(in_trouble));
    ASSERT_TRUE(table.step_until(going_on)) << "the studio ends what hangs and starts it again";
    EXPECT_NE(table.recogniser(), second);

    ASSERT_TRUE(table.step_until([&] { return table.status.phase() == v1::PHASE_CONFIRMED; }));
    EXPECT_EQ(table.status.round_id(), round) << "the same round, to its end";
    EXPECT_EQ(table.faults, std::set<std::string>{"FAULT_CODE_CAMERA_LOST"}) << "no card was taken for another, none for gone";
    EXPECT_EQ(table.end(), 0);
    const auto replayed = replay(journal_path(table.folder.path() / "journals", "T1"));
    EXPECT_TRUE(replayed.sound()) << replayed.fault;
}

} // namespace
} // namespace studio
