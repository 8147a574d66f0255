// Asserts that stay on in release: a broken invariant stops the process rather than pay a wrong amount.
#pragma once

namespace engine {

// Prints `what` with the place to standard error and aborts when `held` is not so.
void check(bool held, const char* what); // NOLINT: two words, one meaning each

} // namespace engine
