// Users, wrong tries, sessions, the audit journal.
#include "dealer_console/gateway/audit.h"
#include "dealer_console/gateway/doorkeeper.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/sessions.h"
#include "dealer_console/gateway/try_guard.h"
#include "dealer_console/gateway/users.h"

#include "tests/dealer_console/gateway/fakes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

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

TEST(Users, PasswordsAndBadgesAreHashesAndSurviveTheFile) {
    start_sodium();
    const Folder folder;
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

TEST(Users, ARevokedUserIsNobody) {
    start_sodium();
    const Folder folder;
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

TEST(Users, BadInputIsNamed) {
    start_sodium();
    const Folder folder;
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

TEST(Sessions, AreKeptAcrossARestartAndEnd) {
    start_sodium();
    const Folder folder;
    std::string token;
    {
        Sessions sessions(folder / "sessions");
        token = sessions.begin("anna b", 1000);
        EXPECT_EQ(contents_of(folder / "sessions").find(token), std::string::npos) << "only its hash is on disk";
    }
    Sessions sessions(folder / "sessions");
    EXPECT_EQ(sessions.user_of(token, 2000), "anna b");
    EXPECT_FALSE(sessions.user_of(token, 1000 + Sessions::lifetime_ns));
    EXPECT_FALSE(sessions.user_of((token[0] == '0' ? "1" : "0") + token.substr(1), 2000));
    sessions.end(token);
    EXPECT_FALSE(sessions.user_of(token, 2000));
}

TEST(Audit, EveryLineNamesTheOneBefore) {
    start_sodium();
    const Folder folder;
    const auto file = folder / "audit.jsonl";
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

TEST(Audit, WhatWasChangedOrTakenOutIsFound) {
    start_sodium();
    const Folder folder;
    const auto file = folder / "audit.jsonl";
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

TEST(Doorkeeper, AdmitsRefusesLocksAndWritesItAllDown) {
    start_sodium();
    const Folder folder;
    testing::make_people(folder / "users.toml");
    Tasks tasks;
    Doorkeeper doorkeeper({folder / "users.toml", folder / "audit.jsonl", ""}, tasks.loop());
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

TEST(Doorkeeper, ARevokedUsersSessionIsOver) {
    start_sodium();
    const Folder folder;
    testing::make_people(folder / "users.toml");
    Tasks tasks;
    Doorkeeper doorkeeper({folder / "users.toml", folder / "audit.jsonl", ""}, tasks.loop());
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
