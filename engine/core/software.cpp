#include "engine/core/software.h"

#include <algorithm>
#include <iterator>

namespace engine {

namespace {

bool is_sha256(std::string_view text) {
    constexpr std::size_t digits = 64;
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

std::string_view name(RecordedWhen when) {
    switch (when) {
    case RecordedWhen::START: return "START";
    case RecordedWhen::DAILY: return "DAILY";
    case RecordedWhen::ASKED: return "ASKED";
    }
    return "";
}

std::vector<std::string> changed_parts(const std::vector<SoftwarePart>& before, const std::vector<SoftwarePart>& after) {
    const auto less = [](const SoftwarePart& a, const SoftwarePart& b) { return a.name != b.name ? a.name < b.name : a.sha256 < b.sha256; };
    std::vector<SoftwarePart> odd;
    std::ranges::set_symmetric_difference(before, after, std::back_inserter(odd), less);
    std::vector<std::string> names;
    for (auto& part : odd)
        if (names.empty() || names.back() != part.name) names.push_back(std::move(part.name));
    return names;
}

std::string fault_of(const SoftwareRecord& record) {
    if (record.version.empty()) return "a record of the software needs its version";
    if (record.parts.empty()) return "a record of the software names no part";
    if (record.clock.max_error_us < 0) return "the clock's largest error is less than nothing";
    for (const auto& part : record.parts)
        if (part.name.empty() || !is_sha256(part.sha256)) return "part '" + part.name + "' of the software has no name or no SHA-256";
    for (std::size_t i = 1; i < record.parts.size(); ++i)
        if (record.parts[i - 1].name >= record.parts[i].name) return "part '" + record.parts[i].name + "' of the software is out of order";
    return {};
}

} // namespace engine
