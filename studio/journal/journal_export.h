// A journal as text, for people and scripts that have no Protobuf.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

namespace studio {

// JSON lines in journal order: the identity, then each entry's input, then its events. FORMAT.md, "Export". Throws a JournalError.
void export_journal(const std::filesystem::path& path, std::ostream& out);

// One JSON document about a round: every entry from its first event to its last, with the bytes that the chain is computed over, so that a
// third party can recompute each hash; entries of that stretch that are not the round's say so..
// The caller has verified the journal.
enum class Dossier : unsigned char { WRITTEN, NO_SUCH_ROUND };
[[nodiscard]] Dossier write_dossier(const std::filesystem::path& path, const std::string& round_id, std::ostream& out);

} // namespace studio
