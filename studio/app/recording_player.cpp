#include "studio/app/recording_player.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace studio::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds wait_for_frames{50};
constexpr int patience_tenths = 50; // of a second, for a button that is refused after the last frame
constexpr std::uint64_t frames_between_words = 100;

} // namespace

void RecordingPlayer::play(const std::atomic<bool>& stop) {
    for (const auto& camera : station_.camera_ids())
        waiting_[camera];
    while (!stop && !station_.cameras_ended()) {
        station_.wait(wait_for_frames);
        station_.host().serve_commands();
        take_arrivals();
        station_.tend_cameras();
        station_.beat_when_due();
        if (station_.host().sequencer().stopped()) throw std::runtime_error(station_.host().sequencer().stop_reason());
    }
    station_.wait(wait_for_frames); // what a camera said before it failed
    take_arrivals();
    if (!stop) press_the_rest();
}

void RecordingPlayer::take_arrivals() {
    while (auto message = station_.take_observation()) {
        const auto peek = runtime::read_observation(*message);
        const auto camera = peek ? waiting_.find(peek->camera) : waiting_.end();
        if (camera == waiting_.end())
            take(*message); // of no camera of ours: it is logged and counted
        else
            camera->second.push_back({peek->at, std::move(*message)});
        take_in_order();
    }
    std::erase_if(waiting_, [this](const auto& camera) { return camera.second.empty() && station_.has_ended(camera.first); });
    take_in_order();
}

// The earliest, as long as each camera that goes on has said how far it is.
void RecordingPlayer::take_in_order() {
    const auto time_of = [](const auto& camera) { return camera.second.front().at; };
    while (!waiting_.empty() && std::ranges::none_of(waiting_, [](const auto& camera) { return camera.second.empty(); })) {
        const auto next = std::ranges::min_element(waiting_, {}, time_of);
        const auto message = std::move(next->second.front().message);
        next->second.pop_front();
        take(message);
        if (next->second.empty() && station_.has_ended(next->first)) waiting_.erase(next);
    }
}

void RecordingPlayer::go_to(engine::Time time) {
    clock_.advance(time);
    station_.host().on_time();
    dealer_.press_due(time);
}

// Buttons pressed before a frame come before what the frame shows. One that is refused for now waits for the frames.
void RecordingPlayer::press_until(engine::Time time) {
    while (const auto at = dealer_.next_at()) {
        if (*at > time) return;
        const auto before = *at;
        go_to(std::max(before, clock_.now()));
        if (dealer_.next_at() == before) return;
    }
}

void RecordingPlayer::press_the_rest() {
    while (const auto at = dealer_.next_at()) {
        const auto before = *at;
        go_to(std::max(before, clock_.now()));
        for (int tenths = 0; dealer_.next_at() == before && tenths < patience_tenths; ++tenths)
            go_to(clock_.now() + milliseconds(100));
        if (dealer_.next_at() == before) throw std::runtime_error("a recorded button is refused for good after the last frame");
    }
}

void RecordingPlayer::take(const std::string& message) {
    if (const auto peek = runtime::read_observation(message)) {
        press_until(peek->at);
        clock_.advance(peek->at);
    }
    const auto taken = station_.host().observe(message);
    if (!taken || !taken->frame) return;
    ++frames_;
    go_to(taken->at);
    if (frames_ % frames_between_words == 0)
        spdlog::info("table={} recording at {} s", station_.host().identity().table_id,
                     std::chrono::duration_cast<seconds>(taken->at.time_since_epoch()).count());
    if (taken->frame->end_of_source()) station_.camera_ended(taken->camera);
}

} // namespace studio::app
