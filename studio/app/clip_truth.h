// What truly lay on a recorded table, where that is known.
#pragma once

#include "studio/app/round_log.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace studio::app {

struct TrueRound {
    engine::Time starts{};
    std::map<engine::Slot, engine::Card> cards;
};
struct ClipTruth {
    std::vector<TrueRound> rounds;
    std::vector<engine::Card> turned; // faces shown in BURN, in order
};

// Reads rounds.jsonl and truth.jsonl; nothing when neither is there. Throws std::runtime_error naming file and line.
[[nodiscard]] std::optional<ClipTruth> read_clip_truth(const std::filesystem::path& folder);

// Published faces that are not the true ones; each is named in the log.
[[nodiscard]] int count_wrong(const ClipTruth& truth, const RoundLog& log);

} // namespace studio::app
