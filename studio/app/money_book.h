// The money of a table's wagers, followed from event to event: each ends exactly once, with what it was accepted for.
#pragma once

#include "engine/core/event.h"
#include "engine/core/wager.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace studio::app {

// Thread: the table's. Amounts in minor units; one currency.
class MoneyBook {
public:
    void take(const engine::Event& event);

    [[nodiscard]] int wagers() const { return wagers_; }
    [[nodiscard]] std::int64_t taken() const { return taken_; }       // stakes, holds and charges
    [[nodiscard]] std::int64_t returned() const { return returned_; } // of those that have ended
    [[nodiscard]] std::int64_t open() const;                          // taken, and not ended yet
    // What went wrong with a wager, in words.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

private:
    using Key = std::pair<std::string, engine::WagerKey>; // by round: an id may be used again in the next one
    struct Account {
        std::int64_t taken = 0;
        std::int64_t returned = 0;
        int revision = 0; // 0: not ended
    };
    // Revision 0: the next one.
    void end(const Key& key, int revision, const engine::Money& deducted, const engine::Money& back);

    std::map<Key, Account> accounts_;
    int wagers_ = 0;
    std::int64_t taken_ = 0;
    std::int64_t returned_ = 0;
    std::vector<std::string> faults_;
};

} // namespace studio::app
