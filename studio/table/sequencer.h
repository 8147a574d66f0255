// The one writer of one table: numbers and timestamps inputs, lets the engine judge them, has the result committed, and only then tells.
#pragma once

#include "studio/table/money_audit.h"
#include "studio/table/ports.h"

#include <expected>
#include <map>
#include <memory>

namespace studio {

// An input somebody proposes.
struct Proposal {
    engine::Input input;
    std::string source;      // "camera:c1", "console:anna", "distributor:d1"
    std::string correlation; // the command it belongs to, empty when there is none
};

// An input that was taken. `entry_no` is 0 when it stated what the table knew already: nothing happened and nothing was journalled.
struct Accepted {
    std::uint64_t entry_no = 0;
    engine::Time at;
    std::uint64_t first_seq = 0; // of its public events; 0 when it has none
    std::uint64_t last_seq = 0;
    std::vector<SequencedEvent> events; // public and private
};
using Answer = std::expected<Accepted, engine::Rejection>;

// Why a journal could not be re-applied.
struct RecoveryFault {
    std::uint64_t entry_no = 0; // the first entry that is wrong; 0 before the first
    std::string what;
};

// What a sequencer has done since it was made or recovered; for metrics.
struct SequencerCounts {
    std::uint64_t accepted = 0; // without timers
    std::uint64_t rejected = 0;
    std::uint64_t repeated = 0; // statements of what was known
    std::uint64_t timers = 0;
    std::uint64_t commits = 0;
    std::uint64_t events = 0; // public and private
};

// Clause of every refusal after a failed commit.
inline constexpr std::string_view journal_failed = "JOURNAL_FAILED";
// Clause of the refusal of an input after which the round's money would not add up, and of every refusal once the sequencer has stopped
// because of it. As the reason of a pause it stands alone: everybody reads that, and amounts are their distributor's.
inline constexpr std::string_view money_mismatch = "MONEY_MISMATCH";

// Thread: everything is called by the one thread that owns the table; there is no lock in here.
// Owns the engine's table. The clock, the journal and the sink belong to the caller and outlive it.
//
// Every call goes through the same steps: due timers, inputs, one commit, publish. When the commit throws, the table's state is ahead of
// what is known to be stored, so it is dropped: the sequencer is stopped, refuses everything, and is replaced by a recovered one.
// The money of what the engine has made is audited before the commit. When it does not add up after a decision, a result confirmed,
// corrected or void, or a wager whose id is known, that input is refused and the table pauses with the reason MONEY_MISMATCH; anywhere
// else, as when time has moved it, the sequencer stops.
//
// An exception of the sink is passed on: by then the events are committed and whoever missed them replays them.
class Sequencer {
public:
    // A table without history.
    Sequencer(std::unique_ptr<engine::Table> table, Clock& clock, Journal& journal, EventSink& sink);

    // Re-applies a journal to a fresh `table` and goes on where it ends. Nothing is published or committed by this.
    [[nodiscard]] static std::expected<std::unique_ptr<Sequencer>, RecoveryFault>
    recover(Recording& recording, std::unique_ptr<engine::Table> table, Clock& clock, Journal& journal, EventSink& sink);

    [[nodiscard]] Answer submit(engine::Input input, std::string source, std::string correlation = {});
    // Several inputs in order and in one transaction. Each is judged on its own: a refused one does not hold up the others.
    [[nodiscard]] std::vector<Answer> submit_all(std::span<const Proposal> proposals);
    // Fires the timers that are due, in the order of their deadlines; returns how many. To be called at next_deadline().
    std::size_t on_time();
    // The earliest timer in force; nothing when there is none.
    [[nodiscard]] std::optional<engine::Time> next_deadline() const;

    [[nodiscard]] bool stopped() const { return table_ == nullptr; }
    // For the log; it may name amounts.
    [[nodiscard]] const std::string& stop_reason() const { return stop_reason_; }
    // journal_failed or money_mismatch; empty while it goes on.
    [[nodiscard]] std::string_view stop_clause() const { return stop_clause_; }
    // The committed state; nullptr when stopped. Valid until the next call that is not const.
    [[nodiscard]] const engine::Table* table() const { return table_.get(); }
    [[nodiscard]] std::uint64_t next_entry() const { return next_entry_; }
    // The number of the next public event; what a heartbeat carries.
    [[nodiscard]] std::uint64_t next_seq() const { return next_seq_; }
    [[nodiscard]] std::uint64_t next_private_seq(const std::string& distributor) const;
    // The time of the last journalled input; no later one is before it.
    [[nodiscard]] engine::Time last_at() const { return last_at_; }
    [[nodiscard]] const SequencerCounts& counts() const { return counts_; }
    [[nodiscard]] RoundMoney money() const { return audit_.round(); }

private:
    // Runs `work`, commits what it left pending, publishes; a failure on the way stops the sequencer.
    template <typename Work>
    void transact(Work work);
    [[nodiscard]] engine::Time tick();
    void fire_due(engine::Time now);
    [[nodiscard]] Answer take(engine::Input input, engine::Time at, std::string source, std::string correlation);
    // The engine's step, its money audited; a rejection leaves the table as it was.
    [[nodiscard]] std::expected<engine::Step, engine::Rejection> judged(const engine::Input& input, const engine::InputMeta& meta);
    void pause_for_mismatch(engine::Time at);
    [[nodiscard]] JournalEntry numbered(engine::Input input, engine::InputMeta meta, std::string correlation,
                                        std::vector<engine::Event> events);
    [[nodiscard]] std::vector<Published> commit_pending();
    void stop(std::string_view clause, std::string why);
    [[nodiscard]] Answer refusal() const;

    std::unique_ptr<engine::Table> table_;
    Clock& clock_;
    Journal& journal_;
    EventSink& sink_;
    std::uint64_t next_entry_ = 1;
    std::uint64_t next_seq_ = 1;
    std::map<std::string, std::uint64_t> next_private_seq_; // by distributor
    engine::Time last_at_{};                                // of the last input
    engine::Time last_now_{};                               // the latest the clock has said
    std::vector<JournalEntry> pending_;                     // applied, not yet committed
    MoneyAudit audit_;
    std::string_view stop_clause_;
    std::string stop_reason_;
    SequencerCounts counts_;
};

} // namespace studio
