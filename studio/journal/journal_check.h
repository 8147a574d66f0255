// Is a journal sound, and does the engine still make of its inputs what it made then?
#pragma once

#include "studio/journal/journal_file.h"

namespace studio {

// What verify() or replay() found.
struct JournalReport {
    std::filesystem::path path;
    std::optional<JournalIdentity> identity; // nothing when the file does not get that far
    std::uint64_t entries = 0;               // sound ones, from the first on
    std::uint64_t events = 0;
    std::uint64_t private_events = 0;
    std::string hash;                      // of the last sound entry, 32 bytes
    std::optional<JournalTrouble> trouble; // nothing when the journal is sound
    std::uint64_t bad_entry = 0;           // the first one that is wrong; 0 when it is not about an entry
    std::string fault;                     // one line; names file and entry

    [[nodiscard]] bool sound() const { return !trouble; }
};

// Reads everything: chain, numbers, times, messages against columns, end record, log, pages. Writes nothing, needs no lock.
[[nodiscard]] JournalReport verify(const std::filesystem::path& path);
// verify(), then plays the inputs through the engine with the stored rules and compares every event byte for byte.
[[nodiscard]] JournalReport replay(const std::filesystem::path& path);

} // namespace studio
