// Second pair of eyes on the money of a table: from the events alone, by none of the engine's code, whether every wager ends once, with
// what it was taken for, and as the published result says. Money in = money out + what the house has won.
#pragma once

#include "engine/core/event.h"
#include "engine/core/table.h"
#include "engine/core/wager.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace studio {

// Of one round, in minor units of the table's currency. `in` = `out` + `house` once nothing is `open`.
struct RoundMoney {
    std::string round_id;
    std::int64_t in = 0;    // stakes, holds and charges
    std::int64_t out = 0;   // returned
    std::int64_t house = 0; // won by the house, by the ends that the players were told
    std::size_t wagers = 0;
    std::size_t open = 0; // not ended yet
    friend bool operator==(const RoundMoney&, const RoundMoney&) = default;
};

// Owned and called by one thread, the table's. No I/O.
class MoneyAudit {
public:
    // Of the table's rules: where less may be paid than the odds say.
    explicit MoneyAudit(std::vector<engine::PayoutMaximum> maxima = {}) : maxima_(std::move(maxima)) {}

    // The events of one input, in order. What is wrong with their money, in words; nothing when all is right. When something is wrong
    // the events are as if they had never been.
    [[nodiscard]] std::optional<std::string> take(std::span<const engine::Event> events);
    // Of the round that wagers were last taken in.
    [[nodiscard]] RoundMoney round() const;
    // Whether this distributor has a wager or charge in that round that is called so.
    [[nodiscard]] bool knows(const engine::WagerKey& key) const { return books_.accounts.contains(key); }

private:
    struct Account {
        engine::Seat position;
        std::string bet;
        engine::Money stake;
        std::int64_t taken = 0;
        std::int64_t returned = 0;
        int revision = 0; // of its settlement; 0: not ended
        bool refunded = false;
    };
    struct Books {
        std::string round_id;
        std::map<engine::WagerKey, Account> accounts;
        std::int64_t house = 0;
    };

    [[nodiscard]] static std::string open_round(Books& books, const std::string& round_id);
    [[nodiscard]] static std::string accept(Books& books, const std::string& round_id, const engine::WagerAccepted& wager);
    [[nodiscard]] static std::string settle(Books& books, const engine::WagerSettled& end);
    [[nodiscard]] static std::string refund(Books& books, const engine::WagerRefunded& end);
    [[nodiscard]] static std::string all_ended(const Books& books, int revision);
    [[nodiscard]] static std::string balance(const Books& books);
    [[nodiscard]] bool maximum_reached(const Books& books, const engine::Seat& position, const std::string& bet) const;
    [[nodiscard]] std::string as_published(const Books& books, std::span<const engine::PositionResult> results) const;
    [[nodiscard]] static std::string take_one(Books& books, const engine::Event& event);
    [[nodiscard]] std::string close(const Books& books, std::span<const engine::Event> events) const;

    std::vector<engine::PayoutMaximum> maxima_;
    Books books_;
};

} // namespace studio
