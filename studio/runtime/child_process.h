// One child process that the studio keeps alive. By hand on posix_spawn: Boost.Process 1.74 cannot ask for a signal at the parent's death,
// and what is needed here is a page.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace studio::runtime {

// Files that what a child says is added to. Empty: standard output goes to standard error, and that is the studio's own.
struct ChildOutput {
    std::filesystem::path out = {};
    std::filesystem::path log = {}; // standard error
};

// Thread: one owner. The destructor ends the child (SIGTERM, after 2 s SIGKILL).
class ChildProcess {
public:
    // Starts `command` (its first word is the program's path). Throws std::system_error, also when a file cannot be opened.
    explicit ChildProcess(std::vector<std::string> command, const ChildOutput& output = {});
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // The exit status once it has ended (128 + signal when a signal ended it); nothing while it runs.
    [[nodiscard]] std::optional<int> exit_status();
    void signal(int number) const;
    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    pid_t pid_ = -1;
    std::optional<int> status_;
};

// Starts a command again whenever it ends, after 100 ms, 200 ms, ... at most 5 s; a child that lived for 10 s begins the row anew.
class SupervisedProcess {
public:
    explicit SupervisedProcess(std::vector<std::string> command);
    // To be called often; returns the exit status when the child has ended since the last call.
    std::optional<int> tend(std::chrono::steady_clock::time_point now);
    void signal(int number) const;
    // What happens after an end: a file camera that has come to its end is not started again.
    void do_not_restart() { restart_ = false; }
    [[nodiscard]] bool running() const { return child_.has_value(); }
    [[nodiscard]] int starts() const { return starts_; }

private:
    std::vector<std::string> command_;
    std::optional<ChildProcess> child_;
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point next_start_;
    std::chrono::milliseconds back_off_{100};
    bool restart_ = true;
    int starts_ = 0;
};

} // namespace studio::runtime
