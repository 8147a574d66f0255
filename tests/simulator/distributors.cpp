#include "tests/simulator/distributors.h"

#include <algorithm>

namespace simulator {

using namespace std::chrono_literals;

namespace {

std::string name_of(int owner) {
    return owner == 0 ? "acme" : "bolt";
}

} // namespace

void Distributors::round_opened(const std::string& round_id, engine::Duration betting) {
    const auto longest = std::chrono::duration_cast<std::chrono::milliseconds>(betting) + 3s;
    numbers_.clear();
    place_sheet(round_id, betting);
    if (world_.game.deck == Deck::FRESH_EACH_ROUND && world_.random.chance(300)) stubborn_round_ = round_id;
    const int singles = world_.game.deck == Deck::SHOE ? 8 : 2;
    for (int count = world_.random.between(0, singles); count > 0; --count)
        world_.after(world_.random.between(0ms, longest), [this, round_id] { place(round_id); });
}

// Each numbers its own, from one in every round: what they are called says nothing of whose they are.
std::string Distributors::next_id(const std::string& distributor) {
    return "w" + std::to_string(++numbers_[distributor]);
}

// In the order in which they make sense, within the betting time.
void Distributors::place_sheet(const std::string& round_id, engine::Duration betting) {
    const auto wagers = world_.game.sheet(world_.random);
    if (wagers.empty()) return;
    const auto apart = betting / static_cast<int>(wagers.size() + 1);
    auto when = engine::Duration::zero();
    for (const auto& [owner, wager] : wagers) {
        when += apart;
        engine::PlaceWager placed{next_id(name_of(owner)), name_of(owner),  round_id,
                                  wager.offer.position,    wager.offer.bet, {wager.stake, "EUR"}};
        world_.after(when, [this, placed] { submit(placed); });
    }
}

void Distributors::place(const std::string& round_id) {
    const auto& offer = world_.random.pick(offers_);
    const auto distributor = name_of(world_.random.between(0, 1));
    engine::PlaceWager wager{next_id(distributor), distributor, round_id,
                             offer.position,       offer.bet,   {world_.random.between(1, 10'000) * 100, "EUR"}};
    if (world_.random.chance(1500)) spoil(wager);
    submit(wager);
}

void Distributors::submit(engine::PlaceWager wager) {
    (void)world_.submit(wager, "distributor:" + wager.distributor);
    if (!world_.random.chance(1000)) return;
    if (world_.random.chance(5000)) wager.stake.minor += 100; // the same id with other contents
    world_.after(world_.random.between(0ms, 20000ms), [this, wager] { (void)world_.submit(wager, "distributor:" + wager.distributor); });
}

// Soon, late or never; and before that, now and then, something that makes no sense.
void Distributors::asked(const engine::DecisionOpened& question, const std::string& owner, const std::string& round_id) {
    const bool stubborn = stubborn_round_ == round_id;
    if (!stubborn && world_.random.chance(700)) return;
    const auto delay = stubborn                    ? world_.random.between(300ms, 900ms)
                       : world_.random.chance(500) ? world_.random.between(15s, 25s)
                                                   : world_.random.between(300ms, 6000ms);
    world_.after(delay, [this, question, owner, round_id] { decide(question, owner, round_id); });
}

void Distributors::decide(const engine::DecisionOpened& question, const std::string& owner, const std::string& round_id) {
    auto made = world_.answer(question.box, question.options, owner);
    made.round_id = round_id;
    const auto exchange = std::ranges::find(question.options, "EXCHANGE", &engine::DecisionOption::choice);
    if (stubborn_round_ == round_id && exchange != question.options.end() && !world_.random.chance(300)) {
        made.choice = "EXCHANGE";
        made.cards = {world_.random.between(1, 5)};
        made.amount.reset();
    }
    auto wrong = made;
    if (world_.random.chance(2000)) {
        spoil(wrong);
        (void)world_.submit(wrong, "distributor:" + wrong.distributor);
    }
    (void)world_.submit(made, "distributor:" + owner);
    if (!world_.random.chance(1000)) return;
    if (world_.random.chance(5000)) made.choice = "FOLD"; // the same id, mostly with other contents
    world_.after(world_.random.between(0ms, 20000ms), [this, made] { (void)world_.submit(made, "distributor:" + made.distributor); });
}

void Distributors::spoil(engine::MakeDecision& made) {
    const std::vector<std::string> choices{"FOLD",  "BET",    "EXCHANGE",  "BUY_CARD", "INSURE",
                                           "STAND", "SWITCH", "TAKE_ANTE", "BUY_GAME", "WIN"};
    made.decision_id += "x";
    switch (world_.random.between(0, 8)) {
    case 0: made.distributor = made.distributor == "acme" ? "bolt" : "acme"; break;
    case 1: made.choice = world_.random.pick(choices); break;
    case 2: made.cards.push_back(world_.random.between(-1, 7)); break;
    case 3: made.amount = engine::Money{world_.random.between(-1, 100'000), "EUR"}; break;
    case 4: made.round_id = "S0-R0"; break;
    case 5: made.decision_id = world_.random.chance(5000) ? "" : "w1"; break;
    case 6: made.box.number = static_cast<std::uint8_t>(world_.random.between(0, 5)); break;
    case 7: made.amount = engine::Money{100, "THB"}; break;
    default: made.cards = {3, 3}; break;
    }
}

void Distributors::spoil(engine::PlaceWager& wager) {
    switch (world_.random.between(0, 6)) {
    case 0: wager.stake.minor = 100'000'000; break;
    case 1: wager.stake.minor = world_.random.between(-100, 99); break;
    case 2: wager.stake.currency = "THB"; break;
    case 3: wager.round_id = "S1-R0"; break;
    case 4: wager.bet = "BANKER"; break;
    case 5: wager.position = engine::banker_seat; break;
    default: wager.wager_id = "w1"; break;
    }
}

} // namespace simulator
