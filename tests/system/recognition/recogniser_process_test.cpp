// The recogniser as a process: its exit codes, and that no message is lost on the way to the studio.
#include "tests/recognition/capture/temporary_folder.h"
#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <zmq.hpp>

#include <csignal>
#include <set>

#include <spawn.h>
#include <sys/wait.h>

extern char** environ; // NOLINT: POSIX names it so

namespace recognition::app {
namespace {

using capture::TemporaryFolder;
using nlohmann::json;

const std::string layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";

// A child that is not left behind.
class Process {
public:
    explicit Process(std::vector<std::string> words) {
        words.insert(words.begin(), STUDIO_BINARY_DIR "/bin/recogniser");
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (auto& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawn(&id_, words[0].c_str(), nullptr, nullptr, arguments.data(), environ) != 0) id_ = -1;
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() {
        if (id_ <= 0 || ended_) return;
        kill(id_, SIGKILL);
        waitpid(id_, nullptr, 0);
    }

    // Waits for its end; -1 when it did not exit by itself.
    int exit_code() {
        int status = 0;
        if (id_ <= 0 || waitpid(id_, &status, 0) != id_) return -1;
        ended_ = true;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t id_ = -1;
    bool ended_ = false;
};

class Studio {
public:
    explicit Studio(const std::string& endpoint) : socket_(context_, zmq::socket_type::pull) {
        socket_.set(zmq::sockopt::rcvtimeo, 60000);
        socket_.bind(endpoint);
    }

    // Everything up to the end of the source.
    std::vector<studio::v1::ObserveMessage> all() {
        std::vector<studio::v1::ObserveMessage> messages;
        zmq::message_t raw;
        while (socket_.recv(raw)) {
            studio::v1::ObserveMessage message;
            if (!message.ParseFromArray(raw.data(), static_cast<int>(raw.size()))) break;
            messages.push_back(message);
            if (message.has_frame() && message.frame().end_of_source()) break;
        }
        return messages;
    }

private:
    zmq::context_t context_;
    zmq::socket_t socket_;
};

TEST(recogniser_process, bad_use_and_bad_input_exit_with_2) {
    const TemporaryFolder folder;
    EXPECT_EQ(Process({}).exit_code(), 2);
    EXPECT_EQ(Process({"--camera", "file:x.mp4", "--layout", layout, "--colour"}).exit_code(), 2);
    EXPECT_EQ(Process({"--camera", "file:x.mp4", "--layout", (folder / "none.toml").string()}).exit_code(), 2);
    EXPECT_EQ(Process({"--camera", "file:" + (folder / "none.mp4").string(), "--layout", layout}).exit_code(), 2);
    EXPECT_EQ(Process({"--camera", "file:" + folder.write("text.mp4", "no video").string(), "--layout", layout}).exit_code(), 2);
    EXPECT_EQ(Process({"--help"}).exit_code(), 0);
}

TEST(recogniser_process, a_picture_of_another_size_than_the_layouts_exits_with_2) {
    const TemporaryFolder folder;
    cv::imwrite((folder / "a.png").string(), cv::Mat(480, 640, CV_8UC3, cv::Scalar(60, 110, 30)));
    EXPECT_EQ(Process({"--camera", "images:" + folder.path().string(), "--layout", layout}).exit_code(), 2);
}

TEST(recogniser_process, a_network_of_the_wrong_shape_exits_with_2) {
    const TemporaryFolder folder;
    cv::imwrite((folder / "a.png").string(), cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(60, 110, 30)));
    std::filesystem::create_directory(folder / "networks");
    const auto models = models_in("");
    std::filesystem::copy_file(models.face, folder / "networks" / models.index.filename()); // each in the other's place
    std::filesystem::copy_file(models.index, folder / "networks" / models.face.filename());
    EXPECT_EQ(Process({"--camera", "images:" + folder.path().string(), "--layout", layout, "--models", (folder / "networks").string()})
                  .exit_code(),
              2);
}

// The layout without the view that a moved camera is told by: bare felt alone is not that view.
std::string layout_without_view(const std::filesystem::path& folder) {
    const auto copied = folder / "layout.toml";
    std::ifstream in(layout);
    std::ofstream out(copied);
    for (std::string line; std::getline(in, line);)
        if (!line.starts_with("reference")) out << line << '\n';
    return copied.string();
}

TEST(recogniser_process, every_frame_of_a_folder_is_told_and_then_its_end) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "pictures");
    const auto plain_layout = layout_without_view(folder.path());
    cv::Mat felt(1080, 1920, CV_8UC3, cv::Scalar(60, 110, 30));
    for (int i = 10; i < 35; ++i)
        cv::imwrite((folder / "pictures" / (std::to_string(i) + ".png")).string(), felt, {cv::IMWRITE_PNG_COMPRESSION, 1});
    const auto endpoint = "ipc://" + (folder / "observe").string();
    Process process({"--camera", "images:" + (folder / "pictures").string(), "--layout", plain_layout, "--table", "T1", "--camera-id", "C1",
                     "--observe", endpoint, "--fps", "10"});
    std::vector<studio::v1::ObserveMessage> messages;
    int code = -1;
    {
        Studio studio(endpoint); // binds after the process has begun: what was sent before must wait
        messages = studio.all();
        code = process.exit_code();
    }
    EXPECT_EQ(code, 0);
    int frames = 0;
    int repeated = 0;
    std::set<std::string> empty;
    for (const auto& message : messages) {
        EXPECT_EQ(message.schema(), 1U);
        EXPECT_EQ(message.table_id(), "T1");
        EXPECT_EQ(message.camera_id(), "C1");
        if (message.has_frame() && !message.frame().end_of_source()) {
            EXPECT_EQ(message.frame().frame(), static_cast<std::uint64_t>(++frames));
        }
        if (message.has_card() && message.card().state() == studio::v1::SLOT_STATE_EMPTY) {
            empty.insert(message.card().slot());
            repeated += message.card().repeated_statement() ? 1 : 0;
        }
    }
    EXPECT_EQ(frames, 25);
    EXPECT_EQ(empty.size(), 14U);
    EXPECT_EQ(repeated, 2 * 14);
    ASSERT_FALSE(messages.empty());
    EXPECT_TRUE(messages.front().has_camera());
    EXPECT_TRUE(messages.back().frame().end_of_source());
}

TEST(recogniser_process, a_virtual_table_in_lock_step_is_read_frame_by_frame) {
    const TemporaryFolder folder;
    const auto endpoint = "ipc://" + (folder / "observe").string();
    const auto dealer_endpoint = "ipc://" + (folder / "dealer").string();
    zmq::context_t context;
    zmq::socket_t dealer(context, zmq::socket_type::dealer);
    dealer.set(zmq::sockopt::linger, 0);
    dealer.set(zmq::sockopt::sndtimeo, 20'000);
    dealer.bind(dealer_endpoint);
    const auto tell = [&](const json& request) {
        if (!dealer.send(zmq::buffer(request.dump()), zmq::send_flags::none)) throw std::runtime_error("the virtual camera takes nothing");
    };
    Process process(
        {"--camera", "virtual:" + dealer_endpoint + "?mode=lock-step", "--layout", layout, "--table", "T1", "--observe", endpoint});
    Studio studio(endpoint);
    std::int64_t at = 0;
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i)
            tell({{"do", "frame"}, {"at_ns", at += 100'000'000}});
    };
    frames(4);
    tell({{"do", "lay"}, {"slot", "P3.1"}, {"card", "8h"}});
    frames(20);
    tell({{"do", "end"}});
    const auto messages = studio.all();
    EXPECT_EQ(process.exit_code(), 0);
    int shown = 0;
    for (const auto& message : messages) {
        if (!message.has_card() || message.card().slot() != "P3.1" || message.card().state() != studio::v1::SLOT_STATE_FACE_UP) continue;
        EXPECT_EQ(message.card().card(), "8h");
        if (message.card().repeated_statement()) continue;
        ++shown;
        EXPECT_EQ(message.card().still_sha256().size(), 32U);
        const auto& jpeg = message.card().still_jpeg();
        EXPECT_FALSE(cv::imdecode(std::vector<std::uint8_t>(jpeg.begin(), jpeg.end()), cv::IMREAD_COLOR).empty());
    }
    EXPECT_EQ(shown, 1);
}

} // namespace
} // namespace recognition::app
