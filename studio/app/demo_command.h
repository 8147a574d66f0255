// `studio demo`: a whole studio on loopback, with virtual tables, virtual dealers and real recognisers.
#pragma once

#include "engine/core/fault.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace studio::app {

enum class DemoButtons : std::uint8_t { VIRTUAL, CONSOLE }; // who presses them: the virtual dealer, or a person at the console
enum class DemoDrill : std::uint8_t { NONE, TRAINEE };      // for a trainee at the console, who is scored there
enum class DemoPace : std::uint8_t { REAL, HEADLESS };      // at a dealer's speed, or as fast as the pixels allow

struct DemoOptions {
    std::string game = "pok-deng";
    int tables = 1;
    std::optional<int> rounds; // of each table; nothing = until interrupted
    std::uint64_t seed = 1;
    double mistakes = 0;                       // share of the dealer's deeds that go wrong, 0..1
    std::set<engine::FaultCode> mistake_kinds; // that the dealer makes; none: all
    DemoPace pace = DemoPace::REAL;
    DemoButtons buttons = DemoButtons::VIRTUAL;
    DemoDrill drill = DemoDrill::NONE;
    std::uint16_t console_port = 8480; // any other when it is taken; a headless demo has no console
};

// Returns the exit status: 0, 1 when a card was wrong or events got lost, 2 when it could not start. Last line on standard output: the
// summary.
int demo_command(const DemoOptions& options);

} // namespace studio::app
