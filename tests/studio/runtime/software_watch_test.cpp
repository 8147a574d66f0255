// What runs a studio is measured as it is: at the start, each day, and for whoever asks.
#include "studio/runtime/software_watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;
using engine::RecordedWhen;

// Read by the watch's thread, set by the test's.
class SetClock final : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return engine::Time(engine::Duration(ns)); }
    void set(std::chrono::sys_seconds to) { ns = std::chrono::duration_cast<engine::Duration>(to.time_since_epoch()).count(); }
    std::atomic<std::int64_t> ns{0};
};

class Software : public ::testing::Test {
protected:
    Software() : folder_(std::filesystem::temp_directory_path() / ("software-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_ / "pages" / "more");
        write("program", "abc");
        write("pages/index.html", "abc");
        write("pages/more/logo", "");
        time_.set(std::chrono::sys_days(std::chrono::year(2026) / 11 / 30) + 23h + 59min);
    }
    ~Software() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
    [[nodiscard]] SoftwareSources sources() const {
        return {.version = "1.2", .files = {{"program", folder_ / "program"}, {"pages", folder_ / "pages"}}, .clock = [] {
                    return engine::ClockReading{true, 5, 700};
                }};
    }
    // The record that follows `number`, waited for.
    static std::optional<SoftwareWatch::Numbered> wait(const SoftwareWatch& watch, std::uint64_t number) {
        for (const auto end = std::chrono::steady_clock::now() + 10s; std::chrono::steady_clock::now() < end;) {
            if (auto next = watch.next_after(number)) return next;
            std::this_thread::sleep_for(1ms);
        }
        return std::nullopt;
    }

    std::filesystem::path folder_;
    SetClock time_;
};

// FIPS 180-2's own example.
const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST_F(Software, AFilesHashIsSha256AndAFoldersThatOfItsListing) {
    EXPECT_EQ(sha256_of_file(folder_ / "program"), abc);
    write("listing", abc + "  index.html\n" + nothing + "  more/logo\n");
    EXPECT_EQ(sha256_of_file(folder_ / "pages"), sha256_of_file(folder_ / "listing"));
    const auto before = sha256_of_file(folder_ / "pages");
    std::filesystem::rename(folder_ / "pages/more/logo", folder_ / "pages/more/logo2");
    EXPECT_NE(sha256_of_file(folder_ / "pages"), before) << "a file of another name is another page";
    try {
        (void)sha256_of_file(folder_ / "none");
        FAIL() << "a file that is not there has a hash";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()), (folder_ / "none").string() + ": cannot be read");
    }
}

TEST_F(Software, IsRecordedAtTheStartEachDayAndForWhoeverAsks) {
    SoftwareWatch watch(sources(), time_);
    const auto start = wait(watch, 0);
    ASSERT_TRUE(start);
    const auto& record = start->input.record;
    EXPECT_EQ(record.when, RecordedWhen::START);
    EXPECT_EQ(record.version, "1.2");
    ASSERT_EQ(record.parts.size(), 2U);
    EXPECT_EQ(record.parts[0], (engine::SoftwarePart{"pages", sha256_of_file(folder_ / "pages")})) << "by name";
    EXPECT_EQ(record.parts[1], (engine::SoftwarePart{"program", abc}));
    EXPECT_EQ(record.clock, (engine::ClockReading{true, 5, 700}));
    EXPECT_EQ(engine::fault_of(record), "");
    EXPECT_EQ(start->input.by, "");

    write("program", "another");
    watch.ask("vera");
    const auto asked = wait(watch, start->number);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->input.record.when, RecordedWhen::ASKED);
    EXPECT_EQ(asked->input.by, "vera");
    EXPECT_NE(asked->input.record.parts[1].sha256, abc) << "measured anew";

    time_.set(std::chrono::sys_days(std::chrono::year(2026) / 12 / 1));
    const auto daily = wait(watch, asked->number);
    ASSERT_TRUE(daily);
    EXPECT_EQ(daily->input.record.when, RecordedWhen::DAILY);
    EXPECT_EQ(watch.newest(), 3U);
}

TEST_F(Software, APartThatIsGoneIsLeftOutAndNothingElse) {
    auto with_more = sources();
    with_more.files.push_back({"layout T1", folder_ / "none.toml"});
    SoftwareWatch watch(with_more, time_);
    const auto start = wait(watch, 0);
    ASSERT_TRUE(start);
    EXPECT_EQ(start->input.record.parts.size(), 2U);
}

TEST(Clock, IsGoodWhileItIsSynchronisedAndNotFarOff) {
    EXPECT_EQ(clock_trouble({true, -99'000, 100'000}), "");
    EXPECT_EQ(clock_trouble({true, -250'000, 1'000}), "the clock may be wrong by 250 ms");
    EXPECT_EQ(clock_trouble({true, 0, 2'000'000}), "the clock may be wrong by 2000 ms");
    EXPECT_NE(clock_trouble({false, 0, 0}), "");
    EXPECT_GE(read_system_clock().max_error_us, 0);
}

} // namespace
} // namespace studio::runtime
