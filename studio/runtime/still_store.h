// Pictures of settled cards on disk: STILLS/<table>/<round, or date between rounds>/<sha256>.jpg.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace studio::runtime {

// How long stills are kept. What is older than `days` goes; then the oldest go until no more than `max_mb` are left. 0 sets no limit.
struct StillRetention {
    std::int64_t days = 90;
    std::int64_t max_mb = 20'000;
};

// Where stills are kept, and for how long; without a folder none are.
struct StillConfig {
    std::filesystem::path folder;
    StillRetention keep;
};

// One card's picture as its recogniser sent it.
struct Still {
    std::string table;
    std::string round;  // empty between rounds
    std::string sha256; // 64 hex digits, as in the event
    std::string jpeg;
};

// What a store has done since it was made; for metrics.
struct StillCounts {
    std::uint64_t written = 0;
    std::uint64_t dropped = 0; // the writer was behind by the whole queue
    std::uint64_t failed = 0;  // full disk, read-only folder
    std::uint64_t refused = 0; // the picture is not the one that its hash names
    std::uint64_t removed = 0; // by age or size
};

// Writes stills on a thread of its own, so that no disk ever holds up a table. keep() may be called by any thread and never waits for the
// disk: what does not fit the queue is dropped, counted and logged. A failing disk is logged and counted, and nothing else happens. What is
// removed is logged with how many and why. The destructor writes what is queued and ends the thread.
class StillStore {
public:
    static constexpr std::size_t queue_length = 256; // stills of about 20 kB: all slots of sixteen tables at once

    explicit StillStore(StillConfig config);
    ~StillStore();
    StillStore(const StillStore&) = delete;
    StillStore& operator=(const StillStore&) = delete;

    void keep(Still still);
    // Waits until everything queued so far is written or has failed.
    void flush();
    // Removes what is older or more than is to be kept, as of `now`; the store's own thread does it when it starts and every ten minutes.
    void tidy(std::chrono::system_clock::time_point now);
    [[nodiscard]] StillCounts counts() const;

private:
    void work();
    void write(const Still& still);

    StillConfig config_;
    std::mutex tidying_; // one sweep at a time
    mutable std::mutex mutex_;
    std::condition_variable something_, idle_;
    std::deque<Still> queue_;
    StillCounts counts_;
    bool writing_ = false;
    bool ending_ = false;
    bool failing_ = false;  // told once, until a still can be written again
    bool dropping_ = false; // told once, until there is room again
    std::thread thread_;    // last: it uses all of the above
};

// The file of a still in a store's folder, wherever its round is; empty when it is not there (any more).
[[nodiscard]] std::filesystem::path find_still(const std::filesystem::path& folder, const std::string& table, const std::string& sha256);

} // namespace studio::runtime
