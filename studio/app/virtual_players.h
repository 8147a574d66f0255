// Players who are not there: they stake on what a game offers and decide for their boxes, each through one of two distributors. What they
// want comes from a seed and from what everybody at the table can see.
#pragma once

#include "engine/core/catalog.h"
#include "engine/core/table.h"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace studio::app {

// What is asked of a table, and the distributor that asks: a PlaceWager or a MakeDecision.
struct Ask {
    std::string distributor;
    engine::Input input;
};

// Thread: the table's.
class VirtualPlayers {
public:
    VirtualPlayers(std::uint64_t seed, engine::TableRules rules) : random_(seed), rules_(std::move(rules)) {}

    // What they want now. A decision takes its time; one that was refused is thought over again.
    [[nodiscard]] std::vector<Ask> ask(const engine::Expected& expected, const engine::TableView& view, engine::Time now);

private:
    // A box that has been asked, and when its player answers; never when the player has fallen asleep.
    struct Thought {
        std::vector<engine::DecisionOption> about;
        engine::Time ready;
        bool asleep = false;
    };

    void stake_on_hands(std::vector<Ask>& asks);
    void stake_on_russian(std::vector<Ask>& asks);
    void stake_on_imperial(std::vector<Ask>& asks);
    void stake_on_pairs(std::vector<Ask>& asks);
    [[nodiscard]] std::vector<Ask> stakes();
    void place(std::vector<Ask>& asks, const std::string& distributor, const engine::Seat& position, const char* bet, std::int64_t minor);
    [[nodiscard]] bool thinks(const engine::ExpectedAct& act, engine::Time now);

    [[nodiscard]] bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
    [[nodiscard]] std::int64_t any_ante();
    [[nodiscard]] std::int64_t any_bonus();

    std::mt19937_64 random_;
    engine::TableRules rules_;
    std::string round_id_; // of the stakes
    std::uint64_t asked_ = 0;
    std::map<engine::Seat, std::string> owners_;
    std::map<engine::Seat, Thought> thoughts_;
};

} // namespace studio::app
