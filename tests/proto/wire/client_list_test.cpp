// The list of clients while it is changed: one at a time, whole or not at all. What a file may say is tested with the studio's access.
#include "proto/wire/client_list.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace proto::wire {
namespace {

using namespace std::chrono_literals;

class ClientBookTest : public ::testing::Test {
protected:
    [[nodiscard]] static NewClient client(const std::string& name) {
        return {.name = name, .role = v1::ROLE_DISTRIBUTOR, .tables = {"T1"}, .speaks = Speaks::FOR_ITSELF, .max_stake = {{"EUR", 500}}};
    }
    [[nodiscard]] AccessList stored() const { return AccessList::read(file_).value(); }

    studio::testing::RunFolder folder_;
    std::filesystem::path file_ = folder_.path() / "clients.toml";
    std::string studio_key_ = make_key_pair().public_key;
};

TEST_F(ClientBookTest, AKeyThatIsMadeIsOnTheListAndItsSecretIsNot) {
    ClientBook book(file_);
    EXPECT_TRUE(book.list().entries().empty());
    const auto key = book.add(client("acme"), studio_key_);
    EXPECT_FALSE(std::filesystem::exists(file_)) << "not before it is saved";
    book.save();
    const auto list = stored();
    ASSERT_EQ(list.entries().size(), 1U);
    const auto& entry = list.entries().front();
    EXPECT_EQ(entry.key, key.keys.public_key);
    EXPECT_EQ(entry.max_stake.at("EUR"), 500);
    EXPECT_EQ(entry.made.size(), std::string("2026-11-30T12:00:00Z").size());
    EXPECT_EQ(key.studio_key, studio_key_);
    EXPECT_EQ(public_key_of(key.keys.secret_key), key.keys.public_key);
    EXPECT_EQ(key_file_name("acme corp."), "acme_corp_.key");
}

TEST_F(ClientBookTest, WhatTheListWouldNotTakeIsRefusedAndNotOnIt) {
    ClientBook book(file_);
    EXPECT_THROW((void)book.add(client("a\"b"), studio_key_), std::invalid_argument);
    auto loud = client("acme");
    loud.speaks = Speaks::FOR_PEOPLE;
    EXPECT_THROW((void)book.add(loud, studio_key_), std::invalid_argument);
    auto nowhere = client("acme");
    nowhere.tables = {"T 1"};
    EXPECT_THROW((void)book.add(nowhere, studio_key_), std::invalid_argument) << "no table can be called so";
    auto unpaid = client("acme");
    unpaid.max_stake = {{"eur", 5}};
    EXPECT_THROW((void)book.add(unpaid, studio_key_), std::invalid_argument) << "no currency is written so";
    EXPECT_TRUE(book.list().entries().empty());
}

TEST_F(ClientBookTest, ARevokedKeyStaysOnTheListOnce) {
    ClientBook book(file_);
    (void)book.add(client("acme"), studio_key_);
    const auto revoked = book.revoke("acme");
    ASSERT_EQ(revoked.size(), 1U);
    EXPECT_FALSE(revoked.front().revoked.empty());
    EXPECT_TRUE(book.revoke("acme").empty()) << "it is revoked already";
    book.save();
    EXPECT_EQ(stored().entries().front().revoked, revoked.front().revoked);
}

TEST_F(ClientBookTest, WhoComesSecondWaitsAndGivesUp) {
    const ClientBook first(file_);
    EXPECT_THROW(ClientBook(file_, 50ms), std::runtime_error);
}

TEST_F(ClientBookTest, AFaultIsNamedWithItsLine) {
    std::ofstream(file_) << "\n[[client]]\n";
    try {
        const ClientBook book(file_);
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("clients.toml:2: a client's name must be"), std::string::npos) << error.what();
    }
}

TEST(UtcText, IsTheTimeOfTheLists) {
    EXPECT_EQ(utc_text(std::chrono::system_clock::time_point(std::chrono::seconds(1'796'040'000))), "2026-11-30T12:00:00Z");
}

} // namespace
} // namespace proto::wire
