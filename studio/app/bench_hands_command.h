// `studio bench hands`: how many poker hands are ranked in a second, beside two well-known methods.
#pragma once

#include <ostream>

namespace studio::app {

// Becomes the program `hands_bench`, which is built with the tests and lies beside this one: it prints each measurement and then the
// ratios. Returns only when there is none: 2, with the reason on `err`.
[[nodiscard]] int bench_hands_command(std::ostream& err);

} // namespace studio::app
