// The names under which a table's events go to NATS.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace studio::bridge {

// An event of a table: the epoch of its journal and its number there. `seq` 0: before the first event of that epoch.
struct Position {
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0;
    friend auto operator<=>(const Position&, const Position&) = default;
};

// "1790000000:17", as people and logs say it.
[[nodiscard]] std::string text(Position position);
// The opposite of text(); nothing when it is none.
[[nodiscard]] std::optional<Position> parse_position(std::string_view words);

// JetStream keeps one message of an id within its window of duplicates.
struct MessageId {
    std::string table_id;
    Position position;
    friend bool operator==(const MessageId&, const MessageId&) = default;
};

// `table:epoch:seq`.
[[nodiscard]] std::string text(const MessageId& id);
// The opposite of text(); nothing when it is the id of another kind of message.
[[nodiscard]] std::optional<MessageId> parse_message_id(std::string_view words);

// Where a table's events are published: `studio.<studio_id>.<table_id>`. An identifier that is no single word of a subject (a dot, a space,
// a wildcard in it, or empty) is refused with the reason.
[[nodiscard]] std::expected<std::string, std::string> subject_of(const std::string& studio_id, const std::string& table_id);
// The subjects of all tables of a studio, as its stream takes them.
[[nodiscard]] std::string subjects_of(const std::string& studio_id);
// The stream of a studio.
[[nodiscard]] std::string stream_of(const std::string& studio_id);

} // namespace studio::bridge
