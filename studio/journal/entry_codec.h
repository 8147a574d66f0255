// Between the domain and the bytes in a journal; the only file here that knows messages.
#pragma once

#include "studio/journal/journal_file.h"
#include "studio/table/ports.h"

#include <expected>

namespace studio {

// An event's envelope without its hash field.
[[nodiscard]] std::string event_bytes(const JournalIdentity& identity, engine::Time at, const SequencedEvent& event);
[[nodiscard]] std::string input_bytes(const engine::Input& input, const engine::InputMeta& meta);
// The input of an entry; an error says what is wrong with it.
[[nodiscard]] std::expected<RecordedInput, std::string> recorded_input(const StoredEntry& entry);

// What of an entry's columns is not what its messages say; empty when all is. (The chain covers the messages, this covers the columns.)
[[nodiscard]] std::string column_fault(const JournalIdentity& identity, const StoredEntry& entry);

// Protobuf's JSON, on one line. Throws a JournalError for bytes that are no message.
[[nodiscard]] std::string event_json(const std::filesystem::path& path, const StoredEvent& event);
[[nodiscard]] std::string input_json(const std::filesystem::path& path, const StoredEntry& entry);
[[nodiscard]] std::string json_text(std::string_view text); // quoted and escaped

} // namespace studio
