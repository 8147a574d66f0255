// What was wagered in rounds of a table and what became of it, summed from the private events of all its distributors.
#pragma once

#include "studio/runtime/wager_desk.h"
#include "studio/v1/feed.pb.h"
#include "studio/v1/replay.pb.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace studio::runtime {

// One round's wagers of one distributor, followed from event to event: of each only its last state counts. Pure.
class WagerBook {
public:
    void take(const v1::PrivateEnvelope& envelope);
    // Adds what is in it to the sums, a line for each currency.
    void add_to(std::map<std::string, v1::WagerSums>& sums) const;

private:
    enum class End : std::uint8_t { OPEN, SETTLED, REFUNDED };
    struct Account {
        std::string currency;
        std::int64_t taken = 0; // minor units, like the next
        std::int64_t returned = 0;
        End end = End::OPEN;
    };
    std::map<std::string, Account> accounts_; // by the wager's id
};

struct MoneyLimits {
    std::size_t rounds = 100;  // of one question
    std::size_t events = 4000; // read for one answer: none is begun after them
};

// Thread: the feed's. The first rounds of the question, as far as one answer may go; at least one. Throws what the source throws.
[[nodiscard]] v1::MoneyOfRounds money_of(const v1::MoneyRequest& question, WagerSource& source, const MoneyLimits& limits = {});

} // namespace studio::runtime
