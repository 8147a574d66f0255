// A camera that settles on what lies on the felt: late, out of order, sometimes twice or not at all, sometimes in doubt, sometimes wrong.
// What it missed it tells in its next round of looks; a lost or frozen camera tells nothing until it is back.
#pragma once

#include "tests/simulator/world.h"

namespace simulator {

class Camera {
public:
    explicit Camera(World& world);
    // Something has changed there: it will settle.
    void changed(const engine::Slot& slot);
    // Asked to read again: doubt and error may go away.
    void look_again(const engine::Slot& slot);
    // All slots at once, as after a restart of whoever listens.
    void restate();

private:
    enum class Truth : std::uint8_t { TRUE, DOUBT, LIE };
    struct Reading {
        PhysicalCard of;
        Truth truth = Truth::TRUE;
        engine::Card told;
    };

    void look_round();
    void fail();
    void look(const engine::Slot& slot);
    void tell(const engine::SlotObserved& seen);
    [[nodiscard]] engine::SlotObserved read(const engine::Slot& slot);
    [[nodiscard]] Reading& reading_of(const engine::Slot& slot, const PhysicalCard& card);

    World& world_;
    std::vector<engine::Slot> slots_;
    std::map<engine::Slot, Reading> readings_;
    std::uint64_t frame_ = 0;
    bool sees_ = true;
};

} // namespace simulator
