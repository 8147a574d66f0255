// One table, from the first opening of a session to its last round, on a simulated clock in one thread. A session depends on its seed, its
// number of rounds and its game only.
#pragma once

#include "tests/simulator/dealer.h"
#include "tests/simulator/distributors.h"

namespace simulator {

struct Session {
    std::uint64_t seed = 1;
    std::uint64_t rounds = 100;
    std::string game = "pok-deng";
    bool verbose = false;
};

struct Report {
    std::uint64_t confirmed = 0;
    std::uint64_t voided = 0;
    std::uint64_t steps = 0;
    std::uint64_t entries = 0;
    std::uint64_t refusals = 0;
    std::uint64_t crashes = 0;
    std::uint64_t disk_faults = 0;
    engine::Duration simulated{};
    Tally tally;
    Report& operator+=(const Report& other);
};

class Simulation {
public:
    explicit Simulation(const Session& session);
    // Plays until as many rounds have been opened as the session has. Throws a Violation that tells where.
    Report run();

private:
    [[nodiscard]] studio::Answer submit(engine::Input input, const std::string& source);
    [[nodiscard]] studio::Answer step(const std::function<studio::Answer()>& call, bool& died);
    void arm_faults();
    void recover();
    void replay_missed();
    void hear(const studio::JournalEntry& entry);
    void run_one();
    void watch_progress();
    [[nodiscard]] std::string where() const;

    Session session_;
    World world_;
    engine::TableRules rules_;
    MemoryJournal journal_;
    SimulatedSink sink_;
    Invariants invariants_;
    std::unique_ptr<studio::Sequencer> sequencer_;
    Camera camera_;
    Dealer dealer_;
    Supervisor supervisor_;
    Distributors distributors_;
    std::map<std::string, std::uint64_t> heard_; // what the listeners have, by distributor
    std::uint64_t opened_ = 0;
    engine::Time last_opened_{};
    std::string broken_; // the first promise broken within a commit
    Report report_;
};

} // namespace simulator
