// What a running studio tells its watchers: numbers in Prometheus' text form, and whether it is well.
#pragma once

#include "studio/runtime/feed_host.h"
#include "studio/runtime/software_watch.h"
#include "studio/runtime/still_store.h"
#include "studio/table/sequencer.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace studio::runtime {

// One reading of a table.
struct TableReading {
    std::string state = "starting"; // starting, closed, open, paused, stopped, ended
    std::string why;                // it is stopped
    std::uint64_t seq = 0;          // of its last public event
    std::uint64_t events_published = 0;
    std::size_t faults = 0; // not cleared
    SequencerCounts inputs;
    std::uint64_t observations = 0;
    std::uint64_t bad_messages = 0;
    std::map<std::string, std::string> cameras; // id -> good, lost, frozen, dark, moved
};

// One table's numbers. Written by its thread, read by the watchers'.
class TableMetrics {
public:
    using Instant = std::chrono::steady_clock::time_point;

    TableMetrics();
    ~TableMetrics();
    TableMetrics(const TableMetrics&) = delete;
    TableMetrics& operator=(const TableMetrics&) = delete;

    // All but the cameras, which camera() tells. Counts as a sign of life.
    void take(TableReading reading, Instant now);
    void camera(const std::string& id, engine::CameraSight sight);
    // Its thread is over.
    void stopped(const std::string& why);
    void ended();
    void committed(std::chrono::nanoseconds took);

private:
    friend class Metrics;
    struct Commits; // a histogram: Prometheus' headers stay out of here
    [[nodiscard]] TableReading read() const;

    mutable std::mutex mutex_; // held for a copy
    TableReading reading_;
    Instant heard_{};
    std::unique_ptr<Commits> commits_;
};

// Measures what making entries durable takes. Thread: the table's.
class TimedJournal final : public Journal {
public:
    // Both outlive it; `metrics` may be null.
    TimedJournal(Journal& journal, TableMetrics* metrics) : journal_(journal), metrics_(metrics) {}
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) override;

private:
    Journal& journal_;
    TableMetrics* metrics_;
};

struct Health {
    bool well = true;
    std::string text; // JSON: each table's state, and what is wrong
};

// All of a studio's numbers. Made with its tables before any thread; text() and health() from any thread.
class Metrics {
public:
    explicit Metrics(const std::vector<std::string>& tables);

    // For a table of the constructor's list.
    [[nodiscard]] TableMetrics& table(const std::string& id) { return *tables_.at(id); }
    // Where further numbers come from; they outlive the last text(). Before the watchers are let in.
    void watch(const FeedHost& feed) { feed_ = &feed; }
    void watch(const StillStore& stills) { stills_ = &stills; }
    void watch(const SoftwareWatch& software) { software_ = &software; }

    [[nodiscard]] std::string text() const;
    // A studio is well when each table's thread has shown life within 5 s or has ended in order. A table that is paused, or whose camera is
    // lost, is well: a restart would mend nothing.
    [[nodiscard]] Health health(TableMetrics::Instant now) const;

private:
    std::map<std::string, std::unique_ptr<TableMetrics>> tables_;
    const FeedHost* feed_ = nullptr;
    const StillStore* stills_ = nullptr;
    const SoftwareWatch* software_ = nullptr;
    TableMetrics::Instant made_ = std::chrono::steady_clock::now();
};

} // namespace studio::runtime
