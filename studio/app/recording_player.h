// A table on a recording: the recording's time is its clock, and the buttons are pressed when they were.
#pragma once

#include "studio/app/recorded_dealer.h"
#include "studio/app/station.h"
#include "studio/runtime/clock.h"

#include <atomic>
#include <deque>
#include <map>
#include <string>

namespace studio::app {

// Several cameras record one time: what they saw is taken in its order, however far one recogniser runs ahead of another.
// Thread: the table's. `clock` is the one the station was made with.
class RecordingPlayer {
public:
    RecordingPlayer(Station& station, runtime::MediaClock& clock, std::deque<RecordedCommand> buttons)
        : station_(station), clock_(clock), dealer_(std::move(buttons), station.host()) {}

    // Plays to the recording's end, and the buttons that were pressed after its last frame; or until `stop`.
    // Throws std::runtime_error with the reason when the table stops by itself: its journal cannot be written.
    void play(const std::atomic<bool>& stop);
    [[nodiscard]] std::uint64_t frames() const { return frames_; }

private:
    void go_to(engine::Time time);
    void press_until(engine::Time time);
    void press_the_rest();
    void take_arrivals();
    void take_in_order();
    void take(const std::string& message);

    Station& station_;
    runtime::MediaClock& clock_;
    RecordedDealer dealer_;
    struct Heard {
        engine::Time at{};
        std::string message;
    };
    std::map<std::string, std::deque<Heard>> waiting_; // by camera, every one that has not ended
    std::uint64_t frames_ = 0;
};

} // namespace studio::app
