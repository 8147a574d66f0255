// A TOML or JSON file as one tree, whose errors name file and line.
#pragma once

#include "engine/cards/slot.h"
#include "recognition/capture/errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>
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

// Reads TOML, or JSON when the name ends in .json. `kind` is what the file should be, for the fault that says it is not: "a layout". Throws
// CaptureError.
[[nodiscard]] Document read_document(const std::filesystem::path& file, const std::string& kind);

// Values of a key; each refuses what is of another kind.
[[nodiscard]] double number(const Document& document, const std::string& key, const nlohmann::json& value); // finite
[[nodiscard]] int whole(const Document& document, const std::string& key, const nlohmann::json& value);     // 0..100000
[[nodiscard]] int decks_of(const Document& document, const std::string& key, const nlohmann::json& value);  // 1..8
[[nodiscard]] std::string word(const Document& document, const std::string& key, const nlohmann::json& value);
[[nodiscard]] std::pair<double, double> pair_of(const Document& document, const std::string& key, const nlohmann::json& value);
[[nodiscard]] engine::Slot slot_of(const Document& document, const std::string& key, const std::string& text);
[[nodiscard]] std::vector<engine::Slot> slots_of(const Document& document, const std::string& key, const nlohmann::json& value);

// What each key of a file does to the value that is read from it.
template <typename Value>
using Setters = std::map<std::string, std::function<void(Value&, const Document&, const nlohmann::json&)>>;

// Sets every key of the document. A key that has no setter is refused: a misspelt one must not pass for a default. So is a file without one
// of `needed`.
template <typename Value>
void read_keys(Value& value, const Document& document, const Setters<Value>& setters, std::initializer_list<const char*> needed) {
    if (!document.root.is_object()) document.refuse("", "must be a table of keys");
    for (const auto& [key, one] : document.root.items()) {
        const auto setter = setters.find(key);
        if (setter == setters.end()) document.refuse(key, "unknown key '" + key + "'");
        setter->second(value, document, one);
    }
    for (const auto* key : needed)
        if (!document.root.contains(key)) document.refuse("", std::string("key '") + key + "' is missing");
}

// Marks the slots that `overlapped` names, once all of them are known.
template <typename Place>
void mark_overlapped(std::vector<Place>& slots, const Document& document) {
    if (!document.root.contains("overlapped")) return;
    for (const auto slot : slots_of(document, "overlapped", document.root["overlapped"])) {
        const auto place = std::ranges::find(slots, slot, &Place::slot);
        if (place == slots.end()) document.refuse("overlapped", "'overlapped' names " + slot.text() + ", which is no slot of this table");
        place->overlapped = true;
    }
}

} // namespace recognition::capture
