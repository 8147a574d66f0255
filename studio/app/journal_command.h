// `studio journal`: what a journal says, and whether it is to be believed. One thread, owns nothing; but for ARCHIVE it writes no file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>

namespace studio::app {

enum class JournalAction : std::uint8_t { VERIFY, REPLAY, EXPORT, DOSSIER, MONEY, ARCHIVE };

struct JournalCommand {
    JournalAction action = JournalAction::VERIFY;
    std::filesystem::path file;
    std::string round_id;           // of a dossier; of the money, all rounds when it is empty
    std::filesystem::path stills{}; // folder of a dossier's pictures; empty takes `stills` beside the journals' folder
};

// ARCHIVE puts a closed table's sound journal into `archive` beside it, so that the next start of its table begins a new epoch: a start
// plays the whole journal again, and so takes the longer the longer that is.
//
// Results on `out` (one JSON object for verify, replay and archive, JSON lines for export and money, one document for a dossier), one line
// of reason on `err`. Returns 0; 1 when the journal is not sound, replays differently, has no such round, or is of a table that is not
// closed; 2 when it cannot be read, is of a newer format or other version, or the use is wrong.
[[nodiscard]] int journal_command(const JournalCommand& command, std::ostream& out, std::ostream& err);

} // namespace studio::app
