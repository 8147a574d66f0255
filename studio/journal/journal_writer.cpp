#include "studio/journal/journal_writer.h"

#include "studio/journal/entry_codec.h"
#include "studio/journal/journal_recording.h"
#include "studio/journal/wal_check.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace studio {

// Held while it lives. The lock file stays: removing it would let two writers lock two files of one name.
class JournalWriter::Lock {
public:
    explicit Lock(const std::filesystem::path& journal) {
        const auto path = journal.string() + ".lock";
        descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor_ < 0) throw JournalError(JournalTrouble::UNREADABLE, path, std::strerror(errno));
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
        ::close(descriptor_);
        throw JournalError(JournalTrouble::LOCKED, journal, "another writer has this table's journal (a table has exactly one)");
    }
    ~Lock() { ::close(descriptor_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int descriptor_;
};

// Says that the journal may be continued once it has been read to its end.
class JournalWriter::OwnRecording : public Recording {
public:
    explicit OwnRecording(JournalWriter& writer) : writer_(writer), recording_(writer.database_, writer.identity_) {}
    [[nodiscard]] std::optional<RecordedInput> next() override {
        auto input = recording_.next();
        if (!input && writer_.ready_ == Ready::UNREAD) writer_.ready_ = Ready::READY;
        return input;
    }
    [[nodiscard]] std::string difference(const JournalEntry& made) override { return recording_.difference(made); }

private:
    JournalWriter& writer_;
    JournalRecording recording_;
};

struct JournalWriter::Statements {
    explicit Statements(Database& database)
        : entries(database, "entries", 7), events(database, "events", 6), private_events(database, "private_events", 7),
          head(database, "UPDATE head SET entry_no = ?1, seq = ?2, hash = ?3") {}
    RowWriter entries;
    RowWriter events;
    RowWriter private_events;
    Statement head;
};

// What a transaction adds. The entries are the caller's, the bytes of their events lie in what it is given back.
struct JournalWriter::Rows {
    struct Entry {
        const JournalEntry& entry;
        std::string input;
        std::string previous;
        std::string hash;
    };
    struct Event {
        const JournalEntry& entry;
        std::size_t place;
        std::string_view bytes;
        [[nodiscard]] const SequencedEvent& event() const { return entry.events[place]; }
    };
    std::vector<Entry> entries;
    std::vector<Event> events;
    std::vector<Event> private_events;
};

namespace {

// A table never uses an epoch twice, also when the clock was set back between two journals.
JournalIdentity identity_of(const std::filesystem::path& directory, const JournalSetup& setup) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(setup.now).time_since_epoch().count();
    const auto from_time = static_cast<std::uint64_t>(std::max<std::int64_t>(1, seconds));
    const auto put_away = archived_journals(directory, setup.table_id);
    const auto after_last = put_away.empty() ? 1 : put_away.rbegin()->first + 1;
    const auto epoch = setup.epoch != 0 ? setup.epoch : std::max(from_time, after_last);
    return {setup.studio_id, setup.table_id, epoch, setup.now, setup.rules_text, rules_version_of(setup.rules_text)};
}

void expect_same(const std::filesystem::path& path, std::string_view what, const std::string& stored, const std::string& wanted) {
    if (stored == wanted) return;
    throw JournalError(JournalTrouble::MISMATCH, path,
                       "it is of " + std::string(what) + " \"" + stored + "\", not of \"" + wanted + "\"; put it away to start a new one");
}

} // namespace

std::unique_ptr<JournalWriter> JournalWriter::open(const std::filesystem::path& directory, const JournalSetup& setup) {
    const auto path = journal_path(directory, setup.table_id);
    std::filesystem::create_directories(directory);
    auto lock = std::make_unique<Lock>(path);
    if (!std::filesystem::exists(path)) {
        if (std::filesystem::exists(path.string() + "-wal"))
            throw JournalError(JournalTrouble::NOT_SOUND, path, "the file is missing, but its write-ahead log is there");
        create_journal(path, identity_of(directory, setup));
    }
    if (const auto fault = wal_fault(path); !fault.empty()) throw JournalError(JournalTrouble::NOT_SOUND, path, fault);
    std::unique_ptr<JournalWriter> writer(new JournalWriter(std::move(lock), open_journal(path, SqliteMode::READ_WRITE)));
    expect_same(path, "studio", writer->identity_.studio_id, setup.studio_id);
    expect_same(path, "table", writer->identity_.table_id, setup.table_id);
    expect_same(path, "the rules", writer->identity_.rules_version, rules_version_of(setup.rules_text));
    writer->complete();
    return writer;
}

std::filesystem::path JournalWriter::archive(const std::filesystem::path& directory, std::string_view table_id) {
    const auto path = journal_path(directory, table_id);
    const Lock lock(path);
    std::uint64_t epoch = 0;
    {
        auto database = open_journal(path, SqliteMode::READ_WRITE);
        epoch = read_identity(database).epoch;
        database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    if (std::filesystem::exists(path.string() + "-wal")) throw JournalError(JournalTrouble::LOCKED, path, "a reader still has it open");
    const auto target = archived_path(directory, table_id, epoch);
    std::filesystem::create_directories(target.parent_path());
    if (std::filesystem::exists(target))
        throw JournalError(JournalTrouble::MISMATCH, target, "there is one put away under this name already");
    std::filesystem::rename(path, target);
    return target;
}

JournalWriter::JournalWriter(std::unique_ptr<Lock> lock, Database database) : lock_(std::move(lock)), database_(std::move(database)) {
    try {
        database_.run("PRAGMA synchronous = FULL");
        if (database_.text("PRAGMA journal_mode") != "wal")
            throw JournalError(JournalTrouble::NOT_SOUND, database_.path(), "it is not in WAL mode");
        identity_ = read_identity(database_);
        head_ = read_head(database_);
        statements_ = std::make_unique<Statements>(database_);
        if (head_.entry_no == 0 && database_.number("SELECT count(*) FROM entries") == 0) ready_ = Ready::READY;
    } catch (const SqliteError& error) {
        throw JournalError(JournalTrouble::NOT_SOUND, database_.path(), error.what());
    }
}

JournalWriter::~JournalWriter() = default;

void JournalWriter::complete() {
    try {
        complete_indexes(database_);
    } catch (const SqliteError& error) {
        throw JournalError(JournalTrouble::NOT_SOUND, database_.path(), error.what());
    }
}

std::unique_ptr<Recording> JournalWriter::recording() {
    return std::make_unique<OwnRecording>(*this);
}

void JournalWriter::begin_writing() {
    if (ready_ == Ready::UNREAD)
        throw JournalError(JournalTrouble::NOT_RECOVERED, database_.path(),
                           "its entries have not been read to the end, nothing is added to it");
    if (ready_ == Ready::FAILED) throw JournalError(JournalTrouble::UNREADABLE, database_.path(), "an earlier commit failed");
    ready_ = Ready::FAILED; // until all of it has succeeded
}

void JournalWriter::prove() {
    begin_writing();
    Transaction transaction(database_);
    database_.run("UPDATE head SET seq = seq + 1"); // SQLite writes no page that says what it said before
    write({});
    transaction.commit();
    ready_ = Ready::READY;
}

std::vector<EncodedEvent> JournalWriter::commit(std::span<const JournalEntry> entries) {
    begin_writing();
    std::vector<EncodedEvent> encoded;
    encoded.reserve(std::accumulate(entries.begin(), entries.end(), std::size_t{0},
                                    [](std::size_t sum, const auto& entry) { return sum + entry.events.size(); }));
    Rows rows;
    rows.entries.reserve(entries.size());
    for (const auto& entry : entries)
        append(entry, encoded, rows);
    Transaction transaction(database_);
    write(rows);
    transaction.commit();
    ready_ = Ready::READY;
    return encoded;
}

void JournalWriter::append(const JournalEntry& entry, std::vector<EncodedEvent>& encoded, Rows& rows) {
    if (entry.entry_no != head_.entry_no + 1)
        throw JournalError(JournalTrouble::MISMATCH, database_.path(),
                           "it does not follow the last entry " + std::to_string(head_.entry_no), entry.entry_no);
    const auto first = encoded.size();
    std::vector<ChainedEvent> chained;
    chained.reserve(entry.events.size());
    for (const auto& event : entry.events) {
        const auto& last = encoded.emplace_back(event.seq, event.distributor, event_bytes(identity_, entry.meta.at, event));
        chained.push_back({last.distributor, last.bytes});
    }
    auto input = input_bytes(entry.input, entry.meta);
    auto hash = entry_hash(head_.hash, {entry.entry_no, entry.meta.at, entry.meta.source, entry.correlation, input}, chained);
    for (std::size_t place = 0; place < entry.events.size(); ++place) {
        auto& [seq, distributor, bytes] = encoded[first + place];
        bytes += hash_field(hash);
        (distributor.empty() ? rows.events : rows.private_events).push_back({entry, place, bytes});
        if (distributor.empty()) head_.seq = seq;
    }
    head_.entry_no = entry.entry_no;
    rows.entries.push_back({entry, std::move(input), std::exchange(head_.hash, hash), std::move(hash)});
}

void JournalWriter::write(const Rows& rows) {
    const auto at = [](const JournalEntry& entry) { return std::int64_t{entry.meta.at.time_since_epoch().count()}; };
    statements_->entries.write(rows.entries.size(), [&](Statement& to, int place, std::size_t number) {
        const auto& [entry, input, previous, hash] = rows.entries[number];
        to.bind(place, entry.entry_no).bind(place + 1, at(entry)).lend_text(place + 2, entry.meta.source);
        to.lend_text(place + 3, entry.correlation).lend_bytes(place + 4, previous).lend_bytes(place + 5, input).lend_bytes(place + 6, hash);
    });
    statements_->events.write(rows.events.size(), [&](Statement& to, int place, std::size_t number) {
        const auto& row = rows.events[number];
        to.bind(place, row.event().seq).bind(place + 1, row.entry.entry_no).bind(place + 2, std::uint64_t{row.place});
        to.lend_text(place + 3, row.event().event.round_id).bind(place + 4, at(row.entry)).lend_bytes(place + 5, row.bytes);
    });
    statements_->private_events.write(rows.private_events.size(), [&](Statement& to, int place, std::size_t number) {
        const auto& row = rows.private_events[number];
        to.bind(place, row.entry.entry_no).bind(place + 1, std::uint64_t{row.place}).lend_text(place + 2, row.event().distributor);
        to.bind(place + 3, row.event().seq).lend_text(place + 4, row.event().event.round_id);
        to.bind(place + 5, at(row.entry)).lend_bytes(place + 6, row.bytes);
    });
    statements_->head.bind(1, head_.entry_no).bind(2, head_.seq).bind_bytes(3, head_.hash).run();
}

} // namespace studio
