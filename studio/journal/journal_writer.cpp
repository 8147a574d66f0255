#include "studio/journal/journal_writer.h"

#include "studio/journal/entry_codec.h"
#include "studio/journal/journal_recording.h"
#include "studio/journal/wal_check.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
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
        : entry(database, "INSERT INTO entries VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
          event(database, "INSERT INTO events VALUES(?1, ?2, ?3, ?4, ?5, ?6)"),
          private_event(database, "INSERT INTO private_events VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
          head(database, "UPDATE head SET entry_no = ?1, seq = ?2, hash = ?3") {}
    Statement entry;
    Statement event;
    Statement private_event;
    Statement head;
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

std::vector<EncodedEvent> JournalWriter::commit(std::span<const JournalEntry> entries) {
    if (ready_ == Ready::UNREAD)
        throw JournalError(JournalTrouble::NOT_RECOVERED, database_.path(),
                           "its entries have not been read to the end, nothing is added to it");
    if (ready_ == Ready::FAILED) throw JournalError(JournalTrouble::UNREADABLE, database_.path(), "an earlier commit failed");
    ready_ = Ready::FAILED; // until all of it has succeeded
    std::vector<EncodedEvent> encoded;
    Transaction transaction(database_);
    for (const auto& entry : entries)
        append(entry, encoded);
    statements_->head.bind(1, head_.entry_no).bind(2, head_.seq).bind_bytes(3, head_.hash).run();
    transaction.commit();
    ready_ = Ready::READY;
    return encoded;
}

void JournalWriter::append(const JournalEntry& entry, std::vector<EncodedEvent>& encoded) {
    if (entry.entry_no != head_.entry_no + 1)
        throw JournalError(JournalTrouble::MISMATCH, database_.path(),
                           "it does not follow the last entry " + std::to_string(head_.entry_no), entry.entry_no);
    const auto first = encoded.size();
    for (const auto& event : entry.events)
        encoded.push_back({event.seq, event.distributor, event_bytes(identity_, entry.meta.at, event)});
    const auto input = input_bytes(entry.input, entry.meta);
    std::vector<ChainedEvent> chained;
    for (std::size_t place = first; place < encoded.size(); ++place)
        chained.push_back({encoded[place].distributor, encoded[place].bytes});
    const auto hash = entry_hash(head_.hash, {entry.entry_no, entry.meta.at, entry.meta.source, entry.correlation, input}, chained);
    const auto at = entry.meta.at.time_since_epoch().count();
    auto& [entry_row, event_row, private_row, head_row] = *statements_;
    entry_row.bind(1, entry.entry_no).bind(2, std::int64_t{at}).lend_text(3, entry.meta.source).lend_text(4, entry.correlation);
    entry_row.lend_bytes(5, head_.hash).lend_bytes(6, input).lend_bytes(7, hash).run();
    for (std::size_t place = 0; place < entry.events.size(); ++place) {
        const auto& event = entry.events[place];
        auto& bytes = encoded[first + place].bytes;
        bytes += hash_field(hash);
        if (event.distributor.empty()) {
            event_row.bind(1, event.seq).bind(2, entry.entry_no).bind(3, std::uint64_t{place}).lend_text(4, event.event.round_id);
            event_row.bind(5, std::int64_t{at}).lend_bytes(6, bytes).run();
            head_.seq = event.seq;
        } else {
            private_row.bind(1, entry.entry_no).bind(2, std::uint64_t{place}).lend_text(3, event.distributor).bind(4, event.seq);
            private_row.lend_text(5, event.event.round_id).bind(6, std::int64_t{at}).lend_bytes(7, bytes).run();
        }
    }
    head_.entry_no = entry.entry_no;
    head_.hash = hash;
}

} // namespace studio
