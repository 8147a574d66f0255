// The reading end of one table's journal, beside a writer that goes on.
#pragma once

#include "studio/journal/journal_file.h"

namespace studio {

// Where a round's public events lie. Other rounds' events may lie between (a correction after the next round has opened).
struct RoundSpan {
    std::string round_id;
    std::uint64_t first_seq = 0;
    std::uint64_t last_seq = 0;
    engine::Time opened_at;
};

// Thread: one thread, any; the replay server has its own, the bridge another. Owns a connection of its own that cannot write.
// Every call reads what has been committed up to now and keeps no transaction open after it, so that the writer's checkpoints go on.
// It trusts what it reads: soundness is checked by verify() and before a writer continues.
class JournalReader {
public:
    explicit JournalReader(const std::filesystem::path& path);

    [[nodiscard]] const JournalIdentity& identity() const { return identity_; }
    [[nodiscard]] JournalHead head();
    [[nodiscard]] std::uint64_t last_seq() { return head().seq; }
    // Public events from..to, both included, `to` 0 = to the end; at most `limit` of them.
    [[nodiscard]] std::vector<StoredEvent> read_events(std::uint64_t from, std::uint64_t to, std::size_t limit);
    // The first public event sequenced at or after a time; last_seq() + 1 when there is none.
    [[nodiscard]] std::uint64_t first_seq_since(engine::Time at);
    [[nodiscard]] std::vector<StoredEvent> read_since(engine::Time at, std::size_t limit);
    // Private events of one distributor; of one round unless `round_id` is empty.
    [[nodiscard]] std::vector<StoredEvent> read_private(std::string_view distributor, std::uint64_t from, std::size_t limit,
                                                        std::string_view round_id = {});
    [[nodiscard]] std::uint64_t last_private_seq(std::string_view distributor);
    // All who have private events, by name.
    [[nodiscard]] std::vector<std::string> distributors();
    // The rounds with events before `before_seq` (0 = all), the newest first, at most `limit`; where there may be more, `before_seq` says
    // where to go on. A round with events after another's stands where its last one lies, and may come again further on. Costs what lies
    // between.
    struct Rounds {
        std::vector<RoundSpan> spans;
        std::uint64_t before_seq = 0;
    };
    [[nodiscard]] Rounds rounds(std::uint64_t before_seq, std::size_t limit);
    [[nodiscard]] std::optional<RoundSpan> find_round(std::string_view round_id);
    // The public events of a round.
    [[nodiscard]] std::vector<StoredEvent> read_round(std::string_view round_id);

private:
    Database database_;
    JournalIdentity identity_;
};

} // namespace studio
