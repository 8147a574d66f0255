// Everything that can change a table. Cameras, dealers, clocks and distributors propose inputs; the sequencer numbers and timestamps them.
#pragma once

#include "engine/core/event.h"

namespace engine {

struct OpenTable {
    std::string by;
    std::string dealer;
    friend bool operator==(const OpenTable&, const OpenTable&) = default;
};
struct CloseTable {
    std::string by;
    friend bool operator==(const CloseTable&, const CloseTable&) = default;
};
struct ChangeDealer {
    std::string dealer;
    friend bool operator==(const ChangeDealer&, const ChangeDealer&) = default;
};
struct StartShoe {
    std::string by;
    friend bool operator==(const StartShoe&, const StartShoe&) = default;
};
struct StartRound {
    std::string by;
    friend bool operator==(const StartRound&, const StartRound&) = default;
};
struct ConfirmResult {
    std::string by;
    friend bool operator==(const ConfirmResult&, const ConfirmResult&) = default;
};
struct PauseTable {
    std::string reason;
    std::string by;
    friend bool operator==(const PauseTable&, const PauseTable&) = default;
};
struct ResumeTable {
    std::string by;
    friend bool operator==(const ResumeTable&, const ResumeTable&) = default;
};
struct VoidRound {
    std::string reason;
    std::string by;
    std::string authorised_by; // a second person where the procedures ask for one
    friend bool operator==(const VoidRound&, const VoidRound&) = default;
};

// What the camera has settled on for one slot.
enum class Sight : std::uint8_t { EMPTY, FACE_DOWN, FACE_UP, CUT_CARD, DOUBTFUL };
struct SlotObserved {
    Slot slot;
    Sight sight = Sight::EMPTY;
    std::optional<Card> card; // exactly when FACE_UP
    double confidence = 0;
    std::uint64_t frame = 0;
    Time captured_at;
    std::string still_sha256; // 64 hex digits, or empty
    std::string camera;
    std::string reason;        // why it is doubtful
    std::vector<Card> guesses; // for the dealer; never a result
    friend bool operator==(const SlotObserved&, const SlotObserved&) = default;
};
// The reason of a doubtful sight of a face that is read clearly, but in more slots at a time than the table has copies of it.
inline constexpr std::string_view one_copy_too_many = "ONE_COPY_TOO_MANY";
// A dealer's or supervisor's word for a card that the camera cannot read; `approved_by` is a supervisor.
struct ManualCard {
    Slot slot;
    Card card;
    std::string by;
    std::string approved_by;
    friend bool operator==(const ManualCard&, const ManualCard&) = default;
};
// "Look again": the next reading of the slot counts as RESCAN.
struct RescanSlot {
    Slot slot;
    std::string by;
    friend bool operator==(const RescanSlot&, const RescanSlot&) = default;
};
// A card that was published wrong. Before the confirmation it corrects the card, after it the result is revised as well.
struct CorrectCard {
    Slot slot;
    Card after;
    std::string reason;
    std::string by;
    std::string authorised_by;
    friend bool operator==(const CorrectCard&, const CorrectCard&) = default;
};
struct RaiseMistake {
    FaultCode code;
    std::optional<Slot> slot;
    std::string by;
    friend bool operator==(const RaiseMistake&, const RaiseMistake&) = default;
};
// Of the open faults with this code the one of `slot`; without a slot the one that has none, or else the oldest.
struct EndFault {
    FaultCode code;
    Ending ending;
    std::string by;
    std::optional<Slot> slot{};
    friend bool operator==(const EndFault&, const EndFault&) = default;
};
enum class CameraSight : std::uint8_t { GOOD, LOST, FROZEN, DARK, MOVED };
struct CameraChanged {
    std::string camera;
    CameraSight sight = CameraSight::GOOD;
    std::string detail;
    friend bool operator==(const CameraChanged&, const CameraChanged&) = default;
};

// ORDER_GRACE: two neighbouring slots may settle in either order; only what is still out of order when it fires is a mistake.
enum class TimerId : std::uint8_t {
    BETTING_CLOSES,
    ORDER_GRACE,
    UNREADABLE,
    START_FORGOTTEN,
    NO_DEAL,
    NO_REVEAL,
    RESULT_FORGOTTEN,
    DECISION_CLOSES,
};
struct TimerFired {
    TimerId timer;
    friend bool operator==(const TimerFired&, const TimerFired&) = default;
};

struct PlaceWager {
    std::string wager_id;
    std::string distributor;
    std::string round_id;
    Seat position;
    std::string bet; // "PLAYER", "PAIR"
    Money stake;
    friend bool operator==(const PlaceWager&, const PlaceWager&) = default;
};
// What the owner of a box wants. `distributor` is the owner; it is empty when a person at the table (`by`) enters what the player said.
struct MakeDecision {
    std::string decision_id;
    std::string distributor;
    std::string by;
    std::string round_id;
    Seat box;
    std::string choice;          // of an option that is open to the box
    std::vector<int> cards;      // places in the box, from 1, where the option asks for cards
    std::optional<Money> amount; // where the option asks for one; elsewhere it may name the price, and must then name it right
    friend bool operator==(const MakeDecision&, const MakeDecision&) = default;
};
// What a shoe that reads its cards says of the `number`-th card drawn from it (from 1, the turned burn card; the cut card does not count).
// It is held against what a camera sees when that card is turned, and is never a card by itself.
struct ShoeCardRead {
    std::string reader;
    std::uint64_t number = 0;
    Card card;
    friend bool operator==(const ShoeCardRead&, const ShoeCardRead&) = default;
};

// A whole deck was dealt to a camera, and this is what was read of it. It changes nothing at the table: it is kept for whoever asks later
// how far the camera could be trusted (PROC.cardcheck).
struct CardConfusion {
    Card dealt;
    Card read;
    int times = 0;
    friend bool operator==(const CardConfusion&, const CardConfusion&) = default;
};
struct CardCheckDone {
    std::string camera;
    int cards = 0; // right + wrong + doubtful
    int right = 0;
    int wrong = 0;
    int doubtful = 0;
    int missing = 0;    // of a deck's 52 names, those never read
    int slowest_ms = 0; // from the first clear view to the settled face
    int median_ms = 0;
    std::vector<CardConfusion> confusion;
    friend bool operator==(const CardCheckDone&, const CardCheckDone&) = default;
};
// What runs the studio, as it measured itself. Taken at any time, also of a closed table.
struct RecordSoftware {
    SoftwareRecord record;
    std::string by; // who asked for it; empty unless ASKED
    friend bool operator==(const RecordSoftware&, const RecordSoftware&) = default;
};

using Input = std::variant<OpenTable, CloseTable, ChangeDealer, StartShoe, StartRound, ConfirmResult, PauseTable, ResumeTable, VoidRound,
                           SlotObserved, ManualCard, RescanSlot, CorrectCard, RaiseMistake, EndFault, CameraChanged, TimerFired, PlaceWager,
                           ShoeCardRead, MakeDecision, CardCheckDone, RecordSoftware>;

// Given by the sequencer. `next_seq` is the number that the first public event of this input will carry.
struct InputMeta {
    Time at;
    std::uint64_t next_seq = 1;
    std::string source; // "camera:c1", "console:anna", "clock"
    friend bool operator==(const InputMeta&, const InputMeta&) = default;
};

[[nodiscard]] std::string_view name(const Input& input);
[[nodiscard]] std::string_view name(Sight sight);
[[nodiscard]] std::string_view name(CameraSight sight);
[[nodiscard]] std::string_view name(TimerId timer);

} // namespace engine
