// What runs this studio, measured by itself: its files by their SHA-256, and how the machine's clock stands. Recorded in every table's
// journal at the start, once a day and when somebody asks (PROC.evidence).
#pragma once

#include "engine/core/input.h"
#include "studio/table/ports.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace studio::runtime {

// A file, or a folder with all that is in it.
struct SoftwareFile {
    std::string name; // "studio", "settings", "layout T1"
    std::filesystem::path path;
};

// 64 hex digits. Of a folder: of a line "SHA256  relative/path" for each of its files, by path. Throws std::runtime_error that names the
// path.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

// What the kernel knows of its clock: chrony, timesyncd and ntpd all tell it.
[[nodiscard]] engine::ClockReading read_system_clock();

// What is to be said of a clock: empty while it is good to `good_clock`.
constexpr std::chrono::microseconds good_clock{100'000};
[[nodiscard]] std::string clock_trouble(const engine::ClockReading& reading);

struct SoftwareSources {
    std::string version;             // of the product
    std::vector<SoftwareFile> files; // one that cannot be read is left out of the record, and logged
    std::function<engine::ClockReading()> clock = read_system_clock;
};

// Thread: its own measures, because a table must not wait for a disk; everything is called by any thread. The clock outlives it.
class SoftwareWatch {
public:
    SoftwareWatch(SoftwareSources sources, Clock& time);
    ~SoftwareWatch();
    SoftwareWatch(const SoftwareWatch&) = delete;
    SoftwareWatch& operator=(const SoftwareWatch&) = delete;

    // Measures everything anew for whoever asks, soon; of several who ask while it measures one is enough.
    void ask(const std::string& by);

    // For each table: the records made so far are numbered from 1, and the newest ones are kept.
    struct Numbered {
        std::uint64_t number = 0;
        engine::RecordSoftware input;
    };
    [[nodiscard]] std::uint64_t newest() const;
    [[nodiscard]] std::optional<Numbered> next_after(std::uint64_t number) const;

    [[nodiscard]] engine::ClockReading clock() const { return sources_.clock(); }
    [[nodiscard]] const std::string& version() const { return sources_.version; }
    // Of the newest record; empty before there is one.
    [[nodiscard]] std::vector<engine::SoftwarePart> parts() const;

private:
    void run(const std::stop_token& stop);
    void watch_clock();
    [[nodiscard]] engine::SoftwareRecord measure(engine::RecordedWhen when) const;
    [[nodiscard]] std::chrono::sys_days today() const;

    SoftwareSources sources_;
    Clock& time_;
    std::string clock_trouble_;
    mutable std::mutex mutex_; // of what follows
    std::condition_variable_any wake_;
    std::optional<std::string> asked_by_;
    std::deque<Numbered> records_;
    std::jthread thread_;
};

} // namespace studio::runtime
