// A folder that is gone when the test ends, and files in it.
#pragma once

#include "tests/support/run_folder.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace recognition::capture {

class TemporaryFolder : public studio::testing::RunFolder {
public:
    std::filesystem::path write(const std::string& name, std::string_view content) const {
        const auto file = path() / name;
        std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
        return file;
    }
};

// What a CaptureError says, or "" when none is thrown.
template <typename Deed>
std::string error_of(Deed deed) {
    try {
        deed();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

} // namespace recognition::capture
