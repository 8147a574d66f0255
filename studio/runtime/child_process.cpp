#include "studio/runtime/child_process.h"

#include <algorithm>
#include <csignal>
#include <system_error>
#include <thread>

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX names it so

namespace studio::runtime {

namespace {

int exit_code(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void add_to(posix_spawn_file_actions_t& actions, int descriptor, const std::filesystem::path& file) {
    posix_spawn_file_actions_addopen(&actions, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
}

} // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, const ChildOutput& output) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (auto& word : command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    if (!output.log.empty()) add_to(actions, STDERR_FILENO, output.log);
    if (output.out.empty())
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    else
        add_to(actions, STDOUT_FILENO, output.out);
    const int failed = posix_spawn(&pid_, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::system_error(failed, std::generic_category(), "cannot start " + command.front());
}

ChildProcess::~ChildProcess() {
    if (exit_status()) return;
    signal(SIGTERM);
    for (int tries = 0; tries < 200 && !exit_status(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (exit_status()) return;
    signal(SIGKILL);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
}

std::optional<int> ChildProcess::exit_status() {
    if (status_) return status_;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) status_ = exit_code(status);
    return status_;
}

void ChildProcess::signal(int number) const {
    if (!status_) kill(pid_, number);
}

SupervisedProcess::SupervisedProcess(std::vector<std::string> command) : command_(std::move(command)) {}

std::optional<int> SupervisedProcess::tend(std::chrono::steady_clock::time_point now) {
    if (child_) {
        const auto status = child_->exit_status();
        if (!status) return std::nullopt;
        child_.reset();
        if (now - started_ > std::chrono::seconds(10)) back_off_ = std::chrono::milliseconds(100);
        next_start_ = now + back_off_;
        back_off_ = std::min(back_off_ * 2, std::chrono::milliseconds(5000));
        return status;
    }
    if (!restart_ || now < next_start_) return std::nullopt;
    child_.emplace(command_);
    started_ = now;
    ++starts_;
    return std::nullopt;
}

void SupervisedProcess::signal(int number) const {
    if (child_) child_->signal(number);
}

} // namespace studio::runtime
