#include "proto/wire/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace proto::wire {

namespace {

constexpr std::chrono::milliseconds ask_again{10};

[[noreturn]] void refuse(const std::filesystem::path& path, const char* what, int number) {
    throw std::runtime_error(path.string() + ": " + what + ": " + std::generic_category().message(number));
}

// Ends with the scope whatever happens.
class Descriptor {
public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return descriptor_; }

private:
    int descriptor_;
};

void write_whole(int descriptor, std::string_view text, const std::filesystem::path& file) {
    while (!text.empty()) {
        const auto written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) refuse(file, "cannot be written", errno);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(descriptor) != 0) refuse(file, "cannot be written", errno);
}

} // namespace

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

FolderLock::FolderLock(const std::filesystem::path& folder, std::chrono::milliseconds patience)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (folder_ < 0) refuse(folder, "cannot lock the folder", errno);
    const auto until = std::chrono::steady_clock::now() + patience;
    while (::flock(folder_, LOCK_EX | LOCK_NB) != 0) {
        const int failed = errno;
        if ((failed == EWOULDBLOCK || failed == EINTR) && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(ask_again);
            continue;
        }
        ::close(folder_);
        if (failed == EWOULDBLOCK) throw std::runtime_error(folder.string() + ": somebody else changes files of this folder; try again");
        refuse(folder, "cannot lock the folder", failed);
    }
}

FolderLock::~FolderLock() {
    ::close(folder_);
}

void replace_file(const std::filesystem::path& file, std::string_view text, Readers readers) {
    const mode_t mode = readers == Readers::OWNER ? 0600 : 0644;
    auto unfinished = file;
    unfinished += ".part";
    {
        const Descriptor out(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
        if (out.get() < 0 || ::fchmod(out.get(), mode) != 0) refuse(file, "cannot be written", errno);
        write_whole(out.get(), text, file);
    }
    if (::rename(unfinished.c_str(), file.c_str()) != 0) refuse(file, "cannot be replaced", errno);
    const Descriptor folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0 || ::fsync(folder.get()) != 0) refuse(file, "cannot be kept", errno);
}

} // namespace proto::wire
