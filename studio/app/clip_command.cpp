#include "studio/app/clip_command.h"

#include "studio/app/clip_truth.h"
#include "studio/app/feed_witness.h"
#include "studio/app/journal_replay.h"
#include "studio/app/recorded_dealer.h"
#include "studio/app/round_log.h"
#include "studio/app/station.h"

#include "recognition/capture/layout_file.h"

#include <spdlog/spdlog.h>

#include <iostream>

namespace studio::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

StationSetup station_setup(const ClipOptions& options, const std::filesystem::path& run) {
    StationSetup setup;
    setup.studio_id = "clip";
    setup.table.id = "clip";
    setup.table.layout = options.folder / "layout.json";
    setup.table.cameras = {{"c1", "file:" + (options.folder / "clip.mp4").string()}};
    const auto layout = recognition::capture::read_layout(setup.table.layout);
    if (layout.betting > milliseconds(0)) setup.table.rules.betting = layout.betting;
    setup.journals = options.journals.empty() ? run / "journals" : options.journals;
    setup.run = run;
    return setup;
}

// Plays the whole recording; time is what the frames say.
class ClipPlayer {
public:
    ClipPlayer(Station& station, RecordedDealer& dealer, runtime::MediaClock& clock) : station_(station), dealer_(dealer), clock_(clock) {}

    void play() {
        while (!station_.cameras_ended()) {
            station_.tend_cameras();
            station_.wait(milliseconds(50));
            station_.host().serve_commands();
            while (auto message = station_.take_observation())
                take(*message);
            station_.beat_when_due();
        }
        // The buttons that were pressed after the last frame.
        while (const auto at = dealer_.next_at()) {
            const auto before = *at;
            go_to(before);
            for (int tenths = 0; dealer_.next_at() == before && tenths < 50; ++tenths)
                go_to(clock_.now() + milliseconds(100));
        }
    }
    [[nodiscard]] std::uint64_t frames() const { return frames_; }

private:
    void go_to(engine::Time time) {
        clock_.advance(time);
        station_.host().on_time();
        dealer_.press_due(time);
    }
    void take(const std::string& message) {
        const auto peek = runtime::read_observation(message);
        if (peek) {
            // Buttons pressed before this frame come before what the frame shows.
            while (const auto at = dealer_.next_at()) {
                if (*at > peek->at) break;
                const auto before = *at;
                go_to(std::max(before, clock_.now()));
                if (dealer_.next_at() == before) break; // refused for now
            }
            clock_.advance(peek->at);
        }
        const auto taken = station_.host().observe(message);
        if (!taken || !taken->frame) return;
        ++frames_;
        go_to(taken->at);
        if (frames_ % 100 == 0)
            spdlog::info("clip: {} s", std::chrono::duration_cast<std::chrono::seconds>(taken->at.time_since_epoch()).count());
        if (taken->frame->end_of_source()) station_.camera_ended();
    }

    Station& station_;
    RecordedDealer& dealer_;
    runtime::MediaClock& clock_;
    std::uint64_t frames_ = 0;
};

} // namespace

int clip_command(const ClipOptions& options) {
    const auto start = steady_clock::now();
    auto commands = read_commands(options.folder / "commands.jsonl");
    const auto truth = read_clip_truth(options.folder);
    const RunFolder run;
    const auto setup = station_setup(options, run.path());
    zmq::context_t context;
    runtime::FeedHost feed(context, "tcp://127.0.0.1:*",
                           {{setup.table.id, feed_table(setup.journals, setup.table.id, setup.table.rules.game)}});
    FeedWitness witness(feed.endpoints(), {setup.table.id});
    runtime::MediaClock clock;
    RoundLog log;
    Station station(context, setup, clock);
    station.host().on_event([&log](const SequencedEvent& event) { log.take(event); });
    RecordedDealer dealer(std::move(commands), station.host());
    ClipPlayer player(station, dealer, clock);
    player.play();
    const auto published = station.host().counts().events_published;
    const auto deadline = steady_clock::now() + std::chrono::seconds(10);
    while (feed.published() < published && steady_clock::now() < deadline)
        std::this_thread::sleep_for(milliseconds(5));
    station.host().beat(); // the last event shows as a gap, if it was missed
    const auto received = witness.stop(published, std::chrono::seconds(10));
    const int wrong = truth ? count_wrong(*truth, log) : 0;
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const auto& round : log.rounds())
        results.push_back(round_json(round));
    const nlohmann::ordered_json summary{{"game", setup.table.rules.game},
                                         {"rounds", log.ended()},
                                         {"voided", log.voided()},
                                         {"cards", log.cards()},
                                         {"wrong", wrong},
                                         {"doubtful", log.doubtful()},
                                         {"manual", log.manual()},
                                         {"events_published", published},
                                         {"events_received", received},
                                         {"wall_s", std::chrono::duration<double>(steady_clock::now() - start).count()},
                                         {"frames", player.frames()},
                                         {"round_results", results}};
    std::cout << summary.dump() << std::endl;
    if (player.frames() == 0) {
        spdlog::error("{}: no frame could be read", (options.folder / "clip.mp4").string());
        return 2;
    }
    return wrong > 0 || received != published ? 1 : 0;
}

} // namespace studio::app
