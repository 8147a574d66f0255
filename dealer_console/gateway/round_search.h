// The rounds of a time long past, folded from a replay of the table's events. Pure.
#pragma once

#include "dealer_console/gateway/table_book.h"
#include "studio/v1/replay.pb.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dealer_console::gateway {

// A question to the supervisors' desk, as the audit journal has it.
struct Question {
    std::string table_id;
    std::int64_t at_ns = 0; // UTC
};

// Why a wish cannot be answered, in one sentence; empty when it can.
[[nodiscard]] std::string fault_of(const v1::PastRounds& wish);

// Owned by one thread. Ask what next() says, give every page to take(), until next() says nothing more.
class RoundSearch {
public:
    static constexpr std::size_t most_rounds = 3000; // of one answer; some 2 MB

    explicit RoundSearch(v1::PastRounds wish) : wish_(std::move(wish)) {}

    [[nodiscard]] std::optional<v1::ReplayRequest> next() const;
    // The whole answer to next(). False when it is no answer: the studio said why in an error, or the end is missing.
    bool take(const std::vector<v1::ReplayResponse>& answer);
    [[nodiscard]] v1::RoundRecords found(const std::vector<Question>& questions) const;

private:
    void take(const v1::ReplayPage& page);

    v1::PastRounds wish_;
    TableBook book_{2 * most_rounds};
    std::uint64_t asked_until_ = 0; // number of the last event told; 0 before the first answer
    bool over_ = false;
};

} // namespace dealer_console::gateway
