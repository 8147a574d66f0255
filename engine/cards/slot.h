// Where a card lies on a table: a seat and the card's place at that seat. Text form "P1.1", "B.2", "BURN". std only.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// Seats of all games. PLAYER and BANKER are Pok Deng's, BOX and DEALER the poker games'.
enum class SeatKind : std::uint8_t { PLAYER, BANKER, BOX, DEALER, BURN, CUT, DISCARD };

struct Seat {
    SeatKind kind = SeatKind::PLAYER;
    std::uint8_t number = 0; // 1..9 for PLAYER and BOX, 0 for the seats that exist once

    [[nodiscard]] static std::optional<Seat> parse(std::string_view text); // "P1" "B" "X1" "D" "BURN" "CUT" "DISCARD"
    [[nodiscard]] std::string text() const;
    friend constexpr auto operator<=>(const Seat&, const Seat&) = default;
};

// A place for one card. `index` counts from 1 at seats that hold several cards and is 0 at BURN, CUT and DISCARD.
struct Slot {
    Seat seat;
    std::uint8_t index = 0;

    [[nodiscard]] static std::optional<Slot> parse(std::string_view text); // "P1.1", "B.2", "BURN"
    [[nodiscard]] std::string text() const;
    friend constexpr auto operator<=>(const Slot&, const Slot&) = default;
};

inline constexpr Seat banker_seat{SeatKind::BANKER, 0};
inline constexpr Slot burn_slot{{SeatKind::BURN, 0}, 0};
inline constexpr Slot cut_slot{{SeatKind::CUT, 0}, 0};
inline constexpr Slot discard_slot{{SeatKind::DISCARD, 0}, 0};

} // namespace engine
