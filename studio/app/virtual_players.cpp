#include "studio/app/virtual_players.h"

#include "studio/app/virtual_choice.h"

#include <algorithm>
#include <array>
#include <utility>

namespace studio::app {

namespace {

using engine::Seat;
using engine::SeatKind;
using std::chrono::milliseconds;

const std::string north = "north";
const std::string south = "south";

Seat box(int number) {
    return {SeatKind::BOX, static_cast<std::uint8_t>(number)};
}

} // namespace

std::vector<Ask> VirtualPlayers::ask(const engine::Expected& expected, const engine::TableView& view, engine::Time now) {
    std::vector<Ask> asks;
    for (const auto& act : expected.acts) {
        if (act.act == engine::Act::WAIT_BETTING && view.round_id != round_id_) {
            round_id_ = view.round_id;
            return stakes();
        }
        if (act.act != engine::Act::DECIDE || !owners_.contains(*act.box) || thinks(act, now)) continue;
        auto wish = choose(act.options, cards_of(view, *act.box), cards_beside(view, *act.box), random_);
        thoughts_.erase(*act.box);
        asks.push_back({owners_.at(*act.box), engine::MakeDecision{.decision_id = "d" + std::to_string(++asked_),
                                                                   .distributor = owners_.at(*act.box),
                                                                   .by = {},
                                                                   .round_id = view.round_id,
                                                                   .box = *act.box,
                                                                   .choice = std::move(wish.choice),
                                                                   .cards = std::move(wish.cards),
                                                                   .amount = std::move(wish.amount)}});
    }
    return asks;
}

// One player in thirty forgets to answer.
bool VirtualPlayers::thinks(const engine::ExpectedAct& act, engine::Time now) {
    auto found = thoughts_.find(*act.box);
    if (found == thoughts_.end() || found->second.about != act.options) {
        const Thought thought{act.options, now + milliseconds(300 + random_() % 1500), random_() % 30 == 0};
        found = thoughts_.insert_or_assign(*act.box, thought).first;
    }
    return found->second.asleep || now < found->second.ready;
}

std::vector<Ask> VirtualPlayers::stakes() {
    owners_.clear();
    thoughts_.clear();
    std::vector<Ask> asks;
    using Stake = void (VirtualPlayers::*)(std::vector<Ask>&);
    static const std::map<std::string, Stake> games{{"pok-deng", &VirtualPlayers::stake_on_hands},
                                                    {"russian-poker", &VirtualPlayers::stake_on_russian},
                                                    {"imperial-poker", &VirtualPlayers::stake_on_imperial},
                                                    {"poker-switch", &VirtualPlayers::stake_on_pairs}};
    const auto game = games.find(rules_.game);
    if (game != games.end()) (this->*game->second)(asks);
    return asks;
}

std::int64_t VirtualPlayers::any_ante() {
    constexpr std::array<std::int64_t, 5> times{1, 2, 5, 10, 25};
    return std::min(rules_.min_stake.minor * times.at(random_() % times.size()), rules_.max_stake.minor / 5);
}

std::int64_t VirtualPlayers::any_bonus() {
    return rules_.min_stake.minor * static_cast<std::int64_t>(1 + random_() % 4);
}

void VirtualPlayers::place(std::vector<Ask>& asks, const std::string& distributor, const Seat& position, const char* bet,
                           std::int64_t minor) {
    asks.push_back({distributor, engine::PlaceWager{.wager_id = "w" + std::to_string(++asked_),
                                                    .distributor = distributor,
                                                    .round_id = round_id_,
                                                    .position = position,
                                                    .bet = bet,
                                                    .stake = {minor, rules_.min_stake.currency}}});
}

void VirtualPlayers::stake_on_hands(std::vector<Ask>& asks) {
    for (int number = 1; number <= 5; ++number) {
        const Seat player{SeatKind::PLAYER, static_cast<std::uint8_t>(number)};
        const auto& by = chance(50) ? north : south;
        if (chance(70)) place(asks, by, player, "PLAYER", any_ante());
        if (chance(40)) place(asks, by, player, "PAIR", any_bonus());
    }
}

// One player opens a box, or two neighbours with equal antes, the other perhaps a third; of the rest some are dark and some hold a bonus.
void VirtualPlayers::stake_on_russian(std::vector<Ask>& asks) {
    const auto open = [&](const std::string& by, int number, std::int64_t ante) {
        owners_[box(number)] = by;
        place(asks, by, box(number), "ANTE", ante);
    };
    const int first = 1 + static_cast<int>(random_() % 4);
    const auto ante = any_ante();
    open(north, first, ante);
    if (chance(50)) open(north, first == 4 ? 3 : first + 1, ante);
    for (int number = 1; number <= 4; ++number) {
        if (owners_.contains(box(number))) continue;
        const bool south_plays = std::ranges::any_of(owners_, [](const auto& one) { return one.second == south; });
        const auto way = random_() % 6;
        if (way <= 1 && !south_plays) open(south, number, any_ante());
        if (way == 2) place(asks, chance(50) ? north : south, box(number), "BLIND", any_ante());
        if (way == 3) place(asks, south, box(number), "BONUS", any_bonus());
    }
    for (const auto& [seat, by] : owners_) {
        if (chance(40)) place(asks, by, seat, "BONUS", any_bonus());
        if (chance(30)) place(asks, by, seat, "DEALER_BONUS", any_bonus());
    }
}

// Up to four boxes, antes one to five times the smallest.
void VirtualPlayers::stake_on_imperial(std::vector<Ask>& asks) {
    const auto smallest = any_ante();
    for (int number = 1; number <= 4; ++number) {
        if (!owners_.empty() && chance(45)) continue;
        const auto& by = chance(50) ? north : south;
        owners_[box(number)] = by;
        place(asks, by, box(number), "ANTE", smallest * static_cast<std::int64_t>(1 + random_() % 5));
        if (chance(40)) place(asks, by, box(number), "BONUS", any_bonus());
    }
}

// One pair or both, two equal antes on each.
void VirtualPlayers::stake_on_pairs(std::vector<Ask>& asks) {
    const auto pairs = random_() % 4; // 0: the right one, 1: the left one, else both
    for (const int right : {1, 3}) {
        if ((pairs == 0 && right == 3) || (pairs == 1 && right == 1)) continue;
        const auto& by = right == 1 ? north : south;
        const auto ante = any_ante();
        for (const int number : {right, right + 1}) {
            owners_[box(number)] = by;
            place(asks, by, box(number), "ANTE", ante);
            if (chance(40)) place(asks, by, box(number), "BONUS", any_bonus());
        }
    }
}

} // namespace studio::app
