// The program `studio` as people and scripts call it.
#pragma once

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

#include <sys/wait.h>

namespace studio::testing {

struct Ended {
    int status = -1;
    std::string out; // what the line wrote to standard output
};

// Runs a line of shell to its end. Throws std::runtime_error when there is no shell.
inline Ended shell(const std::string& line) {
    FILE* pipe = popen(line.c_str(), "r"); // NOLINT: words of a test
    if (pipe == nullptr) throw std::runtime_error("cannot run " + line);
    Ended ended;
    std::array<char, 4096> buffer{};
    while (const auto got = fread(buffer.data(), 1, buffer.size(), pipe))
        ended.out.append(buffer.data(), got);
    ended.status = WEXITSTATUS(pclose(pipe));
    return ended;
}

// Standard error too.
inline Ended studio(const std::string& arguments) {
    return shell(STUDIO_BINARY_DIR "/bin/studio " + arguments + " 2>&1");
}

} // namespace studio::testing
