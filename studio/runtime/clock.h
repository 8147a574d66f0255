// The clocks a studio runs on: the wall's, and the time of a recording or of a virtual table in lock-step.
#pragma once

#include "studio/table/ports.h"

#include <algorithm>

namespace studio::runtime {

// UTC. Any thread.
class WallClock final : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return std::chrono::time_point_cast<engine::Duration>(std::chrono::system_clock::now()); }
};

// Media time: it is what the last frame said, and never goes back. One thread.
class MediaClock final : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return now_; }
    void advance(engine::Time to) { now_ = std::max(now_, to); }

private:
    engine::Time now_{};
};

} // namespace studio::runtime
