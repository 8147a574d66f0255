// What runs a table: its programs, networks, pages and settings by their hashes, and how the clock that times it stands. Regulators ask for
// it at each start, once a day and on demand (PROC.evidence); here it is data like any other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// One file or folder of files.
struct SoftwarePart {
    std::string name;   // "studio", "settings", "layout"
    std::string sha256; // 64 hex digits
    friend bool operator==(const SoftwarePart&, const SoftwarePart&) = default;
};
// How far the machine's clock may be from UTC, as its time service says.
struct ClockReading {
    bool synchronised = false;
    std::int64_t offset_us = 0;    // being corrected; positive: the clock is slow
    std::int64_t max_error_us = 0; // grows while no server answers
    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};
enum class RecordedWhen : std::uint8_t { START, DAILY, ASKED };
struct SoftwareRecord {
    RecordedWhen when = RecordedWhen::START;
    std::string version;             // of the product
    std::vector<SoftwarePart> parts; // by name, each once
    ClockReading clock;
    friend bool operator==(const SoftwareRecord&, const SoftwareRecord&) = default;
};

[[nodiscard]] std::string_view name(RecordedWhen when);

// The names of parts that are other than they were, new, or gone; each once, by name.
[[nodiscard]] std::vector<std::string> changed_parts(const std::vector<SoftwarePart>& before, const std::vector<SoftwarePart>& after);
// What is wrong with a record, empty when nothing is: no version, no parts, parts out of order or twice, a hash that is none.
[[nodiscard]] std::string fault_of(const SoftwareRecord& record);

} // namespace engine
