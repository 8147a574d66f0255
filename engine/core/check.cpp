#include "engine/core/check.h"

#include <cstdio>
#include <cstdlib>

namespace engine {

void check(bool held, const char* what) {
    if (held) return;
    std::fputs("broken invariant: ", stderr);
    std::fputs(what, stderr);
    std::fputs("\n", stderr);
    std::abort();
}

} // namespace engine
