// Keys, their files, what people call them by.
#include "proto/wire/keys.h"
#include "proto/wire/token_bucket.h"
#include "proto/wire/topics.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace proto::wire {
namespace {

using namespace std::chrono_literals;

class KeyFiles : public ::testing::Test {
protected:
    std::filesystem::path file(const std::string& text, std::filesystem::perms mode = std::filesystem::perms::owner_read) {
        const auto path = folder / "some.key";
        std::filesystem::remove(path);
        std::ofstream(path) << text;
        std::filesystem::permissions(path, mode);
        return path;
    }
    studio::testing::RunFolder folder;
};

TEST(Keys, AreCalledByTheirFirstBytes) {
    const std::string key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"; // the example of RFC 26
    EXPECT_TRUE(is_key(key));
    EXPECT_EQ(fingerprint(key), "54fc-ba24-e932-4996");
    EXPECT_EQ(
        key_text(std::string("\x54\xfc\xba\x24\xe9\x32\x49\x96\x93\x16\xfb\x61\x7c\x87\x2b\xb0\xc1\xd1\xff\x14\x80\x04\x27\xc5\x94\xcb"
                             "\xfa\xcf\x1b\xc2\xd6\x52",
                             32)),
        key);
    for (const std::string bad : {"", "short", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf\""}) {
        EXPECT_FALSE(is_key(bad)) << bad;
        EXPECT_EQ(fingerprint(bad), "");
    }
    EXPECT_EQ(key_text("31 bytes"), "");
}

TEST(Keys, ThePublicHalfFollowsFromTheSecretOne) {
    const auto pair = make_key_pair();
    EXPECT_EQ(public_key_of(pair.secret_key), pair.public_key);
    EXPECT_FALSE(public_key_of("no key"));
    EXPECT_NE(make_key_pair().public_key, pair.public_key);
}

TEST_F(KeyFiles, AreReadBackAndOnlyTheirOwnersMayReadThem) {
    const ClientKey acme{"acme", make_key_pair().public_key, make_key_pair()};
    const auto path = folder / "acme.key";
    ASSERT_TRUE(write_client_key(path, acme));
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const auto read = read_client_key(path);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->name, "acme");
    EXPECT_EQ(read->studio_key, acme.studio_key);
    EXPECT_EQ(read->curve().secret_key, acme.keys.secret_key);
    EXPECT_EQ(write_client_key(path, acme).error(), "key file " + path.string() + ": File exists");
    ASSERT_TRUE(write_studio_key(folder / "studio.key", acme.keys));
    EXPECT_EQ(read_studio_key(folder / "studio.key")->secret_key, acme.keys.secret_key);
}

TEST_F(KeyFiles, WhatIsWrongWithOneIsNamed) {
    const auto pair = make_key_pair();
    const auto other = make_key_pair();
    const auto pair_lines = "public_key = \"" + pair.public_key + "\"\nsecret_key = \"" + pair.secret_key + "\"\n";
    const auto reason = [&](const std::string& text) {
        const auto path = file(text);
        const auto read = read_client_key(path);
        EXPECT_FALSE(read);
        return read ? "" : read.error().substr(("key file " + path.string()).size());
    };
    EXPECT_EQ(reason("name = "), ":1: not a key file");
    EXPECT_EQ(reason(""), ": public_key must be a key of 40 characters");
    EXPECT_EQ(reason("public_key = \"" + pair.public_key + "\"\n"), ": secret_key must be a key of 40 characters");
    EXPECT_EQ(reason("public_key = \"" + other.public_key + "\"\nsecret_key = \"" + pair.secret_key + "\"\n"),
              ": public_key and secret_key do not belong together");
    EXPECT_EQ(reason(pair_lines), ": studio_key must be a key of 40 characters");
    EXPECT_EQ(reason(pair_lines + "studio_key = \"" + other.public_key + "\"\n"), ": name must say whose key it is");
    using std::filesystem::perms;
    EXPECT_EQ(read_studio_key(file(pair_lines, perms::owner_read | perms::others_read)).error(),
              "key file " + (folder / "some.key").string() + ": everybody on this machine can read it; chmod 600 it");
    EXPECT_EQ(read_studio_key(folder / "none.key").error(), "key file " + (folder / "none.key").string() + ": No such file or directory");
}

TEST(Topics, OneThatBeginsAnotherIsClosed) {
    const auto topics = closed_topics({"T1", "T10", "T2"});
    EXPECT_EQ(topics.at("T1"), "t/T1/");
    EXPECT_EQ(topics.at("T10"), "t/T10");
    EXPECT_EQ(topics.at("T2"), "t/T2");
    for (const auto& [table, topic] : topics)
        EXPECT_EQ(table_of(topic), table);
}

TEST(TokenBucket, FillsWithTimeAndKeepsDebts) {
    TokenBucket::Instant now{};
    TokenBucket bucket(10, 3);
    EXPECT_TRUE(bucket.take(now) && bucket.take(now) && bucket.take(now));
    EXPECT_FALSE(bucket.take(now));
    EXPECT_FALSE(bucket.take(now + 99ms));
    EXPECT_TRUE(bucket.take(now + 100ms));
    EXPECT_FALSE(bucket.take(now - 10s)) << "time that goes back brings nothing";
    now += 1h;
    EXPECT_TRUE(bucket.is_full(now));
    EXPECT_TRUE(bucket.take(now));
    bucket.charge(100);
    EXPECT_FALSE(bucket.take(now + 390ms)) << "a debt of one burst at most, paid before anything else";
    EXPECT_TRUE(bucket.take(now + 410ms));
}

} // namespace
} // namespace proto::wire
