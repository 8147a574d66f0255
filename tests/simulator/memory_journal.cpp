#include "tests/simulator/memory_journal.h"

#include "tests/support/event_text.h"

#include <utility>

namespace simulator {

std::string bytes_of(const studio::SequencedEvent& event) {
    return event.distributor + "#" + std::to_string(event.seq) + " " + engine::testing::event_text(event.event);
}

std::vector<studio::EncodedEvent> MemoryJournal::commit(std::span<const studio::JournalEntry> entries) {
    const auto fault = std::exchange(fault_, DiskFault::NONE);
    if (fault == DiskFault::BEFORE_STORING) throw std::runtime_error("disk full");
    std::vector<studio::EncodedEvent> encoded;
    for (const auto& entry : entries) {
        entries_.push_back(entry);
        for (const auto& event : entry.events)
            encoded.push_back({event.seq, event.distributor, bytes_of(event)});
        on_stored(entry);
    }
    if (fault == DiskFault::AFTER_STORING) throw std::runtime_error("disk gone after the write");
    return encoded;
}

std::optional<studio::RecordedInput> MemoryRecording::next() {
    if (read_ == entries_.size()) return {};
    const auto& entry = entries_[read_++];
    return studio::RecordedInput{entry.entry_no, entry.input, entry.meta, entry.correlation};
}

std::string MemoryRecording::difference(const studio::JournalEntry& made) {
    const auto& stored = entries_.at(read_ - 1);
    if (made.events.size() != stored.events.size()) return "another number of events";
    for (std::size_t i = 0; i < made.events.size(); ++i)
        if (bytes_of(made.events[i]) != bytes_of(stored.events[i]))
            return bytes_of(stored.events[i]) + " became " + bytes_of(made.events[i]);
    return "";
}

void SimulatedSink::publish(std::span<const studio::Published> events) {
    if (std::exchange(crash_, false)) throw Crash("before telling anybody");
    for (const auto& event : events)
        on_published(event);
}

} // namespace simulator
