// Distributors: wagers at every round, in time and late, twice, in conflict, beyond the limits, on other rounds and on bets that do not
// exist.
#pragma once

#include "tests/simulator/world.h"

#include <map>
#include <string>

namespace simulator {

class Distributors {
public:
    explicit Distributors(World& world) : world_(world), offers_(world.game.offers()) {}
    void round_opened(const std::string& round_id, engine::Duration betting);
    // A box is asked that is `owner`'s.
    void asked(const engine::DecisionOpened& question, const std::string& owner, const std::string& round_id);

private:
    void place(const std::string& round_id);
    void place_sheet(const std::string& round_id, engine::Duration longest);
    [[nodiscard]] std::string next_id(const std::string& distributor);
    void submit(engine::PlaceWager wager);
    void decide(const engine::DecisionOpened& question, const std::string& owner, const std::string& round_id);
    void spoil(engine::PlaceWager& wager);
    void spoil(engine::MakeDecision& made);

    World& world_;
    std::vector<Offer> offers_;
    std::map<std::string, std::uint64_t> numbers_; // of each distributor's wagers, in this round
    std::string stubborn_round_;                   // in which whoever may exchange a single card does so, as long as there is one
};

} // namespace simulator
