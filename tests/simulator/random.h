// Chance in the simulator: one generator, one seed, and no std distribution (those differ between standard libraries).
#pragma once

#include "engine/core/time.h"

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace simulator {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15ULL + 1) {}

    // 0 .. count - 1. The bias of a remainder is of no importance here.
    [[nodiscard]] std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
    [[nodiscard]] int between(int least, int most) { return least + static_cast<int>(below(static_cast<std::size_t>(most - least + 1))); }
    // In whole milliseconds.
    [[nodiscard]] engine::Duration between(std::chrono::milliseconds least, std::chrono::milliseconds most) {
        return std::chrono::milliseconds(between(static_cast<int>(least.count()), static_cast<int>(most.count())));
    }
    // True `tenths_of_per_mille` times of 10,000.
    [[nodiscard]] bool chance(int of_ten_thousand) { return static_cast<int>(below(10'000)) < of_ten_thousand; }
    template <typename Value>
    [[nodiscard]] const Value& pick(const std::vector<Value>& values) {
        return values[below(values.size())];
    }
    template <typename Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::mt19937_64 engine_;
};

} // namespace simulator
