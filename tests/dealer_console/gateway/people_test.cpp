// Users, wrong tries, sessions, the audit journal.
#include "dealer_console/gateway/audit.h"
#include "dealer_console/gateway/doorkeeper.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/sessions.h"
#include "dealer_console/gateway/try_guard.h"
#include "dealer_console/gateway/users.h"

#include "proto/wire/whole_file.h"

#include "tests/dealer_console/gateway/fakes.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include <sys/resource.h>

namespace dealer_console::gateway {
namespace {

using namespace std::chrono_literals;
using testing::Folder;
using testing::Tasks;

std::string contents_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// Each with a folder of its own.
class PeopleTest : public ::testing::Test {
protected:
    PeopleTest() { start_sodium(); }

    const Folder folder;
};
using UsersTest = PeopleTest;
using SessionsTest = PeopleTest;

class AuditTest : public PeopleTest {
protected:
    const std::filesystem::path file = folder / "audit.jsonl";
};

class DoorkeeperTest : public PeopleTest {
protected:
    DoorkeeperTest() { testing::make_people(options.users); }

    const DoorOptions options{folder / "users.toml", folder / "audit.jsonl", ""};
    Tasks tasks;
};

TEST_F(UsersTest, PasswordsAndBadgesAreHashesAndSurviveTheFile) {
    auto book = UserBook::load(folder / "users.toml");
    book.make("anna", v1::PERSON_ROLE_DEALER, {"T1", "T2"});
    book.set_password("anna", "anna-deals");
    book.set_badge("anna", "100001");
    book.save(folder / "users.toml");
    const auto text = contents_of(folder / "users.toml");
    EXPECT_EQ(text.find("anna-deals"), std::string::npos);
    EXPECT_EQ(text.find("100001"), std::string::npos);
    EXPECT_NE(text.find("$argon2id$"), std::string::npos);
    const auto perms = std::filesystem::status(folder / "users.toml").permissions();
    EXPECT_EQ(perms & (std::filesystem::perms::group_all | std::filesystem::perms::others_all), std::filesystem::perms::none);

    const auto read = UserBook::load(folder / "users.toml");
    ASSERT_TRUE(read.verify("anna", "anna-deals"));
    EXPECT_EQ(read.verify("anna", "anna-deals")->tables, (std::vector<std::string>{"T1", "T2"}));
    EXPECT_FALSE(read.verify("anna", "anna-deal"));
    EXPECT_FALSE(read.verify("nobody", "anna-deals"));
    ASSERT_TRUE(read.verify_badge("100001"));
    EXPECT_FALSE(read.verify_badge("100002"));
    EXPECT_FALSE(read.verify_badge(""));
}

TEST_F(UsersTest, ARevokedUserIsNobody) {
    auto book = UserBook::load(folder / "users.toml");
    book.make("anna", v1::PERSON_ROLE_DEALER, {});
    book.set_password("anna", "anna-deals");
    book.set_badge("anna", "100001");
    book.revoke("anna");
    book.save(folder / "users.toml");
    const auto read = UserBook::load(folder / "users.toml");
    EXPECT_FALSE(read.verify("anna", "anna-deals"));
    EXPECT_FALSE(read.verify_badge("100001"));
    EXPECT_THROW(book.make("anna", v1::PERSON_ROLE_DEALER, {}), std::invalid_argument) << "a name in old journals is not given anew";
}

TEST_F(UsersTest, BadInputIsNamed) {
    auto book = UserBook::load(folder / "users.toml");
    EXPECT_THROW(book.make("", v1::PERSON_ROLE_DEALER, {}), std::invalid_argument);
    EXPECT_THROW(book.make("a\"b", v1::PERSON_ROLE_DEALER, {}), std::invalid_argument);
    EXPECT_THROW(book.revoke("nobody"), std::invalid_argument);
    book.make("anna", v1::PERSON_ROLE_DEALER, {});
    book.make("boris", v1::PERSON_ROLE_SUPERVISOR, {});
    EXPECT_THROW(book.set_password("anna", "short"), std::invalid_argument);
    book.set_badge("anna", "100001");
    EXPECT_THROW(book.set_badge("boris", "100001"), std::invalid_argument);
    std::ofstream(folder / "users.toml") << "badge_key = \"" << std::string(64, 'a') << "\"\n[[user]]\nname = \"x\"\nrole = \"king\"\n";
    try {
        static_cast<void>(UserBook::load(folder / "users.toml"));
        FAIL() << "a role that is none";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("users.toml:2: user 'x': role"), std::string::npos) << error.what();
    }
}

TEST(TryGuard, FiveWrongTriesLockForAMinute) {
    TryGuard guard;
    const Instant start{};
    for (int i = 0; i < 4; ++i)
        guard.wrong("name anna", start + std::chrono::seconds(i));
    EXPECT_EQ(guard.wait("name anna", start + 4s), 0ms);
    guard.wrong("name anna", start + 4s);
    EXPECT_EQ(guard.wait("name anna", start + 4s), 60s);
    EXPECT_EQ(guard.wait("name anna", start + 63s), 1s);
    EXPECT_EQ(guard.wait("name anna", start + 64s), 0ms);
    EXPECT_EQ(guard.wait("name boris", start + 5s), 0ms);
}

TEST(TryGuard, ARightTryAndAnOldOneAreForgotten) {
    TryGuard guard;
    const Instant start{};
    for (int i = 0; i < 4; ++i)
        guard.wrong("x", start);
    guard.right("x");
    guard.wrong("x", start);
    EXPECT_EQ(guard.wait("x", start), 0ms);
    for (int i = 0; i < 4; ++i)
        guard.wrong("y", start);
    guard.wrong("y", start + 61s);
    EXPECT_EQ(guard.wait("y", start + 61s), 0ms) << "five within a minute, not five in a day";
}

TEST_F(SessionsTest, AreKeptAcrossARestartAndEnd) {
    std::string token;
    {
        Sessions sessions(folder / "sessions");
        token = sessions.begin("anna b", "mark", 1000);
        EXPECT_EQ(contents_of(folder / "sessions").find(token), std::string::npos) << "only its hash is on disk";
    }
    Sessions sessions(folder / "sessions");
    ASSERT_TRUE(sessions.find(token, 2000));
    EXPECT_EQ(sessions.find(token, 2000)->user, "anna b");
    EXPECT_EQ(sessions.find(token, 2000)->mark, "mark");
    EXPECT_FALSE(sessions.find(token, 1000 + Sessions::lifetime_ns));
    EXPECT_FALSE(sessions.find((token[0] == '0' ? "1" : "0") + token.substr(1), 2000));
    sessions.end(token);
    EXPECT_FALSE(sessions.find(token, 2000));
}

TEST_F(AuditTest, EveryLineNamesTheOneBefore) {
    {
        Audit audit(file);
        audit.write({"sign-in", "anna", "127.0.0.1", "password"}, 1);
        audit.write({"sign-in refused", "\xff\xfe evil", "127.0.0.1", "wrong"}, 2);
        EXPECT_THROW(Audit second(file), std::runtime_error) << "one writer";
    }
    {
        Audit audit(file);
        audit.write({"sign-out", "anna", "127.0.0.1", ""}, 3);
    }
    EXPECT_EQ(check_audit(file).entries, 3U);
    EXPECT_EQ(check_audit(file).fault, "");
}

TEST_F(AuditTest, WhatWasChangedOrTakenOutIsFound) {
    {
        Audit audit(file);
        for (int i = 0; i < 4; ++i)
            audit.write({"sign-in", "anna", "127.0.0.1", std::to_string(i)}, i);
    }
    const auto whole = contents_of(file);
    auto changed = whole;
    changed.replace(changed.find("anna"), 4, "otto");
    std::ofstream(file) << changed;
    EXPECT_EQ(check_audit(file).fault, "line 1: the line does not have the hash that it names");
    const auto first_end = whole.find('\n') + 1;
    std::ofstream(file) << whole.substr(0, first_end) << whole.substr(whole.find('\n', first_end) + 1);
    EXPECT_EQ(check_audit(file).fault, "line 2: the line before is another one");
    EXPECT_THROW(Audit audit(file), std::runtime_error) << "a broken chain is not gone on with";
}

TEST_F(AuditTest, ATornLastLineIsSetAsideAndTheChainGoesOn) {
    {
        Audit audit(file);
        audit.write({"sign-in", "anna", "127.0.0.1", "password"}, 1);
    }
    const auto whole = contents_of(file);
    std::ofstream(file, std::ios::app) << R"({"at_ns":2,"no":2,"wh)";
    EXPECT_NE(check_audit(file).fault, "");
    {
        Audit audit(file);
        EXPECT_EQ(contents_of(file), whole);
        audit.write({"sign-out", "anna", "127.0.0.1", ""}, 3);
    }
    EXPECT_EQ(check_audit(file).fault, "");
    EXPECT_EQ(check_audit(file).entries, 2U);
    EXPECT_EQ(contents_of(folder / "audit.jsonl.torn"), "{\"at_ns\":2,\"no\":2,\"wh\n");
}

// A limit on the file's size is a disk that is full in the middle of a line.
TEST_F(AuditTest, HalfALineDoesNotStay) {
    Audit audit(file);
    audit.write({"sign-in", "anna", "127.0.0.1", "password"}, 1);
    const auto whole = contents_of(file);
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const rlimit full{whole.size() + 10, usual.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    EXPECT_THROW(audit.write({"sign-out", "anna", "127.0.0.1", ""}, 2), std::runtime_error);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, before);
    EXPECT_EQ(contents_of(file), whole);
    audit.write({"sign-out", "anna", "127.0.0.1", ""}, 3);
    EXPECT_EQ(check_audit(file).fault, "");
}

// The file grows under the one that writes it: who reads it before the lock is told a chain that is no longer the last.
TEST_F(AuditTest, ASecondWriterIsToldSoAndNotThatTheChainIsBroken) {
    Audit audit(file);
    audit.write({"sign-in", "anna", "127.0.0.1", "password"}, 1);
    std::ofstream(file, std::ios::app) << R"({"at_ns":2,)"; // a line that is being written
    const auto growing = contents_of(file);
    try {
        const Audit second(file);
        FAIL() << "one writer";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("another gateway writes it"), std::string::npos) << error.what();
    }
    EXPECT_EQ(contents_of(file), growing) << "it is not the second one's to set aside";
}

// Looking at a password takes its time; what has changed meanwhile counts.
TEST_F(DoorkeeperTest, ASecretThatIsReplacedWhileItIsLookedAtAdmitsNobody) {
    Doorkeeper doorkeeper(options, tasks.loop());
    v1::SignIn sign_in;
    sign_in.set_name("anna");
    sign_in.set_password("anna-deals");
    std::optional<Admission> got;
    doorkeeper.admit(sign_in, "10.0.0.1", "sign-in", [&](Admission admission) { got = std::move(admission); });
    v1::ManagePeople wish;
    wish.mutable_secret()->set_name("anna");
    wish.mutable_secret()->set_password("another password");
    ASSERT_TRUE(doorkeeper.manage(wish, *doorkeeper.person_named("mira"), "127.0.0.1"));
    tasks.run();
    ASSERT_TRUE(got);
    ASSERT_FALSE(*got);
    EXPECT_EQ(got->error().failure(), v1::SIGN_IN_FAILURE_WRONG);
}

TEST_F(DoorkeeperTest, AdmitsRefusesLocksAndWritesItAllDown) {
    Doorkeeper doorkeeper(options, tasks.loop());
    const auto admit = [&](const std::string& name, const std::string& password) {
        v1::SignIn sign_in;
        sign_in.set_name(name);
        sign_in.set_password(password);
        std::optional<Admission> got;
        doorkeeper.admit(sign_in, "10.0.0." + name, "sign-in", [&](Admission admission) { got = std::move(admission); });
        EXPECT_FALSE(got) << "never before it returns";
        tasks.run();
        return *got;
    };
    EXPECT_EQ(admit("anna", "anna-deals")->role(), v1::PERSON_ROLE_DEALER);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(admit("anna", "guess").error().failure(), v1::SIGN_IN_FAILURE_WRONG);
    const auto locked = admit("anna", "anna-deals");
    EXPECT_EQ(locked.error().failure(), v1::SIGN_IN_FAILURE_LOCKED);
    EXPECT_GT(locked.error().wait_ms(), 50'000);
    EXPECT_TRUE(admit("boris", "boris-watches")) << "another name from another address";
    const auto written = contents_of(folder / "audit.jsonl");
    EXPECT_EQ(written.find("guess"), std::string::npos) << "no password, not even a wrong one";
    EXPECT_EQ(check_audit(folder / "audit.jsonl").entries, 8U);
}

// Badges are short: whoever has one could try four others, the own one, four others...
TEST_F(DoorkeeperTest, TheOwnBadgeInBetweenDoesNotOpenTheSearchForAnother) {
    Doorkeeper doorkeeper(options, tasks.loop());
    const auto admit = [&](const std::string& badge) {
        v1::SignIn sign_in;
        sign_in.set_badge(badge);
        std::optional<Admission> got;
        doorkeeper.admit(sign_in, "10.0.0.1", "sign-in", [&](Admission admission) { got = std::move(admission); });
        tasks.run();
        return *got;
    };
    for (int i = 0; i < 4; ++i)
        EXPECT_FALSE(admit("99999" + std::to_string(i)));
    EXPECT_TRUE(admit("100001"));
    EXPECT_FALSE(admit("999995"));
    EXPECT_EQ(admit("100001").error().failure(), v1::SIGN_IN_FAILURE_LOCKED);
}

TEST_F(DoorkeeperTest, TriesThatAreOnTheirWayTogetherAreNoMoreThanFive) {
    Doorkeeper doorkeeper(options, tasks.loop());
    std::vector<Admission> got;
    const auto begin = [&](const std::string& badge) {
        v1::SignIn sign_in;
        sign_in.set_badge(badge);
        doorkeeper.admit(sign_in, "10.0.0.1", "sign-in", [&](Admission admission) { got.push_back(std::move(admission)); });
    };
    for (int i = 0; i < 6; ++i)
        begin("99999" + std::to_string(i));
    begin("100001");
    tasks.run();
    ASSERT_EQ(got.size(), 7U);
    EXPECT_EQ(got[4].error().failure(), v1::SIGN_IN_FAILURE_WRONG);
    EXPECT_EQ(got[5].error().failure(), v1::SIGN_IN_FAILURE_LOCKED);
    EXPECT_EQ(got[6].error().failure(), v1::SIGN_IN_FAILURE_LOCKED) << "the seventh, though it is right";
}

// Changed by a manager, on the command line, or while no gateway ran: it is in the file.
TEST_F(DoorkeeperTest, ANewPasswordOrBadgeEndsTheSessionsOfTheOldOne) {
    const DoorOptions with_sessions{folder / "users.toml", folder / "audit.jsonl", folder / "sessions"};
    std::string anna;
    std::string boris;
    std::string otto;
    {
        Doorkeeper doorkeeper(with_sessions, tasks.loop());
        const auto begin = [&](const std::string& name) { return doorkeeper.begin_session(*doorkeeper.person_named(name)); };
        anna = begin("anna");
        boris = begin("boris");
        otto = begin("otto");
        v1::ManagePeople wish;
        wish.mutable_secret()->set_name("anna");
        wish.mutable_secret()->set_badge("100009");
        ASSERT_TRUE(doorkeeper.manage(wish, *doorkeeper.person_named("mira"), "127.0.0.1"));
        EXPECT_FALSE(doorkeeper.person_of_session(anna));
        EXPECT_TRUE(doorkeeper.person_of_session(boris));
    }
    auto book = UserBook::load(folder / "users.toml");
    book.set_password("boris", "boris-looks-on");
    book.save(folder / "users.toml");
    Doorkeeper doorkeeper(with_sessions, tasks.loop());
    EXPECT_FALSE(doorkeeper.person_of_session(anna));
    EXPECT_FALSE(doorkeeper.person_of_session(boris));
    EXPECT_TRUE(doorkeeper.person_of_session(otto));
}

TEST_F(DoorkeeperTest, AChangeIsMadeToTheFileAsItIsAndOneAtATime) {
    Doorkeeper doorkeeper(options, tasks.loop());
    const auto time = std::filesystem::last_write_time(folder / "users.toml");
    auto book = UserBook::load(folder / "users.toml");
    book.revoke("otto");
    book.save(folder / "users.toml");
    std::filesystem::last_write_time(folder / "users.toml", time); // a clock too coarse to tell
    v1::ManagePeople wish;
    wish.mutable_secret()->set_name("anna");
    wish.mutable_secret()->set_badge("100009");
    {
        const proto::wire::FolderLock other(folder.path());
        const auto refused = doorkeeper.manage(wish, *doorkeeper.person_named("mira"), "127.0.0.1");
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().find("somebody else changes files"), std::string::npos) << refused.error();
    }
    ASSERT_TRUE(doorkeeper.manage(wish, *doorkeeper.person_named("mira"), "127.0.0.1"));
    const auto now = UserBook::load(folder / "users.toml");
    EXPECT_TRUE(now.verify_badge("100009"));
    EXPECT_EQ(now.find("otto")->state, UserState::REVOKED) << "what another one has changed stays";
}

TEST_F(DoorkeeperTest, ARevokedUsersSessionIsOver) {
    Doorkeeper doorkeeper(options, tasks.loop());
    const auto token = doorkeeper.begin_session(*doorkeeper.person_named("anna"));
    ASSERT_TRUE(doorkeeper.person_of_session(token));
    auto book = UserBook::load(folder / "users.toml");
    book.revoke("anna");
    book.save(folder / "users.toml");
    std::filesystem::last_write_time(folder / "users.toml", std::filesystem::file_time_type::clock::now() + 5s);
    EXPECT_FALSE(doorkeeper.person_of_session(token));
}

} // namespace
} // namespace dealer_console::gateway
