#include "studio/app/bench_hands_command.h"

#include "studio/app/station.h"

#include <array>
#include <string>

#include <unistd.h>

namespace studio::app {

int bench_hands_command(std::ostream& err) {
    auto program = program_beside("hands_bench").string();
    std::array<char*, 2> arguments{program.data(), nullptr};
    ::execv(program.c_str(), arguments.data());
    err << "studio bench hands: " << program << " is not there: it is built with the tests (STUDIO_TESTS)\n";
    return 2;
}

} // namespace studio::app
