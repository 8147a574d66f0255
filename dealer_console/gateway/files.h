// What else the screens show besides the page and the messages: stills of cards, the cameras' pictures, dossiers of rounds.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dealer_console::gateway {

struct FileOptions {
    std::filesystem::path stills;   // folder; empty: none
    std::filesystem::path pictures; // folder; empty: none
    std::filesystem::path journals; // folder; empty: no dossiers
    std::filesystem::path studio;   // the program that makes dossiers
    // For a dossier; then its maker is ended, and there is none. It proves the whole journal: about 100,000 entries a second.
    std::chrono::milliseconds patience = std::chrono::minutes(5);
};

// A whole file; nothing when it cannot be opened.
[[nodiscard]] std::optional<std::string> contents(const std::filesystem::path& file);

// Letters, digits, '-' and '_', 1 to 64 of them: what may become part of a path.
[[nodiscard]] bool plain_word(const std::string& text);

// Each is nothing when there is none; words are checked here.
[[nodiscard]] std::optional<std::string> read_still(const FileOptions& options, const std::string& table, const std::string& sha256);
[[nodiscard]] std::optional<std::string> read_picture(const FileOptions& options, const std::string& table, const std::string& camera);
// Runs `studio journal dossier`; takes its time, unless `stop` becomes true. The gateway itself cannot read a journal: it links no part of
// the studio.
[[nodiscard]] std::optional<std::string> make_dossier(const FileOptions& options, const std::string& table, const std::string& round,
                                                      const std::atomic<bool>& stop);

} // namespace dealer_console::gateway
