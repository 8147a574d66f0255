#include "studio/runtime/software_watch.h"

#include <fmt/core.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <sys/timex.h>

namespace studio::runtime {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kept = 64;
constexpr std::chrono::milliseconds between_looks{1000};

class Sha256 {
public:
    Sha256() { crypto_hash_sha256_init(&state_); }
    void add(std::string_view bytes) {
        crypto_hash_sha256_update(&state_, std::bit_cast<const unsigned char*>(bytes.data()), bytes.size());
    }
    [[nodiscard]] std::string hex() {
        std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
        crypto_hash_sha256_final(&state_, hash.data());
        std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
        sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
        return text.data();
    }

private:
    crypto_hash_sha256_state state_{};
};

std::string hash_of_one(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(file.string() + ": cannot be read");
    Sha256 hash;
    std::array<char, 1U << 16U> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0)
        hash.add({block.data(), static_cast<std::size_t>(in.gcount())});
    if (in.bad()) throw std::runtime_error(file.string() + ": cannot be read to its end");
    return hash.hex();
}

} // namespace

std::string sha256_of_file(const fs::path& path) {
    if (!fs::is_directory(path)) return hash_of_one(path);
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    Sha256 hash;
    for (const auto& file : files)
        hash.add(hash_of_one(file) + "  " + file.lexically_relative(path).string() + "\n");
    return hash.hex();
}

engine::ClockReading read_system_clock() {
    timex kernel{};
    const int state = ::ntp_adjtime(&kernel);
    const bool in_ns = (static_cast<unsigned>(kernel.status) & static_cast<unsigned>(STA_NANO)) != 0;
    constexpr std::int64_t ns_in_us = 1000;
    return {.synchronised = state >= 0 && state != TIME_ERROR,
            .offset_us = in_ns ? kernel.offset / ns_in_us : kernel.offset,
            .max_error_us = std::max<std::int64_t>(0, kernel.maxerror)};
}

std::string clock_trouble(const engine::ClockReading& reading) {
    if (!reading.synchronised) return "the clock is not synchronised: no time service answers for it";
    const auto wrong = std::chrono::microseconds(std::max(std::abs(reading.offset_us), reading.max_error_us));
    if (wrong <= good_clock) return {};
    return fmt::format("the clock may be wrong by {} ms", std::chrono::duration_cast<std::chrono::milliseconds>(wrong).count());
}

SoftwareWatch::SoftwareWatch(SoftwareSources sources, Clock& time) : sources_(std::move(sources)), time_(time) {
    if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
    std::ranges::sort(sources_.files, {}, &SoftwareFile::name);
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

SoftwareWatch::~SoftwareWatch() = default;

void SoftwareWatch::ask(const std::string& by) {
    const std::lock_guard lock(mutex_);
    asked_by_ = by;
    wake_.notify_one();
}

std::uint64_t SoftwareWatch::newest() const {
    const std::lock_guard lock(mutex_);
    return records_.empty() ? 0 : records_.back().number;
}

std::optional<SoftwareWatch::Numbered> SoftwareWatch::next_after(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    const auto next = std::ranges::upper_bound(records_, number, {}, &Numbered::number);
    if (next == records_.end()) return std::nullopt;
    return *next;
}

std::vector<engine::SoftwarePart> SoftwareWatch::parts() const {
    const std::lock_guard lock(mutex_);
    return records_.empty() ? std::vector<engine::SoftwarePart>() : records_.back().input.record.parts;
}

std::chrono::sys_days SoftwareWatch::today() const {
    return std::chrono::floor<std::chrono::days>(time_.now());
}

engine::SoftwareRecord SoftwareWatch::measure(engine::RecordedWhen when) const {
    engine::SoftwareRecord record{.when = when, .version = sources_.version, .parts = {}, .clock = sources_.clock()};
    for (const auto& [name, path] : sources_.files)
        try {
            record.parts.push_back({name, sha256_of_file(path)});
        } catch (const std::exception& failure) { // a part that is gone is what the record is to show
            spdlog::error("software: {}: {}", name, failure.what());
        }
    return record;
}

void SoftwareWatch::watch_clock() {
    auto trouble = clock_trouble(sources_.clock());
    if (trouble.empty() == clock_trouble_.empty()) return;
    trouble.empty() ? spdlog::info("the clock is good again") : spdlog::warn("{}", trouble);
    clock_trouble_ = std::move(trouble);
}

void SoftwareWatch::run(const std::stop_token& stop) {
    std::optional<std::chrono::sys_days> recorded;
    while (!stop.stop_requested()) {
        watch_clock();
        const auto day = today();
        std::optional<std::string> by;
        {
            const std::lock_guard lock(mutex_);
            by = std::exchange(asked_by_, {});
        }
        if (!recorded || *recorded != day || by) {
            const auto when = by ? engine::RecordedWhen::ASKED : recorded ? engine::RecordedWhen::DAILY : engine::RecordedWhen::START;
            auto record = measure(when);
            const std::lock_guard lock(mutex_);
            const auto number = records_.empty() ? 1 : records_.back().number + 1;
            records_.push_back({number, {std::move(record), by.value_or("")}});
            if (records_.size() > kept) records_.pop_front();
            recorded = day;
        }
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, between_looks, [this] { return asked_by_.has_value(); });
    }
}

} // namespace studio::runtime
