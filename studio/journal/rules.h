// Rules as a journal stores them: the text of engine::rules_text and back.
#pragma once

#include "engine/core/catalog.h"

#include <expected>
#include <string>
#include <string_view>

namespace studio {

// The rules that a text stands for; an error names the line. Exactly the texts that engine::rules_text makes today are taken: rules that
// this build would play differently are no rules it knows.
[[nodiscard]] std::expected<engine::TableRules, std::string> parse_rules(std::string_view text);

} // namespace studio
