// A dealer who is not there: reads what the table expects and says what the hand does and which buttons are pressed, whatever the game.
// Pure but for its own cards, which come from a seed. Knows the cards it holds; tells the recogniser nothing.
#pragma once

#include "engine/core/table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <variant>
#include <vector>

namespace studio::app {

// What a shoe that reads its cards says of one that leaves it.
struct ShoeWord {
    std::uint64_t number = 0; // from 1
    engine::Card card;
};
struct Lay {
    engine::Slot slot;
    engine::Card card;
    bool face_down = true;
    std::optional<ShoeWord> read = std::nullopt;
};
// A card leaves the shoe and is laid nowhere.
struct Pocket {
    ShoeWord read;
};
struct Turn {
    engine::Slot slot;
    bool soiled = false; // its face cannot be read
};
struct Take {
    engine::Slot slot;
};
// Every card of a seat at once.
struct TurnAll {
    engine::Seat seat;
};
struct TakeAll {
    engine::Seat seat;
};
struct Swap {
    engine::Slot one, other;
};
struct LayCut {};
// What becomes of the camera; GOOD mends it.
struct Trouble {
    engine::CameraSight camera = engine::CameraSight::GOOD;
};
struct Press {
    engine::Input button;
};
using Deed = std::variant<Lay, Pocket, Turn, Take, TurnAll, TakeAll, Swap, LayCut, Trouble, Press>;

// What the hand does about a card that it laid astray: nothing (the round is voided), or puts it back for a person who then says so.
enum class Mends : std::uint8_t { NOTHING, BACK_IN_ORDER };

enum class ShoeKind : std::uint8_t { PLAIN, READING };

// Thread: the table's.
class VirtualDealer {
public:
    // `between_buttons` is the least time from one button to the next.
    VirtualDealer(std::uint64_t seed, std::string name, engine::Duration between_buttons = std::chrono::seconds(1))
        : random_(seed), name_(std::move(name)), between_buttons_(between_buttons) {}

    // The next thing to do; nothing when the dealer waits (for the camera to settle, for betting to close).
    [[nodiscard]] std::optional<Deed> decide(const engine::Expected& expected, engine::Time now);

    // How often a deed goes wrong, in thousandths, and in which of the ways below; no kinds are all kinds.
    void make_mistakes(int per_mille, std::set<engine::FaultCode> kinds = {});
    // The faults that this dealer can bring about; MISSING_CARDS and SOURCES_DISAGREE with a shoe that reads its cards. Of the procedures'
    // others JOURNAL_FAILED takes a disk; BURN_MISSING is a card that is laid before the burn card; a hidden card that is turned while a
    // box thinks is in WRONG_POSITION too.
    [[nodiscard]] static const std::set<engine::FaultCode>& mistakes();
    void deal_from(ShoeKind shoe) { shoe_kind_ = shoe; }
    void mend(Mends mends) { mends_ = mends; }
    // The places of the table: where a card may go astray, and whether there is one for discards.
    void sit_at(std::vector<engine::Slot> places) { places_ = std::move(places); }
    // A round with a deck of its own has begun.
    void opens_deck();
    // The box has folded: its cards are swept away.
    void folds(const engine::Seat& box) { folded_.insert(box); }

    // What has lain face up in a slot in the running round, and the cards turned at the starts of shoes: the truth to compare with.
    [[nodiscard]] const std::map<engine::Slot, engine::Card>& lying() const { return lying_; }
    [[nodiscard]] bool lies_open(const engine::Slot& slot) const { return open_.contains(slot); }
    [[nodiscard]] const std::vector<engine::Card>& turned() const { return turned_; }

private:
    [[nodiscard]] bool done_already(const engine::ExpectedAct& act) const;
    [[nodiscard]] std::optional<Deed> act(const engine::ExpectedAct& act, const engine::Expected& expected, engine::Time now);
    [[nodiscard]] std::optional<Deed> start_round(engine::Time now);
    [[nodiscard]] Deed take(const engine::Slot& slot, const engine::Expected& expected);
    [[nodiscard]] std::optional<Deed> turn(const engine::Slot& slot, const engine::Expected& expected);
    [[nodiscard]] Deed take_all(const engine::Seat& seat);
    [[nodiscard]] Deed swap(const engine::Slot& one, const engine::Slot& other);
    [[nodiscard]] std::optional<Deed> sweep_folded();
    [[nodiscard]] bool named_whole(engine::Act act, const engine::Seat& seat, const engine::Expected& expected) const;
    [[nodiscard]] std::optional<Deed> press(engine::Input button, engine::Time now);
    [[nodiscard]] std::optional<Deed> lay(const engine::Slot& slot, bool face_down);
    [[nodiscard]] std::optional<Deed> resolve(const engine::ExpectedAct& act, engine::Time now);
    [[nodiscard]] std::optional<Deed> mistake(const engine::Expected& expected, engine::Time now);
    [[nodiscard]] std::optional<Deed> commit(engine::FaultCode code, const engine::Expected& expected, engine::Time now);
    [[nodiscard]] std::optional<Deed> pocket();
    [[nodiscard]] std::optional<ShoeWord> read_drawn();
    [[nodiscard]] std::optional<Deed> rest(engine::FaultCode code, engine::Time now);
    [[nodiscard]] std::optional<Deed> trouble(engine::CameraSight camera, engine::Time now);
    [[nodiscard]] std::optional<Deed> mend_camera(const engine::Expected& expected, engine::Time now);
    [[nodiscard]] bool rests(const engine::Expected& expected, engine::Time now);
    [[nodiscard]] std::optional<Deed> take_early();
    [[nodiscard]] std::optional<Deed> change_cards();
    [[nodiscard]] std::optional<Deed> turn_soiled(const engine::Expected& expected);
    [[nodiscard]] std::optional<Deed> void_and_end(engine::FaultCode code, engine::Ending ending, engine::Time now);
    [[nodiscard]] std::optional<Deed> turn_one_early();
    [[nodiscard]] std::optional<Deed> lay_astray(const engine::Expected& expected);
    [[nodiscard]] std::optional<Deed> put_back(const engine::Expected& expected);
    void pack(const engine::Expected& expected);
    void shuffle(int decks);

    std::mt19937_64 random_;
    std::string name_;
    engine::Duration between_buttons_;
    std::vector<engine::Card> shoe_;
    std::size_t next_ = 0;
    std::size_t cut_after_ = 0;
    int mistakes_per_mille_ = 0;
    std::set<engine::FaultCode> kinds_;
    std::optional<engine::ExpectedAct> considered_; // the last deed that might have gone wrong
    enum class Packed : std::uint8_t { SHUFFLED, FACTORY_ORDER, ONE_CARD_TWICE, NO_CUT_CARD };
    Packed next_shoe_ = Packed::SHUFFLED; // how the next shoe or deck is made up
    ShoeKind shoe_kind_ = ShoeKind::PLAIN;
    bool misreads_ = false;  // the shoe, its next card
    int soils_ = 0;          // so many of the next cards are soiled
    bool voided_ = false;    // for the fault that is being resolved
    bool confirmed_ = false; // there is a result that may have been wrong
    struct Rest {
        engine::FaultCode until; // is noticed
        engine::Time most;
    };
    std::optional<Rest> rest_;
    struct BadCamera {
        engine::FaultCode code;
        engine::Time since;
    };
    std::optional<BadCamera> bad_camera_;
    Mends mends_ = Mends::NOTHING;
    std::optional<engine::Slot> astray_; // where the last card of the shoe was laid by mistake
    bool from_shoe_ = false;             // a shoe was started; else each round has a deck of its own
    bool cut_drawn_ = false;             // out of this shoe
    bool cut_lies_ = false;              // on the table
    bool discards_lie_ = false;
    std::vector<engine::Slot> places_;
    std::set<engine::Seat> folded_;
    std::set<std::pair<engine::Slot, engine::Slot>> swapped_; // and not seen yet
    std::map<engine::Slot, engine::Card> lying_;
    std::set<engine::Slot> open_; // lying face up
    std::vector<engine::Card> turned_;
    std::optional<engine::Time> pressed_at_; // the last button
};

} // namespace studio::app
