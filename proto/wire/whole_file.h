// Files that several programs replace as a whole: one at a time, and never half.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace proto::wire {

// The folder that a file lies in; "." for a name alone.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& file);

// Who reads a file, changes it and writes it back holds this in between. Locks the folder, because the file is replaced by a new one. For
// as long as it lives.
class FolderLock {
public:
    // Waits for at most `patience`. Throws std::runtime_error naming the folder.
    explicit FolderLock(const std::filesystem::path& folder, std::chrono::milliseconds patience = std::chrono::seconds(10));
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int folder_;
};

enum class Readers : std::uint8_t { OWNER, EVERYBODY };

// Puts a file with `text` in the place of the one that is there. On disk when it returns; a reader sees the old one or the new one. Throws
// std::runtime_error naming the file, and the old one stays; "cannot be kept" says that the new one is there and may be gone after a power
// failure.
void replace_file(const std::filesystem::path& file, std::string_view text, Readers readers = Readers::OWNER);

} // namespace proto::wire
