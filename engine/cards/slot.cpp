#include "engine/cards/slot.h"

#include <array>
#include <utility>

namespace engine {

namespace {

struct SeatWord {
    SeatKind kind;
    std::string_view word;
    bool numbered;
    bool indexed;
};

constexpr std::array seat_words{
    SeatWord{SeatKind::PLAYER, "P", true, true},
    SeatWord{SeatKind::BANKER, "B", false, true},
    SeatWord{SeatKind::BOX, "X", true, true},
    SeatWord{SeatKind::DEALER, "D", false, true},
    SeatWord{SeatKind::BURN, "BURN", false, false},
    SeatWord{SeatKind::CUT, "CUT", false, false},
    SeatWord{SeatKind::DISCARD, "DISCARD", false, false},
};

const SeatWord& word_of(SeatKind kind) {
    return seat_words[static_cast<std::size_t>(kind)];
}

std::optional<std::uint8_t> digit(std::string_view text) {
    if (text.size() != 1 || text[0] < '1' || text[0] > '9') return std::nullopt;
    return static_cast<std::uint8_t>(text[0] - '0');
}

} // namespace

std::optional<Seat> Seat::parse(std::string_view text) {
    for (const auto& word : seat_words) {
        if (!text.starts_with(word.word)) continue;
        const auto rest = text.substr(word.word.size());
        if (!word.numbered) {
            if (rest.empty()) return Seat{word.kind, 0};
        } else if (const auto number = digit(rest)) {
            return Seat{word.kind, *number};
        }
    }
    return std::nullopt;
}

std::string Seat::text() const {
    const auto& word = word_of(kind);
    return std::string(word.word) + (word.numbered ? std::to_string(number) : "");
}

std::optional<Slot> Slot::parse(std::string_view text) {
    const auto dot = text.find('.');
    const auto seat = Seat::parse(text.substr(0, dot));
    if (!seat || word_of(seat->kind).indexed != (dot != std::string_view::npos)) return std::nullopt;
    if (dot == std::string_view::npos) return Slot{*seat, 0};
    const auto index = digit(text.substr(dot + 1));
    if (!index) return std::nullopt;
    return Slot{*seat, *index};
}

std::string Slot::text() const {
    return seat.text() + (word_of(seat.kind).indexed ? "." + std::to_string(index) : "");
}

} // namespace engine
