#include "recognition/capture/table_plan.h"

#include "recognition/capture/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace recognition::capture {

namespace {

using nlohmann::json;

std::array<PointMm, 4> rectangle(PointMm middle, double width, double height, double degrees) {
    const double c = std::cos(degrees * std::numbers::pi / 180), s = std::sin(degrees * std::numbers::pi / 180);
    const auto at = [&](double x, double y) { return PointMm{middle.x + x * c - y * s, middle.y + x * s + y * c}; };
    const double w = width / 2, h = height / 2;
    return {at(-w, -h), at(w, -h), at(w, h), at(-w, h)};
}

PlannedSlot slot_from(const Document& document, const std::string& name, const json& value) {
    const auto key = "slots." + name;
    if (!value.is_array() || value.size() != 3) document.refuse(key, "'" + key + "' must be x and y of its middle in mm, and degrees");
    return {slot_of(document, key, name),
            {number(document, key, value[0]), number(document, key, value[1])},
            number(document, key, value[2]),
            false};
}

void read_mark(TablePlan& plan, const Document& document, const std::string& name, const json& value) {
    const auto key = "marks." + name;
    if (name == "size_mm") {
        plan.mark_mm = number(document, key, value);
        if (!(plan.mark_mm > 0)) document.refuse(key, "'" + key + "' must be more than 0");
        return;
    }
    int id = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc() || end != name.data() + name.size() || id < 0 || id >= marks_in_dictionary)
        document.refuse(key, "'" + name + "' is no mark: marks are numbered 0 to 49, beside 'size_mm'");
    const auto [x, y] = pair_of(document, key, value);
    plan.marks[id] = {x, y};
}

void read_view(TablePlan& plan, const Document& document, const std::string& name, const json& value) {
    const auto key = "view." + name;
    if (name == "width") {
        plan.view.width = whole(document, key, value);
    } else if (name == "height") {
        plan.view.height = whole(document, key, value);
    } else if (name == "fps") {
        plan.view.fps = number(document, key, value);
    } else if (name == "corners_px") {
        if (!value.is_array() || value.size() != 4) document.refuse(key, "'" + key + "' must be four corners [x, y]");
        for (std::size_t i = 0; i < 4; ++i)
            std::tie(plan.view.corners[i].x, plan.view.corners[i].y) = pair_of(document, key, value[i]);
    } else {
        document.refuse(key, "unknown key '" + key + "'");
    }
}

void size_of(double& width, double& height, const Document& document, const std::string& key, const json& value) {
    std::tie(width, height) = pair_of(document, key, value);
    if (!(width > 0) || !(height > 0)) document.refuse(key, "'" + key + "' must be more than 0");
}

using Setter = Setters<TablePlan>::mapped_type;
using Part = void (*)(TablePlan&, const Document&, const std::string&, const json&);

Setter each_of(const std::string& key, Part part) {
    return [key, part](TablePlan& plan, const Document& document, const json& value) {
        if (!value.is_object()) document.refuse(key, "'" + key + "' must be a table of keys");
        for (const auto& [name, one] : value.items())
            part(plan, document, name, one);
    };
}

// Every key a plan may have.
const Setters<TablePlan>& setters() {
    static const Setters<TablePlan> all{
        {"name", [](auto& plan, const auto& document, const json& value) { plan.name = word(document, "name", value); }},
        {"size_mm",
         [](auto& plan, const auto& document, const json& value) { size_of(plan.width_mm, plan.height_mm, document, "size_mm", value); }},
        {"card_mm", [](auto& plan, const auto& document,
                       const json& value) { size_of(plan.card_width_mm, plan.card_height_mm, document, "card_mm", value); }},
        {"slot_mm", [](auto& plan, const auto& document,
                       const json& value) { size_of(plan.slot_width_mm, plan.slot_height_mm, document, "slot_mm", value); }},
        {"betting_ms", [](auto& plan, const auto& document,
                          const json& value) { plan.betting = std::chrono::milliseconds(whole(document, "betting_ms", value)); }},
        {"decks", [](auto& plan, const auto& document, const json& value) { plan.decks = decks_of(document, "decks", value); }},
        {"deal_order",
         [](auto& plan, const auto& document, const json& value) { plan.deal_order = slots_of(document, "deal_order", value); }},
        {"overlapped", [](auto&, const auto&, const json&) {}}, // marked when every slot is known
        {"marks", each_of("marks", read_mark)},
        {"view", each_of("view", read_view)},
        {"slots", each_of("slots", [](TablePlan& plan, const Document& document, const std::string& name,
                                      const json& value) { plan.slots.push_back(slot_from(document, name, value)); })},
    };
    return all;
}

bool on_table(const TablePlan& plan, const std::array<PointMm, 4>& corners) {
    return std::ranges::all_of(corners, [&](PointMm p) { return p.x >= 0 && p.y >= 0 && p.x <= plan.width_mm && p.y <= plan.height_mm; });
}

} // namespace

std::array<PointMm, 4> TablePlan::corners_of(const PlannedSlot& slot) const {
    return rectangle(slot.middle, slot_width_mm, slot_height_mm, slot.degrees);
}

std::array<PointMm, 4> TablePlan::corners_of_mark(int number) const {
    return rectangle(marks.at(number), mark_mm, mark_mm, 0);
}

TablePlan read_table_plan(const std::filesystem::path& file) {
    const auto document = read_document(file, "a plan");
    TablePlan plan;
    plan.name = file.stem().string();
    read_keys(plan, document, setters(), {"size_mm", "slots"});
    if (!plan.marks.empty() && !(plan.mark_mm > 0)) document.refuse("marks", "'marks.size_mm' is missing");
    std::ranges::sort(plan.slots, {}, &PlannedSlot::slot);
    mark_overlapped(plan.slots, document);
    for (const auto& slot : plan.slots) {
        if (!on_table(plan, plan.corners_of(slot)))
            document.refuse("slots." + slot.slot.text(), "slot " + slot.slot.text() + " lies beyond the table's edge");
    }
    for (const auto& [id, middle] : plan.marks) {
        if (!on_table(plan, plan.corners_of_mark(id)))
            document.refuse("marks." + std::to_string(id), "mark " + std::to_string(id) + " lies beyond the table's edge");
    }
    return plan;
}

} // namespace recognition::capture
