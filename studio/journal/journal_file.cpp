#include "studio/journal/journal_file.h"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace studio {

namespace {

constexpr std::string_view archive_folder = "archive";
constexpr std::string_view suffix = ".journal";

// Every table is STRICT, so that a page with a value of another type is found by SQLite's own check as well.
constexpr const char* tables = R"(
CREATE TABLE meta(
  studio_id TEXT NOT NULL, table_id TEXT NOT NULL, epoch INTEGER NOT NULL, created_at INTEGER NOT NULL,
  rules_text TEXT NOT NULL, rules_version TEXT NOT NULL, genesis BLOB NOT NULL) STRICT;
CREATE TABLE head(entry_no INTEGER NOT NULL, seq INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE entries(
  entry_no INTEGER PRIMARY KEY, at_ns INTEGER NOT NULL, source TEXT NOT NULL, correlation TEXT NOT NULL,
  prev_hash BLOB NOT NULL, input BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE events(
  seq INTEGER PRIMARY KEY, entry_no INTEGER NOT NULL, place INTEGER NOT NULL, round_id TEXT NOT NULL, at_ns INTEGER NOT NULL,
  bytes BLOB NOT NULL) STRICT;
CREATE INDEX events_by_round ON events(round_id);
CREATE TABLE private_events(
  entry_no INTEGER NOT NULL, place INTEGER NOT NULL, distributor TEXT NOT NULL, seq INTEGER NOT NULL, round_id TEXT NOT NULL,
  at_ns INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(entry_no, place)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX private_events_by_distributor ON private_events(distributor, seq);
)";

// Since the first version of the format; made where it is missing when a journal is opened for writing.
constexpr const char* later_indexes = R"(
CREATE INDEX IF NOT EXISTS private_events_by_round ON private_events(distributor, round_id, seq);
)";

std::int64_t count_of(engine::Time time) {
    return time.time_since_epoch().count();
}
engine::Time time_of(std::int64_t count) {
    return engine::Time(engine::Duration(count));
}

// Makes a finished file's name durable: the folder's entry is flushed.
void flush_folder(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return; // not every file system has folders that can be opened; the file itself is flushed already
    ::fsync(descriptor);
    ::close(descriptor);
}

JournalTrouble trouble_of(int code) {
    switch (code & 0xff) {
    case SQLITE_NOTADB: return JournalTrouble::NOT_A_JOURNAL;
    case SQLITE_CORRUPT: return JournalTrouble::NOT_SOUND;
    default: return JournalTrouble::UNREADABLE;
    }
}

std::string located(const std::filesystem::path& path, const std::string& what, std::uint64_t entry) {
    return path.string() + ": " + (entry == 0 ? "" : "entry " + std::to_string(entry) + ": ") + what;
}

} // namespace

JournalError::JournalError(JournalTrouble why, const std::filesystem::path& path, const std::string& what, std::uint64_t entry)
    : std::runtime_error(located(path, what, entry)), trouble(why), entry_no(entry) {}

std::filesystem::path journal_path(const std::filesystem::path& directory, std::string_view table_id) {
    const bool plain = !table_id.empty() && table_id.front() != '.' && std::ranges::all_of(table_id, [](char symbol) {
        return (symbol >= 'a' && symbol <= 'z') || (symbol >= 'A' && symbol <= 'Z') || (symbol >= '0' && symbol <= '9') || symbol == '-' ||
               symbol == '_' || symbol == '.';
    });
    if (!plain) throw JournalError(JournalTrouble::MISMATCH, directory, "\"" + std::string(table_id) + "\" is no name for a table's file");
    return directory / (std::string(table_id) + std::string(suffix));
}

std::filesystem::path archived_path(const std::filesystem::path& directory, std::string_view table_id, std::uint64_t epoch) {
    return directory / archive_folder / (std::string(table_id) + "." + std::to_string(epoch) + std::string(suffix));
}

std::map<std::uint64_t, std::filesystem::path> archived_journals(const std::filesystem::path& directory, std::string_view table_id) {
    std::map<std::uint64_t, std::filesystem::path> journals;
    const auto folder = directory / archive_folder;
    if (!std::filesystem::exists(folder)) return journals;
    const auto start = std::string(table_id) + ".";
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const auto name = file.path().filename().string();
        if (!name.starts_with(start) || !name.ends_with(suffix) || name.size() <= start.size() + suffix.size()) continue;
        std::uint64_t epoch = 0;
        const auto* end = name.data() + name.size() - suffix.size();
        const auto read = std::from_chars(name.data() + start.size(), end, epoch);
        if (read.ec == std::errc() && read.ptr == end) journals[epoch] = file.path();
    }
    return journals;
}

SqliteMode audit_mode(const std::filesystem::path& path) {
    return std::filesystem::exists(path.string() + "-wal") ? SqliteMode::READ_ONLY : SqliteMode::IMMUTABLE;
}

Database open_journal(const std::filesystem::path& path, SqliteMode mode) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) throw JournalError(JournalTrouble::UNREADABLE, path, "no such file");
    if (!std::filesystem::is_regular_file(path, ignored)) throw JournalError(JournalTrouble::UNREADABLE, path, "not a file");
    try {
        Database database(path, mode);
        if (database.number("PRAGMA application_id") != journal_application)
            throw JournalError(JournalTrouble::NOT_A_JOURNAL, path, "not a table's journal (or its first page is damaged)");
        const auto format = database.number("PRAGMA user_version");
        if (format > journal_format)
            throw JournalError(JournalTrouble::NEWER_FORMAT, path,
                               "format version " + std::to_string(format) + " is newer than " + std::to_string(journal_format) +
                                   ", the newest that this program knows");
        if (format < 1) throw JournalError(JournalTrouble::NOT_SOUND, path, "format version " + std::to_string(format) + " does not exist");
        return database;
    } catch (const SqliteError& error) {
        std::string said = error.what();
        if (const auto name = path.string() + ": "; said.starts_with(name)) said.erase(0, name.size()); // a JournalError names it itself
        throw JournalError(trouble_of(error.code), path, said);
    }
}

void create_journal(const std::filesystem::path& path, const JournalIdentity& identity) {
    const std::filesystem::path unfinished = path.string() + ".new";
    for (const auto* suffix : {"", "-wal", "-shm", "-journal"})
        std::filesystem::remove(unfinished.string() + suffix); // of a process that died here
    {
        Database database(unfinished, SqliteMode::CREATE);
        database.run("PRAGMA page_size = 4096; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL");
        Transaction transaction(database);
        database.run("PRAGMA application_id = " + std::to_string(journal_application) +
                     "; PRAGMA user_version = " + std::to_string(journal_format));
        database.run(tables);
        complete_indexes(database);
        const auto genesis = genesis_hash(identity);
        Statement(database, "INSERT INTO meta VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .bind_text(1, identity.studio_id)
            .bind_text(2, identity.table_id)
            .bind(3, identity.epoch)
            .bind(4, count_of(identity.created_at))
            .bind_text(5, identity.rules_text)
            .bind_text(6, identity.rules_version)
            .bind_bytes(7, genesis)
            .run();
        Statement(database, "INSERT INTO head VALUES(0, 0, ?1)").bind_bytes(1, genesis).run();
        transaction.commit();
    } // closing folds the log into the file
    std::filesystem::rename(unfinished, path);
    flush_folder(path.parent_path().empty() ? "." : path.parent_path());
}

void complete_indexes(Database& database) {
    database.run(later_indexes);
}

JournalIdentity read_identity(Database& database) {
    Statement row(database, "SELECT studio_id, table_id, epoch, created_at, rules_text, rules_version, genesis FROM meta");
    const auto unsound = [&](const std::string& what) { return JournalError(JournalTrouble::NOT_SOUND, database.path(), what); };
    if (row.step() == Statement::Row::DONE) throw unsound("its identity is missing");
    JournalIdentity identity{row.bytes(0), row.bytes(1), row.counter(2), time_of(row.number(3)), row.bytes(4), row.bytes(5)};
    if (genesis_hash(identity) != row.bytes(6)) throw unsound("its identity (studio, table, epoch, rules) does not fit its hash");
    if (rules_version_of(identity.rules_text) != identity.rules_version) throw unsound("its rules do not fit their version");
    if (row.step() != Statement::Row::DONE) throw unsound("it has more than one identity");
    return identity;
}

JournalHead read_head(Database& database) {
    Statement row(database, "SELECT entry_no, seq, hash FROM head");
    if (row.step() == Statement::Row::DONE)
        throw JournalError(JournalTrouble::NOT_SOUND, database.path(), "the record of its last entry is missing");
    JournalHead head{row.counter(0), row.counter(1), row.bytes(2)};
    if (row.step() != Statement::Row::DONE) throw JournalError(JournalTrouble::NOT_SOUND, database.path(), "it records two last entries");
    return head;
}

std::string page_fault(Database& database) {
    const auto said = database.text("PRAGMA integrity_check(1)");
    return said == "ok" ? std::string() : "its pages are damaged: " + said;
}

std::string hash_field(std::string_view hash) {
    return std::string("\x7A\x20", 2).append(hash); // field 15, length-delimited, 32 bytes
}

EntryScan::EntryScan(Database& database, std::uint64_t from_entry)
    : entries_(database,
               "SELECT entry_no, at_ns, source, correlation, prev_hash, input, hash FROM entries WHERE entry_no >= ?1 ORDER BY entry_no"),
      public_{Statement(database, "SELECT seq, entry_no, place, '', round_id, at_ns, bytes FROM events WHERE entry_no >= ?1 ORDER BY seq"),
              {}},
      private_{Statement(database, "SELECT seq, entry_no, place, distributor, round_id, at_ns, bytes FROM private_events "
                                   "WHERE entry_no >= ?1 ORDER BY entry_no, place"),
               {}} {
    entries_.bind(1, from_entry);
    public_.statement.bind(1, from_entry);
    private_.statement.bind(1, from_entry);
    public_.advance();
    private_.advance();
}

void EntryScan::Cursor::advance() {
    event.reset();
    if (statement.step() == Statement::Row::DONE) return;
    event = StoredEvent{statement.counter(0), statement.counter(1),         statement.counter(2), statement.bytes(3),
                        statement.bytes(4),   time_of(statement.number(5)), statement.bytes(6)};
}

void EntryScan::take(Cursor& cursor, StoredEntry& entry) {
    while (cursor.event && cursor.event->entry_no <= entry.entry_no) {
        entry.events.push_back(std::move(*cursor.event));
        cursor.advance();
    }
}

std::optional<StoredEntry> EntryScan::next() {
    StoredEntry entry;
    if (end_ == End::REACHED) return {};
    if (entries_.step() == Statement::Row::DONE) {
        end_ = End::REACHED;
        if (!public_.event && !private_.event) return {};
        entry.entry_no = public_.event ? public_.event->entry_no : private_.event->entry_no;
        public_.event.reset();
        private_.event.reset();
        return entry;
    }
    entry.entry_no = entries_.counter(0);
    entry.at = time_of(entries_.number(1));
    entry.source = entries_.bytes(2);
    entry.correlation = entries_.bytes(3);
    entry.previous = entries_.bytes(4);
    entry.input = entries_.bytes(5);
    entry.hash = entries_.bytes(6);
    take(public_, entry);
    take(private_, entry);
    std::ranges::stable_sort(entry.events, {}, &StoredEvent::place);
    return entry;
}

ChainWalk::ChainWalk(const JournalIdentity& identity) : head_{0, 0, genesis_hash(identity)} {}

std::string ChainWalk::fault_of(const StoredEntry& entry) {
    if (entry.hash.empty()) return "there are events of it, but the entry itself is missing";
    if (entry.entry_no != head_.entry_no + 1) return "entry " + std::to_string(head_.entry_no + 1) + " is missing before it";
    if (entry.previous != head_.hash) return "it does not follow from the entry before it (hash of the previous entry)";
    if (entry.at < last_at_) return "its time is before that of the entry before it";
    std::vector<ChainedEvent> chained;
    chained.reserve(entry.events.size());
    const auto field = hash_field(entry.hash);
    for (std::uint64_t place = 0; place < entry.events.size(); ++place) {
        const auto& event = entry.events[place];
        if (auto fault = fault_of(entry, event, place); !fault.empty()) return fault;
        if (!event.bytes.ends_with(field)) return "event " + std::to_string(event.seq) + " does not carry the entry's hash";
        chained.push_back({event.distributor, std::string_view(event.bytes).substr(0, event.bytes.size() - field.size())});
    }
    const auto hash = entry_hash(head_.hash, {entry.entry_no, entry.at, entry.source, entry.correlation, entry.input}, chained);
    if (hash != entry.hash) return "its contents do not fit its hash";
    head_.entry_no = entry.entry_no;
    head_.hash = entry.hash;
    last_at_ = entry.at;
    return {};
}

std::string ChainWalk::fault_of(const StoredEntry& entry, const StoredEvent& event, std::uint64_t place) {
    const auto name = (event.distributor.empty() ? "event " : "private event ") + std::to_string(event.seq);
    if (event.entry_no != entry.entry_no) return name + " belongs to entry " + std::to_string(event.entry_no) + ", which is not there";
    if (event.place != place) return "an event is missing before " + name;
    if (event.at != entry.at) return name + " has another time than the entry";
    auto& last = event.distributor.empty() ? head_.seq : private_seq_[event.distributor];
    if (event.seq != last + 1) return "gap in the numbers of its events: after " + std::to_string(last) + " comes " + name;
    last = event.seq;
    if (!event.distributor.empty()) ++private_events_;
    return {};
}

} // namespace studio
