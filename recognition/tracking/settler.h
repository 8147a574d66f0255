// From readings, frame by frame, to states of slots that do not flicker. Pure: time is a parameter.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace recognition::tracking {

// Ns since the epoch for a live camera, ns since the first frame for a recording.
using CaptureTime = std::chrono::nanoseconds;

enum class SlotState : std::uint8_t { EMPTY, FACE_DOWN, FACE_UP, CUT_CARD, DOUBTFUL };

[[nodiscard]] const char* text(SlotState state); // "EMPTY"

// A face the reader thought of; for a person to choose from, never a result.
struct CardGuess {
    engine::Card card;
    double confidence = 0; // 0..1
    friend bool operator==(const CardGuess&, const CardGuess&) = default;
};

// What one frame shows in one slot.
enum class View : std::uint8_t {
    CLEAR,   // nothing lies or moves over the slot
    COVERED, // a hand or a card in motion: the reading says nothing about the slot
};

struct SlotReading {
    engine::Slot slot;
    View view = View::CLEAR;
    SlotState state = SlotState::EMPTY;
    std::optional<engine::Card> card; // set when, and only when, the state is FACE_UP
    double confidence = 0;            // 0..1
    std::vector<CardGuess> guesses;   // best first
    std::string reason;               // why it is doubtful, in words
};

// The reason of a doubt about a face that is read clearly, but in more slots at a time than the table has copies of it: one of them is
// misread, and nobody can say which. The studio knows the word (engine/core/input.h).
inline constexpr const char* one_copy_too_many = "ONE_COPY_TOO_MANY";

// A slot has come to rest in a state.
struct CardSettled {
    engine::Slot slot;
    SlotState state = SlotState::EMPTY;
    std::optional<engine::Card> card; // set when, and only when, the state is FACE_UP
    double confidence = 0;            // the least of the frames that agreed
    std::vector<CardGuess> guesses;
    std::string reason;
    std::uint64_t first_frame = 0; // the frames that agreed
    std::uint64_t last_frame = 0;
    CaptureTime captured_at{0}; // of the last of them
    friend bool operator==(const CardSettled&, const CardSettled&) = default;
};

// When readings count as settled. The defaults settle 167 ms after the hand has left at 30 fps and 200 ms after it at 10 fps.
struct SettleRule {
    int frames = 3;                                 // clear readings in a row that agree, and
    std::chrono::milliseconds least{150};           // over at least this time
    std::chrono::milliseconds doubtful{1000};       // a face must stay unreadable, in clear view, this long
    std::chrono::milliseconds changed_face{500};    // a settled face must read as another face this long
    std::chrono::milliseconds known_doubtful{3000}; // a settled face must have become unreadable this long
    std::chrono::milliseconds longest_gap{1000};    // frames further apart than this are not one agreement
};

// One table's settler. Not thread-safe; owned by the loop that reads the frames.
//
// A slot settles when `frames` clear readings in a row over `least` agree. Anything else in between begins the count again: a covered slot,
// another state, another face. So a reader that flickers never settles a face; when a face is in clear view and the readings have not
// agreed for `doubtful`, the slot settles as DOUBTFUL, which is a question to the dealer. A state is told once, and again only after the
// slot has settled in another one.
//
// `decks` is what the table is played with (0: not known). A card can be seen face up in no more slots at a time: where it is, every one of
// them is in doubt, those that had settled too, because the first reading may have been the wrong one. Nothing is ever concluded from
// what a card cannot be: a guess that its other copies rule out goes behind the others, and a doubt stays a doubt.
class Settler {
public:
    explicit Settler(SettleRule rule = {}, int decks = 0) : rule_(rule), decks_(decks) {}

    // Takes the readings of one frame; slots that are not among them keep what they have. Returns what has settled by this frame, in the
    // order of the readings. A frame that is not later than the last one begins every count again.
    [[nodiscard]] std::vector<CardSettled> observe(std::uint64_t frame, CaptureTime captured_at, std::span<const SlotReading> readings);

    // The last settled state of every slot that has one, in the order of slots.
    [[nodiscard]] std::vector<CardSettled> restate() const;

    // The settled state of a slot; nullptr while it has none.
    [[nodiscard]] const CardSettled* settled(engine::Slot slot) const;

private:
    // Readings in a row that agree.
    struct Run {
        SlotReading reading; // the latest
        double least_confidence = 1;
        int frames = 0;
        std::uint64_t first_frame = 0;
        CaptureTime since{0};
    };
    struct Watch {
        std::optional<CardSettled> settled;
        std::optional<Run> run;
        // Since when the slot has been in clear view showing a face without the readings agreeing.
        std::optional<CaptureTime> unsure_since;
        std::uint64_t unsure_frame = 0;
        int unsure_frames = 0;
    };

    [[nodiscard]] std::vector<SlotReading> with_the_deck(std::span<const SlotReading> readings) const;
    std::optional<CardSettled> watch(Watch& watch, std::uint64_t frame, CaptureTime at, const SlotReading& reading) const;
    std::optional<CardSettled> doubt(Watch& watch, std::uint64_t frame, CaptureTime at, const SlotReading& reading) const;
    [[nodiscard]] bool long_enough(const Watch& watch, CaptureTime at) const;

    SettleRule rule_;
    int decks_;
    std::map<engine::Slot, Watch> slots_;
    std::optional<CaptureTime> last_at_;
};

} // namespace recognition::tracking
