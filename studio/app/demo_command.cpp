#include "studio/app/demo_command.h"

#include "studio/app/demo_console.h"
#include "studio/app/demo_table.h"
#include "studio/app/feed_witness.h"
#include "studio/app/interrupt.h"
#include "studio/app/journal_replay.h"
#include "studio/app/shipped_files.h"
#include "studio/app/software_parts.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <iostream>
#include <mutex>
#include <thread>

namespace studio::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

StationSetup setup_of(const DemoOptions& options, int number, const std::filesystem::path& run, const std::string& camera) {
    const bool headless = options.pace == DemoPace::HEADLESS;
    StationSetup setup;
    setup.studio_id = options.drill == DemoDrill::TRAINEE ? "drill" : "demo"; // by which the console knows
    setup.table.id = "T" + std::to_string(number);
    setup.table.rules.game = options.game;
    setup.table.observe = "ipc://" + (run / ("observe-" + setup.table.id)).string();
    setup.table.rules.betting = headless ? milliseconds(9000) : milliseconds(15000);
    setup.table.layout = shipped_layout(options.game);
    setup.table.cameras = {{"c1", "virtual:" + camera + (headless ? "?mode=lock-step&speed=2" : "?mode=free")}};
    setup.journals = run / "journals";
    setup.run = run;
    if (!headless) setup.pictures = run;
    setup.recogniser_arguments = {"--seed", std::to_string(options.seed + static_cast<std::uint64_t>(number))};
    return setup;
}

class Demo {
public:
    explicit Demo(const DemoOptions& options) : options_(options) {}

    int run() {
        const auto start = steady_clock::now();
        std::map<std::string, runtime::FeedTable> tables;
        for (int number = 1; number <= options_.tables; ++number) {
            const auto id = "T" + std::to_string(number);
            ids_.push_back(id);
            tables[id] = feed_table(folder_.path() / "journals", id, options_.game);
        }
        runtime::FeedHost feed(context_, "tcp://127.0.0.1:*", std::move(tables));
        fmt::print(stderr, "feed {}  replay {}  commands {}\nno keys: this demo listens on loopback only\n", feed.endpoints().feed,
                   feed.endpoints().replay, feed.endpoints().command);
        command_ = feed.endpoints().command;
        std::optional<DemoConsole> console;
        if (options_.pace == DemoPace::REAL) console.emplace(folder_.path(), feed.endpoints().feed, options_.console_port);
        if (options_.pace == DemoPace::REAL) watch_software();
        FeedWitness witness(feed.endpoints(), ids_);
        std::vector<std::thread> threads;
        for (int number = 1; number <= options_.tables; ++number)
            threads.emplace_back([this, number] { play(number); });
        for (auto& thread : threads)
            thread.join();
        const auto received = witness.stop(total_.published, std::chrono::seconds(20));
        return finish(received, std::chrono::duration<double>(steady_clock::now() - start).count());
    }

private:
    void watch_software() {
        std::vector<runtime::TableConfig> tables;
        for (int number = 1; number <= options_.tables; ++number)
            tables.push_back(setup_of(options_, number, folder_.path(), "").table);
        software_.emplace(software_of(tables, ""), wall_);
    }
    // A table's whole life, on its own thread.
    void play(int number) {
        const auto id = ids_[static_cast<std::size_t>(number) - 1];
        try {
            const auto camera = "ipc://" + (folder_.path() / ("camera-" + id)).string();
            auto setup = setup_of(options_, number, folder_.path(), camera);
            setup.stills = &stills_;
            setup.software = software_ ? &*software_ : nullptr;
            DemoTable table(context_, options_, setup, {camera, command_}, options_.seed * 1000 + static_cast<std::uint64_t>(number));
            try {
                table.run(interrupted());
            } catch (const std::exception& error) {
                fail(id, error);
            }
            add(table.totals());
            for (int beats = 0; beats < 3; ++beats) {
                table.last_beat();
                std::this_thread::sleep_for(milliseconds(300));
            }
        } catch (const std::exception& error) {
            fail(id, error);
        }
    }
    void fail(const std::string& id, const std::exception& error) {
        spdlog::error("table={} {}", id, error.what());
        failed_ = true;
    }
    void add(const DemoTotals& totals) {
        const std::lock_guard lock(mutex_);
        total_.rounds += totals.rounds;
        total_.voided += totals.voided;
        total_.cards += totals.cards;
        total_.wrong += totals.wrong;
        total_.doubtful += totals.doubtful;
        total_.manual += totals.manual;
        total_.published += totals.published;
        total_.wagers += totals.wagers;
        total_.taken += totals.taken;
        total_.returned += totals.returned;
        total_.money_faults += totals.money_faults;
    }
    int finish(std::uint64_t received, double wall_s) {
        fmt::print(stderr, "{} wagers and charges took {:.2f} and returned {:.2f}: the house has {:+.2f}\n", total_.wagers,
                   units(total_.taken), units(total_.returned), units(total_.taken - total_.returned));
        fmt::print(stderr, "{} rounds, {} voided; {} cards read, {} wrong, {} doubtful; {} events published, {} received; {:.1f} s\n",
                   total_.rounds, total_.voided, total_.cards, total_.wrong, total_.doubtful, total_.published, received, wall_s);
        const nlohmann::ordered_json summary{{"game", options_.game},       {"rounds", total_.rounds},
                                             {"voided", total_.voided},     {"cards", total_.cards},
                                             {"wrong", total_.wrong},       {"doubtful", total_.doubtful},
                                             {"manual", total_.manual},     {"events_published", total_.published},
                                             {"events_received", received}, {"wall_s", wall_s}};
        std::cout << summary.dump() << std::endl;
        if (failed_) return 2;
        return total_.wrong > 0 || received != total_.published || total_.money_faults > 0 ? 1 : 0;
    }
    static double units(std::int64_t minor) { return static_cast<double>(minor) / 100; }

    DemoOptions options_;
    RunFolder folder_;
    runtime::StillStore stills_{runtime::StillConfig{.folder = folder_.path() / "stills", .keep = {}}};
    runtime::WallClock wall_;
    std::optional<runtime::SoftwareWatch> software_; // of a demo that plays in real time: one in lock-step has no clock of the world's
    zmq::context_t context_;
    std::vector<std::string> ids_;
    std::string command_; // endpoint
    std::mutex mutex_;    // of total_: the tables' threads add to it once, at their end
    DemoTotals total_;
    std::atomic<bool> failed_ = false;
};

} // namespace

int demo_command(const DemoOptions& options) {
    if (options.pace == DemoPace::REAL) DemoConsole::hand_over();
    return Demo(options).run();
}

} // namespace studio::app
