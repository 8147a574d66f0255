// Topics of the feed: one a table. A subscription is a prefix, so "t/1" also brings "t/10": a reader compares the whole topic.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proto::wire {

inline constexpr std::string_view topic_prefix = "t/"; // subscribes to every table

[[nodiscard]] inline std::string topic_of(std::string_view table_id) {
    return std::string(topic_prefix) + std::string(table_id);
}

// The table of a topic, closed or not; nothing when it is none of ours.
[[nodiscard]] inline std::optional<std::string> table_of(std::string_view topic) {
    if (!topic.starts_with(topic_prefix)) return std::nullopt;
    topic.remove_prefix(topic_prefix.size());
    if (topic.ends_with('/')) topic.remove_suffix(1);
    return std::string(topic);
}

// By table. Where rights differ from table to table, one whose name begins another's has a closed topic, "t/1/" beside "t/10": else the
// right to hear table 1 were the right to hear table 10 as well. A subscription to "t/1" brings it all the same.
[[nodiscard]] inline std::map<std::string, std::string> closed_topics(const std::vector<std::string>& tables) {
    std::map<std::string, std::string> topics;
    for (const auto& table : tables) {
        const auto longer = [&](const std::string& other) { return other.size() > table.size() && other.starts_with(table); };
        topics[table] = topic_of(table) + (std::ranges::any_of(tables, longer) ? "/" : "");
    }
    return topics;
}

} // namespace proto::wire
