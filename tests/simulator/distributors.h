// Distributors: wagers at every round, in time and late, twice, in conflict, beyond the limits, on other rounds and on bets that do not
// exist.
#pragma once

#include "tests/simulator/world.h"

namespace simulator {

class Distributors {
public:
    explicit Distributors(World& world) : world_(world), offers_(world.game.offers()) {}
    void round_opened(const std::string& round_id, engine::Duration betting);

private:
    void place(const std::string& round_id);
    void spoil(engine::PlaceWager& wager);

    World& world_;
    std::vector<Offer> offers_;
    std::uint64_t number_ = 0;
};

} // namespace simulator
