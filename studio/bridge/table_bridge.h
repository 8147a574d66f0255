// One table's way from its journal into the stream.
#pragma once

#include "studio/bridge/event_stream.h"
#include "studio/bridge/journal_tail.h"

#include <chrono>
#include <mutex>

namespace studio::bridge {

// What a table's bridge is at. FINDING: it asks the stream how far it has come. LIVE: what the journal holds is in the stream, or on its
// way. AWAY: the stream does not answer, tried again. STOPPED: something is wrong that only people can put right; looked at again every
// minute.
enum class Bridging : std::uint8_t { FINDING, LIVE, AWAY, STOPPED };
[[nodiscard]] std::string_view name(Bridging state);

// Health and counters of one table, as a metrics page shows them.
struct TableReport {
    std::string table_id;
    std::string subject; // empty until its journal could be read
    Bridging state = Bridging::FINDING;
    std::string reason;                           // why it is AWAY or STOPPED
    Position stored;                              // the last event that the stream is known to have
    std::optional<std::uint64_t> waiting{};       // events after it in the journal, the lag; nothing until the stream has said where it is
    std::optional<engine::Time> oldest_waiting{}; // when the first of them was sequenced
    std::uint64_t published = 0;                  // events that the stream took from this bridge
    std::uint64_t repeated = 0;                   // of which it said that it had them already
    std::uint64_t away = 0;                       // calls that the stream did not answer
    std::uint64_t contested = 0;                  // refusals because another message was the last one
    std::uint64_t taken_back = 0;                 // events that the stream had acknowledged and did not have any more; sent again
    std::uint64_t finds = 0;                      // how often it asked how far the stream has come
};

struct TableBridgeOptions {
    std::uint64_t keep_events = 1'000'000;         // a stream that has nothing of a table gets at most so many of its newest events
    std::size_t batch = 256;                       // events read from the journal at a time
    std::chrono::milliseconds look_every{20};      // at a journal that holds nothing new
    std::chrono::milliseconds first_back_off{100}; // doubled up to the longest while the stream is away
    std::chrono::milliseconds longest_back_off{5000};
    std::chrono::milliseconds stopped_for{60000};
    std::chrono::milliseconds quiet{2000};      // after which the journal's file is let go
    std::chrono::milliseconds ask_every{60000}; // a stream that has everything, whether it still has
};

// Sends one event at a time and the next one only when the stream has it, each with the number of the message that it must follow. The
// stream is the cursor: whenever anything is in doubt (a start, no answer, a refusal), and once a minute while nothing is new, it is asked
// for the table's last message, and what follows that in the journal goes next. Thread: step() one, report() any.
class TableBridge {
public:
    TableBridge(JournalTail tail, std::string table_id, EventStream& stream, TableBridgeOptions options, Log log);

    // One deed: find the cursor, or send one event. Returns how long there is nothing to do.
    std::chrono::milliseconds step(std::chrono::steady_clock::time_point now);
    [[nodiscard]] TableReport report() const;
    // Whether the stream is not made as the bridge needs it (StreamTrouble::MISFIT); the report has the reason.
    [[nodiscard]] bool misfit() const;

private:
    struct Cursor {
        Position position;
        std::optional<std::uint64_t> number; // the stream's; 0: there is no message of this table; nothing: StoredMessage::Found::SEARCHED
    };
    std::chrono::milliseconds find_cursor(std::chrono::steady_clock::time_point now);
    [[nodiscard]] std::string fault_of(const StoredMessage& last, std::optional<MessageId>& id);
    void resume(Cursor cursor);
    std::chrono::milliseconds send_next();
    std::chrono::milliseconds rest(std::chrono::steady_clock::time_point now);
    std::chrono::milliseconds trouble(const StreamError& error);
    std::chrono::milliseconds stop(const std::string& reason, std::chrono::milliseconds pause);
    [[nodiscard]] std::chrono::milliseconds back_off();
    void lose_cursor();
    void set_state(Bridging state, const std::string& reason);
    void count_waiting();
    void say(Weight weight, const std::string& words) const;
    template <typename Change>
    void change_report(Change change) {
        const std::scoped_lock lock(mutex_);
        change(report_);
    }

    JournalTail tail_;
    EventStream& stream_;
    TableBridgeOptions options_;
    Log log_;
    std::string table_id_;
    std::string studio_id_;
    std::string subject_;
    std::optional<Cursor> cursor_;
    std::vector<TailEvent> batch_; // what follows the cursor; next_ is the first that is not sent
    std::size_t next_ = 0;
    std::chrono::milliseconds back_off_;
    std::chrono::steady_clock::time_point last_new_{}; // when there was something to send
    std::chrono::steady_clock::time_point last_ask_{}; // when the stream was asked how far it has come
    mutable std::mutex mutex_;                         // of what follows
    TableReport report_;
    enum class Fit : std::uint8_t { FITS, MISFIT } fit_ = Fit::FITS;
};

} // namespace studio::bridge
