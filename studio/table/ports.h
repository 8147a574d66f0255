// What a sequencer needs from the world: a clock, a journal, somebody to tell. Each has a real and several faked implementations; the
// fakes that throw or kill the process between two steps are how the crash tests work.
#pragma once

#include "engine/core/table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace studio {

// Asked by the sequencer's thread only. It may jump backwards: the sequencer never does.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual engine::Time now() = 0;
};

// An event with its number. Public events of a table are numbered from 1 without gaps; private ones are numbered from 1 without gaps for
// each distributor on its own.
struct SequencedEvent {
    std::uint64_t seq = 0;
    std::string distributor; // whose private event it is; empty when it is public
    engine::Event event;
    friend bool operator==(const SequencedEvent&, const SequencedEvent&) = default;
};

// One accepted input and all that came of it, in the order in which the engine made it.
struct JournalEntry {
    std::uint64_t entry_no = 0; // from 1 without gaps
    engine::Input input;
    engine::InputMeta meta;
    std::string correlation; // the command it answers, empty when there is none
    std::vector<SequencedEvent> events;
    friend bool operator==(const JournalEntry&, const JournalEntry&) = default;
};

// The final bytes of one event, hash included: what is stored, published, replayed and bridged.
struct EncodedEvent {
    std::uint64_t seq = 0;
    std::string distributor; // empty when public
    std::string bytes;
};

// Where entries become durable. Called by the sequencer's thread only.
class Journal {
public:
    virtual ~Journal() = default;
    // Makes all entries durable together or none of them, and returns the bytes of all their events in order. Throws when it cannot; after
    // that nobody knows whether they are stored, so the sequencer stops and only a recovery from the journal tells.
    [[nodiscard]] virtual std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) = 0;
};

// A committed event on its way out. Public when `event.distributor` is empty; a private one must reach that distributor alone.
struct Published {
    std::uint64_t entry_no = 0;
    engine::Time at;
    SequencedEvent event;
    std::string bytes;
};

// Who hears of committed events. Called by the sequencer's thread, only after the commit that made them durable.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void publish(std::span<const Published> events) = 0;
};

// One input as it was journalled, without its events.
struct RecordedInput {
    std::uint64_t entry_no = 0;
    engine::Input input;
    engine::InputMeta meta;
    std::string correlation;
};

// A journal read from its first entry on, for recovery. Throws when it cannot be read or is not sound.
class Recording {
public:
    virtual ~Recording() = default;
    // The next input; nothing at the end.
    [[nodiscard]] virtual std::optional<RecordedInput> next() = 0;
    // Compares what the engine makes of the last input with what was recorded; empty when equal byte for byte, else what differs.
    [[nodiscard]] virtual std::string difference(const JournalEntry& made) = 0;
};

} // namespace studio
