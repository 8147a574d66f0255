// The recorded table of the shared folder, frame by frame, against what truly lay there.
#include "recognition/capture/file_source.h"
#include "recognition/capture/layout_file.h"

#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace recognition::app {
namespace {

const std::filesystem::path folder = STUDIO_SHARED_DIR "/cards/clip";

struct Change {
    std::int64_t at_ms = 0;
    std::string state;
};

// What lay in each slot, in order of time; every slot begins empty.
std::map<std::string, std::vector<Change>> read_truth() {
    std::map<std::string, std::vector<Change>> truth;
    std::ifstream in(folder / "truth.jsonl");
    for (std::string line; std::getline(in, line);) {
        const auto change = nlohmann::json::parse(line);
        truth[change["slot"]].push_back({change["at_ms"], change["state"]});
    }
    return truth;
}

TEST(recorded_table, every_change_is_told_in_order_and_nothing_else) {
    if (!std::filesystem::exists(folder / "clip.mp4")) GTEST_SKIP() << "the shared folder with the recorded table is not here";
    cv::setNumThreads(1);
    ObserverOptions options;
    options.layout = capture::read_layout(folder / "layout.json");
    options.models = models_in("");
    options.stills = Stills::NONE;
    Observed observed;
    Observer observer(std::move(options), capture::Pace::EVERY_FRAME, [&](const auto& message) { observed.take(message); });
    const auto source = capture::open_video(folder / "clip.mp4", {});
    for (auto taken = source->take({}); taken.kind == capture::Taken::Kind::FRAME; taken = source->take({}))
        observer.observe(taken.frame);

    std::map<std::string, std::vector<Change>> told;
    int doubtful = 0;
    for (const auto& card : observed.told) {
        const auto state = Observed::word(card);
        doubtful += state == "DOUBTFUL" ? 1 : 0; // a question to the dealer, and never a state of the table
        if (state != "DOUBTFUL") told[card.slot()].push_back({card.captured_at_ns() / 1'000'000, state});
    }
    int late = 0;
    for (auto& [slot, changes] : read_truth()) {
        changes.insert(changes.begin(), {0, "EMPTY"});
        const auto& heard = told[slot];
        std::size_t next = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const auto until = i + 1 < changes.size() ? changes[i + 1].at_ms : std::int64_t{1} << 40;
            if (next == heard.size() || heard[next].at_ms >= until) {
                ++late; // nothing but a question before it changed again
                continue;
            }
            late += heard[next].at_ms > changes[i].at_ms + 500 ? 1 : 0;
            for (; next < heard.size() && heard[next].at_ms < until; ++next)
                EXPECT_EQ(heard[next].state, changes[i].state) << slot << " at " << heard[next].at_ms << " ms";
        }
        EXPECT_EQ(next, heard.size()) << slot;
    }
    RecordProperty("doubtful", doubtful);
    RecordProperty("late", late);
    EXPECT_EQ(doubtful, 0);
    EXPECT_LE(late, 1);
}

} // namespace
} // namespace recognition::app
