// A journal file as it lies on the disk: its tables, its rows, what is wrong with them (FORMAT.md). Knows no messages.
#pragma once

#include "studio/journal/chain.h"
#include "studio/journal/sqlite.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

namespace studio {

inline constexpr std::int64_t journal_format = 1;               // PRAGMA user_version
inline constexpr std::int64_t journal_application = 0x534C4A31; // PRAGMA application_id, "SLJ1"

enum class JournalTrouble : std::uint8_t {
    UNREADABLE,    // missing, not permitted, the disk fails
    NOT_A_JOURNAL, // another file, or one whose first pages are gone
    NEWER_FORMAT,  // written by a later version of this program
    NOT_SOUND,     // it says something that cannot have been written
    LOCKED,        // another writer has it
    MISMATCH,      // it is of another studio, table or other rules
    NOT_RECOVERED, // a commit before its entries were read to the end
};

// What a journal could not do, and why. The text names the file and, where there is one, the entry.
class JournalError : public std::runtime_error {
public:
    JournalError(JournalTrouble why, const std::filesystem::path& path, const std::string& what, std::uint64_t entry = 0);
    JournalTrouble trouble;
    std::uint64_t entry_no; // 0 when it is not about an entry
};

// A row of `events` or `private_events`.
struct StoredEvent {
    std::uint64_t seq = 0;
    std::uint64_t entry_no = 0;
    std::uint64_t place = 0; // within its entry, from 0, over public and private ones
    std::string distributor; // empty when public
    std::string round_id;
    engine::Time at;
    std::string bytes; // with the hash field
};

// A row of `entries` with its events in order.
struct StoredEntry {
    std::uint64_t entry_no = 0;
    engine::Time at;
    std::string source;
    std::string correlation;
    std::string previous; // hash of the entry before it, or of the identity
    std::string input;
    std::string hash;
    std::vector<StoredEvent> events;
};

// The row of `head`: where the journal ends.
struct JournalHead {
    std::uint64_t entry_no = 0;
    std::uint64_t seq = 0; // of the last public event
    std::string hash;
    friend bool operator==(const JournalHead&, const JournalHead&) = default;
};

// <directory>/<table_id>.journal; an identifier that is no plain file name is refused by an exception.
[[nodiscard]] std::filesystem::path journal_path(const std::filesystem::path& directory, std::string_view table_id);
// <directory>/archive/<table_id>.<epoch>.journal: where a journal lies that has been put away.
[[nodiscard]] std::filesystem::path archived_path(const std::filesystem::path& directory, std::string_view table_id, std::uint64_t epoch);
// A table's journals that have been put away, by epoch.
[[nodiscard]] std::map<std::uint64_t, std::filesystem::path> archived_journals(const std::filesystem::path& directory,
                                                                               std::string_view table_id);

// How to open a file that is only looked at once: IMMUTABLE unless a writer has, or has left, a log beside it.
[[nodiscard]] SqliteMode audit_mode(const std::filesystem::path& path);
// Opens a file and makes sure that it is a journal of a known format.
[[nodiscard]] Database open_journal(const std::filesystem::path& path, SqliteMode mode);
// Makes a new file, complete or not at all. Its identity gets its rules version here.
void create_journal(const std::filesystem::path& path, const JournalIdentity& identity);
// Makes the indexes that an older journal has not. Throws SqliteError.
void complete_indexes(Database& database);
// Reads the first row and checks it against its own hash.
[[nodiscard]] JournalIdentity read_identity(Database& database);
[[nodiscard]] JournalHead read_head(Database& database);
// SQLite's own check of all pages and indices; empty when it finds nothing.
[[nodiscard]] std::string page_fault(Database& database);

// The bytes that are appended to an event's bytes: the hash field of both envelopes.
[[nodiscard]] std::string hash_field(std::string_view hash);

// All entries in order, each with its events. Its database outlives it; nothing is written through that meanwhile.
class EntryScan {
public:
    explicit EntryScan(Database& database, std::uint64_t from_entry = 1);
    // The next entry; nothing at the end. Events that belong to no entry come as an entry with an empty hash.
    [[nodiscard]] std::optional<StoredEntry> next();

private:
    struct Cursor {
        Statement statement;
        std::optional<StoredEvent> event;
        void advance();
    };
    void take(Cursor& cursor, StoredEntry& entry);

    Statement entries_;
    Cursor public_;
    Cursor private_;
    enum class End : std::uint8_t { AHEAD, REACHED } end_ = End::AHEAD; // a statement stepped beyond its end would start over
};

// Follows the chain over entries in order and says what is wrong with the first one that does not fit.
class ChainWalk {
public:
    explicit ChainWalk(const JournalIdentity& identity);
    // Empty when the entry is the next one of the chain and whole.
    [[nodiscard]] std::string fault_of(const StoredEntry& entry);
    // Where the chain has come to.
    [[nodiscard]] const JournalHead& head() const { return head_; }
    [[nodiscard]] std::uint64_t private_events() const { return private_events_; }

private:
    [[nodiscard]] std::string fault_of(const StoredEntry& entry, const StoredEvent& event, std::uint64_t place);

    JournalHead head_;
    engine::Time last_at_{};
    std::map<std::string, std::uint64_t> private_seq_; // last one by distributor
    std::uint64_t private_events_ = 0;
};

} // namespace studio
