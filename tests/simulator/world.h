// What everybody in the simulated studio shares: the time, chance, the felt, and the door to the table.
#pragma once

#include "tests/simulator/agenda.h"
#include "tests/simulator/invariants.h"

namespace simulator {

// How often what goes wrong, of 10,000 occasions.
struct Rates {
    int dealer_mistake = 30;
    int dealer_forgets = 20;
    int dealer_hasty = 3000;
    int nonsense = 15;
    int decides_at_table = 300; // of thoughts while somebody is asked
    int pause = 15;
    int dealer_changes = 4;
    int table_closes = 4;
    int false_void = 4;
    int command_late = 200;
    int command_doubled = 200;
    int camera_lie = 40;
    int camera_doubt = 150;
    int camera_drop = 150;
    int camera_double = 300;
    int camera_fails = 60; // a look-round of 2.5 s
    int typed_wrong = 200;
    int disk_fails = 3;
    int process_dies = 5;

    // A round with boxes takes several times as many steps as one from a shoe.
    static Rates of(const GameModel& game);
    // Nothing goes wrong any more.
    static Rates calm();
};

struct World {
    World(std::uint64_t seed, const GameModel& model, Rates chances) : random(seed), game(model), felt(model), rates(chances) {}

    Random random;
    Agenda agenda;
    SimulatedClock clock;
    const GameModel& game;
    PhysicalTable felt;
    Rates rates;
    std::function<studio::Answer(engine::Input, const std::string& source)> submit;
    std::function<const engine::Table&()> table;
    std::function<const Follower&()> known;
    std::function<void(const engine::Slot&, const engine::Card&)> lie_told;
    bool over = false; // nobody plans anything more

    void after(engine::Duration delay, std::function<void()> what) { agenda.at(clock.now() + delay, std::move(what)); }
    // A button pressed: mostly at once, sometimes late, sometimes twice.
    void press(const engine::Input& input, const std::string& source);
    // One of the options, as its owner or, without one, somebody at the table would choose it.
    [[nodiscard]] engine::MakeDecision answer(const engine::Seat& box, const std::vector<engine::DecisionOption>& options,
                                              const std::string& owner);
    [[nodiscard]] engine::Card random_card() { return *engine::Card::from_index(random.between(0, engine::cards_per_deck - 1)); }
    // True once more than `patience` has passed since the same thing was first waited for.
    [[nodiscard]] bool out_of_patience(const std::string& what, engine::Duration patience);

private:
    std::uint64_t answers_ = 0;
    std::string waited_for_;
    engine::Time waiting_since_{};
};

} // namespace simulator
