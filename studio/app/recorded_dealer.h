// The dealer of a recorded table: presses the buttons of commands.jsonl at their times. Where the studio refuses a button because something
// has not been read, it does what a supervisor beside the table would do, and never invents a card.
#pragma once

#include "studio/runtime/table_host.h"

#include <deque>
#include <filesystem>
#include <string>

namespace studio::app {

struct RecordedCommand {
    engine::Time at{};
    std::string command;
    int line = 0;
};

// Reads commands.jsonl. Throws std::runtime_error naming file and line.
[[nodiscard]] std::deque<RecordedCommand> read_commands(const std::filesystem::path& file);

// Thread: the table's.
class RecordedDealer {
public:
    RecordedDealer(std::deque<RecordedCommand> commands, runtime::TableHost& host) : commands_(std::move(commands)), host_(host) {}

    // When the next button is pressed; nothing when all are.
    [[nodiscard]] std::optional<engine::Time> next_at() const;
    // Presses what is due; to be called with the clock at `now` before anything of that time is given to the table.
    void press_due(engine::Time now);
    [[nodiscard]] bool done() const { return commands_.empty(); }

private:
    [[nodiscard]] bool press(const std::string& command);
    void supervise();
    void force(const std::string& command);

    std::deque<RecordedCommand> commands_;
    runtime::TableHost& host_;
};

} // namespace studio::app
