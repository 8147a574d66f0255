// Reads what a table's journals hold after a position, across its epochs, beside a studio that writes.
#pragma once

#include "studio/bridge/event_id.h"
#include "studio/journal/journal_reader.h"

#include <map>
#include <set>

namespace studio::bridge {

struct TailEvent {
    Position position;
    engine::Time at;
    std::string bytes;
};

// Thread: one. It reads only, and holds no file open that nothing is written to (let_go), so that a journal can be put away while a bridge
// runs. A table's journals are the one in the folder and those in `archive/`, in the order of their epochs.
// Throws a JournalError that names the file when one cannot be read, or when the journal that a position lies in is gone.
class JournalTail {
public:
    // `given_up`: epochs whose missing rest nobody waits for.
    JournalTail(std::filesystem::path directory, std::string table_id, std::set<std::uint64_t> given_up = {});

    // Of the table's newest journal.
    [[nodiscard]] const JournalIdentity& identity();
    // The last event of the newest journal.
    [[nodiscard]] Position newest();
    // Events after a position, in order, at most `limit`, of one epoch at a time.
    [[nodiscard]] std::vector<TailEvent> after(Position last, std::size_t limit);
    // How many events lie after a position.
    [[nodiscard]] std::uint64_t waiting_after(Position last);
    // One event; nothing when its journal does not go so far, or is given up.
    [[nodiscard]] std::optional<std::string> bytes_at(Position position);
    [[nodiscard]] bool given_up(std::uint64_t epoch) const { return given_up_.contains(epoch); }
    // Nothing new for a while: closes the file until it changes.
    void let_go();

private:
    // Changes when somebody writes to the file, or puts another in its place.
    struct Stamp {
        std::uint64_t inode = 0; // 0: there is no file
        std::int64_t changed_ns = 0;
        std::int64_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    struct Stamps {
        Stamp journal;
        Stamp log; // SQLite's write-ahead log
        friend bool operator==(const Stamps&, const Stamps&) = default;
    };
    [[nodiscard]] static Stamp stamp_of(const std::filesystem::path& path);
    void look();
    [[nodiscard]] JournalReader& current();
    [[nodiscard]] std::map<std::uint64_t, std::filesystem::path> older(std::uint64_t from_epoch);
    void expect_known(Position last);

    std::filesystem::path directory_;
    std::string table_id_;
    std::filesystem::path path_;
    std::set<std::uint64_t> given_up_;
    std::optional<JournalReader> reader_;
    std::optional<JournalIdentity> identity_; // of the file that is, or was last, open
    Position newest_;                         // as it was when last looked
    Stamps stamps_;                           // taken before that look
    // PUT_AWAY: the newest journal is not in its place any more, and the next epoch has not begun.
    enum class Newest : std::uint8_t { IN_PLACE, PUT_AWAY } newest_is_ = Newest::IN_PLACE;
};

} // namespace studio::bridge
