#include "tests/simulator/world.h"

namespace simulator {

using namespace std::chrono_literals;

Rates Rates::calm() {
    return {.dealer_mistake = 0,
            .dealer_forgets = 0,
            .dealer_hasty = 3000,
            .nonsense = 0,
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
