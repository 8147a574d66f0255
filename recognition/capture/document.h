// A TOML or JSON file as one tree, whose errors name file and line.
#pragma once

#include "engine/cards/slot.h"
#include "recognition/capture/errors.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace recognition::capture {

// `places`: where in the file each key is ("12"), by key path "slots.P1.1"; empty for JSON, which does not tell.
struct Document {
    std::string file;
    nlohmann::json root;
    std::map<std::string, std::string> places;

    // Throws a CaptureError "FILE:LINE: text" for the key.
    [[noreturn]] void refuse(const std::string& key, const std::string& text) const;
};

// Reads TOML, or JSON when the name ends in .json. Throws CaptureError.
[[nodiscard]] Document read_document(const std::filesystem::path& file);

// Values of a key; each refuses what is of another kind.
[[nodiscard]] double number(const Document& document, const std::string& key, const nlohmann::json& value); // finite
[[nodiscard]] int whole(const Document& document, const std::string& key, const nlohmann::json& value);     // 0..100000
[[nodiscard]] std::string word(const Document& document, const std::string& key, const nlohmann::json& value);
[[nodiscard]] std::pair<double, double> pair_of(const Document& document, const std::string& key, const nlohmann::json& value);
[[nodiscard]] engine::Slot slot_of(const Document& document, const std::string& key, const std::string& text);
[[nodiscard]] std::vector<engine::Slot> slots_of(const Document& document, const std::string& key, const nlohmann::json& value);

} // namespace recognition::capture
