#include "tests/simulator/poker_model.h"

#include "engine/imperial_poker/settlement.h"
#include "engine/poker_switch/settlement.h"
#include "engine/russian_poker/settlement.h"

#include <algorithm>

namespace simulator {

namespace {

namespace poker = engine::poker;
using engine::Card;
using engine::Outcome;
using engine::Seat;
using engine::SeatKind;
using engine::Slot;

constexpr Seat dealer{SeatKind::DEALER, 0};
constexpr int boxes = 4;

Seat box_seat(int number) {
    return {SeatKind::BOX, static_cast<std::uint8_t>(number)};
}

template <std::uint8_t Cards>
std::vector<Slot> slots() {
    std::vector<Slot> all;
    for (int box = 1; box <= boxes; ++box)
        for (std::uint8_t card = 1; card <= Cards; ++card)
            all.push_back({box_seat(box), card});
    for (std::uint8_t card = 1; card <= 5; ++card)
        all.push_back({dealer, card});
    return all;
}

std::vector<Offer> offers_of(const std::vector<std::string>& bets) {
    std::vector<Offer> all;
    for (int box = 1; box <= boxes; ++box)
        for (const auto& bet : bets)
            all.push_back({box_seat(box), bet});
    return all;
}
std::vector<Offer> russian_offers() {
    return offers_of({"ANTE", "BONUS", "BLIND", "DEALER_BONUS"});
}
std::vector<Offer> offers() {
    return offers_of({"ANTE", "BONUS"});
}

BookedWager planned(int box, const std::string& bet, std::int64_t stake) {
    BookedWager wager;
    wager.offer = {box_seat(box), bet};
    wager.stake = stake;
    return wager;
}

// Two neighbours with equal antes, or one box, for each of two players; a bonus here and there. Now and then one player has all of them.
std::vector<std::pair<int, BookedWager>> sheet(Random& random) {
    std::vector<std::pair<int, BookedWager>> all;
    const bool alone = random.chance(2500);
    const std::int64_t same = random.between(1, 2000) * 100;
    for (int owner = 0; owner < 2; ++owner) {
        const int first = owner * 2 + 1;
        if (random.chance(2000)) continue;
        const auto ante = alone ? same * random.between(1, 3) : std::int64_t{random.between(1, 2000)} * 100;
        const bool one_box = random.chance(2000);
        for (int box = first; box <= first + (one_box ? 0 : 1); ++box) {
            all.emplace_back(alone ? 0 : owner, planned(box, "ANTE", ante));
            if (random.chance(3000)) all.emplace_back(alone ? 0 : owner, planned(box, "BONUS", random.between(1, 100) * 100));
        }
    }
    return all;
}
// Where a player's third and fourth boxes are dark, and a box may hold a bonus alone.
std::vector<std::pair<int, BookedWager>> russian_sheet(Random& random) {
    auto all = sheet(random);
    for (auto& [owner, wager] : all) {
        const bool second_pair = wager.offer.position.number > 2;
        if (wager.offer.bet == "ANTE" && ((second_pair && owner == 0) || random.chance(1000))) wager.offer.bet = "BLIND";
    }
    if (random.chance(3000)) all.emplace_back(random.between(0, 1), planned(random.between(1, boxes), "DEALER_BONUS", 500));
    if (random.chance(1500)) all.emplace_back(random.between(0, 1), planned(random.between(1, boxes), "BONUS", 700));
    return all;
}

std::pair<std::int64_t, std::int64_t> limits(const std::string& bet) {
    return {100, bet == "BONUS" || bet == "DEALER_BONUS" ? 10'000 : 1'000'000};
}
std::int64_t deducted(const std::string& bet, std::int64_t stake) {
    return bet == "BLIND" ? 3 * stake : stake; // the BET is posted with the ANTE
}

std::vector<Card> cards_of(const Seat& seat, const Faces& faces) {
    std::vector<Card> cards;
    for (const auto& [slot, card] : faces)
        if (slot.seat == seat) cards.push_back(card);
    return cards;
}

using Boxes = std::map<Seat, poker::Box>;

void take_wager(poker::Box& box, const BookedWager& wager) {
    const auto& bet = wager.offer.bet;
    if (bet == "ANTE" || bet == "BLIND") box.ante = wager.stake;
    if (bet == "BONUS") box.bonus = wager.stake;
    if (bet == "DEALER_BONUS") box.dealer_bonus = wager.stake;
    if (bet == "INSURANCE") box.insurance = wager.stake;
    if (bet == "BLIND" || bet == "BET") box.decision = poker::Decision::BET;
    if (bet == "BLIND") box.kind = poker::BoxKind::DARK;
}

// A BET that nobody decided on was taken by the rules: the box is blind.
void mark_blind(Boxes& all, const std::vector<engine::DecisionMade>& decisions) {
    for (auto& [seat, box] : all) {
        const bool decided = std::ranges::any_of(
            decisions, [&seat](const auto& made) { return made.box == seat && (made.choice == "BET" || made.choice == "FOLD"); });
        if (!decided && box.decision == poker::Decision::BET) box.kind = poker::BoxKind::DARK;
    }
}

void take_decision(Boxes& all, const engine::DecisionMade& made, const RoundFacts& facts) {
    auto& box = all.at(made.box);
    if (made.choice == "FOLD") box.decision = poker::Decision::FOLD;
    if (made.choice == "BUY_GAME" && facts.dealer_draws > 0) box.no_game = poker::NoGameChoice::BUY_GAME; // I-11
    if (made.choice != "SWITCH") return;
    const auto partner = box_seat(made.box.number % 2 == 1 ? made.box.number + 1 : made.box.number - 1);
    box.switched = all.at(partner).switched = !box.switched;
}

Boxes boxes_of(const RoundFacts& facts) {
    Boxes all;
    for (const auto& [key, wager] : facts.wagers)
        if (!wager.refunded) take_wager(all[wager.offer.position], wager);
    mark_blind(all, facts.decisions);
    for (const auto& made : facts.decisions)
        take_decision(all, made, facts);
    for (auto& [seat, box] : all) {
        box.initial = cards_of(seat, facts.first);
        box.final_hand = cards_of(seat, facts.faces);
    }
    return all;
}

enum class Cap : std::uint8_t { APPLIED, IGNORED };

template <typename Rules>
std::map<Seat, poker::BoxSettlement> settled(const RoundFacts& facts, Cap cap) {
    Rules rules;
    if (cap == Cap::IGNORED) rules.cap.most = rules.cap.bonus_most = 0;
    const auto by_seat = boxes_of(facts);
    std::vector<poker::Box> all;
    for (const auto& [seat, box] : by_seat)
        all.push_back(box);
    poker::DealerHand hand{cards_of(dealer, facts.first), cards_of(dealer, facts.faces)};
    if (facts.dealer_without) hand.final_hand.push_back(*facts.dealer_without);
    const auto settlements = settle(rules, all, hand);
    std::map<Seat, poker::BoxSettlement> result;
    auto next = settlements.begin();
    for (const auto& [seat, box] : by_seat)
        result[seat] = *next++;
    return result;
}

template <typename Rules>
std::int64_t returned(const BookedWager& wager, const RoundFacts& facts) {
    const auto all = settled<Rules>(facts, Cap::APPLIED);
    const auto& box = all.at(wager.offer.position);
    const auto& bet = wager.offer.bet;
    if (bet == "ANTE") return box.returned.ante;
    if (bet == "BLIND") return box.returned.ante + box.returned.bet;
    if (bet == "BET") return box.returned.bet;
    if (bet == "INSURANCE") return box.returned.insurance;
    if (bet == "BONUS") return box.returned.bonus;
    if (bet == "DEALER_BONUS") return box.returned.dealer_bonus;
    if (bet == "GAME") return box.staked.game == 0 ? wager.stake : 0; // bought, and there was none to buy
    return 0;                                                         // fees
}

Outcome outcome_of(const poker::BoxSettlement& box) {
    const auto main = box.returned.ante + box.returned.bet - box.staked.ante - box.staked.bet;
    using enum poker::BoxOutcome;
    if (box.outcome == NONE) return Outcome::NONE;
    if (box.outcome == EXCHANGED_NO_GAME || box.outcome == EXCHANGED_TIE) return Outcome::TIE; // the ANTE was a price
    return main > 0 ? Outcome::WIN : main < 0 ? Outcome::LOSE : Outcome::TIE;
}

template <typename Rules>
std::string wrong(const std::vector<engine::PositionResult>& results, const RoundFacts& facts) {
    const auto all = settled<Rules>(facts, Cap::IGNORED);
    if (results.size() != all.size() + (all.empty() ? 0 : 1)) return std::to_string(results.size()) + " positions have a result";
    for (const auto& one : results) {
        if (one.hand != cards_of(one.position, facts.faces)) return one.position.text() + " has other cards";
        if (one.position == dealer) continue;
        const auto box = all.find(one.position);
        if (box == all.end()) return one.position.text() + " is no box of this round";
        if (one.outcome != outcome_of(box->second)) return one.position.text() + " ends otherwise";
        for (const auto& bet : one.bets) {
            const auto& [outcome, paid, staked, back, won] = box->second;
            if (bet.bet == "BET" && bet.odds * staked.bet != won.bet) return one.position.text() + " has other odds";
            if (bet.bet == "BONUS" && bet.odds * staked.bonus != won.bonus) return one.position.text() + " has another bonus";
        }
    }
    return "";
}

template <typename Rules>
GameModel model(std::string_view name) {
    GameModel model{name, Deck::FRESH_EACH_ROUND, 1, 0, &slots<6>, &offers, &sheet, &limits, &deducted, &returned<Rules>, &wrong<Rules>};
    return model;
}

} // namespace

GameModel russian_poker_model() {
    auto model = simulator::model<engine::russian_poker::Rules>("russian-poker");
    model.offers = &russian_offers;
    model.sheet = &russian_sheet;
    return model;
}

GameModel imperial_poker_model() {
    return model<engine::imperial_poker::Rules>("imperial-poker");
}

GameModel poker_switch_model() {
    auto model = simulator::model<engine::poker_switch::Rules>("poker-switch");
    model.slots = &slots<5>;
    return model;
}

} // namespace simulator
