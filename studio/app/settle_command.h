// `studio settle`: JSON lines in, one result line each out; the pure engine with no studio around it. One thread, owns nothing.
#pragma once

#include <istream>
#include <ostream>

namespace studio::app {

// Answers every line of `in` with one line on `out`, in order: {"id", <results>} or {"id", "error"}. Blank lines are passed over. Each
// error is also named on `err` with its line. Returns 0, or 1 when a line could not be accepted or `out` could not be written.
[[nodiscard]] int settle_command(std::istream& in, std::ostream& out, std::ostream& err);

} // namespace studio::app
