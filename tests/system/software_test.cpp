// PROC.evidence: what runs a studio is in the journal of each of its tables, at each start and when it is asked for, and what has changed
// is named.
#include "studio/app/station.h"
#include "studio/journal/journal_check.h"
#include "studio/journal/journal_file.h"
#include "studio/journal/journal_reader.h"
#include "studio/runtime/child_process.h"
#include "studio/v1/feed.pb.h"

#include "tests/support/program.h"
#include "tests/support/until.h"

#include <gtest/gtest.h>

#include <fstream>

namespace studio {
namespace {

class SoftwareOfAStudio : public ::testing::Test {
protected:
    SoftwareOfAStudio() {
        std::ofstream(file_) << "[studio]\nfeed = \"" << feed_ << "\"\n[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
                             << "/recognition/capture/layouts/pok_deng.toml\"\nobserve = \"ipc://" << folder_.path().string()
                             << "/observe\"\n";
    }
    [[nodiscard]] std::unique_ptr<runtime::ChildProcess> run() const {
        return std::make_unique<runtime::ChildProcess>(std::vector<std::string>{STUDIO_BINARY_DIR "/bin/studio", "run", file_.string()});
    }
    static void end(runtime::ChildProcess& studio) {
        studio.signal(SIGTERM);
        EXPECT_TRUE(testing::until([&] { return studio.exit_status().has_value(); }, patience));
        EXPECT_EQ(studio.exit_status(), 0);
    }
    // Waits until the journal holds so many.
    [[nodiscard]] std::vector<v1::SoftwareRecorded> records(std::size_t count) const {
        std::vector<v1::SoftwareRecorded> all;
        const auto read = [&] {
            all.clear();
            if (!std::filesystem::exists(journal_)) return false;
            JournalReader reader(journal_);
            for (const auto& event : reader.read_events(1, reader.last_seq(), reader.last_seq() + 1)) {
                v1::Envelope envelope;
                if (envelope.ParseFromString(event.bytes) && envelope.has_software_recorded()) all.push_back(envelope.software_recorded());
            }
            return all.size() >= count;
        };
        EXPECT_TRUE(testing::until(read, patience)) << all.size() << " records";
        return all;
    }

    static constexpr std::chrono::seconds patience{60};
    const app::RunFolder folder_;
    const std::filesystem::path file_ = folder_.path() / "studio.toml";
    const std::filesystem::path journal_ = journal_path(folder_.path() / "journals", "T1");
    const std::string feed_ = "ipc://" + folder_.path().string() + "/feed";
};

TEST_F(SoftwareOfAStudio, IsInTheJournalAtEachStartAndWhenItIsAskedFor) {
    auto first = run();
    ASSERT_EQ(records(1).size(), 1U);
    EXPECT_EQ(testing::studio("table T1 check-software --connect " + feed_).status, 0);
    ASSERT_EQ(records(2).size(), 2U);
    end(*first);
    std::ofstream(file_, std::ios::app) << "# the same settings, but another file\n";
    auto second = run();
    const auto all = records(3);
    end(*second);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].record().when(), v1::RECORDED_WHEN_START);
    EXPECT_EQ(all[1].record().when(), v1::RECORDED_WHEN_ASKED);
    EXPECT_EQ(all[1].by(), "operator");
    EXPECT_EQ(all[1].changed_size(), 0);
    EXPECT_EQ(all[2].record().when(), v1::RECORDED_WHEN_START);
    ASSERT_EQ(all[2].changed_size(), 1);
    EXPECT_EQ(all[2].changed(0), "settings");
    std::map<std::string, std::string> parts;
    for (const auto& part : all[2].record().parts())
        parts[part.name()] = part.sha256();
    EXPECT_EQ(parts.at("settings"), runtime::sha256_of_file(file_));
    EXPECT_EQ(parts.at("program studio"), runtime::sha256_of_file(STUDIO_BINARY_DIR "/bin/studio"));
    for (const char* name : {"program recogniser", "program console_gateway", "console pages", "network of faces", "layout T1"})
        EXPECT_EQ(parts[name].size(), 64U) << name;
    EXPECT_TRUE(replay(journal_).sound());
}

} // namespace
} // namespace studio
