#include "studio/app/plain_journal.h"

namespace studio::app {

namespace {

// With the table that its statement needs.
Database opened(const std::filesystem::path& file) {
    Database database(file, SqliteMode::CREATE);
    database.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, bytes "
                 "BLOB) STRICT");
    return database;
}

} // namespace

PlainJournal::PlainJournal(const std::filesystem::path& file)
    : database_(opened(file)), insert_(database_, "INSERT INTO events (bytes) VALUES (?1)") {}

std::chrono::nanoseconds PlainJournal::commit(const std::string& bytes, int count) {
    const auto begin = std::chrono::steady_clock::now();
    database_.run("BEGIN IMMEDIATE");
    for (int i = 0; i < count; ++i)
        insert_.reset().lend_bytes(1, bytes).run();
    database_.run("COMMIT");
    return std::chrono::steady_clock::now() - begin;
}

} // namespace studio::app
