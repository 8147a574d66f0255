#include "studio/app/settle_reader.h"

namespace studio::app {

using engine::Card;

std::string shown(const Line& value) {
    constexpr std::size_t longest = 24;
    if (value.is_structured()) return value.is_array() ? "a list" : "an object";
    auto text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (value.is_string()) text = text.substr(1, text.size() - 2);
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

const Line& field(const Line& line, const std::string& name) {
    const auto found = line.find(name);
    if (found == line.end()) throw Refusal{name + ": missing"};
    return *found;
}

std::string read_text(const Line& line, const std::string& name) {
    const auto& value = field(line, name);
    if (!value.is_string()) throw Refusal{name + ": not a text: " + shown(value)};
    return value.get<std::string>();
}

std::int64_t read_integer(const Line& line, const std::string& name, std::int64_t least, std::int64_t most) {
    const auto& value = field(line, name);
    if (!value.is_number_integer()) throw Refusal{name + ": not a whole number: " + shown(value)};
    const bool too_big = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (too_big || value.get<std::int64_t>() < least) {
        throw Refusal{name + ": " + shown(value) + " is not from " + std::to_string(least) + " to " + std::to_string(most)};
    }
    return value.get<std::int64_t>();
}

bool read_truth(const Line& line, const std::string& name) {
    const auto found = line.find(name);
    if (found == line.end()) return false;
    if (!found->is_boolean()) throw Refusal{name + ": neither true nor false: " + shown(*found)};
    return found->get<bool>();
}

std::int64_t read_optional_integer(const Line& line, const std::string& name, std::int64_t least, std::int64_t most) {
    return line.contains(name) ? read_integer(line, name, least, most) : 0;
}

Card card_of(const Line& value, const std::string& name) {
    const auto card = value.is_string() ? Card::parse(value.get_ref<const std::string&>()) : std::nullopt;
    if (!card) throw Refusal{name + ": not a card: " + shown(value)};
    return *card;
}

std::vector<Card> read_cards(const Line& line, const std::string& name) {
    const auto& value = field(line, name);
    if (!value.is_array()) throw Refusal{name + ": not a list of cards: " + shown(value)};
    std::vector<Card> cards;
    for (std::size_t i = 0; i < value.size(); ++i)
        cards.push_back(card_of(value[i], name + "[" + std::to_string(i) + "]"));
    return cards;
}

Answer texts(std::span<const Card> cards) {
    auto list = Answer::array();
    for (const auto& card : cards)
        list.push_back(card.text());
    return list;
}

void NamedDeck::add(const Card& card, const std::string& name) {
    const auto [there, is_new] = names_.try_emplace(card, name);
    if (!is_new) throw Refusal{name + ": " + card.text() + " is " + there->second + " already"};
}

void NamedDeck::add(std::span<const Card> cards, const std::string& name) {
    for (std::size_t i = 0; i < cards.size(); ++i)
        add(cards[i], name + "[" + std::to_string(i) + "]");
}

} // namespace studio::app
