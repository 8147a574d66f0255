#include "engine/pok_deng/settlement.h"

#include "engine/core/check.h"

#include <algorithm>

namespace engine::pok_deng {

namespace {

constexpr int plain_odds = 1;
constexpr int double_odds = 2; // a flush, a pair or a special value

// The odds of a player who is the higher (S4 notes 2, 4, 5, 6).
int winning_odds(const Hand& player, const Hand& banker) {
    if (!doubles(player)) return plain_odds;
    const HandValue own = value_of(player);
    const HandValue beaten = value_of(banker);
    // PD-2: the banker's displayed value, so 10-J (7.2) is no 0. PD-3: any 6, even a flush or a pair.
    const bool halved = beaten == points(0) || beaten == points(6);
    // PD-4: a natural 8 or 9 that is a flush or a pair keeps 2:1. PD-5: the special values 7.1 to 7.5 do not.
    const bool natural = own == points(8) || own == points(9);
    return halved && !natural ? plain_odds : double_odds;
}

// PD-6: no exception for a beaten player's 0 or 6.
int losing_odds(const Hand& banker) {
    return doubles(banker) ? double_odds : plain_odds;
}

void check_bet(std::string_view bet) {
    check(bet == player_bet || bet == pair_bet, "a bet that Pok Deng does not offer");
}

const BetResult& result_of(std::string_view bet, const PositionResult& result) {
    const auto found = std::ranges::find(result.bets, bet, &BetResult::bet);
    check(found != result.bets.end(), "a result without the bet that is being settled");
    return *found;
}

} // namespace

std::expected<std::string, Rejection> rules_text(const GameSettings& settings) {
    if (!settings.empty()) return std::unexpected(Rejection{"RULES", settings.begin()->first + " is no setting of this game"});
    const auto line = [](std::string_view name, int odds) { return std::string(name) + "=" + std::to_string(odds) + "\n"; };
    return line("player_plain", plain_odds) + line("player_double", double_odds) + line("player_double_against_0_or_6", plain_odds) +
           line("player_double_8_or_9_against_0_or_6", double_odds) + line("banker_plain", plain_odds) +
           line("banker_double", double_odds) + line("pair", pair_odds) + "tie=returned\n";
}

MainResult compare(const Hand& player, const Hand& banker) {
    const HandValue own = value_of(player);
    const HandValue house = value_of(banker);
    if (own == house) return {Outcome::TIE, 0}; // PD-8: a flush, a pair or a suit never breaks a tie
    if (own < house) return {Outcome::LOSE, losing_odds(banker)};
    return {Outcome::WIN, winning_odds(player, banker)};
}

PositionResult position_result(const Seat& position, const Hand& player, const Hand& banker) {
    const auto main = compare(player, banker);
    PositionResult result;
    result.position = position;
    result.hand = {player[0], player[1]};
    result.points = value_of(player).text();
    result.outcome = main.outcome;
    result.odds = main.odds;
    // PD-14: the pair bet looks at the player's own cards only and is settled apart from the main bet.
    result.bets = {{std::string(player_bet), main.outcome, main.odds},
                   {std::string(pair_bet), is_pair(player) ? Outcome::WIN : Outcome::LOSE, pair_odds}};
    return result;
}

PositionResult banker_result(const Hand& banker) {
    PositionResult result;
    result.position = banker_seat;
    result.hand = {banker[0], banker[1]};
    result.points = value_of(banker).text();
    return result;
}

Money held(std::string_view bet, const Money& stake) {
    check_bet(bet);
    return bet == player_bet ? stake : Money{0, stake.currency};
}

Money deducted(std::string_view bet, const Money& stake) {
    return stake + held(bet, stake);
}

Money returned(std::string_view bet, const Money& stake, const PositionResult& result) {
    check_bet(bet);
    const auto& [name, outcome, odds] = result_of(bet, result);
    const Money all = deducted(bet, stake);
    if (outcome == Outcome::WIN) return all + stake * odds;
    if (outcome == Outcome::TIE) return all;
    check(outcome == Outcome::LOSE, "a bet is settled before it has an outcome");
    // A lost main bet costs `odds` of the two stakes deducted; a lost pair bet costs its one stake, its odds are for winning only.
    return bet == player_bet ? all - stake * odds : Money{0, stake.currency};
}

Money returned(std::string_view bet, const Money& stake, const Hand& player, const Hand& banker) {
    return returned(bet, stake, position_result({SeatKind::PLAYER, 1}, player, banker));
}

} // namespace engine::pok_deng
