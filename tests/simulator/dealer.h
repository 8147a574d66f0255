// A dealer who does what the table expects, at a human pace and with human mistakes; and the supervisor, who ends what has gone wrong with
// one of its approved endings. Both know the table from expected() and from what is published, never from the engine's insides.
#pragma once

#include "tests/simulator/camera.h"

namespace simulator {

class Dealer {
public:
    Dealer(World& world, Camera& camera);

private:
    void think();
    void act_on(const engine::ExpectedAct& act, const engine::Expected& expected);
    [[nodiscard]] bool distracted();
    void clear(const engine::Expected& expected);
    void swap(const engine::Slot& first, const engine::Slot& second);
    void start_shoe();
    void start_round();
    void lay_next(const engine::Slot& slot, const engine::ExpectedAct& act);
    void lay(const engine::Slot& slot, bool face_up);
    void hurry(const engine::Slot& laid);
    void turn(const engine::Slot& slot, const engine::Expected& expected);
    void lay_again(const engine::Slot& slot);
    void make_mistake();
    void show_too_early();
    void turn_back();
    void lay_one_too_many();
    void take_away();
    void press_nonsense();
    [[nodiscard]] engine::Slot any_slot();

    World& world_;
    Camera& camera_;
    std::vector<engine::Slot> slots_;
};

class Supervisor {
public:
    Supervisor(World& world, Camera& camera);

private:
    void think();
    void resolve(const engine::ExpectedAct& act);
    void repair(const engine::ExpectedAct& act);
    void put_in_order();
    void take_astray();
    void name_card(const engine::Slot& slot);
    void void_round();
    void look_for_wrong_cards();

    World& world_;
    Camera& camera_;
    std::vector<engine::Slot> slots_;
    int attempts_ = 0;
};

} // namespace simulator
