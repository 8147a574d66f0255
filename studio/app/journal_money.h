// `studio journal money`: what was wagered in each round of a journal and what became of it.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>

namespace studio::app {

enum class MoneyReport : unsigned char { WRITTEN, NO_SUCH_ROUND };

// JSON lines: one for each round with wagers and each currency, in the journal's order, then for each currency one of all these rounds
// together. Amounts are whole minor units; what counts is the last state of each wager. Of one round unless `round_id` is empty. The
// caller has verified the journal; throws a JournalError.
[[nodiscard]] MoneyReport write_money(const std::filesystem::path& file, const std::string& round_id, std::ostream& out);

} // namespace studio::app
