// A whole table on a real journal.
#pragma once

#include "studio/journal/journal_check.h"
#include "studio/journal/journal_reader.h"
#include "studio/journal/journal_writer.h"
#include "tests/studio/table/fakes.h"
#include "tests/support/run_folder.h"

#include <fstream>
#include <sstream>

namespace studio::testing {

using Folder = RunFolder;

inline JournalSetup setup_of(const std::string& table_id = "pd1") {
    return {"studio-1", table_id, engine::rules_text({}), start_time, 0};
}

// One table: journal, sequencer and what was published. Recovers by itself from what the journal holds.
struct LiveTable {
    explicit LiveTable(const std::filesystem::path& folder, EventSink* other_sink = nullptr)
        : writer(JournalWriter::open(folder, setup_of())) {
        auto recording = writer->recording();
        auto recovered = Sequencer::recover(*recording, engine::make_table({}), clock, *writer, other_sink != nullptr ? *other_sink : sink);
        if (!recovered) throw std::runtime_error("entry " + std::to_string(recovered.error().entry_no) + ": " + recovered.error().what);
        sequencer = std::move(*recovered);
        clock.time = std::max(clock.time, sequencer->last_at());
    }
    FakeClock clock;
    CollectingSink sink;
    std::unique_ptr<JournalWriter> writer;
    std::unique_ptr<Sequencer> sequencer;
};

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}
inline void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Plays a while and closes; returns the file.
inline std::filesystem::path played(const Folder& folder, int acts, std::uint64_t seed = 3) {
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, seed).play(acts);
    return journal_path(folder.path(), "pd1");
}

inline void damage(const std::filesystem::path& path, const std::string& sql) {
    Database database(path, SqliteMode::READ_WRITE);
    database.run(sql);
}

} // namespace studio::testing
