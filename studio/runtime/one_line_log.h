// A line of the log stays one line: names and reasons in it come from strangers.
#pragma once

#include <spdlog/formatter.h>

#include <memory>
#include <string>
#include <string_view>

namespace studio::runtime {

// Control characters as "\x0A", everything else as it is. Without it a wager's id could end a line and write the next one, with another
// table's name, or colour a terminal.
[[nodiscard]] std::string without_controls(std::string_view text);

// spdlog's own pattern around a message that is one line.
class OneLineFormatter : public spdlog::formatter {
public:
    OneLineFormatter();
    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override;
    [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override;

private:
    std::unique_ptr<spdlog::formatter> pattern_;
};

} // namespace studio::runtime
