#include "studio/journal/journal_recording.h"

#include "studio/journal/entry_codec.h"

namespace studio {

JournalRecording::JournalRecording(Database& database, const JournalIdentity& identity)
    : database_(database), identity_(identity), scan_(database), walk_(identity) {}

std::optional<RecordedInput> JournalRecording::next() {
    auto stored = scan_.next();
    if (!stored) {
        if (walk_.head() != read_head(database_))
            throw JournalError(JournalTrouble::NOT_SOUND, database_.path(),
                               "entries at the end are missing, or the record of the last one is wrong");
        return {};
    }
    entry_ = std::move(*stored);
    if (const auto fault = walk_.fault_of(entry_); !fault.empty())
        throw JournalError(JournalTrouble::NOT_SOUND, database_.path(), fault, entry_.entry_no);
    auto input = recorded_input(entry_);
    if (!input) throw JournalError(JournalTrouble::NOT_SOUND, database_.path(), input.error(), entry_.entry_no);
    return std::move(*input);
}

std::string JournalRecording::difference(const JournalEntry& made) {
    if (made.events.size() != entry_.events.size())
        return "the engine makes " + std::to_string(made.events.size()) + " events of it, " + std::to_string(entry_.events.size()) +
               " are recorded";
    const auto field = hash_field(entry_.hash);
    for (std::size_t place = 0; place < made.events.size(); ++place) {
        const auto& event = made.events[place];
        const auto& recorded = entry_.events[place];
        const bool same_columns =
            event.seq == recorded.seq && event.distributor == recorded.distributor && event.event.round_id == recorded.round_id;
        if (!same_columns || event_bytes(identity_, made.meta.at, event) + field != recorded.bytes)
            return "the engine makes another event " + std::to_string(recorded.seq) + " of it (" + std::string(engine::name(event.event)) +
                   ") than is recorded";
    }
    return {};
}

} // namespace studio
