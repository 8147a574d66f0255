// What a journal's ends keep in memory does not grow with the journal.
#include "tests/studio/journal/studio_fixture.h"
#include "tests/support/heap.h"

namespace studio {
namespace {

constexpr std::size_t room = 512 * 1024; // bytes: SQLite's cache of a connection, which would be 2 MB

class Nobody final : public EventSink {
public:
    void publish(std::span<const Published>) override {}
};

// Pauses and resumes, thousands in few transactions: 3 MB of a journal.
void press(Sequencer& sequencer) {
    ASSERT_TRUE(sequencer.submit(engine::OpenTable{"anna", "Anna"}, "console:anna"));
    for (int batch = 0; batch < 40; ++batch) {
        std::vector<Proposal> proposals;
        for (int i = 0; i < 100; ++i) {
            proposals.push_back({engine::PauseTable{"a reason as people write one", "anna"}, "console:anna", {}});
            proposals.push_back({engine::ResumeTable{"anna"}, "console:anna", {}});
        }
        for (const auto& answer : sequencer.submit_all(proposals))
            ASSERT_TRUE(answer) << answer.error().reason;
    }
}

TEST(JournalMemory, OfTheWriterIsTheSameHoweverMuchItHasWritten) {
    const testing::Folder folder;
    Nobody nobody;
    testing::LiveTable table(folder.path(), &nobody);
    const auto before = testing::heap_in_use();
    press(*table.sequencer);
    ASSERT_GT(table.writer->head().entry_no, 8000u);
    EXPECT_LT(testing::heap_in_use(), before + room);
}

TEST(JournalMemory, OfAReaderIsTheSameHoweverMuchItHasRead) {
    const testing::Folder folder;
    {
        testing::LiveTable table(folder.path());
        press(*table.sequencer);
    }
    const auto file = journal_path(folder.path(), "pd1");
    ASSERT_GT(std::filesystem::file_size(file), 4 * room);
    const auto before = testing::heap_in_use();
    JournalReader reader(file);
    const auto last = reader.head().seq;
    for (std::uint64_t next = 1; next <= last; next += 200)
        ASSERT_FALSE(reader.read_events(next, 0, 200).empty());
    EXPECT_LT(testing::heap_in_use(), before + room);
}

} // namespace
} // namespace studio
