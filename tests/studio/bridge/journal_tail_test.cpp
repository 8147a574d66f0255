#include "studio/bridge/journal_tail.h"
#include "tests/studio/journal/studio_fixture.h"

namespace studio::bridge {
namespace {

using studio::testing::Dealer;
using studio::testing::Folder;
using studio::testing::LiveTable;

std::vector<std::string> all_after(JournalTail& tail, Position last, std::size_t limit = 7) {
    std::vector<std::string> bytes;
    while (true) {
        const auto events = tail.after(last, limit);
        if (events.empty()) return bytes;
        EXPECT_LE(events.size(), limit);
        for (const auto& event : events) {
            EXPECT_LT(last, event.position);
            last = event.position;
            bytes.push_back(event.bytes);
        }
    }
}
std::vector<std::string> published(const LiveTable& table) {
    std::vector<std::string> bytes;
    for (const auto& event : table.sink.all)
        if (event.event.distributor.empty()) bytes.push_back(event.bytes);
    return bytes;
}
// How many descriptors of this process are of a file or of SQLite's beside it.
int open_files(const std::filesystem::path& path) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code closed; // the listing's own descriptor
        if (std::filesystem::read_symlink(entry.path(), closed).string().starts_with(path.string())) ++count;
    }
    return count;
}
JournalTail tail_of(const Folder& folder, std::set<std::uint64_t> given_up = {}) {
    return {folder.path(), "pd1", std::move(given_up)};
}

TEST(JournalTail, GivesWhatWasPublishedAndNothingPrivate) {
    const Folder folder;
    LiveTable table(folder.path());
    auto tail = tail_of(folder);
    EXPECT_TRUE(tail.after({tail.newest().epoch, 0}, 10).empty());
    Dealer(*table.sequencer, table.clock, 3).play(120);
    const auto expected = published(table);
    ASSERT_GT(expected.size(), 30U);
    const auto epoch = table.writer->identity().epoch;
    EXPECT_EQ(all_after(tail, {epoch, 0}), expected);
    EXPECT_EQ(tail.newest(), (Position{epoch, expected.size()}));
    EXPECT_EQ(tail.waiting_after({epoch, 10}), expected.size() - 10);
    EXPECT_EQ(tail.bytes_at({epoch, 4}), expected[3]);
    EXPECT_FALSE(tail.bytes_at({epoch, expected.size() + 1}));
}

TEST(JournalTail, SeesWhatIsCommittedWhileItsFileIsOpenOrLetGo) {
    const Folder folder;
    LiveTable table(folder.path());
    auto tail = tail_of(folder);
    Dealer dealer(*table.sequencer, table.clock, 3);
    const auto epoch = table.writer->identity().epoch;
    Position last{epoch, 0};
    for (int turn = 0; turn < 60; ++turn) {
        dealer.play(1);
        if (turn % 3 == 0) tail.let_go();
        for (const auto& event : tail.after(last, 1000))
            last = event.position;
        EXPECT_EQ(last.seq, published(table).size()) << "turn " << turn;
        EXPECT_TRUE(tail.after(last, 1).empty());
    }
}

TEST(JournalTail, AFileThatIsLetGoCanBePutAwayAndItsRestComesBeforeTheNextEpoch) {
    const Folder folder;
    auto tail = tail_of(folder);
    std::vector<std::string> expected;
    std::vector<std::uint64_t> epochs;
    for (int day = 0; day < 3; ++day) {
        {
            LiveTable table(folder.path());
            Dealer(*table.sequencer, table.clock, 3U + static_cast<std::uint64_t>(day)).play(40);
            const auto bytes = published(table);
            expected.insert(expected.end(), bytes.begin(), bytes.end());
            epochs.push_back(table.writer->identity().epoch);
            EXPECT_EQ(tail.newest().epoch, epochs.back());
        }
        tail.let_go();
        if (day == 2) break;
        JournalWriter::archive(folder.path(), "pd1");
        EXPECT_EQ(tail.newest().epoch, epochs.back()) << "between two days there is no file, and that is nothing wrong";
        EXPECT_EQ(all_after(tail, {epochs[0], 5}), std::vector<std::string>(expected.begin() + 5, expected.end()));
        EXPECT_EQ(tail.bytes_at(tail.newest()), expected.back());
    }
    ASSERT_LT(epochs[0], epochs[1]);
    ASSERT_LT(epochs[1], epochs[2]);
    const Position start{epochs[0], 5};
    EXPECT_EQ(all_after(tail, start), std::vector<std::string>(expected.begin() + 5, expected.end()));
    EXPECT_EQ(tail.waiting_after(start), expected.size() - 5);
    EXPECT_EQ(tail.bytes_at({epochs[0], 5}), expected[4]);
}

TEST(JournalTail, AnEpochWhoseJournalIsGoneIsToldAndMayBeGivenUp) {
    const Folder folder;
    std::filesystem::path put_away;
    std::uint64_t gone = 0;
    {
        LiveTable table(folder.path());
        Dealer(*table.sequencer, table.clock, 3).play(40);
        gone = table.writer->identity().epoch;
    }
    put_away = JournalWriter::archive(folder.path(), "pd1");
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, 4).play(40);
    std::filesystem::remove(put_away);
    auto tail = tail_of(folder);
    try {
        static_cast<void>(tail.after({gone, 5}, 10));
        ADD_FAILURE() << "what followed is unknown";
    } catch (const JournalError& error) {
        EXPECT_NE(std::string(error.what()).find("--give-up pd1:" + std::to_string(gone)), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(put_away.filename().string()), std::string::npos) << error.what();
    }
    EXPECT_THROW(static_cast<void>(tail.waiting_after({gone, 5})), JournalError);
    auto other = tail_of(folder, {gone});
    EXPECT_EQ(all_after(other, {gone, 5}), published(table));
    EXPECT_FALSE(other.bytes_at({gone, 5}));
}

TEST(JournalTail, ATableThatRestsIsNotReadAgain) {
    const Folder folder;
    {
        LiveTable table(folder.path());
        Dealer(*table.sequencer, table.clock, 3).play(40);
    }
    auto tail = tail_of(folder);
    const auto newest = tail.newest();
    EXPECT_TRUE(tail.after(newest, 1).empty()); // the stamps of a file that is open already
    tail.let_go();
    const auto path = journal_path(folder.path(), "pd1");
    for (int look = 0; look < 3; ++look)
        EXPECT_TRUE(tail.after(newest, 1).empty());
    EXPECT_EQ(open_files(path), 0) << "it holds no file open";
}

TEST(JournalTail, AFileOfAnotherTableIsRefused) {
    const Folder folder;
    studio::testing::played(folder, 20);
    std::filesystem::copy_file(journal_path(folder.path(), "pd1"), journal_path(folder.path(), "pd2"));
    JournalTail tail(folder.path(), "pd2");
    EXPECT_THROW(static_cast<void>(tail.identity()), JournalError);
    JournalTail nothing(folder.path(), "pd3");
    EXPECT_THROW(static_cast<void>(nothing.newest()), JournalError);
}

} // namespace
} // namespace studio::bridge
