// What a journal costs that is nothing but a table of SQLite: the measure that the benches set beside the studio's own.
#pragma once

#include "studio/journal/sqlite.h"

#include <chrono>
#include <filesystem>
#include <string>

namespace studio::app {

// Thread: one. The file is made where it is not there.
class PlainJournal {
public:
    explicit PlainJournal(const std::filesystem::path& file);
    // One transaction, flushed to the disk, of `count` events with these bytes; how long it took.
    std::chrono::nanoseconds commit(const std::string& bytes, int count);

private:
    Database database_;
    Statement insert_;
};

} // namespace studio::app
