#include "studio/bridge/journal_tail.h"

#include <algorithm>
#include <sys/stat.h>

namespace studio::bridge {

JournalTail::JournalTail(std::filesystem::path directory, std::string table_id, std::set<std::uint64_t> given_up)
    : directory_(std::move(directory)), table_id_(std::move(table_id)), path_(journal_path(directory_, table_id_)),
      given_up_(std::move(given_up)) {}

JournalTail::Stamp JournalTail::stamp_of(const std::filesystem::path& path) {
    struct stat found{};
    if (::stat(path.c_str(), &found) != 0) return {};
    return {found.st_ino, found.st_mtim.tv_sec * std::int64_t{1'000'000'000} + found.st_mtim.tv_nsec, found.st_size};
}

// Brings newest_ up to now. A file that was let go is opened again only when it has changed: a table that rests costs two looks at its
// folder, not a query. The stamps are taken before the query, so whatever is written after it changes them.
void JournalTail::look() {
    const Stamps now{stamp_of(path_), stamp_of(path_.string() + "-wal")};
    newest_is_ = now.journal.inode != 0 ? Newest::IN_PLACE : Newest::PUT_AWAY;
    if (newest_is_ == Newest::PUT_AWAY) {
        if (!identity_) throw JournalError(JournalTrouble::UNREADABLE, path_, "no such file");
        reader_.reset();
        return;
    }
    if (now.journal.inode != stamps_.journal.inode) { // another journal in its place
        reader_.reset();
        identity_.reset();
    } else if (!reader_ && identity_ && now == stamps_) {
        return;
    }
    if (!reader_) {
        reader_.emplace(path_);
        identity_ = reader_->identity();
        if (identity_->table_id != table_id_)
            throw JournalError(JournalTrouble::MISMATCH, path_,
                               "it is of table \"" + identity_->table_id + "\", not of the table of its name");
    }
    stamps_ = now;
    newest_ = {identity_->epoch, reader_->last_seq()};
}

JournalReader& JournalTail::current() {
    if (!reader_) reader_.emplace(path_);
    return *reader_;
}

const JournalIdentity& JournalTail::identity() {
    look();
    return *identity_;
}

Position JournalTail::newest() {
    look();
    return newest_;
}

// Journals that have been put away, from an epoch on, up to the newest.
std::map<std::uint64_t, std::filesystem::path> JournalTail::older(std::uint64_t from_epoch) {
    auto journals = archived_journals(directory_, table_id_);
    std::erase_if(journals, [&](const auto& one) { return one.first < from_epoch || one.first > newest_.epoch; });
    return journals;
}

// Without the journal that a position lies in nobody can say what follows it there.
void JournalTail::expect_known(Position last) {
    if (last.epoch == newest_.epoch || given_up_.contains(last.epoch) || older(last.epoch).contains(last.epoch)) return;
    throw JournalError(JournalTrouble::MISMATCH, path_,
                       "it is of epoch " + std::to_string(newest_.epoch) + ", but the stream has come to " + text(last) + ", and " +
                           archived_path(directory_, table_id_, last.epoch).string() +
                           " is not there to tell what follows; put it there, or give its rest up with --give-up " + table_id_ + ":" +
                           std::to_string(last.epoch));
}

std::vector<TailEvent> JournalTail::after(Position last, std::size_t limit) {
    look();
    if (last == newest_) return {};
    expect_known(last);
    const auto read = [&](JournalReader& reader, std::uint64_t epoch) {
        std::vector<TailEvent> events;
        for (auto& event : reader.read_events(epoch == last.epoch ? last.seq + 1 : 1, 0, limit))
            events.push_back({{epoch, event.seq}, event.at, std::move(event.bytes)});
        return events;
    };
    if (last.epoch == newest_.epoch && newest_is_ == Newest::IN_PLACE) return read(current(), newest_.epoch);
    for (const auto& [epoch, path] : older(last.epoch)) {
        JournalReader reader(path);
        if (auto events = read(reader, epoch); !events.empty()) return events;
    }
    if (newest_is_ == Newest::PUT_AWAY) return {};
    return read(current(), newest_.epoch);
}

std::uint64_t JournalTail::waiting_after(Position last) {
    look();
    if (last.epoch == newest_.epoch) return newest_.seq > last.seq ? newest_.seq - last.seq : 0;
    expect_known(last);
    std::uint64_t waiting = newest_.seq;
    for (const auto& [epoch, path] : older(last.epoch)) {
        const auto end = JournalReader(path).last_seq();
        if (epoch != newest_.epoch) waiting += end - (epoch == last.epoch ? std::min(last.seq, end) : 0);
    }
    return waiting;
}

std::optional<std::string> JournalTail::bytes_at(Position position) {
    look();
    expect_known(position);
    std::optional<JournalReader> put_away;
    const auto archived = older(position.epoch);
    if (const auto found = archived.find(position.epoch); found != archived.end())
        put_away.emplace(found->second);
    else if (position.epoch != newest_.epoch || newest_is_ == Newest::PUT_AWAY)
        return std::nullopt;
    auto events = (put_away ? *put_away : current()).read_events(position.seq, position.seq, 1);
    if (events.empty()) return std::nullopt;
    return std::move(events.front().bytes);
}

void JournalTail::let_go() {
    reader_.reset();
}

} // namespace studio::bridge
