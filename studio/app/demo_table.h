// One virtual table of the demo: its dealer, its camera's other end, its station.
#pragma once

#include "studio/app/demo_command.h"
#include "studio/app/round_log.h"
#include "studio/app/station.h"
#include "studio/app/virtual_dealer.h"
#include "studio/runtime/clock.h"

#include <atomic>
#include <memory>
#include <string>

namespace studio::app {

// The other end of a recogniser's virtual camera. Thread: the table's.
class VirtualCamera {
public:
    VirtualCamera(zmq::context_t& context, const std::string& endpoint);
    void send(const nlohmann::json& request);
    // What the camera has said; waits for at most `patience`.
    [[nodiscard]] std::optional<nlohmann::json> receive(std::chrono::milliseconds patience);

private:
    zmq::socket_t socket_;
};

struct DemoTotals {
    int rounds = 0;
    int voided = 0;
    int cards = 0;
    int wrong = 0;
    int doubtful = 0;
    int manual = 0;
    std::uint64_t published = 0;
};

// Made, run and ended on one thread, its own.
class DemoTable {
public:
    DemoTable(zmq::context_t& context, const DemoOptions& options, const StationSetup& setup, const std::string& camera_endpoint,
              std::uint64_t seed);
    // Plays until the rounds are dealt or `stop` is set. Throws when the table cannot go on.
    void run(const std::atomic<bool>& stop);
    [[nodiscard]] DemoTotals totals();
    // One more heartbeat: shows a subscriber the end of the stream.
    void last_beat() { station_->host().beat(); }

private:
    void take(const SequencedEvent& event);
    void watch(const engine::Slot& slot, const engine::Card& read, const std::optional<engine::Card>& lay);
    void run_headless(const std::atomic<bool>& stop);
    void run_real(const std::atomic<bool>& stop);
    void await_camera(const std::atomic<bool>& stop);
    void one_frame(engine::Time at);
    void take_observations();
    void camera_said(const nlohmann::json& said);
    void put_everything_back();
    void deal();
    void carry_out(const Deed& deed);
    [[nodiscard]] bool finished() const;
    [[nodiscard]] bool only_waiting() const;

    DemoOptions options_;
    runtime::WallClock wall_;
    runtime::MediaClock media_;
    VirtualCamera camera_;
    VirtualDealer dealer_;
    RoundLog log_;
    int wrong_ = 0;
    bool busy_ = false;
    std::uint64_t hellos_ = 0;
    std::optional<engine::Time> frame_done_; // of the last frame that was read
    std::unique_ptr<Station> station_;
};

} // namespace studio::app
