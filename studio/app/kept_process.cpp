#include "studio/app/kept_process.h"

#include "studio/app/interrupt.h"
#include "studio/runtime/child_process.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>

namespace studio::app {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds look_every{50};
constexpr milliseconds after_failure{1000}; // no process could be made: the machine is out of something

// Returns how long nothing is to be done.
milliseconds tend(runtime::SupervisedProcess& process, const std::string& name) {
    try {
        if (const auto status = process.tend(std::chrono::steady_clock::now()))
            spdlog::error("{}: ended with status {}, is started again", name, *status);
    } catch (const std::system_error& error) {
        spdlog::error("{}: {}", name, error.what());
        return after_failure;
    }
    return look_every;
}

void keep(const std::stop_token& told, const std::string& name, std::vector<std::string> command) {
    runtime::SupervisedProcess process(std::move(command));
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    milliseconds pause{0};
    while (!wake.wait_for(lock, told, pause, [&told] { return told.stop_requested(); }))
        pause = interrupted() ? look_every : tend(process, name); // one that ends then is not wanted again
}

} // namespace

KeptProcess::KeptProcess(std::string name, std::vector<std::string> command)
    : thread_([name = std::move(name), command = std::move(command)](const std::stop_token& told) { keep(told, name, command); }) {}

} // namespace studio::app
