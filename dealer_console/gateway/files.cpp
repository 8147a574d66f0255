#include "dealer_console/gateway/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX has it so

namespace dealer_console::gateway {

namespace {

constexpr std::size_t largest_dossier = 64U << 20U;

// How long a program may take.
struct Patience {
    std::chrono::steady_clock::time_point until;
    const std::atomic<bool>& stop;
};

// Waits until something can be read, or everything has been said. False when the patience is at its end.
bool readable(int descriptor, const Patience& patience) {
    constexpr auto between_looks = std::chrono::milliseconds(100); // at `stop`
    for (;;) {
        const auto left =
            std::min(std::chrono::ceil<std::chrono::milliseconds>(patience.until - std::chrono::steady_clock::now()), between_looks);
        if (left.count() <= 0 || patience.stop) return false;
        pollfd watched{descriptor, POLLIN, 0};
        const int ready = ::poll(&watched, 1, static_cast<int>(left.count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool is_hash(const std::string& text) {
    return text.size() == 64 && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The standard output of a program that ends with 0 while there is patience.
std::optional<std::string> output_of(std::vector<std::string> command, const Patience& patience) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::nullopt;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (auto& word : command)
        words.push_back(word.data());
    words.push_back(nullptr);
    pid_t child = -1;
    const int failed = posix_spawn(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    std::string text;
    if (failed == 0) {
        std::array<char, 65536> buffer{};
        for (;;) {
            if (!readable(pipe[0], patience)) {
                ::kill(child, SIGKILL);
                break;
            }
            const auto got = ::read(pipe[0], buffer.data(), buffer.size());
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            if (text.size() > largest_dossier) {
                ::kill(child, SIGKILL);
                break;
            }
            text.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }
    ::close(pipe[0]);
    if (failed != 0) return std::nullopt;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
    return text;
}

} // namespace

std::optional<std::string> contents(const std::filesystem::path& file) {
    const std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

bool plain_word(const std::string& text) {
    constexpr std::size_t longest = 64;
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    });
}

std::optional<std::string> read_still(const FileOptions& options, const std::string& table, const std::string& sha256) {
    if (options.stills.empty() || !plain_word(table) || !is_hash(sha256)) return std::nullopt;
    std::error_code error;
    // By hand: a range-for throws when a folder goes away in between, as old ones do.
    std::filesystem::directory_iterator round(options.stills / table, error);
    for (; !error && round != std::filesystem::directory_iterator(); round.increment(error))
        if (auto found = contents(round->path() / (sha256 + ".jpg"))) return found;
    return std::nullopt;
}

std::optional<std::string> read_picture(const FileOptions& options, const std::string& table, const std::string& camera) {
    if (options.pictures.empty() || !plain_word(table) || !plain_word(camera)) return std::nullopt;
    return contents(options.pictures / ("picture-" + table + "-" + camera + ".jpg"));
}

std::optional<std::string> make_dossier(const FileOptions& options, const std::string& table, const std::string& round,
                                        const std::atomic<bool>& stop) {
    if (options.journals.empty() || options.studio.empty() || !plain_word(table) || !plain_word(round)) return std::nullopt;
    std::vector<std::string> command{
        options.studio.string(), "journal", "dossier", (options.journals / (table + ".journal")).string(), "--round", round};
    if (!options.stills.empty()) command.insert(command.end(), {"--stills", options.stills.string()});
    return output_of(std::move(command), {std::chrono::steady_clock::now() + options.patience, stop});
}

} // namespace dealer_console::gateway
