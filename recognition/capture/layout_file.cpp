#include "recognition/capture/layout_file.h"

#include "recognition/capture/document.h"

#include <algorithm>

namespace recognition::capture {

namespace {

using nlohmann::json;

tracking::SlotPlace place_of(const Document& document, const std::string& name, const json& value) {
    const auto key = "slots." + name;
    tracking::SlotPlace place{slot_of(document, key, name), {}, false};
    if (!value.is_array() || value.size() != 4) document.refuse(key, "'" + key + "' must be four corners [x, y]");
    for (std::size_t i = 0; i < 4; ++i) {
        const auto [x, y] = pair_of(document, key, value[i]);
        place.corners[i] = {x, y};
    }
    return place;
}

// Every key a layout may have.
const Setters<tracking::TableLayout>& setters() {
    static const Setters<tracking::TableLayout> all{
        {"name", [](auto& layout, const auto& document, const json& value) { layout.name = word(document, "name", value); }},
        {"reference", [](auto& layout, const auto& document, const json& value) { layout.reference = word(document, "reference", value); }},
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
        {"decks", [](auto& layout, const auto& document, const json& value) { layout.decks = decks_of(document, "decks", value); }},
        {"deal_order",
         [](auto& layout, const auto& document, const json& value) { layout.deal_order = slots_of(document, "deal_order", value); }},
        // Marked when every slot is known.
        {"overlapped", [](auto&, const auto&, const json&) {}},
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
    const auto document = read_document(file, "a layout");
    tracking::TableLayout layout;
    layout.name = file.stem().string();
    read_keys(layout, document, setters(), {"width", "height", "fps", "card_px", "slots"});
    if (!layout.reference.empty()) layout.reference = (file.parent_path() / layout.reference).string();
    mark_overlapped(layout.slots, document);
    if (const auto fault = tracking::check(layout)) document.refuse(fault->slot ? "slots." + fault->slot->text() : "", fault->text);
    std::error_code failed;
    if (!layout.reference.empty() && !std::filesystem::is_regular_file(layout.reference, failed))
        document.refuse("reference", "'reference' names " + layout.reference + ", which is no file");
    return layout;
}

} // namespace recognition::capture
