// The writing end of one table's journal.
#pragma once

#include "studio/journal/journal_file.h"
#include "studio/table/ports.h"

#include <memory>

namespace studio {

// What a journal must be of; what a new one is made for.
struct JournalSetup {
    std::string studio_id;
    std::string table_id;
    std::string rules_text;  // engine::rules_text of the rules to be played
    engine::Time now;        // when a new one is made
    std::uint64_t epoch = 0; // of a new one; 0 takes the second of `now`, or one more than the last that was put away
};

// Thread: one thread, the table's. Owns the connection and the lock that keeps every other writer away, in this process and in others
// (flock of <file>.lock; not of the file itself, where closing any descriptor would drop SQLite's own locks).
//
// A journal that has entries takes no commit before its recording has been read to the end: what is not known to be sound is not continued.
class JournalWriter : public Journal {
public:
    // Opens <directory>/<table_id>.journal, or makes it. Throws a JournalError and changes nothing when it is locked, not sound on its
    // face, of a newer format, or of another studio, table or other rules.
    [[nodiscard]] static std::unique_ptr<JournalWriter> open(const std::filesystem::path& directory, const JournalSetup& setup);
    // Puts a table's journal away as <directory>/archive/<table_id>.<epoch>.journal, so that the next open() starts a new epoch; returns
    // where it lies. Throws when another writer has it.
    static std::filesystem::path archive(const std::filesystem::path& directory, std::string_view table_id);
    ~JournalWriter() override;

    [[nodiscard]] const JournalIdentity& identity() const { return identity_; }
    [[nodiscard]] const JournalHead& head() const { return head_; }
    // All entries for Sequencer::recover, each checked against the chain on the way; throws a JournalError at the first that is not sound.
    [[nodiscard]] std::unique_ptr<Recording> recording();

    // One transaction, flushed to the disk when this returns. After a throw every later call throws too.
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) override;
    // Writes to the disk what it holds already, and throws like commit() when it cannot: a journal that opens may still lie on a full disk.
    void prove();

private:
    class Lock;
    class OwnRecording;
    struct Statements;
    struct Rows;
    JournalWriter(std::unique_ptr<Lock> lock, Database database);
    void complete();
    void begin_writing();
    void append(const JournalEntry& entry, std::vector<EncodedEvent>& encoded, Rows& rows);
    void write(const Rows& rows);

    enum class Ready : std::uint8_t { UNREAD, READY, FAILED };
    std::unique_ptr<Lock> lock_;
    Database database_;
    JournalIdentity identity_;
    JournalHead head_;
    Ready ready_ = Ready::UNREAD;
    std::unique_ptr<Statements> statements_;
};

} // namespace studio
