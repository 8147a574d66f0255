#include "studio/app/live_table.h"

#include "studio/table/sequencer.h"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <thread>

namespace studio::app {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_tries{3000};
constexpr milliseconds between_looks{50}; // at `stop`

// Until the table is told to stop, or has stopped by itself: then why.
std::string run(Station& station, const std::function<bool()>& stop) {
    while (!stop()) {
        station.wait(milliseconds(20));
        while (auto message = station.take_observation())
            if (const auto taken = station.host().observe(*message)) station.heard_of(taken->camera); // one that is none is logged there
        station.tend_cameras();
        station.host().on_time();
        station.host().serve_commands();
        station.beat_when_due();
        const auto& sequencer = station.host().sequencer();
        if (!sequencer.stopped()) continue;
        if (sequencer.stop_clause() != journal_failed) throw std::runtime_error(sequencer.stop_reason());
        return sequencer.stop_reason();
    }
    station.host().beat();
    return {};
}

// Told to the people at the table once it can be journalled. A closed table has nothing to pause.
void tell(Station& station) {
    const auto told = station.host().submit(engine::RaiseMistake{engine::FaultCode::JOURNAL_FAILED, {}, "studio"}, "studio");
    if (told)
        spdlog::warn("{} its journal is written again", station.host().place());
    else
        spdlog::warn("{} its journal is written again; {}", station.host().place(), told.error().reason);
}

// The table as the journal has it; null when it cannot be had yet.
std::unique_ptr<Station> again(zmq::context_t& context, const StationSetup& setup, Clock& clock, std::string& why) {
    try {
        return std::make_unique<Station>(context, setup, clock);
    } catch (const std::exception& error) {
        if (why != error.what()) spdlog::error("table={} JOURNAL_FAILED: {}", setup.table.id, error.what());
        why = error.what();
        return nullptr;
    }
}

} // namespace

void run_live_table(zmq::context_t& context, const StationSetup& setup, const std::function<bool()>& stop) {
    runtime::WallClock clock;
    auto station = std::make_unique<Station>(context, setup, clock);
    for (;;) {
        auto why = run(*station, stop);
        if (why.empty()) return;
        spdlog::error("{} JOURNAL_FAILED: {}", station->host().place(), why);
        station.reset(); // lets go of the journal and of its cameras
        if (setup.metrics != nullptr) setup.metrics->stopped(why);
        while (!station) {
            for (auto waited = milliseconds(0); waited < between_tries; waited += between_looks) {
                if (stop()) return;
                std::this_thread::sleep_for(between_looks);
            }
            station = again(context, setup, clock, why);
        }
        tell(*station);
    }
}

} // namespace studio::app
