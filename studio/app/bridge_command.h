// `studio feed bridge`: journals into NATS JetStream.
#pragma once

#include "studio/runtime/config.h"

#include <filesystem>
#include <string>
#include <vector>

namespace studio::app {

enum class BridgeLife : std::uint8_t {
    UNTIL_TOLD,
    UNTIL_EMPTY, // ends when the stream has what the journals hold
};

struct BridgeCommand {
    std::filesystem::path journals;
    runtime::BridgeConfig bridge;
    BridgeLife life = BridgeLife::UNTIL_TOLD;
};

// Publishes what is in the folder's journals and what is added to them until it is interrupted. Counters of each table go to the log once a
// minute, and at the end to standard output as one JSON object. Returns 0, 1 when a table is stopped at the end, 2 with a reason when the
// URL, the folder, a file or a stream that is there cannot be used.
int bridge_command(const BridgeCommand& command);

struct BridgeFault {
    std::string key; // of [bridge]
    std::string what;
};
// All that is wrong with a configuration of the bridge. Connects to nothing.
[[nodiscard]] std::vector<BridgeFault> bridge_faults(const runtime::BridgeConfig& config);
// The words that start `studio feed bridge` as a child of this process. Where NATS is goes with hand_over(), for a password may stand in
// it.
[[nodiscard]] std::vector<std::string> bridge_words(const runtime::BridgeConfig& config, const std::filesystem::path& journals);
// What a list of processes must not show goes to the bridge in the environment. To be called before there is a second thread.
void hand_over(const runtime::BridgeConfig& config);

} // namespace studio::app
