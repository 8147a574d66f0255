// Processes that are killed between any two steps, and what is found afterwards.
#include "tests/studio/journal/studio_fixture.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace studio::testing {
namespace {

// Writes what it publishes to a file that survives the process: a distributor who has heard it.
class FileSink : public EventSink {
public:
    explicit FileSink(const std::filesystem::path& path) : file_(path, std::ios::binary | std::ios::app) {}
    void publish(std::span<const Published> events) override {
        for (const auto& event : events)
            if (event.event.distributor.empty()) file_ << event.event.seq << ' ' << hex(event.bytes) << std::endl;
    }

private:
    std::ofstream file_;
};

// Kills its own process before or after the n-th commit.
class KillingJournal : public Journal {
public:
    enum class When : std::uint8_t { AFTER_APPLY, AFTER_COMMIT };
    KillingJournal(Journal& real, int commit, When when) : real_(real), left_(commit), when_(when) {}
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) override {
        --left_;
        if (left_ == 0 && when_ == When::AFTER_APPLY) ::kill(::getpid(), SIGKILL);
        auto encoded = real_.commit(entries);
        if (left_ == 0) ::kill(::getpid(), SIGKILL);
        return encoded;
    }

private:
    Journal& real_;
    int left_;
    When when_;
};

// After any death: sound, replayable, published is a part of committed with the same bytes, and no number was given twice.
void expect_nothing_lost(const Folder& folder) {
    const auto path = journal_path(folder.path(), "pd1");
    const auto report = replay(path);
    ASSERT_TRUE(report.sound()) << report.fault;
    JournalReader reader(path);
    std::uint64_t seq = 0;
    std::map<std::uint64_t, std::string> stored;
    for (const auto& event : reader.read_events(1, 0, 1'000'000)) {
        EXPECT_EQ(event.seq, ++seq);
        stored[event.seq] = hex(event.bytes);
    }
    std::ifstream heard(folder.path() / "heard");
    std::uint64_t number = 0;
    std::string bytes;
    std::uint64_t last = 0;
    while (heard >> number >> bytes) {
        EXPECT_GT(number, last) << "published twice";
        last = number;
        EXPECT_EQ(stored[number], bytes);
    }
}

// Plays in a child until it is killed.
void play_and_die(const Folder& folder, int acts, std::uint64_t seed, int commit, KillingJournal::When when) {
    const auto child = ::fork();
    if (child == 0) {
        FileSink sink(folder.path() / "heard");
        FakeClock clock;
        auto writer = JournalWriter::open(folder.path(), setup_of());
        KillingJournal journal(*writer, commit, when);
        auto recording = writer->recording();
        auto sequencer = Sequencer::recover(*recording, engine::make_table({}), clock, journal, sink);
        if (!sequencer) ::_exit(3);
        clock.time = (*sequencer)->last_at();
        if (clock.time < start_time) clock.time = start_time;
        Dealer(**sequencer, clock, seed).play(acts);
        ::_exit((*sequencer)->stopped() ? 4 : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended with " << WEXITSTATUS(status);
}

TEST(JournalCrash, BetweenApplyCommitAndPublish) {
    const Folder folder;
    for (int death = 0; death < 24; ++death) {
        const auto when = death % 2 == 0 ? KillingJournal::When::AFTER_APPLY : KillingJournal::When::AFTER_COMMIT;
        play_and_die(folder, 1000, 100U + static_cast<std::uint64_t>(death), 1 + death * 2, when);
        if (HasFatalFailure()) return;
        expect_nothing_lost(folder);
    }
}

TEST(JournalCrash, KilledAtAnyMoment) {
    const Folder folder;
    std::mt19937 random(8);
    for (int death = 0; death < 25; ++death) {
        const auto child = ::fork();
        if (child == 0) {
            FileSink sink(folder.path() / "heard");
            LiveTable table(folder.path(), &sink);
            Dealer(*table.sequencer, table.clock, 1000U + static_cast<std::uint64_t>(death)).play(1'000'000);
            ::_exit(table.sequencer->stopped() ? 4 : 0);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % 120)); // the moment of death is what is tested
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended with " << WEXITSTATUS(status);
        if (std::filesystem::exists(journal_path(folder.path(), "pd1"))) expect_nothing_lost(folder);
    }
    LiveTable table(folder.path());
    EXPECT_GT(table.sequencer->next_entry(), 20U);
}

} // namespace
} // namespace studio::testing
