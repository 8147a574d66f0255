// What was wagered in rounds of a table, asked of the studio answer by answer. Pure.
#pragma once

#include "studio/v1/replay.pb.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

// Why a wish cannot be answered, in one sentence; empty when it can.
[[nodiscard]] std::string fault_of(const v1::MoneyRequest& wish);

// Owned by one thread. Ask what next() says, give the answer to take(), until next() says nothing more.
class MoneySearch {
public:
    static constexpr int most_rounds = 100; // of one wish; the studio takes no more at once

    explicit MoneySearch(v1::MoneyRequest wish) : wish_(std::move(wish)) {}

    [[nodiscard]] std::optional<v1::ReplayRequest> next() const;
    // False when it is no answer to what was asked.
    bool take(const std::vector<v1::ReplayResponse>& answer);
    // Once next() says nothing more: every round of the wish, in its order.
    [[nodiscard]] const v1::MoneyOfRounds& found() const { return found_; }

private:
    v1::MoneyRequest wish_;
    v1::MoneyOfRounds found_;
};

} // namespace dealer_console::gateway
