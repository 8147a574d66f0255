#include "studio/app/run_command.h"

#include "studio/app/bridge_command.h"
#include "studio/app/console_child.h"
#include "studio/app/interrupt.h"
#include "studio/app/journal_replay.h"
#include "studio/app/kept_process.h"
#include "studio/app/live_table.h"
#include "studio/app/recording_player.h"
#include "studio/app/station.h"
#include "studio/runtime/clock.h"
#include "studio/runtime/config.h"
#include "studio/runtime/metrics.h"
#include "studio/runtime/watch_server.h"

#include "recognition/capture/layout_file.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace studio::app {

namespace {

using std::chrono::milliseconds;

bool is_recording(const runtime::TableConfig& table) {
    return !table.cameras.empty() && std::ranges::all_of(table.cameras, [](const auto& camera) {
        return camera.url.starts_with("file:") || camera.url.starts_with("images:");
    });
}

StationSetup setup_of(const runtime::StudioConfig& config, const runtime::TableConfig& table, const std::filesystem::path& run,
                      runtime::StillStore& stills, runtime::Metrics& metrics) {
    return {.studio_id = config.id,
            .table = table,
            .journals = config.journals,
            .run = run,
            .recogniser_arguments = {},
            .pace = is_recording(table) ? CameraPace::RECORDED : CameraPace::LIVE,
            .metrics = &metrics.table(table.id),
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

// Which slots each camera of a table watches: each slot of the table's layout by exactly one.
void check_slots(const runtime::TableConfig& table, std::vector<runtime::ConfigFault>& faults) {
    std::map<engine::Slot, std::string> watched;
    for (const auto& camera : table.cameras) {
        const auto layout = recognition::capture::read_layout(camera.layout.empty() ? table.layout : camera.layout);
        auto slots = camera.slots;
        if (slots.empty())
            for (const auto& place : layout.slots)
                slots.push_back(place.slot);
        for (const auto& slot : slots) {
            if (layout.find(slot) == nullptr)
                faults.push_back({camera.slots_line, "camera '" + camera.id + "': its layout has no slot " + slot.text()});
            const auto [other, first] = watched.emplace(slot, camera.id);
            if (!first)
                faults.push_back({camera.slots_line, "slot " + slot.text() + " is watched by camera '" + other->second +
                                                         "' and by camera '" + camera.id + "'"});
        }
    }
    if (table.cameras.empty()) return; // recognisers from elsewhere report
    for (const auto& place : recognition::capture::read_layout(table.layout).slots)
        if (!watched.contains(place.slot))
            faults.push_back({table.line, "table '" + table.id + "': no camera watches slot " + place.slot.text()});
}

// Faults of the configuration that only reading other files shows.
void check_files(runtime::LoadedConfig& loaded) {
    if (const auto& bridge = loaded.config.bridge)
        if (auto fault = bridge_fault(*bridge); !fault.empty()) loaded.faults.push_back({bridge->line, "bridge: " + fault});
    if (const auto& console = loaded.config.console)
        if (auto fault = console_fault(*console); !fault.empty()) loaded.faults.push_back({console->line, "console: " + fault});
    for (auto& table : loaded.config.tables) {
        if (!std::filesystem::is_regular_file(table.layout)) continue; // told already
        try {
            static_cast<void>(recognition::capture::read_layout(table.layout));
            check_slots(table, loaded.faults);
            if (table.commands.empty()) continue;
            static_cast<void>(read_commands(table.commands));
            if (!is_recording(table))
                loaded.faults.push_back({table.line, "table '" + table.id + "': commands are for a recording, a live table has a dealer"});
        } catch (const std::exception& error) {
            loaded.faults.push_back({table.line, "table '" + table.id + "': " + error.what()});
        }
    }
}

// A file of a running studio is read again and again; what is wrong with it at the start is told with everything else.
void check_keys(const runtime::AccessConfig& access, const std::vector<runtime::TableConfig>& tables,
                std::vector<runtime::ConfigFault>& faults) {
    if (const auto own = proto::wire::read_studio_key(access.secret_key); !own) faults.push_back({0, own.error()});
    const auto list = runtime::AccessList::read(access.clients);
    if (!list) {
        for (const auto& fault : list.error())
            faults.push_back({0, access.clients.string() + (fault.line > 0 ? ":" + std::to_string(fault.line) : "") + ": " + fault.what});
        return;
    }
    for (const auto& entry : list->entries())
        for (const auto& table : entry.tables)
            if (std::ranges::find(tables, table, &runtime::TableConfig::id) == tables.end())
                spdlog::warn("{}: client '{}' has a right to table '{}', and there is none", access.clients.string(), entry.name, table);
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

int run_tables(const runtime::StudioConfig& config) {
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
        threads.emplace_back([&context, &config, &table, &folder, &stills, &metrics, &failed] {
            try {
                const auto setup = setup_of(config, table, folder.path(), stills, metrics);
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
    auto loaded = runtime::load_config(file);
    if (loaded.faults.empty()) check_files(loaded);
    if (loaded.faults.empty() && loaded.config.access) check_keys(*loaded.config.access, loaded.config.tables, loaded.faults);
    for (const auto& fault : loaded.faults)
        fmt::print(stderr, "{}{}: {}\n", file.string(), fault.line > 0 ? ":" + std::to_string(fault.line) : "", fault.what);
    if (!loaded.faults.empty()) return 2;
    if (mode == RunMode::CHECK) {
        fmt::print(stderr, "{}: {} table{}, no fault\n", file.string(), loaded.config.tables.size(),
                   loaded.config.tables.size() == 1 ? "" : "s");
        return 0;
    }
    raise_open_files();
    return run_tables(loaded.config);
}

} // namespace studio::app
