#include "studio/journal/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace studio {

namespace {

constexpr int busy_timeout_ms = 2000; // a reader that meets the writer's checkpoint waits; it never needs this long

// SQLite keeps every page that it has written until a cache of 2 MB is full, for each connection: of 64 tables 128 MB that are never read
// again. Appending needs the last page of each tree and the way to it; the system caches the file for whoever reads.
constexpr int cached_pages = 64;

// A file name as a URI: everything but unreserved characters escaped.
std::string uri_of(const std::filesystem::path& path) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char symbol : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(symbol);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '/' ||
                           byte == '-' || byte == '_' || byte == '.';
        if (plain) {
            uri += symbol;
        } else {
            uri += '%';
            uri += hex[byte >> 4U];
            uri += hex[byte & 15U];
        }
    }
    return uri + "?immutable=1";
}

int flags_of(SqliteMode mode) {
    switch (mode) {
    case SqliteMode::READ_WRITE: return SQLITE_OPEN_READWRITE;
    case SqliteMode::CREATE: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case SqliteMode::READ_ONLY: return SQLITE_OPEN_READONLY;
    case SqliteMode::IMMUTABLE: return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    }
    std::unreachable();
}

// "INSERT INTO table VALUES (?,?),(?,?)"
std::string insert_of(const std::string& table, int columns, std::size_t rows) {
    std::string row = "(?";
    for (int column = 1; column < columns; ++column)
        row += ",?";
    row += ")";
    std::string sql = "INSERT INTO " + table + " VALUES " + row;
    for (std::size_t more = 1; more < rows; ++more)
        sql += "," + row;
    return sql;
}

} // namespace

Database::Database(const std::filesystem::path& path, SqliteMode mode) : path_(path) {
    // Every allocation of every connection would take one lock for the sake of numbers that nobody reads.
    static const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); // NOLINT: SQLite's own way; refused once it is in use
    static_cast<void>(uncounted);
    const std::string name = mode == SqliteMode::IMMUTABLE ? uri_of(path) : path.string();
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags_of(mode) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail(code);
    sqlite3_busy_timeout(handle, busy_timeout_ms);
    run("PRAGMA cache_size = " + std::to_string(cached_pages));
}

void Database::Close::operator()(sqlite3* handle) const {
    sqlite3_close(handle);
}

void Database::fail(int code) const {
    const char* said = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
    throw SqliteError(code, path_.string() + ": " + said);
}

void Database::run(const std::string& sql) {
    const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const std::string& sql) {
    Statement statement(*this, sql);
    return statement.step() == Statement::Row::READY ? statement.number(0) : 0;
}

std::string Database::text(const std::string& sql) {
    Statement statement(*this, sql);
    return statement.step() == Statement::Row::READY ? statement.bytes(0) : std::string();
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) database.fail(code);
}

void Statement::Finish::operator()(sqlite3_stmt* handle) const {
    sqlite3_finalize(handle);
}

Statement& Statement::reset() {
    sqlite3_reset(handle_.get()); // its result repeats that of the last step, which has been reported
    return *this;
}

Statement& Statement::bind(int place, std::int64_t value) {
    if (const int code = sqlite3_bind_int64(handle_.get(), place, value); code != SQLITE_OK) database_->fail(code);
    return *this;
}

Statement& Statement::bind(int place, std::uint64_t value) {
    return bind(place, static_cast<std::int64_t>(value));
}

Statement& Statement::bind_text(int place, std::string_view value) {
    const int code = sqlite3_bind_text64(handle_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    if (code != SQLITE_OK) database_->fail(code);
    return *this;
}

Statement& Statement::bind_bytes(int place, std::string_view value) {
    const int code = sqlite3_bind_blob64(handle_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT);
    if (code != SQLITE_OK) database_->fail(code);
    return *this;
}

Statement& Statement::lend_text(int place, std::string_view value) {
    const int code = sqlite3_bind_text64(handle_.get(), place, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
    if (code != SQLITE_OK) database_->fail(code);
    return *this;
}

Statement& Statement::lend_bytes(int place, std::string_view value) {
    const int code = sqlite3_bind_blob64(handle_.get(), place, value.data(), value.size(), SQLITE_STATIC);
    if (code != SQLITE_OK) database_->fail(code);
    return *this;
}

Statement::Row Statement::step() {
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return Row::READY;
    if (code == SQLITE_DONE) return Row::DONE;
    database_->fail(code);
}

void Statement::run() {
    try {
        step();
    } catch (...) {
        reset();
        throw;
    }
    reset();
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
}

std::string Statement::bytes(int column) const {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return data == nullptr ? std::string() : std::string(data, size);
}

RowWriter::RowWriter(Database& database, const std::string& table, int columns)
    : columns_(columns), many_(database, insert_of(table, columns, rows_a_run)), one_(database, insert_of(table, columns, 1)) {}

Transaction::Transaction(Database& database, const std::string& begin) : database_(database) {
    database_.run(begin);
}

Transaction::~Transaction() {
    if (state_ == State::OPEN)
        sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr); // nothing more can be done about a failure
}

void Transaction::commit() {
    database_.run("COMMIT");
    state_ = State::DONE;
}

} // namespace studio
