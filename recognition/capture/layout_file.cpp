#include "recognition/capture/layout_file.h"

#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace recognition::capture {

namespace {

using nlohmann::json;

// A layout file of either form as one tree, and where in the file each key is ("line 12", or "" when the form does not tell).
struct Document {
    std::string file;
    json root;
    std::map<std::string, std::string> places; // by key path "slots.P1.1"

    [[noreturn]] void refuse(const std::string& key, const std::string& text) const {
        const auto found = places.find(key);
        throw CaptureError(file + (found == places.end() ? "" : ":" + found->second) + ": " + text);
    }
};

std::string read_text(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) throw CaptureError(file.string() + ": no such file");
    if (std::filesystem::is_directory(file, error)) throw CaptureError(file.string() + ": is a folder, not a layout");
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

Document read_document(const std::filesystem::path& file) {
    Document document{file.string(), {}, {}};
    const auto text = read_text(file);
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

std::pair<double, double> pair_of(const Document& document, const std::string& key, const json& value) {
    if (!value.is_array() || value.size() != 2) document.refuse(key, "'" + key + "' must be two numbers");
    return {number(document, key, value[0]), number(document, key, value[1])};
}

engine::Slot slot_of(const Document& document, const std::string& key, const std::string& text) {
    const auto slot = engine::Slot::parse(text);
    if (!slot) document.refuse(key, "'" + text + "' is no slot (P1.1, X2.3, B.1, D.1, BURN, CUT, DISCARD)");
    return *slot;
}

tracking::SlotPlace place_of(const Document& document, const std::string& name, const json& value) {
    const auto key = "slots." + name;
    tracking::SlotPlace place{slot_of(document, key, name), {}};
    if (!value.is_array() || value.size() != 4) document.refuse(key, "'" + key + "' must be four corners [x, y]");
    for (std::size_t i = 0; i < 4; ++i) {
        const auto [x, y] = pair_of(document, key, value[i]);
        place.corners[i] = {x, y};
    }
    return place;
}

using Setter = std::function<void(tracking::TableLayout&, const Document&, const json&)>;

// Every key a layout may have. A key that is not here is refused: a misspelt one must not pass for a default.
const std::map<std::string, Setter>& setters() {
    static const std::map<std::string, Setter> all{
        {"name",
         [](auto& layout, const auto& document, const json& value) {
             if (!value.is_string()) document.refuse("name", "'name' must be text");
             layout.name = value.template get<std::string>();
         }},
        {"width", [](auto& layout, const auto& document, const json& value) { layout.width = whole(document, "width", value); }},
        {"height", [](auto& layout, const auto& document, const json& value) { layout.height = whole(document, "height", value); }},
        {"fps", [](auto& layout, const auto& document, const json& value) { layout.fps = number(document, "fps", value); }},
        {"card_px", [](auto& layout, const auto& document,
                       const json& value) { std::tie(layout.card_width, layout.card_height) = pair_of(document, "card_px", value); }},
        {"card_width_mm",
         [](auto& layout, const auto& document, const json& value) {
             layout.card_width_mm = number(document, "card_width_mm", value);
             if (!(layout.card_width_mm > 0)) document.refuse("card_width_mm", "'card_width_mm' must be more than 0");
         }},
        {"betting_ms", [](auto& layout, const auto& document,
                          const json& value) { layout.betting = std::chrono::milliseconds(whole(document, "betting_ms", value)); }},
        {"deal_order",
         [](auto& layout, const auto& document, const json& value) {
             if (!value.is_array()) document.refuse("deal_order", "'deal_order' must be a list of slots");
             for (const auto& slot : value) {
                 if (!slot.is_string()) document.refuse("deal_order", "'deal_order' must be a list of slots");
                 layout.deal_order.push_back(slot_of(document, "deal_order", slot.template get<std::string>()));
             }
         }},
        {"slots",
         [](auto& layout, const auto& document, const json& value) {
             if (!value.is_object()) document.refuse("slots", "'slots' must be a table of slots and their corners");
             for (const auto& [name, corners] : value.items())
                 layout.slots.push_back(place_of(document, name, corners));
             std::ranges::sort(layout.slots, {}, &tracking::SlotPlace::slot);
         }},
    };
    return all;
}

} // namespace

tracking::TableLayout read_layout(const std::filesystem::path& file) {
    const auto document = read_document(file);
    if (!document.root.is_object()) document.refuse("", "must be a table of keys");
    tracking::TableLayout layout;
    layout.name = file.stem().string();
    for (const auto& [key, value] : document.root.items()) {
        const auto setter = setters().find(key);
        if (setter == setters().end()) document.refuse(key, "unknown key '" + key + "'");
        setter->second(layout, document, value);
    }
    for (const auto* key : {"width", "height", "fps", "card_px", "slots"}) {
        if (!document.root.contains(key)) document.refuse("", std::string("key '") + key + "' is missing");
    }
    if (const auto fault = tracking::check(layout)) document.refuse(fault->slot ? "slots." + fault->slot->text() : "", fault->text);
    return layout;
}

} // namespace recognition::capture
