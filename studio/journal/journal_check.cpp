#include "studio/journal/journal_check.h"

#include "studio/journal/entry_codec.h"
#include "studio/journal/journal_recording.h"
#include "studio/journal/rules.h"
#include "studio/journal/wal_check.h"
#include "studio/table/sequencer.h"

#include <sqlite3.h>

namespace studio {

namespace {

// Ports of a replay: nothing is asked of them.
class NoClock : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return {}; }
};
class NoJournal : public Journal {
public:
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> /*entries*/) override { return {}; }
};
class NoSink : public EventSink {
public:
    void publish(std::span<const Published> /*events*/) override {}
};

JournalError unsound(const Database& database, const std::string& what, std::uint64_t entry = 0) {
    return {JournalTrouble::NOT_SOUND, database.path(), what, entry};
}

void walk(Database& database, JournalReport& report) {
    const Transaction one_state(database, "BEGIN"); // a writer may go on meanwhile
    report.identity = read_identity(database);
    ChainWalk chain(*report.identity);
    EntryScan scan(database);
    while (const auto entry = scan.next()) {
        if (const auto fault = chain.fault_of(*entry); !fault.empty()) throw unsound(database, fault, entry->entry_no);
        if (const auto fault = column_fault(*report.identity, *entry); !fault.empty()) throw unsound(database, fault, entry->entry_no);
        report.entries = chain.head().entry_no;
        report.events = chain.head().seq;
        report.private_events = chain.private_events();
        report.hash = chain.head().hash;
    }
    const auto head = read_head(database);
    if (head.entry_no > report.entries)
        throw unsound(database, "it is missing, with all up to " + std::to_string(head.entry_no), report.entries + 1);
    if (head != chain.head()) throw unsound(database, "the record of the last entry does not fit the last entry");
    if (const auto fault = page_fault(database); !fault.empty()) throw unsound(database, fault);
}

template <typename Work>
JournalReport reported(const std::filesystem::path& path, JournalReport report, Work work) {
    report.path = path;
    try {
        work(report);
    } catch (const JournalError& error) {
        report.trouble = error.trouble;
        report.bad_entry = error.entry_no;
        report.fault = error.what();
    } catch (const SqliteError& error) {
        const int kind = error.code & 0xff;
        const bool disk = kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR || kind == SQLITE_PERM || kind == SQLITE_BUSY;
        report.trouble = disk ? JournalTrouble::UNREADABLE : JournalTrouble::NOT_SOUND;
        report.bad_entry = report.identity ? report.entries + 1 : 0;
        report.fault = error.what();
        if (report.bad_entry != 0) report.fault += " (after entry " + std::to_string(report.entries) + ")";
    }
    return report;
}

void play(Database& database, JournalReport& report) {
    const Transaction one_state(database, "BEGIN");
    const auto identity = read_identity(database);
    const auto rules = parse_rules(identity.rules_text);
    if (!rules) throw JournalError(JournalTrouble::MISMATCH, database.path(), rules.error());
    auto table = engine::make_table(*rules);
    if (table == nullptr) throw JournalError(JournalTrouble::MISMATCH, database.path(), "no game \"" + rules->game + "\" in this program");
    JournalRecording recording(database, identity);
    NoClock clock;
    NoJournal journal;
    NoSink sink;
    const auto sequencer = Sequencer::recover(recording, std::move(table), clock, journal, sink);
    if (!sequencer) throw unsound(database, sequencer.error().what, sequencer.error().entry_no);
    report.entries = (*sequencer)->next_entry() - 1;
}

} // namespace

JournalReport verify(const std::filesystem::path& path) {
    return reported(path, {}, [&](JournalReport& report) {
        if (const auto fault = wal_fault(path); !fault.empty()) throw JournalError(JournalTrouble::NOT_SOUND, path, fault);
        auto database = open_journal(path, audit_mode(path));
        walk(database, report);
    });
}

JournalReport replay(const std::filesystem::path& path) {
    auto verified = verify(path);
    if (!verified.sound()) return verified;
    return reported(path, std::move(verified), [&](JournalReport& report) {
        auto database = open_journal(path, audit_mode(path));
        play(database, report);
    });
}

} // namespace studio
