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

TEST(recorded_table, every_change_is_told_in_order_and_in_time) {
    if (!std::filesystem::exists(folder / "clip.mp4")) GTEST_SKIP() << "the shared folder with the recorded table is not here";
    if (const auto why = why_not(); !why.empty()) GTEST_SKIP() << why;
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
    for (const auto& card : observed.told)
        told[card.slot()].push_back({card.captured_at_ns() / 1'000'000, Observed::word(card)});
    int doubtful = 0;
    for (auto& [slot, changes] : read_truth()) {
        changes.insert(changes.begin(), {0, "EMPTY"});
        ASSERT_EQ(told[slot].size(), changes.size()) << slot;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            if (told[slot][i].state == "DOUBTFUL") {
                ++doubtful;
                continue;
            }
            EXPECT_EQ(told[slot][i].state, changes[i].state) << slot << " at " << changes[i].at_ms << " ms";
            EXPECT_GE(told[slot][i].at_ms, changes[i].at_ms) << slot;
            EXPECT_LE(told[slot][i].at_ms, changes[i].at_ms + 1000) << slot << ": a hand may stay over a card for some time";
        }
    }
    EXPECT_EQ(doubtful, 0);
}

} // namespace
} // namespace recognition::app
