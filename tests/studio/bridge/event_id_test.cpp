#include "studio/bridge/event_id.h"
#include "studio/bridge/jet_stream.h"

#include <gtest/gtest.h>

namespace studio::bridge {
namespace {

TEST(EventId, NamesTableEpochAndNumber) {
    EXPECT_EQ(text(MessageId{"T1", {1790000000, 17}}), "T1:1790000000:17");
    const auto id = parse_message_id("T1:1790000000:17");
    ASSERT_TRUE(id);
    EXPECT_EQ(*id, (MessageId{"T1", {1790000000, 17}}));
}

TEST(EventId, OneEventHasOneId) {
    for (const auto* words : {"", "T1", "T1:1", "T1:1:", ":1:2", "T1:1:2:3", "T1:01:2", "T1:1:+2", "T1:1:-2", "T1:1:2 ", "T 1:1:2",
                              "T1:1:0x2", "T1:1:99999999999999999999", "T.1:1:2"})
        EXPECT_FALSE(parse_message_id(words)) << words;
}

TEST(EventId, EpochComesBeforeNumber) {
    EXPECT_LT((Position{1, 900}), (Position{2, 1}));
    EXPECT_LT((Position{2, 1}), (Position{2, 2}));
}

TEST(EventId, ASubjectIsOneWordForStudioAndTable) {
    EXPECT_EQ(subject_of("riga-1", "T_1").value(), "studio.riga-1.T_1");
    EXPECT_EQ(subjects_of("riga-1"), "studio.riga-1.*");
    EXPECT_EQ(stream_of("riga-1"), "studio-riga-1");
    for (const auto* word : {"", "a.b", "*", ">", "a b", "a\tb", "\xC3\xA4"}) {
        EXPECT_FALSE(subject_of("riga-1", word)) << word;
        EXPECT_FALSE(subject_of(word, "T1")) << word;
    }
}

TEST(Servers, AreTheServersOfOneCluster) {
    EXPECT_EQ(parse_servers("nats://10.0.0.1:4222").value(), std::vector<std::string>{"nats://10.0.0.1:4222"});
    EXPECT_EQ(parse_servers("nats://a,tls://u:p@b:1,nats://[::1]:4222,nats://[::1]").value().size(), 4U);
}

TEST(Servers, AWrongAddressIsNamedWithItsReason) {
    for (const auto* urls : {"", "10.0.0.1:4222", "http://a:4222", "nats://", "nats://:4222", "nats://a:", "nats://a:0", "nats://a:65536",
                             "nats://a:x", "nats://a:4222/path", "nats://a:4222,", "nats://a:4222,b:4222", "nats://u:p@:4222"}) {
        const auto servers = parse_servers(urls);
        ASSERT_FALSE(servers) << urls;
        EXPECT_NE(servers.error().find("is no address of a NATS server: "), std::string::npos) << servers.error();
    }
    EXPECT_EQ(parse_servers("nats://a:4222,nats://b:port").error(), "'nats://b:port' is no address of a NATS server: 'port' is no port");
}

TEST(JetStreamOptions, AFileThatCannotBeUsedIsNamed) {
    const auto log = [](Weight, const std::string&) {};
    try {
        const JetStream stream({.servers = {"nats://127.0.0.1:1"}, .authority = "/no/such/ca.pem"}, log);
        ADD_FAILURE() << "it was taken";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("/no/such/ca.pem"), std::string::npos) << error.what();
    }
}

TEST(JetStreamAway, EveryCallSaysSoInTime) {
    JetStream stream({.servers = {"nats://127.0.0.1:1"}, .patience = std::chrono::milliseconds(200)}, [](Weight, const std::string&) {});
    const auto started = std::chrono::steady_clock::now();
    const auto prepared = stream.prepare("s");
    const auto last = stream.last("s", "studio.s.T1");
    const auto stored = stream.store("s", {"studio.s.T1", "T1:1:1", 0, "x"});
    EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(10));
    ASSERT_FALSE(prepared);
    ASSERT_FALSE(last);
    ASSERT_FALSE(stored);
    EXPECT_EQ(prepared.error().trouble, StreamTrouble::AWAY);
    EXPECT_EQ(last.error().trouble, StreamTrouble::AWAY);
    EXPECT_EQ(stored.error().trouble, StreamTrouble::AWAY);
    EXPECT_NE(prepared.error().what.find("connecting"), std::string::npos) << prepared.error().what;
}

} // namespace
} // namespace studio::bridge
