// A dealer who is not there: reads what the table expects and says what the hand does and which buttons are pressed. Pure but for its own
// shoe, which comes from a seed. Knows the cards it holds; tells the recogniser nothing.
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

struct Lay {
    engine::Slot slot;
    engine::Card card;
    bool face_down = true;
};
struct Turn {
    engine::Slot slot;
};
struct Take {
    engine::Slot slot;
};
struct LayCut {};
struct Press {
    engine::Input button;
};
using Deed = std::variant<Lay, Turn, Take, LayCut, Press>;

// Thread: the table's.
class VirtualDealer {
public:
    // `between_buttons` is the least time from one button to the next.
    VirtualDealer(std::uint64_t seed, std::string name, engine::Duration between_buttons = std::chrono::seconds(1))
        : random_(seed), name_(std::move(name)), between_buttons_(between_buttons) {}

    // The next thing to do; nothing when the dealer waits (for the camera to settle, for betting to close).
    [[nodiscard]] std::optional<Deed> decide(const engine::Expected& expected, engine::Time now);

    // How often a deed goes wrong, in thousandths: a card laid in another slot, a burn forgotten, a card turned while betting is open.
    void make_mistakes(int per_mille) { mistakes_per_mille_ = per_mille; }

    // What has lain face up in a slot in the running round, and the cards turned at the starts of shoes: the truth to compare with.
    [[nodiscard]] const std::map<engine::Slot, engine::Card>& lying() const { return lying_; }
    [[nodiscard]] bool lies_open(const engine::Slot& slot) const { return open_.contains(slot); }
    [[nodiscard]] const std::vector<engine::Card>& turned() const { return turned_; }

private:
    [[nodiscard]] bool done_already(const engine::ExpectedAct& act) const;
    [[nodiscard]] std::optional<Deed> act(const engine::ExpectedAct& act, engine::Time now);
    [[nodiscard]] std::optional<Deed> press(engine::Input button, engine::Time now);
    [[nodiscard]] std::optional<Deed> lay(const engine::Slot& slot, bool face_down);
    [[nodiscard]] std::optional<Deed> resolve(const engine::ExpectedAct& act, engine::Time now);
    [[nodiscard]] std::optional<Deed> mistake(const engine::Expected& expected);
    void shuffle();

    std::mt19937_64 random_;
    std::string name_;
    engine::Duration between_buttons_;
    std::vector<engine::Card> shoe_;
    std::size_t next_ = 0;
    std::size_t cut_after_ = 0;
    int mistakes_per_mille_ = 0;
    bool cut_drawn_ = false; // out of this shoe
    bool cut_lies_ = false;  // on the table
    std::map<engine::Slot, engine::Card> lying_;
    std::set<engine::Slot> open_; // lying face up
    std::vector<engine::Card> turned_;
    std::optional<engine::Time> pressed_at_; // the last button
};

} // namespace studio::app
