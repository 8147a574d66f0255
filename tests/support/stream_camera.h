// A network camera for tests: a virtual table, rendered by this process and sent as H.264 in MPEG-TS over TCP by FFmpeg's program, which
// waits for whoever connects. It can be stopped, ended and started again, as a real one can be unplugged.
#pragma once

#include "proto/wire/free_port.h"
#include "recognition/capture/virtual_table.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

extern char** environ; // NOLINT: POSIX names it so

namespace studio::testing {

// Any thread may call it. Two threads of its own: one renders and sends, one waits for the program's end.
class StreamCamera {
public:
    explicit StreamCamera(const recognition::tracking::TableLayout& layout, recognition::capture::VirtualTableOptions look = {})
        : table_(layout, std::move(look)), size_(std::to_string(layout.width) + "x" + std::to_string(layout.height)),
          address_("tcp://127.0.0.1:" + std::to_string(proto::wire::free_port())) {
        signal(SIGPIPE, SIG_IGN); // an ended program is an error of write
        thread_ = std::thread([this] { send(); });
    }
    ~StreamCamera() {
        over_ = true;
        unplug();
        thread_.join();
    }
    StreamCamera(const StreamCamera&) = delete;
    StreamCamera& operator=(const StreamCamera&) = delete;

    [[nodiscard]] const std::string& url() const { return address_; }

    // The table may be changed while nobody looks; what it shows is sent from the next frame on.
    template <typename Do>
    auto with_table(Do what) {
        const std::lock_guard hold(lock_);
        return what(table_);
    }
    // The line goes silent, and speaks again.
    void hold() { signal_program(SIGSTOP); }
    void go_on() { signal_program(SIGCONT); }
    // The camera's end; it does not come back until plug_in().
    void unplug() {
        plugged_ = false;
        signal_program(SIGKILL);
    }
    void plug_in() { plugged_ = true; }

private:
    void signal_program(int number) {
        const std::lock_guard hold(program_lock_);
        if (program_ > 0) kill(program_, number);
    }

    void start() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        std::vector<std::string> words{"/usr/bin/ffmpeg",
                                       "-loglevel",
                                       "error",
                                       "-f",
                                       "rawvideo",
                                       "-pix_fmt",
                                       "bgr24",
                                       "-s",
                                       size_,
                                       "-r",
                                       "10",
                                       "-i",
                                       "-",
                                       "-c:v",
                                       "libx264",
                                       "-preset",
                                       "ultrafast",
                                       "-tune",
                                       "zerolatency",
                                       "-crf",
                                       "20",
                                       "-g",
                                       "10",
                                       "-pix_fmt",
                                       "yuv420p",
                                       "-f",
                                       "mpegts",
                                       address_ + "?listen=1"};
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (auto& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        pid_t id = -1;
        const int failed = posix_spawn(&id, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[0]);
        if (failed != 0) throw std::runtime_error("cannot start ffmpeg");
        const std::lock_guard hold(program_lock_);
        program_ = id;
        pipe_ = ends[1];
    }

    void reap() {
        close(pipe_);
        pid_t id = -1;
        {
            const std::lock_guard hold(program_lock_);
            id = program_.exchange(-1);
        }
        kill(id, SIGKILL);
        waitpid(id, nullptr, 0);
    }

    bool write_all(const cv::Mat& picture) {
        const auto* data = picture.ptr<char>();
        for (std::size_t rest = picture.total() * picture.elemSize(); rest > 0;) {
            const auto written = write(pipe_, data, rest);
            if (written <= 0) return false;
            data += written;
            rest -= static_cast<std::size_t>(written);
        }
        return true;
    }

    void send() {
        using std::chrono::milliseconds;
        const auto begin = std::chrono::steady_clock::now();
        for (auto due = begin; !over_; due = std::max(due + milliseconds(100), std::chrono::steady_clock::now())) {
            std::this_thread::sleep_until(due);
            const auto picture = with_table([&](auto& table) { return table.render(std::chrono::steady_clock::now() - begin); });
            if (!plugged_) continue;
            if (program_ < 0) start();
            if (!write_all(picture)) reap();
        }
        if (program_ > 0) reap();
    }

    std::mutex lock_;
    recognition::capture::VirtualTable table_;
    std::string size_;
    std::string address_;
    std::mutex program_lock_;
    std::atomic<pid_t> program_ = -1;
    int pipe_ = -1;
    std::atomic<bool> plugged_ = true;
    std::atomic<bool> over_ = false;
    std::thread thread_;
};

} // namespace studio::testing
