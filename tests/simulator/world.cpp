#include "tests/simulator/world.h"

namespace simulator {

using namespace std::chrono_literals;

Rates Rates::of(const GameModel& game) {
    Rates rates;
    if (game.deck == Deck::FRESH_EACH_ROUND) rates.disk_fails = rates.process_dies = 1;
    return rates;
}

Rates Rates::calm() {
    return {.dealer_mistake = 0,
            .dealer_forgets = 0,
            .dealer_hasty = 3000,
            .nonsense = 0,
            .decides_at_table = 300,
            .pause = 0,
            .dealer_changes = 0,
            .table_closes = 0,
            .false_void = 0,
            .command_late = 0,
            .command_doubled = 0,
            .camera_lie = 0,
            .camera_doubt = 0,
            .camera_drop = 0,
            .camera_double = 0,
            .camera_fails = 0,
            .typed_wrong = 0,
            .disk_fails = 0,
            .process_dies = 0};
}

void World::press(const engine::Input& input, const std::string& source) {
    if (random.chance(rates.command_doubled)) after(random.between(0ms, 900ms), [this, input, source] { (void)submit(input, source); });
    if (random.chance(rates.command_late)) {
        after(random.between(500ms, 4000ms), [this, input, source] { (void)submit(input, source); });
        return;
    }
    (void)submit(input, source);
}

engine::MakeDecision World::answer(const engine::Seat& box, const std::vector<engine::DecisionOption>& options, const std::string& owner) {
    const auto& option = random.pick(options);
    engine::MakeDecision made{.decision_id = "k" + std::to_string(++answers_),
                              .distributor = owner,
                              .by = owner.empty() ? "anna" : owner,
                              .round_id = known().round_id,
                              .box = box,
                              .choice = option.choice,
                              .cards = {},
                              .amount = {}};
    if (option.most) {
        made.amount = option.most;
        made.amount->minor =
            option.least->minor +
            static_cast<std::int64_t>(random.below(static_cast<std::size_t>(option.most->minor - option.least->minor + 1)));
    }
    std::vector<int> places{1, 2, 3, 4, 5};
    random.shuffle(places);
    if (option.most_cards > 0) places.resize(static_cast<std::size_t>(random.between(option.least_cards, option.most_cards)));
    if (option.most_cards > 0) made.cards = places;
    return made;
}

bool World::out_of_patience(const std::string& what, engine::Duration patience) {
    if (what != waited_for_) {
        waited_for_ = what;
        waiting_since_ = clock.now();
    }
    if (clock.now() - waiting_since_ < patience) return false;
    waited_for_.clear();
    return true;
}

} // namespace simulator
