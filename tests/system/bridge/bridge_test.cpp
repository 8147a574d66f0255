// The bridge between real journals and real NATS servers: nodes are killed, the bridge is killed, NATS is away; nothing is lost, nothing is
// there twice, and a consumer gets the journal's bytes in the journal's order.
#include "tests/support/nats_cluster.h"
#include "tests/support/program.h"
#include "tests/system/bridge/dealt_table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <map>
#include <memory>
#include <random>

namespace studio {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::DealtTable;
using testing::NatsCluster;
using testing::StreamReader;
using testing::until;

const std::string stream = "studio-" + testing::dealt_studio;

bool long_form() {
    return std::getenv("STUDIO_BRIDGE_LONG") != nullptr;
}

// A folder of journals, servers, and the program in between.
class Bridged {
public:
    explicit Bridged(std::size_t nodes) : nats(folder.path() / "nats", nodes), replicas_(nodes) {
        std::filesystem::create_directories(journals());
    }
    [[nodiscard]] std::filesystem::path journals() const { return folder.path() / "journals"; }
    void start_bridge(const std::vector<std::string>& more = {}) {
        std::vector<std::string> command{
            STUDIO_BINARY_DIR "/bin/studio", "feed", "bridge", "--nats", nats.urls(), "--journal", journals().string(), "--replicas",
            std::to_string(replicas_)};
        command.insert(command.end(), more.begin(), more.end());
        std::filesystem::remove(folder.path() / "counters"); // the last word of the one before
        bridge.emplace(std::move(command), runtime::ChildOutput{.out = folder.path() / "counters"});
    }
    void kill_bridge() {
        bridge->signal(SIGKILL);
        static_cast<void>(until([&] { return bridge->exit_status().has_value(); }));
    }
    // Ends it in good order; its last word.
    nlohmann::json end_bridge() {
        bridge->signal(SIGTERM);
        EXPECT_TRUE(until([&] { return bridge->exit_status().has_value(); }));
        return counters();
    }
    [[nodiscard]] nlohmann::json counters() const {
        std::ifstream file(folder.path() / "counters");
        return nlohmann::json::parse(file, nullptr, false);
    }
    void deal(int tables, milliseconds pace) {
        for (int table = 1; table <= tables; ++table)
            dealt.push_back(std::make_unique<DealtTable>(journals(), "T" + std::to_string(table), pace));
    }
    void stop_dealing() {
        for (auto& table : dealt)
            table->stop();
    }
    [[nodiscard]] std::uint64_t events() const {
        std::uint64_t events = 0;
        for (const auto& table : dealt)
            events += table->events();
        return events;
    }
    // Is the stream what the journals are? Empty when it is.
    [[nodiscard]] std::string difference(StreamReader& reader) const {
        std::map<std::string, std::vector<StreamReader::Message>> got;
        for (auto& message : reader.read())
            got[message.subject].push_back(std::move(message));
        for (const auto& table : dealt) {
            JournalReader journal(table->journal);
            const auto stored = journal.read_events(1, 0, 10'000'000);
            const auto& there = got["studio." + testing::dealt_studio + "." + table->id];
            for (std::size_t place = 0; place < std::max(stored.size(), there.size()); ++place) {
                const auto id = table->id + ":" + std::to_string(journal.identity().epoch) + ":" + std::to_string(place + 1);
                if (place >= stored.size()) return "too much: " + there[place].id;
                if (place >= there.size()) return "missing from " + id + " on, of " + std::to_string(stored.size());
                if (there[place].id != id) return "in place of " + id + ": " + there[place].id;
                if (there[place].bytes != stored[place].bytes) return id + " has other bytes";
            }
        }
        return {};
    }
    [[nodiscard]] bool all_there(const StreamReader& reader) const { return reader.messages() >= events(); }

    const app::RunFolder folder;
    NatsCluster nats;
    std::vector<std::unique_ptr<DealtTable>> dealt;
    std::optional<runtime::ChildProcess> bridge;

private:
    std::size_t replicas_;
};

TEST(BridgeCluster, NodesKilledUnderLoadLoseNothing) {
    Bridged bridged(3);
    bridged.deal(3, milliseconds(20));
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > 100; }));
    for (int kill = 0; kill < (long_form() ? 10 : 2); ++kill) {
        const auto before = reader.info();
        ASSERT_TRUE(before);
        const auto leader = bridged.nats.find(before->leader);
        const auto victim = kill % 2 == 0 ? leader : (leader + 1) % 3; // the stream's leader, or one that follows
        bridged.nats.kill(victim);
        ASSERT_TRUE(until([&] { return reader.messages() > before->messages + 100; })) << "two of three go on";
        bridged.nats.start(victim);
        ASSERT_TRUE(until([&] {
            const auto now = reader.info();
            return now && now->current == 2;
        })) << "the third comes up with the others";
    }
    bridged.stop_dealing();
    ASSERT_TRUE(until([&] { return bridged.all_there(reader); }));
    EXPECT_EQ(bridged.difference(reader), "");
    const auto counters = bridged.end_bridge();
    EXPECT_EQ(bridged.bridge->exit_status(), 0);
    std::cout << counters.dump() << "\n";
    ASSERT_EQ(counters["tables"].size(), 3U);
    for (const auto& table : counters["tables"])
        EXPECT_EQ(table["waiting"], 0);
    // The same from another's disk.
    ASSERT_TRUE(until([&] {
        const auto now = reader.info();
        return now && now->current == 2;
    }));
    bridged.nats.kill(bridged.nats.find(reader.info()->leader));
    ASSERT_TRUE(until([&] { return bridged.all_there(reader); }));
    EXPECT_EQ(bridged.difference(reader), "");
}

TEST(BridgeCluster, ABridgeKilledAtAnyMomentGoesOnWhereTheStreamIs) {
    Bridged bridged(3);
    bridged.deal(3, milliseconds(5));
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > 50; }));
    std::mt19937 random(20261130);
    for (int kill = 0; kill < (long_form() ? 100 : 12); ++kill) {
        const auto before = reader.messages();
        ASSERT_TRUE(until([&] { return reader.messages() > before; })) << "it publishes again";
        std::this_thread::sleep_for(milliseconds(random() % 150)); // the moment of death is what is tested
        bridged.kill_bridge();
        bridged.start_bridge();
    }
    bridged.stop_dealing();
    ASSERT_TRUE(until([&] { return bridged.all_there(reader); }));
    EXPECT_EQ(bridged.difference(reader), "");
    std::cout << reader.messages() << " events\n";
}

TEST(BridgeCluster, WhileNatsIsAwayTheStudioDealsAndAfterwardsNothingIsMissing) {
    const std::chrono::seconds away(long_form() ? 60 : 5);
    Bridged bridged(3);
    bridged.deal(3, milliseconds(20));
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > 100; }));
    const auto acts = [&] {
        std::uint64_t sum = 0;
        for (const auto& table : bridged.dealt)
            sum += table->acts();
        return sum;
    };
    const auto slowest = [&] {
        milliseconds longest{0};
        for (const auto& table : bridged.dealt)
            longest = std::max(longest, table->slowest_act());
        return longest;
    };
    const auto with_nats = slowest();
    for (std::size_t node = 0; node < 3; ++node)
        bridged.nats.kill(node);
    const auto before = acts();
    std::this_thread::sleep_for(away); // how long it is away is what is tested
    const auto without = slowest();
    EXPECT_GT(acts() - before, 3U * static_cast<std::uint64_t>(away.count())) << "the tables go on";
    for (std::size_t node = 0; node < 3; ++node)
        bridged.nats.start(node);
    const auto back = steady_clock::now();
    ASSERT_TRUE(until([&] { return reader.info().has_value(); }));
    const auto answering = std::chrono::duration_cast<milliseconds>(steady_clock::now() - back);
    bridged.stop_dealing();
    ASSERT_TRUE(until([&] { return bridged.all_there(reader); }));
    std::cout << "slowest act with NATS " << with_nats.count() << " ms, without " << without.count() << " ms; NATS answers after "
              << answering.count() << " ms, all " << bridged.events() << " events there after "
              << std::chrono::duration_cast<milliseconds>(steady_clock::now() - back).count() << " ms\n";
    EXPECT_EQ(bridged.difference(reader), "");
    EXPECT_FALSE(bridged.bridge->exit_status()) << "it was the same bridge all the time";
}

TEST(BridgeAlone, OneTableInTroubleHoldsUpNoOther) {
    Bridged bridged(1);
    bridged.deal(2, milliseconds(10));
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > 50; }));
    const auto subject = "studio." + testing::dealt_studio + ".T1";
    ASSERT_TRUE(reader.intrude(subject, "not an event"));
    const auto before = reader.messages();
    const auto of_the_other = bridged.dealt[1]->events();
    ASSERT_TRUE(until([&] { return bridged.dealt[1]->events() > of_the_other + 50 && reader.messages() > before + 50; }));
    bridged.stop_dealing();
    const auto rest = [&] { return bridged.end_bridge(); };
    ASSERT_TRUE(until([&] { return reader.messages() > before + (bridged.dealt[1]->events() - of_the_other) / 2; }));
    const auto counters = rest();
    EXPECT_EQ(bridged.bridge->exit_status(), 1) << "a table is stopped";
    EXPECT_EQ(counters["tables"]["T1"]["state"], "stopped");
    EXPECT_EQ(counters["tables"]["T2"]["state"], "live");
    const auto reason = counters["tables"]["T1"]["reason"].get<std::string>();
    EXPECT_NE(reason.find("somebody else writes there"), std::string::npos) << reason;
    EXPECT_NE(reason.find(subject), std::string::npos) << reason;
    // Put right by deleting the message: these servers then say that there is nothing of the table at all, and that is not believed.
    ASSERT_TRUE(reader.remove_last(subject));
    bridged.start_bridge({"--once"});
    ASSERT_TRUE(until([&] { return bridged.bridge->exit_status().has_value(); }));
    EXPECT_EQ(bridged.bridge->exit_status(), 0);
    EXPECT_EQ(bridged.counters()["tables"]["T1"]["repeated"], 0);
    EXPECT_EQ(bridged.difference(reader), "");
}

TEST(BridgeAlone, ANewTableIsTakenUpAndANewEpochFollowsTheOldOne) {
    Bridged bridged(1);
    bridged.deal(1, milliseconds(5));
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > 20; }));
    bridged.dealt.push_back(std::make_unique<DealtTable>(bridged.journals(), "T2", milliseconds(5)));
    ASSERT_TRUE(until([&] { return std::ranges::any_of(reader.read(), [](const auto& one) { return one.subject.ends_with(".T2"); }); }));
    // The day ends: T1's journal is put away while the bridge runs.
    bridged.dealt[0]->stop();
    JournalReader first(bridged.dealt[0]->journal);
    const auto first_epoch = first.identity().epoch;
    auto expected = first.read_events(1, 0, 1'000'000);
    first = JournalReader(bridged.dealt[1]->journal);
    bridged.dealt.erase(bridged.dealt.begin());
    ASSERT_TRUE(until([&] {
        try {
            JournalWriter::archive(bridged.journals(), "T1");
            return true;
        } catch (const JournalError&) { // the bridge lets a file go when nothing new has come for two seconds
            return false;
        }
    })) << "a bridge is no reason that a journal cannot be put away";
    DealtTable next(bridged.journals(), "T1", milliseconds(5));
    ASSERT_TRUE(until([&] { return next.events() > 50; }));
    next.stop();
    bridged.stop_dealing();
    JournalReader second(next.journal);
    ASSERT_GT(second.identity().epoch, first_epoch);
    for (auto& event : second.read_events(1, 0, 1'000'000))
        expected.push_back(std::move(event));
    ASSERT_TRUE(until([&] { return reader.messages() >= expected.size() + bridged.events(); }));
    std::vector<std::string> got;
    for (auto& message : reader.read())
        if (message.subject.ends_with(".T1")) got.push_back(std::move(message.bytes));
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t place = 0; place < got.size(); ++place)
        ASSERT_EQ(got[place], expected[place].bytes) << "event " << place + 1 << " of both epochs";
}

TEST(BridgeAlone, WhatIsWrongIsSaidInALine) {
    Bridged bridged(1);
    bridged.deal(1, milliseconds(1));
    ASSERT_TRUE(until([&] { return bridged.dealt[0]->events() > 5; }));
    bridged.stop_dealing();
    const auto says = [&](const std::string& arguments, int status, const std::string& words) {
        const auto ended = testing::studio("feed bridge " + arguments);
        EXPECT_EQ(ended.status, status) << ended.out;
        EXPECT_NE(ended.out.find(words), std::string::npos) << ended.out;
    };
    const auto folder = " --journal " + bridged.journals().string();
    const auto nats = " --nats " + bridged.nats.urls();
    says(folder + " --nats http://x", 2, "studio feed bridge: 'http://x' is no address of a NATS server: http:// is not known");
    says(nats + " --journal /no/such/folder", 2, "studio feed bridge: /no/such/folder: no such folder");
    says(folder + nats + " --creds /no/such/file", 2, "studio feed bridge: there is no file /no/such/file");
    says(folder + nats + " --give-up T1", 2, "TABLE:EPOCH");
    says(folder, 2, "--nats is required");
    says(folder + nats + " --replicas 3", 2, "a server alone keeps one replica");
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.make("studio." + testing::dealt_studio + ".*", 3'600'000'000'000); }));
    says(folder + nats, 2, "stream studio-riga-1 exists and is no stream for the bridge: it drops events by age");
}

// A house full of tables: each gets its share, and what that costs the machine.
TEST(BridgeAlone, ManyTablesAtWork) {
    Bridged bridged(1);
    bridged.deal(long_form() ? 100 : 20, milliseconds(500)); // an act is two and a half events
    bridged.start_bridge();
    StreamReader reader(bridged.nats.urls(), stream);
    ASSERT_TRUE(until([&] { return reader.messages() > bridged.dealt.size(); }));
    const auto ticks = [&] { // of the processor, 100 a second
        std::ifstream file("/proc/" + std::to_string(bridged.bridge->pid()) + "/stat");
        std::string word;
        for (int place = 0; place < 13; ++place)
            file >> word;
        long user = 0;
        long system = 0;
        file >> user >> system;
        return user + system;
    };
    const auto start = steady_clock::now();
    const auto first_ticks = ticks();
    const auto first = reader.messages();
    ASSERT_TRUE(until([&] { return steady_clock::now() - start > std::chrono::seconds(long_form() ? 60 : 5); }));
    const auto used = ticks() - first_ticks;
    const auto sent = reader.messages() - first;
    const auto seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
    bridged.stop_dealing();
    ASSERT_TRUE(until([&] { return bridged.all_there(reader); }));
    EXPECT_EQ(bridged.difference(reader), "");
    std::cout << bridged.dealt.size() << " tables, " << static_cast<double>(sent) / seconds << " events a second, "
              << static_cast<double>(used) / seconds << " % of one core\n";
}

// What the README shows is a program that works.
TEST(BridgeAlone, TheReadmesConsumerGetsEverything) {
    Bridged bridged(1);
    bridged.deal(2, milliseconds(1));
    ASSERT_TRUE(until([&] { return bridged.events() > 300; }));
    bridged.stop_dealing();
    bridged.start_bridge({"--once"});
    ASSERT_TRUE(until([&] { return bridged.bridge->exit_status().has_value(); }));
    std::ifstream file(STUDIO_SOURCE_DIR "/studio/bridge/README.md");
    std::stringstream text;
    text << file.rdbuf();
    const auto readme = text.str();
    const auto begin = readme.find("```c\n");
    const auto end = readme.find("```\n", begin + 1);
    ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
    const auto source = bridged.folder.path() / "consumer.c";
    std::ofstream(source) << readme.substr(begin + 5, end - begin - 5);
    const auto program = (bridged.folder.path() / "consumer").string();
    const auto built = testing::shell("cc -Wall -Werror -o " + program + " " + source.string() + " -lnats 2>&1");
    ASSERT_EQ(built.status, 0) << built.out;
    const auto told = bridged.folder.path() / "told";
    runtime::ChildProcess consumer({program, bridged.nats.urls(), stream, "my-casino"}, {.out = told});
    const auto lines = [&] {
        std::ifstream out(told);
        return static_cast<std::uint64_t>(std::count(std::istreambuf_iterator<char>(out), {}, '\n'));
    };
    EXPECT_TRUE(until([&] { return lines() >= bridged.events(); }, std::chrono::seconds(30)));
    EXPECT_EQ(lines(), bridged.events());
}

// A backlog of a studio that was never bridged, and what a table's way costs beside it.
TEST(BridgeAlone, ABacklogIsCaughtUp) {
    Bridged bridged(1);
    bridged.deal(4, milliseconds(0));
    ASSERT_TRUE(until([&] { return bridged.events() > (long_form() ? 20'000U : 2'000U); }, std::chrono::seconds(600)));
    bridged.stop_dealing();
    StreamReader reader(bridged.nats.urls(), stream);
    const auto started = steady_clock::now();
    bridged.start_bridge({"--once"});
    ASSERT_TRUE(until([&] { return bridged.bridge->exit_status().has_value(); }));
    const auto took = std::chrono::duration<double>(steady_clock::now() - started).count();
    EXPECT_EQ(bridged.bridge->exit_status(), 0);
    EXPECT_EQ(bridged.difference(reader), "");
    EXPECT_EQ(bridged.counters()["published"], bridged.events());
    std::cout << bridged.events() << " events of 4 tables in " << took << " s: " << static_cast<double>(bridged.events()) / took
              << " a second\n";
}

} // namespace
} // namespace studio
