// The typed list of mistakes and faults at a table (spec: procedures, "Mistakes are a typed list").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

enum class FaultCode : std::uint8_t {
    CARD_EXPOSED_EARLY,
    EXTRA_CARD,
    WRONG_POSITION,
    BURN_MISSING,
    UNREADABLE,
    CARD_CHANGED,
    DUPLICATE_CARD,
    MISSING_CARDS,
    UNSHUFFLED_ORDER,
    CUT_CARD_LATE,
    CARD_ON_FLOOR,
    CARD_DAMAGED,
    CLEARED_TOO_EARLY,
    RESULT_FORGOTTEN,
    START_FORGOTTEN,
    NO_DEAL,
    NO_REVEAL,
    CAMERA_LOST,
    CAMERA_FROZEN,
    CAMERA_DARK,
    CAMERA_MOVED,
    RECOGNITION_POOR,
    RESULT_WRONG,
    JOURNAL_FAILED,
    SOURCES_DISAGREE,
};
inline constexpr int fault_codes = 25;

enum class Severity : std::uint8_t { WARN, ERROR };

// The approved ways in which a fault may end; nothing else can be done about it.
enum class Ending : std::uint8_t {
    VOID_ROUND,     // every stake goes back
    BACK_IN_ORDER,  // the cards lie as expected again
    RESCAN,         // the camera reads it (again)
    MANUAL_CARD,    // typed by the dealer, approved by a supervisor
    BURN_NOW,       // the missing burn is made up
    NEXT_BURN,      // an unseen extra card becomes the next round's burn card
    OUT_OF_GAME,    // a seen extra card leaves the game
    NEW_SHOE,       // the shoe is changed
    CONFIRM_STILLS, // a supervisor confirms from the stills
    PRESSED,        // the button that was forgotten has been pressed
    CAMERA_BACK,    // the camera sees the table again
    CLEANED,        // cleaned, lit or calibrated again
    ACKNOWLEDGED,   // a warning that was seen
};

[[nodiscard]] std::string_view name(FaultCode code);
[[nodiscard]] std::string_view name(Ending ending);
[[nodiscard]] std::optional<FaultCode> fault_code(std::string_view name);
[[nodiscard]] std::optional<Ending> fault_ending(std::string_view name);

// What the studio does by itself, what a dealer should do, and how the fault may end.
struct FaultRule {
    FaultCode code;
    Severity severity;
    bool pauses;
    std::string_view suggestion;
    std::vector<Ending> endings;
};
[[nodiscard]] const FaultRule& rule_of(FaultCode code);
// An open fault that must be ended before the table goes on: one that pauses, and RECOGNITION_POOR once it is more than a warning.
[[nodiscard]] bool holds(FaultCode code, Severity severity);
// A fault of the shoe or the camera, not of the round: a void does not end it.
[[nodiscard]] bool outlives_round(FaultCode code);

} // namespace engine
