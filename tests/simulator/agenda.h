// What will happen in the simulated world, in the order of its times.
#pragma once

#include "engine/core/time.h"
#include "studio/table/ports.h"

#include <functional>
#include <map>
#include <optional>

namespace simulator {

class Agenda {
public:
    void at(engine::Time time, std::function<void()> what) { planned_.emplace(std::pair{time, number_++}, std::move(what)); }
    [[nodiscard]] std::optional<engine::Time> next() const {
        if (planned_.empty()) return {};
        return planned_.begin()->first.first;
    }
    // What comes first; it may plan more.
    void run_next() {
        const auto first = planned_.begin();
        const auto what = std::move(first->second);
        planned_.erase(first);
        what();
    }

private:
    std::map<std::pair<engine::Time, std::uint64_t>, std::function<void()>> planned_;
    std::uint64_t number_ = 0;
};

// The one clock of the world. Set by the simulation, read by everybody.
class SimulatedClock final : public studio::Clock {
public:
    [[nodiscard]] engine::Time now() override { return now_; }
    void set(engine::Time now) { now_ = now; }

private:
    engine::Time now_{};
};

} // namespace simulator
