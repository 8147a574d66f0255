// Reading the lines of `studio settle`: each field is read by its name, and one that cannot be accepted is named in the refusal.
#pragma once

#include "engine/cards/card.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace studio::app {

using Line = nlohmann::json;
using Answer = nlohmann::ordered_json; // fields in the order they are set, which is that of the vectors

// A field that cannot be accepted: thrown by the readers below, caught once for each line.
struct Refusal {
    std::string reason; // begins with the field's name
};

// Escaped and short, whatever a field holds.
[[nodiscard]] std::string shown(const Line& value);

// All of these throw Refusal when the field is missing or not what is asked for.
[[nodiscard]] const Line& field(const Line& line, const std::string& name);
[[nodiscard]] std::string read_text(const Line& line, const std::string& name);
[[nodiscard]] std::int64_t read_integer(const Line& line, const std::string& name, std::int64_t least, std::int64_t most);
// false when the field is missing.
[[nodiscard]] bool read_truth(const Line& line, const std::string& name);
// 0 when the field is missing.
[[nodiscard]] std::int64_t read_optional_integer(const Line& line, const std::string& name, std::int64_t least, std::int64_t most);
[[nodiscard]] engine::Card card_of(const Line& value, const std::string& name);
// Any number of cards.
[[nodiscard]] std::vector<engine::Card> read_cards(const Line& line, const std::string& name);

// A list of cards as texts.
[[nodiscard]] Answer texts(std::span<const engine::Card> cards);

// The cards of one deck, each with the field that it is named in: no card is there twice.
class NamedDeck {
public:
    // Throws Refusal when the card is there already.
    void add(const engine::Card& card, const std::string& name);
    void add(std::span<const engine::Card> cards, const std::string& name); // name[0], name[1] ..
    [[nodiscard]] int size() const { return static_cast<int>(names_.size()); }

private:
    std::map<engine::Card, std::string> names_;
};

} // namespace studio::app
