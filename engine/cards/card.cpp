#include "engine/cards/card.h"

namespace engine {

namespace {
constexpr std::string_view rank_letters = "23456789TJQKA";
constexpr std::string_view suit_letters = "cdhs";
} // namespace

std::optional<Card> Card::from_index(int index) {
    if (index < 0 || index >= cards_per_deck) return std::nullopt;
    return Card{static_cast<Rank>(index / 4 + 2), static_cast<Suit>(index % 4)};
}

std::optional<Card> Card::parse(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const auto rank = rank_letters.find(text[0]);
    const auto suit = suit_letters.find(text[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
    return Card{static_cast<Rank>(rank + 2), static_cast<Suit>(suit)};
}

std::string Card::text() const {
    return {letter(rank), letter(suit)};
}

char letter(Rank rank) {
    return rank_letters[static_cast<std::size_t>(rank) - 2];
}
char letter(Suit suit) {
    return suit_letters[static_cast<std::size_t>(suit)];
}

const std::array<Card, cards_per_deck>& full_deck() {
    static const auto deck = [] {
        std::array<Card, cards_per_deck> all{};
        for (int i = 0; i < cards_per_deck; ++i)
            all[static_cast<std::size_t>(i)] = *Card::from_index(i);
        return all;
    }();
    return deck;
}

std::expected<std::vector<Card>, std::string> parse_cards(std::string_view text) {
    std::vector<Card> cards;
    cards.reserve(text.size() / 2);
    for (std::size_t at = 0; at < text.size(); at += 2) {
        const auto card = Card::parse(text.substr(at, 2));
        if (!card) return std::unexpected("not a card at character " + std::to_string(at) + ": '" + std::string(text.substr(at, 2)) + "'");
        cards.push_back(*card);
    }
    return cards;
}

} // namespace engine
