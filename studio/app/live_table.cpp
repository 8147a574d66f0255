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

// Why the table cannot go on yet, said once for each reason.
class Waiting {
public:
    // `place`: how the lines of the log about the table begin.
    Waiting(std::string place, std::string why) : place_(std::move(place)), why_(std::move(why)) {}
    void because(const std::string& why) {
        if (why != why_) spdlog::error("{} JOURNAL_FAILED: {}", place_, why);
        why_ = why;
    }

private:
    std::string place_;
    std::string why_;
};

// A journal that opens is not yet one that can be written: what the people at the table are told proves it. A table that is closed, or that
// has said it and failed again, has nothing to tell; its journal is proved by itself.
bool is_written_again(Station& station, Waiting& waiting) {
    const auto told = station.host().submit(engine::RaiseMistake{engine::FaultCode::JOURNAL_FAILED, {}, "studio"}, "studio");
    if (station.host().sequencer().stopped()) {
        waiting.because(station.host().sequencer().stop_reason());
        return false;
    }
    if (!told) station.prove_journal();
    spdlog::warn("{} {}", station.host().place(),
                 told ? "its journal is written again" : "its journal is open again; " + told.error().reason);
    return true;
}

// The table as the journal has it; null when it cannot be had yet. Nobody hears of it before its journal is written.
std::unique_ptr<Station> again(zmq::context_t& context, StationSetup setup, Clock& clock, Waiting& waiting) {
    setup.showing = runtime::Showing::LATER;
    try {
        auto station = std::make_unique<Station>(context, setup, clock);
        if (!is_written_again(*station, waiting)) return nullptr;
        station->host().show();
        return station;
    } catch (const std::exception& error) {
        waiting.because(error.what());
        return nullptr;
    }
}

} // namespace

void run_live_table(zmq::context_t& context, const StationSetup& setup, const std::function<bool()>& stop) {
    runtime::WallClock clock;
    auto station = std::make_unique<Station>(context, setup, clock);
    for (;;) {
        const auto why = run(*station, stop);
        if (why.empty()) return;
        const auto place = station->host().place();
        spdlog::error("{} JOURNAL_FAILED: {}", place, why);
        station.reset(); // lets go of the journal and of its cameras
        if (setup.metrics != nullptr) setup.metrics->stopped(why);
        Waiting waiting(place, why);
        while (!station) {
            for (auto waited = milliseconds(0); waited < between_tries; waited += between_looks) {
                if (stop()) return;
                std::this_thread::sleep_for(between_looks);
            }
            station = again(context, setup, clock, waiting);
        }
    }
}

} // namespace studio::app
