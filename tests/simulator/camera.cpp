#include "tests/simulator/camera.h"

namespace simulator {

using namespace engine;
using namespace std::chrono_literals;

namespace {
constexpr auto look_round_every = 2500ms;
} // namespace

Camera::Camera(World& world) : world_(world), slots_(world.game.slots()) {
    if (world.game.deck == Deck::SHOE) {
        slots_.push_back(burn_slot);
        slots_.push_back(cut_slot);
    }
    world_.after(look_round_every, [this] { look_round(); });
}

void Camera::changed(const Slot& slot) {
    world_.after(world_.random.between(150ms, 700ms), [this, slot] {
        if (!world_.random.chance(world_.rates.camera_drop)) look(slot);
    });
}

void Camera::look_again(const Slot& slot) {
    if (const auto found = readings_.find(slot); found != readings_.end() && world_.random.chance(5000)) found->second.truth = Truth::TRUE;
    world_.after(world_.random.between(150ms, 700ms), [this, slot] { look(slot); });
}

void Camera::restate() {
    if (!sees_) return;
    (void)world_.submit(CameraChanged{"c1", CameraSight::GOOD, ""}, "camera:c1");
    for (const auto& slot : slots_)
        tell(read(slot));
}

void Camera::look_round() {
    if (world_.over) return;
    for (auto& [slot, reading] : readings_)
        if (world_.random.chance(reading.truth == Truth::LIE ? 1000 : 500)) reading.truth = Truth::TRUE;
    restate();
    if (sees_ && world_.random.chance(world_.rates.camera_fails)) fail();
    world_.after(look_round_every, [this] { look_round(); });
}

void Camera::fail() {
    sees_ = false;
    const std::vector how{CameraSight::LOST, CameraSight::FROZEN, CameraSight::DARK, CameraSight::MOVED};
    const auto sight = world_.random.pick(how);
    if (!world_.random.chance(500)) // and sometimes nobody notices
        world_.after(1s, [this, sight] { (void)world_.submit(CameraChanged{"c1", sight, "no new frame for 1 s"}, "camera:c1"); });
    world_.after(world_.random.between(1500ms, 30000ms), [this] {
        sees_ = true;
        if (world_.random.chance(5000)) restate();
        world_.press(CameraChanged{"c1", CameraSight::GOOD, ""}, "camera:c1");
    });
}

void Camera::look(const Slot& slot) {
    if (!sees_) return;
    const auto seen = read(slot);
    tell(seen);
    if (!world_.random.chance(world_.rates.camera_double)) return;
    world_.after(world_.random.between(1ms, 2000ms), [this, seen] { // late, and perhaps no longer so
        if (seen.slot == burn_slot && read(burn_slot).sight != seen.sight) world_.felt.lose_count();
        tell(seen);
    });
}

void Camera::tell(const SlotObserved& seen) {
    (void)world_.submit(seen, "camera:c1");
}

Camera::Reading& Camera::reading_of(const Slot& slot, const PhysicalCard& card) {
    const auto found = readings_.find(slot);
    if (found != readings_.end() && found->second.of.card == card.card && found->second.of.face_up == card.face_up) return found->second;
    Reading reading{card, Truth::TRUE, world_.random_card()};
    if (card.face_up && world_.random.chance(world_.rates.camera_doubt)) reading.truth = Truth::DOUBT;
    if (card.face_up && world_.random.chance(world_.rates.camera_lie)) reading.truth = Truth::LIE;
    if (!card.face_up && world_.random.chance(world_.rates.camera_doubt / 5)) reading.truth = Truth::DOUBT;
    return readings_[slot] = reading;
}

SlotObserved Camera::read(const Slot& slot) {
    SlotObserved seen{.slot = slot,
                      .sight = Sight::EMPTY,
                      .card = {},
                      .confidence = 0.99,
                      .frame = ++frame_,
                      .captured_at = world_.clock.now(),
                      .still_sha256 = "",
                      .camera = "c1",
                      .reason = "",
                      .guesses = {}};
    if (slot == cut_slot) {
        if (world_.felt.cut_card_lies()) seen.sight = Sight::CUT_CARD;
        return seen;
    }
    const auto* card = world_.felt.at(slot);
    if (card == nullptr) {
        readings_.erase(slot);
        return seen;
    }
    const auto& reading = reading_of(slot, *card);
    if (reading.truth == Truth::DOUBT) {
        seen.sight = Sight::DOUBTFUL;
        seen.reason = "blurred";
        seen.confidence = 0.4;
        seen.guesses = {reading.told};
        return seen;
    }
    seen.sight = card->face_up ? Sight::FACE_UP : Sight::FACE_DOWN;
    if (card->face_up) seen.card = reading.truth == Truth::LIE ? reading.told : card->card;
    if (seen.card && *seen.card != card->card) world_.lie_told(slot, *seen.card);
    return seen;
}

} // namespace simulator
