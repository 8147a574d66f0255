// A journal read for recovery or replay: every entry is checked against the chain and compared with what the engine makes of it again.
#pragma once

#include "studio/journal/journal_file.h"
#include "studio/table/ports.h"

namespace studio {

// Thread: that of its database. Throws a JournalError that names file and entry when something is not sound.
class JournalRecording : public Recording {
public:
    // Both outlive it.
    JournalRecording(Database& database, const JournalIdentity& identity);
    [[nodiscard]] std::optional<RecordedInput> next() override;
    [[nodiscard]] std::string difference(const JournalEntry& made) override;

private:
    Database& database_;
    const JournalIdentity& identity_;
    EntryScan scan_;
    ChainWalk walk_;
    StoredEntry entry_; // the last one
};

} // namespace studio
