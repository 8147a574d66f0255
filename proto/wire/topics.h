// Topics of the feed: one a table. A subscription is a prefix, so "t/1" also brings "t/10": a reader compares the whole topic.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proto::wire {

inline constexpr std::string_view topic_prefix = "t/"; // subscribes to every table

[[nodiscard]] inline std::string topic_of(std::string_view table_id) {
    return std::string(topic_prefix) + std::string(table_id);
}

// The table of a topic; nothing when it is none of ours.
[[nodiscard]] inline std::optional<std::string> table_of(std::string_view topic) {
    if (!topic.starts_with(topic_prefix)) return std::nullopt;
    return std::string(topic.substr(topic_prefix.size()));
}

} // namespace proto::wire
