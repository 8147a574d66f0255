#include "studio/app/clip_command.h"

#include "studio/app/clip_truth.h"
#include "studio/app/feed_witness.h"
#include "studio/app/interrupt.h"
#include "studio/app/journal_replay.h"
#include "studio/app/recording_player.h"
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
    RecordingPlayer player(station, clock, std::move(commands));
    player.play(interrupted());
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
