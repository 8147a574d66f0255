// The few calls of SQLite that the journal makes, with owners for its handles. No wrapper library: the journal needs forty lines of one,
// and what matters here (result codes, WAL, what a failed step means) must not be hidden.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace studio {

// A call of SQLite that failed; the text names the file.
class SqliteError : public std::runtime_error {
public:
    SqliteError(int result_code, const std::string& what) : std::runtime_error(what), code(result_code) {}
    int code; // SQLite's extended result code
};

// How a file is opened. IMMUTABLE reads a file that nobody writes without making files beside it, also on a read-only medium.
enum class SqliteMode : std::uint8_t { READ_WRITE, CREATE, READ_ONLY, IMMUTABLE };

// One connection. Thread: one thread at a time. Owns the handle.
class Database {
public:
    Database(const std::filesystem::path& path, SqliteMode mode);

    // Runs statements that return nothing of interest.
    void run(const std::string& sql);
    // The first column of the first row.
    [[nodiscard]] std::int64_t number(const std::string& sql);
    [[nodiscard]] std::string text(const std::string& sql);
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    [[noreturn]] void fail(int code) const;

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::filesystem::path path_;
    std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement. Its database outlives it. Text and bytes bound to it are copied.
class Statement {
public:
    Statement(Database& database, std::string_view sql);

    // Starts it over with new values, numbered from 1.
    Statement& reset();
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, std::uint64_t value);
    Statement& bind_text(int place, std::string_view value);
    Statement& bind_bytes(int place, std::string_view value);
    // The same without a copy: `value` has to live until the statement has run.
    Statement& lend_text(int place, std::string_view value);
    Statement& lend_bytes(int place, std::string_view value);
    enum class Row : std::uint8_t { READY, DONE };
    Row step();
    // Steps once and starts over: for statements without rows.
    void run();

    // Columns of the current row, numbered from 0.
    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::uint64_t counter(int column) const { return static_cast<std::uint64_t>(number(column)); }
    [[nodiscard]] std::string bytes(int column) const; // of a blob or a text

private:
    struct Finish {
        void operator()(sqlite3_stmt* handle) const;
    };
    Database* database_;
    std::unique_ptr<sqlite3_stmt, Finish> handle_;
};

// Puts rows into one table, many of them with one run of a statement: to begin and end a run costs as much as several rows. Its database
// outlives it.
class RowWriter {
public:
    RowWriter(Database& database, const std::string& table, int columns);
    // Rows 0 to `count` - 1: `bind(statement, place, row)` gives the values of one row to `place` and the places after it. What it lends
    // has to live until this returns.
    template <typename Bind>
    void write(std::size_t count, Bind bind) {
        std::size_t row = 0;
        for (; row + rows_a_run <= count; row += rows_a_run) {
            for (std::size_t i = 0; i < rows_a_run; ++i)
                bind(many_, 1 + static_cast<int>(i) * columns_, row + i);
            many_.run();
        }
        for (; row < count; ++row) {
            bind(one_, 1, row);
            one_.run();
        }
    }

private:
    static constexpr std::size_t rows_a_run = 16;
    int columns_;
    Statement many_;
    Statement one_;
};

// A transaction that is rolled back unless it is committed.
class Transaction {
public:
    explicit Transaction(Database& database, const std::string& begin = "BEGIN IMMEDIATE");
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Database& database_;
    enum class State : std::uint8_t { OPEN, DONE } state_ = State::OPEN;
};

} // namespace studio
