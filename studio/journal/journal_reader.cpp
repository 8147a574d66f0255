#include "studio/journal/journal_reader.h"

#include <algorithm>
#include <limits>
#include <set>

namespace studio {

namespace {

constexpr std::string_view public_columns = "SELECT seq, entry_no, place, '', round_id, at_ns, bytes FROM events ";

engine::Time time_of(std::int64_t count) {
    return engine::Time(engine::Duration(count));
}

std::vector<StoredEvent> all(Statement& rows) {
    std::vector<StoredEvent> events;
    while (rows.step() == Statement::Row::READY)
        events.push_back(
            {rows.counter(0), rows.counter(1), rows.counter(2), rows.bytes(3), rows.bytes(4), time_of(rows.number(5)), rows.bytes(6)});
    return events;
}

// SQLite's numbers are signed; what lies beyond them lies beyond every journal.
std::uint64_t bounded(std::uint64_t value) {
    return std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max());
}

} // namespace

JournalReader::JournalReader(const std::filesystem::path& path)
    : database_(open_journal(path, SqliteMode::READ_ONLY)), identity_(read_identity(database_)) {}

JournalHead JournalReader::head() {
    return read_head(database_);
}

std::vector<StoredEvent> JournalReader::read_events(std::uint64_t from, std::uint64_t to, std::size_t limit) {
    Statement rows(database_, std::string(public_columns) + "WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq LIMIT ?3");
    rows.bind(1, bounded(from)).bind(2, to == 0 ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(bounded(to)));
    rows.bind(3, bounded(limit));
    return all(rows);
}

std::uint64_t JournalReader::first_seq_since(engine::Time at) {
    // Times never fall as numbers grow, so the place is found by halving.
    const Transaction same_state(database_, "BEGIN");
    Statement time(database_, "SELECT at_ns FROM events WHERE seq = ?1");
    std::uint64_t low = 1;
    std::uint64_t high = read_head(database_).seq + 1;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        const bool found = time.reset().bind(1, middle).step() == Statement::Row::READY;
        if (found && time_of(time.number(0)) < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::vector<StoredEvent> JournalReader::read_since(engine::Time at, std::size_t limit) {
    return read_events(first_seq_since(at), 0, limit);
}

std::vector<StoredEvent> JournalReader::read_private(std::string_view distributor, std::uint64_t from, std::size_t limit,
                                                     std::string_view round_id) {
    // With a round in the statement itself SQLite takes the index by rounds; what a distributor did before that round is not read.
    const std::string of_round = round_id.empty() ? "" : "AND round_id = ?4 ";
    Statement rows(database_, "SELECT seq, entry_no, place, distributor, round_id, at_ns, bytes FROM private_events "
                              "WHERE distributor = ?1 AND seq >= ?2 " +
                                  of_round + "ORDER BY seq LIMIT ?3");
    rows.bind_text(1, distributor).bind(2, bounded(from)).bind(3, bounded(limit));
    if (!round_id.empty()) rows.bind_text(4, round_id);
    return all(rows);
}

std::uint64_t JournalReader::last_private_seq(std::string_view distributor) {
    Statement row(database_, "SELECT max(seq) FROM private_events WHERE distributor = ?1");
    return row.bind_text(1, distributor).step() == Statement::Row::READY ? row.counter(0) : 0;
}

std::vector<std::string> JournalReader::distributors() {
    // From name to name in the index: a DISTINCT reads all of it.
    Statement row(database_, "SELECT min(distributor) FROM private_events WHERE distributor > ?1");
    std::vector<std::string> names;
    std::string last;
    while (row.reset().bind_text(1, last).step() == Statement::Row::READY && !row.bytes(0).empty())
        names.push_back(last = row.bytes(0));
    return names;
}

JournalReader::Rounds JournalReader::rounds(std::uint64_t before_seq, std::size_t limit) {
    Statement rows(database_, "SELECT seq, round_id FROM events WHERE seq < ?1 AND round_id <> '' ORDER BY seq DESC");
    rows.bind(1, bounded(before_seq == 0 ? std::numeric_limits<std::uint64_t>::max() : before_seq));
    Statement span(database_, "SELECT first, last, at_ns FROM (SELECT min(seq) AS first, max(seq) AS last FROM events WHERE round_id = ?1) "
                              "JOIN events ON seq = first");
    Rounds found;
    std::set<std::string> seen;
    while (rows.step() == Statement::Row::READY) {
        auto round_id = rows.bytes(1);
        if (seen.contains(round_id)) continue;
        if (found.spans.size() == limit) {
            found.before_seq = rows.counter(0) + 1;
            break;
        }
        span.reset().bind_text(1, round_id).step();
        found.spans.push_back({round_id, span.counter(0), span.counter(1), time_of(span.number(2))});
        seen.insert(std::move(round_id));
    }
    return found;
}

std::optional<RoundSpan> JournalReader::find_round(std::string_view round_id) {
    const auto events = read_round(round_id);
    if (events.empty()) return {};
    return RoundSpan{std::string(round_id), events.front().seq, events.back().seq, events.front().at};
}

std::vector<StoredEvent> JournalReader::read_round(std::string_view round_id) {
    Statement rows(database_, std::string(public_columns) + "WHERE round_id = ?1 ORDER BY seq");
    rows.bind_text(1, round_id);
    return all(rows);
}

} // namespace studio
