#include "studio/bridge/event_id.h"

#include <algorithm>
#include <charconv>

namespace studio::bridge {

namespace {

std::optional<std::uint64_t> parse_number(std::string_view digits) {
    std::uint64_t number = 0;
    const auto* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    if (std::to_string(number) != digits) return std::nullopt; // one event has one id: no leading zeros
    return number;
}

// NATS parts a subject at dots and forbids blanks and wildcards in a published one; what journals call a table has none of the rest either.
bool is_word(std::string_view words) {
    return !words.empty() && std::ranges::all_of(words, [](char symbol) {
        return (symbol >= 'a' && symbol <= 'z') || (symbol >= 'A' && symbol <= 'Z') || (symbol >= '0' && symbol <= '9') || symbol == '-' ||
               symbol == '_';
    });
}

} // namespace

std::string text(Position position) {
    return std::to_string(position.epoch) + ":" + std::to_string(position.seq);
}

std::optional<Position> parse_position(std::string_view words) {
    const auto colon = words.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto epoch = parse_number(words.substr(0, colon));
    const auto seq = parse_number(words.substr(colon + 1));
    if (!epoch || !seq) return std::nullopt;
    return Position{*epoch, *seq};
}

std::string text(const MessageId& id) {
    return id.table_id + ":" + text(id.position);
}

std::optional<MessageId> parse_message_id(std::string_view words) {
    const auto colon = words.find(':');
    if (colon == std::string_view::npos || !is_word(words.substr(0, colon))) return std::nullopt;
    const auto position = parse_position(words.substr(colon + 1));
    if (!position) return std::nullopt;
    return MessageId{std::string(words.substr(0, colon)), *position};
}

std::expected<std::string, std::string> subject_of(const std::string& studio_id, const std::string& table_id) {
    for (const auto& word : {studio_id, table_id})
        if (!is_word(word)) return std::unexpected("'" + word + "' is no word of a NATS subject: letters, digits, '-' and '_' only");
    return "studio." + studio_id + "." + table_id;
}

std::string subjects_of(const std::string& studio_id) {
    return "studio." + studio_id + ".*";
}

std::string stream_of(const std::string& studio_id) {
    return "studio-" + studio_id;
}

} // namespace studio::bridge
