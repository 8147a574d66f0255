// One virtual table of the demo: its dealer, its camera's other end, its station.
#pragma once

#include "proto/wire/command_client.h"
#include "proto/wire/observe.h"
#include "studio/app/demo_command.h"
#include "studio/app/money_book.h"
#include "studio/app/round_log.h"
#include "studio/app/station.h"
#include "studio/app/virtual_dealer.h"
#include "studio/app/virtual_players.h"
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
    int wagers = 0;
    std::int64_t taken = 0;    // minor units
    std::int64_t returned = 0; // of the wagers that have ended
    int money_faults = 0;
};

// Where a demo table's other ends are.
struct DemoEndpoints {
    std::string camera;  // of the virtual camera
    std::string command; // of the studio, for the distributors
};

// Made, run and ended on one thread, its own.
class DemoTable {
public:
    DemoTable(zmq::context_t& context, const DemoOptions& options, const StationSetup& setup, const DemoEndpoints& endpoints,
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
    void say(const ShoeWord& word);
    void by_hand(const nlohmann::json& request);
    void let_players_ask();
    void send(const Ask& ask);
    void tell_decision(const std::string& round_id, const engine::DecisionMade& made);
    [[nodiscard]] bool finished() const;
    [[nodiscard]] bool only_waiting() const;

    DemoOptions options_;
    runtime::WallClock wall_;
    runtime::MediaClock media_;
    VirtualCamera camera_;
    VirtualDealer dealer_;
    VirtualPlayers players_;
    proto::wire::CommandClient distributors_;
    proto::wire::ObserveSender shoe_; // the reader of a shoe that reads its cards
    MoneyBook money_;
    RoundLog log_;
    int wrong_ = 0;
    bool busy_ = false;
    std::uint64_t hellos_ = 0;
    std::optional<engine::Time> frame_done_; // of the last frame that was read
    std::unique_ptr<Station> station_;
};

} // namespace studio::app
