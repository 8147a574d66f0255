#include "studio/app/run_command.h"

#include "studio/app/bridge_command.h"
#include "studio/app/config_check.h"
#include "studio/app/console_child.h"
#include "studio/app/interrupt.h"
#include "studio/app/journal_replay.h"
#include "studio/app/kept_process.h"
#include "studio/app/live_table.h"
#include "studio/app/recording_player.h"
#include "studio/app/software_parts.h"
#include "studio/app/station.h"
#include "studio/runtime/clock.h"
#include "studio/runtime/config.h"
#include "studio/runtime/metrics.h"
#include "studio/runtime/watch_server.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace studio::app {

namespace {

using std::chrono::milliseconds;

StationSetup setup_of(const runtime::StudioConfig& config, const runtime::TableConfig& table, const std::filesystem::path& run,
                      runtime::StillStore& stills, runtime::Metrics& metrics, runtime::SoftwareWatch& software) {
    const bool recorded = is_recording(table); // its time is the recording's: what runs it today is not of then
    return {.studio_id = config.id,
            .table = table,
            .journals = config.journals,
            .run = run,
            .recogniser_arguments = {},
            .pace = recorded ? CameraPace::RECORDED : CameraPace::LIVE,
            .metrics = &metrics.table(table.id),
            .software = recorded ? nullptr : &software,
            .stills = &stills,
            .pictures = config.console ? run : std::filesystem::path()};
}

void run_recording(zmq::context_t& context, const StationSetup& setup) {
    runtime::MediaClock clock;
    Station station(context, setup, clock);
    auto buttons = setup.table.commands.empty() ? std::deque<RecordedCommand>{} : read_commands(setup.table.commands);
    RecordingPlayer(station, clock, std::move(buttons)).play(interrupted());
    station.host().beat();
    if (!station.failed_cameras().empty())
        throw std::runtime_error("camera " + station.failed_cameras().front() + " could not be read to its end");
}

// Each connection is an open file, and 1024 of them, the usual limit, are soon used up by clients: then no journal can be opened either.
void raise_open_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    constexpr rlim_t enough = 16'384;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, enough));
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) spdlog::warn("the limit of open files stays at {}", limit.rlim_cur);
}

// Null when nobody watches.
std::unique_ptr<runtime::WatchServer> watch_server(const std::string& endpoint, const runtime::Metrics& metrics) {
    if (endpoint.empty()) return nullptr;
    auto server = std::make_unique<runtime::WatchServer>(
        endpoint, runtime::WatchPages{.metrics = [&metrics] { return metrics.text(); },
                                      .health = [&metrics] { return metrics.health(std::chrono::steady_clock::now()); }});
    spdlog::info("metrics on port {}", server->port());
    return server;
}

int run_tables(const runtime::StudioConfig& config, const std::filesystem::path& file) {
    if (config.console) hand_over(*config.console);
    if (config.bridge) hand_over(*config.bridge);
    const RunFolder folder;
    runtime::StillStore stills(config.stills);
    zmq::context_t context;
    std::map<std::string, runtime::FeedTable> tables;
    std::vector<std::string> ids;
    for (const auto& table : config.tables) {
        tables[table.id] = feed_table(config.journals, table.id, table.rules.game);
        ids.push_back(table.id);
    }
    runtime::Metrics metrics(ids);
    catch_reload_wishes();
    runtime::FeedHost feed(context, config.feed, std::move(tables), {.keys = config.access, .reload_asked = reload_wished});
    spdlog::info("feed {} replay {} commands {}", feed.endpoints().feed, feed.endpoints().replay, feed.endpoints().command);
    if (!config.access) spdlog::warn("no keys are configured: the sockets are open to whoever reaches them on this machine");
    metrics.watch(feed);
    metrics.watch(stills);
    runtime::WallClock wall;
    runtime::SoftwareWatch software(software_of(config.tables, file), wall);
    metrics.watch(software);
    const auto watch = watch_server(config.metrics, metrics);
    std::optional<KeptProcess> console;
    if (config.console) {
        auto sessions = config.console->users;
        sessions += ".sessions";
        console.emplace("the console gateway", console_command({.config = *config.console,
                                                                .feed = feed.endpoints().feed,
                                                                .sessions = sessions,
                                                                .stills = config.stills.folder,
                                                                .pictures = folder.path(),
                                                                .journals = config.journals,
                                                                .clients = config.access ? config.access->clients : ""}));
    }
    std::optional<KeptProcess> bridge; // ended when the tables have said their last
    if (config.bridge) {
        std::filesystem::create_directories(config.journals);
        bridge.emplace("bridge", bridge_words(*config.bridge, config.journals));
    }
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    threads.reserve(config.tables.size());
    for (const auto& table : config.tables)
        threads.emplace_back([&context, &config, &table, &folder, &stills, &metrics, &software, &failed] {
            try {
                const auto setup = setup_of(config, table, folder.path(), stills, metrics, software);
                is_recording(table) ? run_recording(context, setup) : run_live_table(context, setup, interrupted);
                metrics.table(table.id).ended();
            } catch (const std::exception& error) { // one table's trouble is not another's
                spdlog::error("table={} stopped: {}", table.id, error.what());
                metrics.table(table.id).stopped(error.what());
                ++failed;
            }
        });
    for (auto& thread : threads)
        thread.join();
    std::this_thread::sleep_for(milliseconds(300)); // what the tables said last goes out
    return failed == 0 ? 0 : 1;
}

} // namespace

int run_command(const std::filesystem::path& file, RunMode mode) {
    const auto loaded = load_checked(file);
    const auto tell = [&](const runtime::ConfigFault& fault, const char* weight) {
        fmt::print(stderr, "{}{}: {}{}\n", file.string(), fault.line > 0 ? ":" + std::to_string(fault.line) : "", weight, fault.what);
    };
    for (const auto& fault : loaded.faults)
        tell(fault, "");
    for (const auto& warning : loaded.warnings)
        tell(warning, "warning: ");
    if (!loaded.faults.empty()) return 2;
    if (mode == RunMode::CHECK) {
        const auto counted = [](std::size_t number, const std::string& what) {
            return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
        };
        const auto warnings = loaded.warnings.size();
        fmt::print(stderr, "{}: {}, no fault{}\n", file.string(), counted(loaded.config.tables.size(), "table"),
                   warnings == 0 ? "" : ", " + counted(warnings, "warning"));
        return 0;
    }
    raise_open_files();
    return run_tables(loaded.config, file);
}

} // namespace studio::app
