#include "studio/runtime/one_line_log.h"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>

#include <iterator>

namespace studio::runtime {

std::string without_controls(std::string_view text) {
    constexpr unsigned char first_printable = 0x20;
    constexpr unsigned char del = 0x7F;
    std::string shown;
    shown.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < first_printable || byte == del)
            fmt::format_to(std::back_inserter(shown), "\\x{:02X}", byte);
        else
            shown += c;
    }
    return shown;
}

OneLineFormatter::OneLineFormatter() : pattern_(std::make_unique<spdlog::pattern_formatter>()) {}

void OneLineFormatter::format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) {
    const auto payload = without_controls({message.payload.data(), message.payload.size()});
    auto shown = message;
    shown.payload = payload;
    pattern_->format(shown, line);
    message.color_range_start = shown.color_range_start;
    message.color_range_end = shown.color_range_end;
}

std::unique_ptr<spdlog::formatter> OneLineFormatter::clone() const {
    return std::make_unique<OneLineFormatter>();
}

} // namespace studio::runtime
