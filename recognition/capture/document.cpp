#include "recognition/capture/document.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace recognition::capture {

namespace {

using nlohmann::json;

std::string read_text(const std::filesystem::path& file, const std::string& kind) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) throw CaptureError(file.string() + ": no such file");
    if (std::filesystem::is_directory(file, error)) throw CaptureError(file.string() + ": is a folder, not " + kind);
    std::ifstream in(file, std::ios::binary);
    if (!in) throw CaptureError(file.string() + ": cannot be opened for reading");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

json to_json(const toml::node& node, const std::string& path, Document& document) {
    document.places[path] = std::to_string(node.source().begin.line);
    if (const auto* table = node.as_table()) {
        auto object = json::object();
        for (const auto& [key, value] : *table) {
            const std::string name(key.str());
            object[name] = to_json(value, path.empty() ? name : path + "." + name, document);
        }
        return object;
    }
    if (const auto* array = node.as_array()) {
        auto list = json::array();
        for (const auto& value : *array)
            list.push_back(to_json(value, path + "[" + std::to_string(list.size()) + "]", document));
        return list;
    }
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* truth = node.as_boolean()) return truth->get();
    return nullptr;
}

} // namespace

void Document::refuse(const std::string& key, const std::string& text) const {
    const auto found = places.find(key);
    throw CaptureError(file + (found == places.end() ? "" : ":" + found->second) + ": " + text);
}

Document read_document(const std::filesystem::path& file, const std::string& kind) {
    Document document{file.string(), {}, {}};
    const auto text = read_text(file, kind);
    if (file.extension() == ".json") {
        try {
            document.root = json::parse(text);
        } catch (const json::parse_error& error) {
            const auto end = std::min(error.byte, text.size());
            const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
            throw CaptureError(document.file + ":" + std::to_string(line) + ": is not JSON");
        }
        return document;
    }
    try {
        const auto table = toml::parse(text, document.file);
        document.root = to_json(table, "", document);
    } catch (const toml::parse_error& error) {
        throw CaptureError(document.file + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
    }
    return document;
}

std::string word(const Document& document, const std::string& key, const json& value) {
    if (!value.is_string()) document.refuse(key, "'" + key + "' must be text");
    return value.get<std::string>();
}

double number(const Document& document, const std::string& key, const json& value) {
    if (!value.is_number()) document.refuse(key, "'" + key + "' must be a number");
    const auto got = value.get<double>();
    if (!std::isfinite(got)) document.refuse(key, "'" + key + "' must be a finite number");
    return got;
}

int whole(const Document& document, const std::string& key, const json& value) {
    constexpr std::int64_t largest = 100000;
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > largest)
        document.refuse(key, "'" + key + "' must be a whole number from 0 to 100000");
    return value.get<int>();
}

int decks_of(const Document& document, const std::string& key, const json& value) {
    constexpr int most = 8;
    if (!value.is_number_integer() || value.get<std::int64_t>() < 1 || value.get<std::int64_t>() > most)
        document.refuse(key, "'" + key + "' must be a whole number from 1 to 8");
    return value.get<int>();
}

std::pair<double, double> pair_of(const Document& document, const std::string& key, const json& value) {
    if (!value.is_array() || value.size() != 2) document.refuse(key, "'" + key + "' must be two numbers");
    return {number(document, key, value[0]), number(document, key, value[1])};
}

engine::Slot slot_of(const Document& document, const std::string& key, const std::string& text) {
    const auto slot = engine::Slot::parse(text);
    if (!slot) document.refuse(key, "'" + text + "' is no slot (P1.1, X2.3, B.1, D.1, BURN, CUT, DISCARD)");
    return *slot;
}

std::vector<engine::Slot> slots_of(const Document& document, const std::string& key, const json& value) {
    if (!value.is_array()) document.refuse(key, "'" + key + "' must be a list of slots");
    std::vector<engine::Slot> slots;
    for (const auto& slot : value) {
        if (!slot.is_string()) document.refuse(key, "'" + key + "' must be a list of slots");
        slots.push_back(slot_of(document, key, slot.get<std::string>()));
    }
    return slots;
}

} // namespace recognition::capture
