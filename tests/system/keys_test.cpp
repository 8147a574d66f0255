// Keys as people use them: made, listed and revoked from a shell, asked for by a running studio.
#include "studio/app/station.h"
#include "studio/runtime/child_process.h"

#include "tests/support/program.h"
#include "tests/support/until.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>
#include <sstream>

namespace studio {
namespace {

using testing::shell;

std::vector<nlohmann::json> lines_of(const std::string& text) {
    std::vector<nlohmann::json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with('{')) lines.push_back(nlohmann::json::parse(line));
    return lines;
}

class Keys : public ::testing::Test {
protected:
    // Standard output and standard error.
    [[nodiscard]] static testing::Ended studio(const std::string& arguments) { return testing::studio(arguments); }
    [[nodiscard]] testing::Ended keys(const std::string& arguments) const {
        return studio("keys " + arguments + " --folder " + folder("keys"));
    }
    [[nodiscard]] std::string folder(const std::string& name) const { return (folder_.path() / name).string(); }
    [[nodiscard]] std::string feed() const { return "ipc://" + folder("feed"); }
    std::string write_config(const std::string& feed, const std::string& access) {
        const auto file = folder("studio.toml");
        std::ofstream(file) << "[studio]\nfeed = \"" << feed << "\"\n"
                            << access << "[[table]]\nid = \"T1\"\nlayout = \"" << STUDIO_SOURCE_DIR
                            << "/recognition/capture/layouts/pok_deng.toml\"\nobserve = \"ipc://" << folder("observe") << "\"\n";
        return file;
    }
    // `studio table T1 WORDS`, again until it is not a studio that is not there yet.
    [[nodiscard]] testing::Ended table(const std::string& words) const {
        testing::Ended ended;
        const auto told = [&] {
            ended = studio("table T1 " + words + " --connect " + feed());
            return ended.out.find("no answer") == std::string::npos && ended.out.find("not running") == std::string::npos;
        };
        EXPECT_TRUE(testing::until(told, std::chrono::seconds(30))) << ended.out;
        return ended;
    }

    app::RunFolder folder_;
};

TEST_F(Keys, AreMadeListedAndRevoked) {
    const auto made = keys("make acme --role distributor --tables T1,T2");
    ASSERT_EQ(made.status, 0) << made.out;
    EXPECT_NE(made.out.find("made the studio's own key"), std::string::npos);
    const auto line = lines_of(made.out).front();
    EXPECT_EQ(line["tables"], (nlohmann::json{"T1", "T2"}));
    for (const auto* file : {"keys/acme.key", "keys/studio.key"})
        EXPECT_EQ(std::filesystem::status(folder(file)).permissions(),
                  std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
            << file;
    EXPECT_EQ(keys("make anna --role dealer --out " + folder("anna.key")).status, 0);
    EXPECT_EQ(keys("make console --role supervisor --for-people").status, 0);
    const auto listed = lines_of(keys("list").out);
    ASSERT_EQ(listed.size(), 3U);
    EXPECT_EQ(listed[0]["fingerprint"], line["fingerprint"]);
    EXPECT_EQ(listed[1]["name"], "anna");
    EXPECT_EQ(listed[2]["speaks"], "for-people");
    EXPECT_EQ(lines_of(keys("revoke acme").out).front()["name"], "acme");
    EXPECT_TRUE(lines_of(keys("list").out)[0].contains("revoked"));
    const auto again = keys("revoke acme");
    EXPECT_EQ(again.status, 1);
    EXPECT_NE(again.out.find("lets in no key called 'acme'"), std::string::npos);
}

TEST_F(Keys, BadUseIsNamed) {
    ASSERT_EQ(keys("make acme --role distributor").status, 0);
    const auto expect = [&](const std::string& arguments, const std::string& reason) {
        const auto ended = keys(arguments);
        EXPECT_EQ(ended.status, 2) << arguments;
        EXPECT_NE(ended.out.find(reason), std::string::npos) << ended.out;
    };
    expect("make acme --role king", "king");
    expect("make acme", "--role is required");
    expect("make acme --role dealer", "keys/acme.key: File exists");
    expect("make 'a\"b' --role dealer", "a client's name must be");
    expect("make eve --role distributor --tables 'T 1'", "'T 1' can be no table");
    expect("make eve --role distributor --max-stake eur=5", "'eur' is no currency");
    const auto nowhere = studio("keys list --config " + folder("none.toml"));
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_NE(nowhere.out.find("none.toml: there is no such file"), std::string::npos) << nowhere.out;
    std::filesystem::remove(folder("keys/studio.key"));
    expect("make bob --role dealer", "would be of no use to the clients in");
    std::ofstream(folder("keys/clients.toml")) << "[[client]]\n";
    expect("list", "clients.toml:1: a client's name must be");
}

TEST_F(Keys, ARunningStudioAsksForThemAndARevokedOneIsOutAtOnce) {
    for (const auto* words : {"make anna --role dealer", "make acme --role distributor --tables T1", "make late --role dealer --tables T9"})
        ASSERT_EQ(keys(words).status, 0) << words;
    const auto config = write_config(feed(), "[access]\nsecret_key = \"keys/studio.key\"\nclients = \"keys/clients.toml\"\n");
    runtime::ChildProcess running({STUDIO_BINARY_DIR "/bin/studio", "run", config});
    const auto key = [&](const std::string& name) { return " --key " + folder("keys/" + name + ".key"); };
    const auto opened = table("open" + key("anna"));
    EXPECT_EQ(opened.status, 0) << opened.out;
    const auto expect = [&](const std::string& words, int status, const std::string& reason) {
        const auto ended = table(words);
        EXPECT_EQ(ended.status, status) << words << "\n" << ended.out;
        EXPECT_NE(ended.out.find(reason), std::string::npos) << words << "\n" << ended.out;
    };
    expect("status" + key("acme"), 0, "TABLE_STATE_OPEN");
    expect("pause" + key("acme"), 1, "PROC.role");
    expect("pause --by boris" + key("anna"), 1, "AUTH.name: the key of anna does not speak for boris");
    expect("status" + key("late"), 1, "AUTH.table: the key of late has no right to table T1");
    expect("status", 2, "AUTH_FAILED: the studio at ipc://" + folder("command")); // it asks for a key, and none was given
    const auto tail = studio("feed tail --events 1 --from 1 --connect " + feed() + key("acme"));
    EXPECT_EQ(tail.status, 0);
    EXPECT_NE(tail.out.find("table_status"), std::string::npos) << tail.out;

    running.signal(SIGHUP); // reads the list again, and is no reason to end
    ASSERT_EQ(keys("revoke anna").status, 0);
    ASSERT_TRUE(testing::until([&] { return table("status" + key("anna")).status != 0; }, std::chrono::seconds(20)));
    expect("status" + key("anna"), 2, "AUTH_FAILED: the studio at ipc://" + folder("command") + " does not admit key");
    expect("status" + key("acme"), 0, "TABLE_STATE_OPEN");
    running.signal(SIGTERM);
    ASSERT_TRUE(testing::until([&] { return running.exit_status().has_value(); }));
    EXPECT_EQ(running.exit_status(), 0);
}

TEST_F(Keys, AConfigurationThatOthersCanReachNeedsThem) {
    const auto refused = studio("run --check " + write_config("tcp://0.0.0.0:5570", ""));
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.out.find(":2: feed: other machines can reach tcp://0.0.0.0:5570, so the studio needs keys: [access]"),
              std::string::npos)
        << refused.out;
    for (const auto* local : {"tcp://127.0.0.1:5570", "tcp://localhost:5570", "tcp://[::1]:5570", "ipc:///run/studio/feed"})
        EXPECT_EQ(studio("run --check " + write_config(local, "")).status, 0) << local;
    for (const auto* open : {"tcp://*:5570", "tcp://10.0.0.7:5570", "tcp://eth0:5570", "tcp://127.evil.example:5570"})
        EXPECT_EQ(studio("run --check " + write_config(open, "")).status, 2) << open;

    const std::string access = "[access]\nsecret_key = \"keys/studio.key\"\nclients = \"keys/clients.toml\"\n";
    const auto missing = studio("run --check " + write_config("tcp://0.0.0.0:5570", access));
    EXPECT_EQ(missing.status, 2);
    EXPECT_NE(missing.out.find(":4: there is no file " + folder("keys/studio.key") + "; studio keys makes it"), std::string::npos)
        << missing.out;
    ASSERT_EQ(studio("keys make acme --role distributor --config " + folder("studio.toml")).status, 0);
    EXPECT_EQ(studio("run --check " + write_config("tcp://0.0.0.0:5570", access)).status, 0);
    std::filesystem::permissions(folder("keys/studio.key"), std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    EXPECT_NE(studio("run --check " + write_config("tcp://0.0.0.0:5570", access)).out.find("everybody on this machine can read it"),
              std::string::npos);
}

} // namespace
} // namespace studio
