// Money that a round holds: wagers placed while betting was open, and charges that decisions and rules have added.
#pragma once

#include "engine/cards/slot.h"
#include "engine/core/money.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace engine {

// What names a wager or charge in its round: each distributor numbers its own, so the id alone names none. In the order of the ids first:
// it is the order in which ends are told, and journals from before a distributor's ids were its own are played again in it.
struct WagerKey {
    std::string wager_id;
    std::string distributor;
    friend auto operator<=>(const WagerKey&, const WagerKey&) = default;
};

// An accepted wager, or a charge, of the current round; `deducted` = stake + held. A charge has the same life as a wager: accepted, then
// settled or refunded. Its id is that of the decision that made it.
struct Wager {
    std::string wager_id;
    std::string distributor;
    Seat position;
    std::string bet; // "ANTE"; of a charge what it pays for: "BET", "EXCHANGE"
    Money stake;
    Money held;
    friend bool operator==(const Wager&, const Wager&) = default;
};
using Wagers = std::map<WagerKey, Wager>;

// Money that a rule takes from a box's owner, to be settled with the round. With its owner the id is its key.
struct Charge {
    std::string id;
    Seat position;
    std::string bet;
    Money amount;
};

// What an act of the rules does with the money: what goes back at once, and what is taken.
struct MoneyMoved {
    std::vector<WagerKey> refunds;
    std::vector<Charge> charges;
};

} // namespace engine
