// Tables that are dealt in this process, with real journals, while a bridge in another one reads them.
#pragma once

#include "studio/app/station.h"
#include "studio/journal/journal_reader.h"
#include "studio/journal/journal_writer.h"
#include "tests/studio/table/fakes.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace studio::testing {

inline const std::string dealt_studio = "riga-1";

// A table that never comes to an end: each press of a button makes one to four public events of very different length, each fourth a
// private one among them.
class TalkativeTable : public engine::Table {
public:
    [[nodiscard]] std::expected<engine::Step, engine::Rejection> apply(const engine::Input&, const engine::InputMeta& meta) override {
        engine::Step step;
        for (std::uint64_t event = 0; event <= meta.next_seq % 4; ++event)
            step.events.push_back(
                {"R" + std::to_string(meta.next_seq / 50), engine::PlayerNotice{std::string((meta.next_seq + event) * 37 % 400, 'x'), 1}});
        if (meta.next_seq % 4 == 3)
            step.events.insert(
                step.events.begin() + 1,
                {"R1",
                 engine::WagerAccepted{"w" + std::to_string(meta.next_seq), "d1", *engine::Seat::parse("P1"), "PLAYER", {500, "EUR"}, {}}});
        return step;
    }
    [[nodiscard]] engine::Expected expected() const override { return {}; }
    [[nodiscard]] std::map<engine::TimerId, engine::Time> timers() const override { return {}; }
    [[nodiscard]] engine::TableView view() const override { return {}; }
    [[nodiscard]] std::vector<engine::SlotObserved> in_doubt() const override { return {}; }
    [[nodiscard]] bool knows(const engine::Input&) const override { return false; }
    [[nodiscard]] std::string digest() const override { return {}; }
    [[nodiscard]] std::unique_ptr<engine::Table> clone() const override { return std::make_unique<TalkativeTable>(*this); }
};

// Deals until it is stopped, an act every `pace`. Its journal is `<folder>/<table_id>.journal`.
class DealtTable {
public:
    DealtTable(const std::filesystem::path& folder, std::string table_id, std::chrono::milliseconds pace)
        : id(std::move(table_id)), journal(journal_path(folder, id)),
          writer_(JournalWriter::open(folder, {dealt_studio, id, engine::rules_text({}), start_time, 0})),
          thread_([this, pace] { deal(pace); }) {}
    ~DealtTable() { stop(); }
    DealtTable(const DealtTable&) = delete;
    DealtTable& operator=(const DealtTable&) = delete;

    void stop() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }
    // Of all acts since this was asked last: each is one durable commit.
    [[nodiscard]] std::chrono::milliseconds slowest_act() { return std::chrono::milliseconds(slowest_ms_.exchange(0)); }
    [[nodiscard]] std::uint64_t acts() const { return acts_; }
    // Events in the journal by now.
    [[nodiscard]] std::uint64_t events() const { return JournalReader(journal).last_seq(); }

    const std::string id;
    const std::filesystem::path journal;

private:
    void deal(std::chrono::milliseconds pace) {
        const auto recording = writer_->recording();
        auto sequencer = Sequencer::recover(*recording, std::make_unique<TalkativeTable>(), clock_, *writer_, sink_);
        if (!sequencer) return;
        auto next = std::chrono::steady_clock::now();
        while (!stop_) {
            const auto started = std::chrono::steady_clock::now();
            clock_.time += std::chrono::milliseconds(100);
            if (!(*sequencer)->submit(engine::StartRound{"anna"}, "console:anna")) return;
            const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
            if (took > slowest_ms_) slowest_ms_ = took;
            ++acts_;
            std::this_thread::sleep_until(next += pace);
        }
    }
    class NoSink : public EventSink {
        void publish(std::span<const Published>) override {}
    };
    FakeClock clock_;
    NoSink sink_;
    std::unique_ptr<JournalWriter> writer_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::int64_t> slowest_ms_ = 0;
    std::atomic<std::uint64_t> acts_ = 0;
    std::thread thread_;
};

} // namespace studio::testing
