// What the rounds of a run came to, gathered from the table's committed events; for summaries and `studio clip`.
#pragma once

#include "studio/table/ports.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace studio::app {

// One round as its events told it.
struct LoggedRound {
    std::string round_id;
    std::map<engine::Slot, engine::Card> cards;
    std::vector<engine::PositionResult> result; // of the confirmed result
    std::set<engine::Slot> doubtful;            // asked about
    bool voided = false;
};

// Thread: the table's.
class RoundLog {
public:
    void take(const SequencedEvent& event);

    [[nodiscard]] const std::vector<LoggedRound>& rounds() const { return rounds_; }
    [[nodiscard]] const std::vector<engine::Card>& turned() const { return turned_; } // burn cards of the shoes, in order
    [[nodiscard]] int ended() const;
    [[nodiscard]] int voided() const;
    [[nodiscard]] int cards() const { return cards_; } // faces that were published
    [[nodiscard]] int doubtful() const { return doubtful_; }
    [[nodiscard]] int manual() const { return manual_; }

private:
    LoggedRound& round(const std::string& round_id);

    std::vector<LoggedRound> rounds_;
    std::vector<engine::Card> turned_;
    int cards_ = 0;
    int doubtful_ = 0;
    int manual_ = 0;
};

// {"hands", "results", "doubtful", "voided"} as `studio clip` prints them. A card that was not read is null.
[[nodiscard]] nlohmann::ordered_json round_json(const LoggedRound& round);

} // namespace studio::app
