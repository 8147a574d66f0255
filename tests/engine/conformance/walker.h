// Plays a table by expected() alone, with a seed: mostly what is expected, now and then anything else. Which bets a game takes it finds out
// by offering every one there is; a game that asks its boxes is answered with one of the options, or with nothing, or with nonsense.
#pragma once

#include "engine/core/catalog.h"
#include "engine/core/wager.h"
#include "tests/support/event_text.h"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace engine::testing {

// The button that an act asks for; nothing for the acts of hands, clocks and supervisors.
[[nodiscard]] std::optional<Input> button_of(const ExpectedAct& act);

// The money of each round, from the wager events alone.
struct Books {
    struct Entry {
        Money deducted;
        int revision = 0;
        bool refunded = false;
    };
    std::map<WagerKey, Entry> open;
    bool round_ended = true;
    std::string wrong; // the first thing that does not add up

    void hear(const Event& event);
};

class Walker {
public:
    using Taken = std::pair<Input, InputMeta>;

    Walker(const TableRules& rules, std::uint64_t seed);
    // At a table that only pretends to play by these rules.
    Walker(const TableRules& rules, std::uint64_t seed, std::unique_ptr<Table> table);
    // One step of the walk; what was accepted in it, due timers included.
    std::vector<Taken> step();
    // Every kind of input once, with contents that fit the table now or nearly so.
    [[nodiscard]] std::vector<Input> one_of_each();

    [[nodiscard]] const Table& table() const { return *table_; }
    [[nodiscard]] InputMeta meta() const { return {now_, next_seq_, "walk"}; }
    [[nodiscard]] const std::vector<Taken>& inputs() const { return inputs_; }
    [[nodiscard]] const std::vector<Event>& log() const { return log_; }
    [[nodiscard]] std::vector<std::string> texts() const;
    // Every way to speak for a box that there is something wrong with, and some with nothing wrong.
    [[nodiscard]] std::vector<Input> decisions();
    // True when the walk has shown or named this face in that slot, in this round or left over from before it.
    [[nodiscard]] bool turned(const Slot& slot, const Card& card) const;
    // The first event, prompt or worth of a hand that told a face which the walk had not turned, which no card of this round had been
    // published with, or while betting was open; empty when there is none.
    [[nodiscard]] const std::string& leak() const { return leak_; }
    template <typename Body>
    [[nodiscard]] std::size_t count() const {
        std::size_t found = 0;
        for (const auto& event : log_)
            if (std::holds_alternative<Body>(event.body)) ++found;
        return found;
    }

private:
    [[nodiscard]] std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    [[nodiscard]] Card any_card() { return *Card::from_index(static_cast<int>(below(cards_per_deck))); }
    bool offer(const Input& input);
    void pass(Duration duration);
    void follow(const ExpectedAct& act);
    void resolve(const ExpectedAct& act);
    void stray();
    void see(const Slot& slot, Sight sight);
    void note(const Event& event);
    void show(const Slot& slot, const Card& card);
    [[nodiscard]] Slot any_slot();
    [[nodiscard]] Input any_wager();
    [[nodiscard]] Input box_wager();
    [[nodiscard]] std::optional<MakeDecision> answer(const ExpectedAct& act);
    [[nodiscard]] Card face_of(const Slot& slot);
    void find_offers(const TableRules& rules);
    void swap(const Slot& first, const Slot& second);
    void hear(const Event& event);
    void check_words(const Event& event);
    void check_open_hands();
    void publish(const Slot& slot, const Card& card);
    void leaks(const std::string& what);

    std::mt19937_64 random_;
    std::unique_ptr<Table> table_;
    Time now_{};
    std::uint64_t next_seq_ = 1;
    std::uint64_t frame_ = 0;
    std::uint64_t wagers_ = 0;
    std::uint64_t decisions_ = 0;
    std::vector<std::pair<Seat, std::string>> boxes_offer_; // bets on boxes that the game takes; empty in a game without boxes
    std::map<Seat, std::string> owners_;                    // of the boxes of this round
    std::map<Slot, Card> hidden_;                           // what lies face down, in a game with boxes
    std::set<Card> of_deck_;                                // that the walk has drawn from the round's deck
    std::set<Card> told_;                                   // faces that were published in this round
    bool betting_ = false;
    std::map<Slot, std::set<Card>> turned_;
    std::map<Slot, Card> last_turned_;
    std::vector<Taken> inputs_;
    std::vector<Event> log_;
    std::vector<Taken> taken_;
    std::string leak_;
};

} // namespace engine::testing
