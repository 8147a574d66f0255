#include "tests/simulator/game_model.h"

#include "tests/simulator/poker_model.h"

#include <algorithm>
#include <array>

namespace simulator {

namespace {

namespace pok_deng {

using engine::Card;
using engine::Outcome;
using engine::Rank;
using engine::Seat;
using engine::SeatKind;

struct Hand {
    Card a;
    Card b;
    [[nodiscard]] bool suited() const { return a.suit == b.suit; }
    [[nodiscard]] bool pair() const { return a.rank == b.rank; }
};

bool picture(Rank rank) {
    return rank == Rank::JACK || rank == Rank::QUEEN || rank == Rank::KING;
}
int points_of(Rank rank) {
    if (rank == Rank::ACE) return 1;
    return static_cast<int>(rank) >= 10 ? 0 : static_cast<int>(rank);
}

// PD 1.2, in tenths; first match wins.
int worth(const Hand& hand) {
    const auto [low, high] = std::minmax(hand.a.rank, hand.b.rank);
    const int sum = (points_of(low) + points_of(high)) % 10;
    if (hand.suited() && high == Rank::ACE && low == Rank::KING) return 75;
    if (hand.pair() && (low == Rank::ACE || low == Rank::FIVE || low == Rank::SIX || low == Rank::TEN)) return 74;
    if (picture(low) && picture(high)) return 73;
    if (low == Rank::TEN && picture(high)) return 72;
    if (hand.suited() && !picture(low) && !picture(high) && sum == 0) return 71;
    return sum * 10;
}
bool doubles(const Hand& hand) {
    return hand.suited() || hand.pair() || worth(hand) % 10 != 0;
}

// PD 1.3: how many stakes the player wins (below 0: loses).
int gain(const Hand& player, const Hand& banker) {
    const int mine = worth(player);
    const int house = worth(banker);
    if (mine == house) return 0;
    if (house > mine) return doubles(banker) ? -2 : -1;
    if (!doubles(player)) return 1;
    if (house == 0 || house == 60) return mine >= 80 ? 2 : 1; // notes 5 and 6
    return 2;
}

Hand hand_of(const Seat& seat, const Faces& faces) {
    return {faces.at({seat, 1}), faces.at({seat, 2})};
}
constexpr Seat banker{SeatKind::BANKER, 0};

std::vector<engine::Slot> slots() {
    std::vector<engine::Slot> order;
    for (const std::uint8_t index : {std::uint8_t{1}, std::uint8_t{2}}) {
        for (std::uint8_t player = 1; player <= 5; ++player)
            order.push_back({{SeatKind::PLAYER, player}, index});
        order.push_back({banker, index});
    }
    return order;
}
std::vector<Offer> offers() {
    std::vector<Offer> all;
    for (std::uint8_t player = 1; player <= 5; ++player)
        for (const auto* bet : {"PLAYER", "PAIR"})
            all.push_back({{SeatKind::PLAYER, player}, bet});
    return all;
}
std::int64_t deducted(const std::string& bet, std::int64_t stake) {
    return bet == "PLAYER" ? 2 * stake : stake;
}
std::vector<std::pair<int, BookedWager>> no_sheet(Random& /*random*/) {
    return {};
}
std::pair<std::int64_t, std::int64_t> limits(const std::string& /*bet*/) {
    return {100, 1'000'000};
}
std::int64_t returned(const BookedWager& wager, const RoundFacts& facts) {
    const Hand hand = hand_of(wager.offer.position, facts.faces);
    if (wager.offer.bet == "PAIR") return hand.pair() ? 12 * wager.stake : 0;
    return 2 * wager.stake + gain(hand, hand_of(banker, facts.faces)) * wager.stake;
}
std::string wrong(const std::vector<engine::PositionResult>& results, const RoundFacts& facts) {
    const auto& faces = facts.faces;
    if (results.size() != 6) return "six positions have a result";
    for (const auto& one : results) {
        const Hand hand = hand_of(one.position, faces);
        if (one.hand != std::vector<Card>{hand.a, hand.b}) return one.position.text() + " has other cards";
        if (one.position == banker) continue;
        const int stakes = gain(hand, hand_of(banker, faces));
        const Outcome outcome = stakes > 0 ? Outcome::WIN : stakes < 0 ? Outcome::LOSE : Outcome::TIE;
        if (one.outcome != outcome || one.odds != std::abs(stakes)) return one.position.text() + " ends otherwise";
    }
    return "";
}

} // namespace pok_deng

const std::array models{
    GameModel{"pok-deng", Deck::SHOE, 8, 13, &pok_deng::slots, &pok_deng::offers, &pok_deng::no_sheet, &pok_deng::limits,
              &pok_deng::deducted, &pok_deng::returned, &pok_deng::wrong},
    russian_poker_model(),
    imperial_poker_model(),
    poker_switch_model(),
};

} // namespace

std::span<const GameModel> game_models() {
    return models;
}

const GameModel* game_model(std::string_view name) {
    const auto found = std::ranges::find(models, name, &GameModel::name);
    return found == models.end() ? nullptr : &*found;
}

} // namespace simulator
