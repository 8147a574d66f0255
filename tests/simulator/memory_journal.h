// A journal in memory that can fail in every way a disk can, and a sink that can die before it passes on.
#pragma once

#include "studio/table/ports.h"

#include <functional>
#include <stdexcept>

namespace simulator {

// The process dies here: whoever holds a sequencer drops it.
struct Crash : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class DiskFault : std::uint8_t { NONE, BEFORE_STORING, AFTER_STORING };

class MemoryJournal final : public studio::Journal {
public:
    // Called with each entry once it is stored.
    std::function<void(const studio::JournalEntry&)> on_stored;

    void fail_next(DiskFault fault) { fault_ = fault; }
    [[nodiscard]] std::vector<studio::EncodedEvent> commit(std::span<const studio::JournalEntry> entries) override;
    [[nodiscard]] const std::vector<studio::JournalEntry>& entries() const { return entries_; }

private:
    std::vector<studio::JournalEntry> entries_;
    DiskFault fault_ = DiskFault::NONE;
};

class MemoryRecording final : public studio::Recording {
public:
    explicit MemoryRecording(const std::vector<studio::JournalEntry>& entries) : entries_(entries) {}
    [[nodiscard]] std::optional<studio::RecordedInput> next() override;
    [[nodiscard]] std::string difference(const studio::JournalEntry& made) override;

private:
    const std::vector<studio::JournalEntry>& entries_;
    std::size_t read_ = 0;
};

class SimulatedSink final : public studio::EventSink {
public:
    std::function<void(const studio::Published&)> on_published;
    void crash_next(bool crash) { crash_ = crash; }
    void publish(std::span<const studio::Published> events) override;

private:
    bool crash_ = false;
};

[[nodiscard]] std::string bytes_of(const studio::SequencedEvent& event);

} // namespace simulator
