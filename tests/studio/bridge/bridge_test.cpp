// All tables of a folder, each in its thread.
#include "studio/bridge/bridge.h"
#include "tests/studio/bridge/fake_stream.h"
#include "tests/studio/journal/studio_fixture.h"
#include "tests/support/until.h"

#include <thread>

namespace studio::bridge {
namespace {

using std::chrono::milliseconds;
using studio::testing::Folder;
using testing::FakeStream;

// The stream of several tables at a time.
class SharedStream : public EventStream {
public:
    [[nodiscard]] std::expected<void, StreamError> prepare(const std::string& studio_id) override {
        const std::scoped_lock lock(mutex_);
        return inner_.prepare(studio_id);
    }
    [[nodiscard]] std::expected<std::optional<StoredMessage>, StreamError> last(const std::string& studio_id,
                                                                                const std::string& subject) override {
        const std::scoped_lock lock(mutex_);
        return inner_.last(studio_id, subject);
    }
    [[nodiscard]] std::expected<Receipt, StreamError> store(const std::string& studio_id, const OutgoingEvent& event) override {
        const std::scoped_lock lock(mutex_);
        return inner_.store(studio_id, event);
    }
    void with(const std::function<void(FakeStream&)>& change) {
        const std::scoped_lock lock(mutex_);
        change(inner_);
    }
    [[nodiscard]] std::size_t count() {
        const std::scoped_lock lock(mutex_);
        return inner_.kept.size();
    }

private:
    std::mutex mutex_;
    FakeStream inner_;
};

// A table's journal with so many acts in it; returns the bytes of its public events.
std::vector<std::string> written(const Folder& folder, const std::string& table_id, int acts) {
    studio::testing::FakeClock clock;
    studio::testing::CollectingSink sink;
    auto writer = JournalWriter::open(folder.path(), studio::testing::setup_of(table_id));
    const auto recording = writer->recording();
    auto sequencer = Sequencer::recover(*recording, std::make_unique<studio::testing::ToyTable>(), clock, *writer, sink);
    for (int act = 0; act < acts; ++act)
        EXPECT_TRUE((*sequencer)->submit(engine::StartRound{table_id}, "console:anna"));
    std::vector<std::string> bytes;
    for (const auto& event : sink.all)
        bytes.push_back(event.bytes);
    return bytes;
}

struct House {
    explicit House(std::map<std::string, int> tables) {
        for (const auto& [table_id, acts] : tables)
            bytes[table_id] = written(folder, table_id, acts);
        options.journals = folder.path();
        options.folder_every = milliseconds(10);
    }
    [[nodiscard]] std::unique_ptr<Bridge> bridge() {
        return std::make_unique<Bridge>(options, stream, [this](Weight weight, const std::string& words) {
            const std::scoped_lock lock(mutex);
            if (weight == Weight::ERROR) errors.push_back(words);
        });
    }
    Folder folder;
    std::map<std::string, std::vector<std::string>> bytes;
    SharedStream stream;
    BridgeOptions options;
    std::mutex mutex;
    std::vector<std::string> errors;
    std::atomic<bool> told = false;
};

TEST(Bridge, EveryTableOfTheFolderIsThereAtTheEnd) {
    House house({{"T1", 20}, {"T2", 1}, {"T3", 0}, {"T4", 7}});
    studio::testing::write_file(house.folder.path() / "T5.journal.new", "a journal that is being made");
    studio::testing::write_file(house.folder.path() / ".journal", "no table's");
    const auto bridge = house.bridge();
    ASSERT_TRUE(bridge->run(house.told, BridgeEnd::WHEN_EMPTY));
    house.stream.with([&](const FakeStream& stream) {
        for (const auto& [table_id, bytes] : house.bytes)
            EXPECT_EQ(stream.bytes_of("studio.studio-1." + table_id), bytes) << table_id;
    });
    const auto report = bridge->report();
    ASSERT_EQ(report.size(), 4U);
    for (const auto& table : report) {
        EXPECT_EQ(table.published, house.bytes[table.table_id].size());
        EXPECT_EQ(table.waiting, 0U);
    }
    EXPECT_TRUE(house.errors.empty());
}

TEST(Bridge, TakesUpATableThatAppearsAndEndsWhenItIsTold) {
    House house({{"T1", 5}});
    const auto bridge = house.bridge();
    std::thread running([&] { EXPECT_TRUE(bridge->run(house.told, BridgeEnd::WHEN_TOLD)); });
    const auto more = written(house.folder, "T2", 9);
    const auto all = [&] {
        static_cast<void>(bridge->report()); // as a metrics page would
        return house.stream.count() >= 5 + more.size();
    };
    EXPECT_TRUE(studio::testing::until(all, std::chrono::seconds(60)));
    house.told = true;
    running.join();
    EXPECT_EQ(house.stream.count(), 5 + more.size());
    EXPECT_EQ(bridge->report().size(), 2U);
}

TEST(Bridge, ADamagedJournalHoldsUpNoOther) {
    House house({{"T1", 5}, {"T2", 5}});
    studio::testing::write_file(house.folder.path() / "T2.journal", "no journal any more");
    const auto bridge = house.bridge();
    ASSERT_TRUE(bridge->run(house.told, BridgeEnd::WHEN_EMPTY));
    EXPECT_EQ(house.stream.count(), house.bytes["T1"].size());
    const auto report = bridge->report();
    EXPECT_EQ(report.at(1).state, Bridging::STOPPED);
    EXPECT_NE(report.at(1).reason.find("T2.journal"), std::string::npos) << report.at(1).reason;
    ASSERT_EQ(house.errors.size(), 1U);
}

TEST(Bridge, AStreamThatIsMadeOtherwiseEndsItWithTheReason) {
    House house({{"T1", 5}});
    house.stream.with([](FakeStream& stream) { stream.misfit = "stream studio-1 is kept in memory"; });
    const auto ended = house.bridge()->run(house.told, BridgeEnd::WHEN_TOLD);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error(), "stream studio-1 is kept in memory");
}

TEST(Bridge, EndsAlsoWhileTheStreamIsAway) {
    House house({{"T1", 5}});
    house.stream.with([](FakeStream& stream) { stream.fate = [] { return FakeStream::Fate::LOST; }; });
    const auto bridge = house.bridge();
    std::thread running([&] { EXPECT_TRUE(bridge->run(house.told, BridgeEnd::WHEN_EMPTY)); });
    const auto away = [&] {
        const auto report = bridge->report();
        return !report.empty() && report.front().state == Bridging::AWAY;
    };
    EXPECT_TRUE(studio::testing::until(away, std::chrono::seconds(60)));
    house.told = true;
    running.join();
    EXPECT_EQ(house.stream.count(), 0U);
    EXPECT_EQ(bridge->report().front().state, Bridging::AWAY);
}

TEST(Bridge, AFolderThatCannotBeReadIsNamed) {
    const Folder folder;
    EXPECT_TRUE(check_journals(folder.path()));
    EXPECT_EQ(check_journals(folder.path() / "no").error(), (folder.path() / "no").string() + ": no such folder");
    studio::testing::write_file(folder.path() / "file", "");
    EXPECT_EQ(check_journals(folder.path() / "file").error(), (folder.path() / "file").string() + ": not a folder");
}

} // namespace
} // namespace studio::bridge
