// A journal as text, for people and scripts that have no Protobuf.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace studio {

// JSON lines in journal order: the identity, then each entry's input, then its events. FORMAT.md, "Export". Throws a JournalError.
void export_journal(const std::filesystem::path& path, std::ostream& out);

// One JSON document about a round: every entry from its first event to its last, with the bytes that the chain is computed over, so that a
// third party can recompute each hash; entries of that stretch that are not the round's say so. Each picture that an observation of the
// round names is embedded, if `still_of` has it and it is the one that the hash names. The caller has verified the journal.
enum class Dossier : unsigned char { WRITTEN, NO_SUCH_ROUND };
using StillOf = std::function<std::optional<std::string>(const std::string& table_id, const std::string& sha256)>;
[[nodiscard]] Dossier write_dossier(const std::filesystem::path& path, const std::string& round_id, std::ostream& out,
                                    const StillOf& still_of = {});

} // namespace studio
