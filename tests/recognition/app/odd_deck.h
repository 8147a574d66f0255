// A deck that no network has seen: ranks in strokes of a pocket calculator, suits that are no suits.
#pragma once

#include "engine/cards/card.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace recognition::app {

// One digit in seven strokes, `size` high, its upper left corner at x, y.
inline std::string strokes(int digit, double x, double y, double size, const std::string& colour) {
    constexpr std::array on{0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f};
    const double w = size / 2, h = size / 2;
    const std::array<std::array<double, 4>, 7> lines{
        {{0, 0, w, 0}, {0, 0, 0, h}, {w, 0, w, h}, {0, h, w, h}, {0, h, 0, 2 * h}, {w, h, w, 2 * h}, {0, 2 * h, w, 2 * h}}};
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if ((static_cast<unsigned>(on[static_cast<std::size_t>(digit)]) >> i & 1U) == 0) continue;
        const auto& l = lines[i];
        out += "<path d='M" + std::to_string(x + l[0]) + " " + std::to_string(y + l[1]) + "L" + std::to_string(x + l[2]) + " " +
               std::to_string(y + l[3]) + "' stroke='" + colour + "' stroke-width='" + std::to_string(size / 7) +
               "' stroke-linecap='round'/>";
    }
    return out;
}

inline std::string shape(engine::Suit suit, double x, double y, double r, const std::string& colour) {
    const auto at = [](double a, double b) { return std::to_string(a) + "," + std::to_string(b) + " "; };
    if (suit == engine::Suit::CLUBS)
        return "<circle cx='" + std::to_string(x) + "' cy='" + std::to_string(y) + "' r='" + std::to_string(r) + "' fill='" + colour +
               "'/>";
    std::string points;
    if (suit == engine::Suit::DIAMONDS) points = at(x - r, y - r) + at(x + r, y - r) + at(x + r, y + r) + at(x - r, y + r);
    if (suit == engine::Suit::HEARTS) points = at(x, y - r) + at(x + r, y + r) + at(x - r, y + r);
    if (suit == engine::Suit::SPADES) {
        for (int i = 0; i < 10; ++i) {
            const double a = i * 3.14159265 / 5, d = i % 2 == 0 ? r * 1.2 : r * 0.5;
            points += at(x + d * std::sin(a), y - d * std::cos(a));
        }
    }
    return "<polygon points='" + points + "' fill='" + colour + "'/>";
}

// The index of a card of these decks, for its upper left corner.
inline std::string odd_index(engine::Card card) {
    constexpr std::array colours{"#1e7a3c", "#7a1e9a", "#c06a10", "#1060b0"};
    const auto colour = std::string(colours[static_cast<std::size_t>(card.suit)]);
    const int number = static_cast<int>(card.rank);
    return strokes(number / 10, 12, 14, 26, colour) + strokes(number % 10, 31, 14, 26, colour) + shape(card.suit, 28, 62, 10, colour);
}

// Writes the artwork of `art` as seen in a mirror and with other indices in its free corners, faces "mirrored": a print that no network has
// seen, with everything a deck has.
inline void write_mirrored_deck(const std::filesystem::path& folder, const std::filesystem::path& art) {
    std::filesystem::create_directories(folder / "mirrored");
    std::filesystem::copy_file(art / "back.svg", folder / "back.svg");
    for (const auto card : engine::full_deck()) {
        auto name = card.text() + ".svg";
        name[1] = static_cast<char>(name[1] - 'a' + 'A');
        std::ostringstream text;
        text << std::ifstream(art / "2color-bf" / name).rdbuf();
        auto svg = text.str();
        svg.erase(0, svg.find("<svg"));
        const auto put = [&](const std::string& key, const std::string& value) {
            const auto at = svg.find(key + "=\"");
            svg.replace(at, svg.find('"', at + key.size() + 2) + 1 - at, key + "=\"" + value + "\"");
        };
        put("height", "336");
        put("width", "240");
        std::ofstream(folder / "mirrored" / name)
            << "<svg xmlns='http://www.w3.org/2000/svg' width='240' height='336' viewBox='0 0 240 336'>"
               "<g transform='translate(240 0) scale(-1 1)'>"
            << svg << "</g>" << odd_index(card) << "<g transform='rotate(180 120 168)'>" << odd_index(card) << "</g></svg>";
    }
}

// Writes artwork in the form that DeckArt reads, faces "odd"; `back` is a back to copy.
inline void write_odd_deck(const std::filesystem::path& folder, const std::filesystem::path& back) {
    constexpr std::array colours{"#1e7a3c", "#7a1e9a", "#c06a10", "#1060b0"};
    std::filesystem::create_directories(folder / "odd");
    std::filesystem::copy_file(back, folder / "back.svg");
    for (const auto card : engine::full_deck()) {
        const auto colour = std::string(colours[static_cast<std::size_t>(card.suit)]);
        const int number = static_cast<int>(card.rank);
        const auto index = odd_index(card);
        auto text = card.text();
        text[1] = static_cast<char>(text[1] - 'a' + 'A');
        std::ofstream(folder / "odd" / (text + ".svg"))
            << "<svg xmlns='http://www.w3.org/2000/svg' width='240' height='336' viewBox='0 0 240 336'>"
               "<rect x='1' y='1' width='238' height='334' rx='14' fill='white' stroke='#999'/>"
            << index << "<g transform='rotate(180 120 168)'>" << index << "</g>" << strokes(number / 10, 62, 118, 96, colour)
            << strokes(number % 10, 130, 118, 96, colour) << shape(card.suit, 120, 250, 22, colour) << "</svg>";
    }
}

} // namespace recognition::app
