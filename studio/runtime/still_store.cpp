#include "studio/runtime/still_store.h"

#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace studio::runtime {

namespace {

namespace fs = std::filesystem;
using std::chrono::system_clock;

constexpr std::chrono::minutes tidy_every{10};
constexpr std::uintmax_t megabyte = 1'000'000;

std::string sha256_of(const std::string& bytes) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    const std::vector<unsigned char> data(bytes.begin(), bytes.end());
    crypto_hash_sha256(hash.data(), data.data(), data.size());
    std::string hex(2 * hash.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
    hex.pop_back();
    return hex;
}

std::string today() {
    const auto day = std::chrono::floor<std::chrono::days>(system_clock::now());
    const std::chrono::year_month_day date(day);
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()));
    return text.data();
}

// A round's or table's name as a folder's: nothing of it leads out of the store.
std::string folder_name(const std::string& name) {
    std::string out = name;
    std::ranges::replace_if(out, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_'; }, '_');
    return out;
}

struct OldStill {
    fs::path path;
    fs::file_time_type at;
    std::uintmax_t bytes = 0;
};

// Every still of a folder, the oldest first.
std::vector<OldStill> stills_in(const fs::path& folder) {
    std::vector<OldStill> out;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone; // another still may be removed by hand meanwhile
        if (at->path().extension() != ".jpg" || !at->is_regular_file(gone)) continue;
        OldStill still{at->path(), at->last_write_time(gone), at->file_size(gone)};
        if (!gone) out.push_back(std::move(still));
    }
    std::ranges::sort(out, {}, [](const OldStill& still) { return std::pair(still.at, still.path); });
    return out;
}

} // namespace

StillStore::StillStore(StillConfig config) : config_(std::move(config)) {
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be used");
    thread_ = std::thread([this] { work(); });
}

StillStore::~StillStore() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    something_.notify_all();
    thread_.join();
    const auto done = counts();
    spdlog::info("stills: {} written, {} dropped, {} failed, {} refused, {} removed", done.written, done.dropped, done.failed, done.refused,
                 done.removed);
}

void StillStore::keep(Still still) {
    bool tell = false;
    {
        const std::lock_guard lock(mutex_);
        if (queue_.size() < queue_length) {
            queue_.push_back(std::move(still));
            dropping_ = false;
        } else {
            ++counts_.dropped;
            tell = !std::exchange(dropping_, true);
        }
    }
    something_.notify_one();
    if (tell) spdlog::warn("stills: the disk is {} stills behind, new ones are dropped until it catches up", queue_length);
}

void StillStore::flush() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return queue_.empty() && !writing_; });
}

StillCounts StillStore::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

void StillStore::work() {
    auto next_tidy = system_clock::now();
    std::unique_lock lock(mutex_);
    for (;;) {
        if (system_clock::now() >= next_tidy && !ending_) {
            next_tidy = system_clock::now() + tidy_every;
            lock.unlock();
            tidy(system_clock::now());
            lock.lock();
        }
        something_.wait_for(lock, tidy_every, [this] { return ending_ || !queue_.empty(); });
        if (queue_.empty()) {
            if (ending_) return;
            continue;
        }
        const auto still = std::move(queue_.front());
        queue_.pop_front();
        writing_ = true;
        lock.unlock();
        write(still);
        lock.lock();
        writing_ = false;
        if (queue_.empty()) idle_.notify_all();
    }
}

// A still is there whole or not at all: it gets its name only when all of it is written.
void StillStore::write(const Still& still) {
    if (sha256_of(still.jpeg) != still.sha256) {
        spdlog::warn("stills: table={} round={} a picture is not the one that {} names: not kept", still.table, still.round, still.sha256);
        const std::lock_guard lock(mutex_);
        ++counts_.refused;
        return;
    }
    const auto folder = config_.folder / folder_name(still.table) / (still.round.empty() ? today() : folder_name(still.round));
    const auto file = folder / (still.sha256 + ".jpg");
    const auto part = folder / (still.sha256 + ".part");
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) {
        std::ofstream out(part, std::ios::binary | std::ios::trunc);
        out.write(still.jpeg.data(), static_cast<std::streamsize>(still.jpeg.size()));
        out.close();
        if (!out) error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
    }
    if (!error) fs::rename(part, file, error);
    std::error_code ignored;
    if (error) fs::remove(part, ignored);
    const std::lock_guard lock(mutex_);
    ++(error ? counts_.failed : counts_.written);
    if (error && !std::exchange(failing_, true))
        spdlog::error("stills: {} cannot be written: {}; the table goes on, further failures are counted", file.string(), error.message());
    if (!error && std::exchange(failing_, false)) spdlog::info("stills: can be written again, {} were lost", counts_.failed);
}

void StillStore::tidy(system_clock::time_point now) {
    const std::lock_guard one_at_a_time(tidying_);
    auto stills = stills_in(config_.folder);
    std::uintmax_t total = 0;
    for (const auto& still : stills)
        total += still.bytes;
    const auto file_now = fs::file_time_type::clock::from_sys(now);
    const auto most = static_cast<std::uintmax_t>(config_.keep.max_mb) * megabyte;
    std::uint64_t old = 0, over = 0, stuck = 0;
    for (const auto& still : stills) {
        const bool too_old = config_.keep.days > 0 && still.at < file_now - std::chrono::days(config_.keep.days);
        const bool too_much = config_.keep.max_mb > 0 && total > most;
        if (!too_old && !too_much) break; // the rest is younger, and fits
        std::error_code error;
        const bool removed = fs::remove(still.path, error);
        if (error) {
            ++stuck;
            continue;
        }
        total -= still.bytes;
        if (removed) ++(too_old ? old : over);       // a person may have been faster
        fs::remove(still.path.parent_path(), error); // goes only when it is empty
    }
    if (old + over > 0)
        spdlog::info("stills: removed {} older than {} days and {} over {} MB", old, config_.keep.days, over, config_.keep.max_mb);
    if (stuck > 0) spdlog::error("stills: {} that should go cannot be removed from {}", stuck, config_.folder.string());
    const std::lock_guard lock(mutex_);
    counts_.removed += old + over;
}

std::filesystem::path find_still(const fs::path& folder, const std::string& table, const std::string& sha256) {
    std::error_code error;
    for (fs::directory_iterator at(folder / folder_name(table), error), end; !error && at != end; at.increment(error)) {
        auto file = at->path() / (sha256 + ".jpg");
        std::error_code missing;
        if (fs::is_regular_file(file, missing)) return file;
    }
    return {};
}

} // namespace studio::runtime
