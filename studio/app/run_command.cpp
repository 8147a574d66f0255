#include "studio/app/run_command.h"

#include "studio/app/interrupt.h"
#include "studio/app/journal_replay.h"
#include "studio/app/recorded_dealer.h"
#include "studio/app/station.h"
#include "studio/runtime/clock.h"
#include "studio/runtime/config.h"

#include "recognition/capture/layout_file.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

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

// A table on a recording has the recording's time as its clock, begun at the wall's time when it is started; every other the wall's time.
class RunTable {
public:
    RunTable(zmq::context_t& context, const runtime::StudioConfig& config, const runtime::TableConfig& table,
             const std::filesystem::path& run)
        : recording_(is_recording(table)),
          station_(context, {.studio_id = config.id, .table = table, .journals = config.journals, .run = run, .recogniser_arguments = {}},
                   recording_ ? static_cast<Clock&>(media_) : wall_) {
        if (!table.commands.empty()) dealer_ = std::make_unique<RecordedDealer>(read_commands(table.commands), station_.host());
    }

    void run(const std::atomic<bool>& stop) {
        while (!stop && !over()) {
            station_.tend_cameras();
            station_.wait(milliseconds(20));
            while (auto message = station_.take_observation())
                take(*message);
            if (!recording_) {
                station_.host().on_time();
                if (dealer_) dealer_->press_due(wall_.now());
            }
            station_.host().serve_commands();
            station_.beat_when_due();
            if (station_.host().sequencer().stopped()) throw std::runtime_error(station_.host().sequencer().stop_reason());
        }
        if (dealer_ && recording_) press_the_rest();
        station_.host().beat();
    }

private:
    [[nodiscard]] bool over() const { return recording_ && station_.cameras_ended(); }

    void go_to(engine::Time time) {
        media_.advance(time);
        station_.host().on_time();
        if (dealer_) dealer_->press_due(time);
    }
    void take(const std::string& message) {
        if (recording_)
            if (const auto peek = runtime::read_observation(message)) {
                while (dealer_ && dealer_->next_at() && *dealer_->next_at() <= peek->at) {
                    const auto before = dealer_->next_at();
                    go_to(std::max(*before, media_.now()));
                    if (dealer_->next_at() == before) break; // refused for now
                }
                media_.advance(peek->at);
            }
        const auto taken = station_.host().observe(message);
        if (!taken || !taken->frame) return;
        if (recording_) go_to(taken->at);
        if (taken->frame->end_of_source()) station_.camera_ended();
    }
    void press_the_rest() {
        while (const auto at = dealer_->next_at()) {
            const auto before = *at;
            go_to(std::max(before, media_.now()));
            for (int tenths = 0; dealer_->next_at() == before && tenths < 50; ++tenths)
                go_to(media_.now() + milliseconds(100));
        }
    }

    bool recording_;
    runtime::WallClock wall_;
    runtime::MediaClock media_;
    Station station_;
    std::unique_ptr<RecordedDealer> dealer_;
};

// Faults of the configuration that only reading other files shows.
void check_layouts(runtime::LoadedConfig& loaded) {
    for (auto& table : loaded.config.tables) {
        if (!std::filesystem::is_regular_file(table.layout)) continue; // told already
        try {
            static_cast<void>(recognition::capture::read_layout(table.layout));
            if (!table.commands.empty()) static_cast<void>(read_commands(table.commands));
        } catch (const std::exception& error) {
            loaded.faults.push_back({0, "table '" + table.id + "': " + error.what()});
        }
    }
}

int run_tables(const runtime::StudioConfig& config) {
    const RunFolder folder;
    zmq::context_t context;
    std::map<std::string, runtime::FeedTable> tables;
    for (const auto& table : config.tables)
        tables[table.id] = feed_table(config.journals, table.id, table.rules.game);
    runtime::FeedHost feed(context, config.feed, std::move(tables));
    spdlog::info("feed {} replay {} commands {}", feed.endpoints().feed, feed.endpoints().replay, feed.endpoints().command);
    spdlog::warn("no keys are configured: the sockets are open to whoever reaches them");
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    for (const auto& table : config.tables)
        threads.emplace_back([&context, &config, &table, &folder, &failed] {
            try {
                RunTable(context, config, table, folder.path()).run(interrupted());
            } catch (const std::exception& error) { // one table's trouble is not another's
                spdlog::error("table={} stopped: {}", table.id, error.what());
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
    if (loaded.faults.empty()) check_layouts(loaded);
    for (const auto& fault : loaded.faults)
        fmt::print(stderr, "{}{}: {}\n", file.string(), fault.line > 0 ? ":" + std::to_string(fault.line) : "", fault.what);
    if (!loaded.faults.empty()) return 2;
    if (mode == RunMode::CHECK) {
        fmt::print(stderr, "{}: {} table{}, no fault\n", file.string(), loaded.config.tables.size(),
                   loaded.config.tables.size() == 1 ? "" : "s");
        return 0;
    }
    return run_tables(loaded.config);
}

} // namespace studio::app
