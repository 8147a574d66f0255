// Playing cards: rank, suit, and the two-letter notation used everywhere in text ("Td", "As"). std only.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Suit : std::uint8_t { CLUBS, DIAMONDS, HEARTS, SPADES };

// The underlying value is the rank's place in poker order, 2..14 (ace high).
enum class Rank : std::uint8_t { TWO = 2, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };

inline constexpr int cards_per_deck = 52;

// One card face. Value type; ordered by rank, then suit, for containers only (suits never decide a game).
struct Card {
    Rank rank = Rank::ACE;
    Suit suit = Suit::SPADES;

    // 0..51: (rank - 2) * 4 + suit, suits in the order c d h s. The numbering of classifier outputs and ledgers.
    [[nodiscard]] constexpr int index() const { return (static_cast<int>(rank) - 2) * 4 + static_cast<int>(suit); }
    // The inverse of index(); nothing outside 0..51.
    [[nodiscard]] static std::optional<Card> from_index(int index);
    // Parses "Td"; nothing when the text is not exactly a rank 23456789TJQKA and a suit cdhs.
    [[nodiscard]] static std::optional<Card> parse(std::string_view text);
    // "Td".
    [[nodiscard]] std::string text() const;

    friend constexpr auto operator<=>(const Card&, const Card&) = default;
};

[[nodiscard]] char letter(Rank rank); // '2'..'9' 'T' 'J' 'Q' 'K' 'A'
[[nodiscard]] char letter(Suit suit); // 'c' 'd' 'h' 's'

// All 52 cards in index order.
[[nodiscard]] const std::array<Card, cards_per_deck>& full_deck();

// Parses cards written without separators ("As4s7h"); the error names the first place (0-based character) that is not a card.
[[nodiscard]] std::expected<std::vector<Card>, std::string> parse_cards(std::string_view text);

} // namespace engine
