#include "tests/simulator/distributors.h"

namespace simulator {

using namespace std::chrono_literals;

void Distributors::round_opened(const std::string& round_id, engine::Duration betting) {
    const auto longest = std::chrono::duration_cast<std::chrono::milliseconds>(betting) + 3s;
    for (int count = world_.random.between(0, 8); count > 0; --count)
        world_.after(world_.random.between(0ms, longest), [this, round_id] { place(round_id); });
}

void Distributors::place(const std::string& round_id) {
    const auto& offer = world_.random.pick(offers_);
    const std::string distributor = world_.random.chance(5000) ? "acme" : "bolt";
    engine::PlaceWager wager{
        "w" + std::to_string(++number_), distributor, round_id, offer.position, offer.bet, {world_.random.between(1, 10'000) * 100, "EUR"}};
    if (world_.random.chance(1500)) spoil(wager);
    (void)world_.submit(wager, "distributor:" + distributor);
    if (!world_.random.chance(1000)) return;
    if (world_.random.chance(5000)) wager.stake.minor += 100; // the same id with other contents
    world_.after(world_.random.between(0ms, 20000ms), [this, wager] { (void)world_.submit(wager, "distributor:" + wager.distributor); });
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
