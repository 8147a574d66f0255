// A look at SQLite's write-ahead log before SQLite itself opens it.
#pragma once

#include <filesystem>
#include <string>

namespace studio {

// SQLite takes the log up to the first frame whose checksum is wrong and silently forgets the rest. That is right for a transaction that
// was being written when the power went, and wrong for a damaged one that others follow. Returns what is wrong, or nothing when the log
// ends as a crash may end it. Opens no file that SQLite locks.
[[nodiscard]] std::string wal_fault(const std::filesystem::path& journal);

} // namespace studio
