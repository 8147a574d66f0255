#include "proto/wire/command_client.h"
#include "proto/wire/observe.h"
#include "proto/wire/studio_sockets.h"
#include "proto/wire/topics.h"
#include "studio/v1/feed.pb.h"

#include "tests/proto/wire/subscriber.h"
#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

namespace proto::wire {
namespace {

using namespace std::chrono_literals;
using ::studio::v1::CommandRequest;
using ::studio::v1::CommandResponse;
using ::studio::v1::ReplayRequest;
using ::studio::v1::ReplayResponse;

constexpr auto any = "tcp://127.0.0.1:*";
constexpr auto long_enough = 5s;

TEST(Topics, OneATable) {
    EXPECT_EQ(topic_of("t1"), "t/t1");
    EXPECT_EQ(table_of("t/t1"), "t1");
    EXPECT_EQ(table_of("x/t1"), std::nullopt);
}

TEST(Endpoints, FollowFromTheFeed) {
    EXPECT_EQ(*endpoints_from_feed("tcp://127.0.0.1:7400"),
              (Endpoints{"tcp://127.0.0.1:7400", "tcp://127.0.0.1:7401", "tcp://127.0.0.1:7402"}));
    EXPECT_EQ(endpoints_from_feed("tcp://[::1]:7400")->replay, "tcp://[::1]:7401");
    EXPECT_EQ(*endpoints_from_feed("ipc:///run/studio/feed"),
              (Endpoints{"ipc:///run/studio/feed", "ipc:///run/studio/replay", "ipc:///run/studio/command"}));
    for (const char* bad :
         {"", "tcp://", "tcp://host", "tcp://host:", "tcp://host:0", "tcp://host:99999", "tcp://host:65534", "tcp://host:7400x",
          "tcp://:7400", "ipc:///run/studio/other", "ipc:///feed", "udp://host:7400", "127.0.0.1:7400"})
        EXPECT_FALSE(endpoints_from_feed(bad)) << bad;
}

TEST(StudioSockets, ThreePortsInARow) {
    zmq::context_t context;
    const auto one = bind_studio(context, any);
    const auto two = bind_studio(context, any);
    EXPECT_EQ(*endpoints_from_feed(one.feed->endpoint()), one.endpoints);
    EXPECT_EQ(one.endpoints.replay, one.replay->endpoint());
    EXPECT_EQ(one.endpoints.command, one.command->endpoint());
    EXPECT_NE(one.endpoints.feed, two.endpoints.feed);
    try {
        (void)bind_studio(context, one.endpoints.replay);
        FAIL() << "the port is taken";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "cannot bind " + one.endpoints.replay + ": Address already in use");
    }
}

TEST(StudioSockets, IpcFolder) {
    const studio::testing::RunFolder folder;
    zmq::context_t context;
    const auto sockets = bind_studio(context, "ipc://" + folder.path().string() + "/feed");
    EXPECT_TRUE(std::filesystem::exists(folder / "command"));
}

// Feed ---------------------------------------------------------------------------------------------------------------------

struct Subscriber : testing::Subscriber {
    Subscriber(zmq::context_t& context, const std::string& endpoint, const SocketOptions& options = {})
        : testing::Subscriber(context, endpoint, options, {std::string(topic_prefix)}) {}
    // Beats until the subscription has reached the publisher.
    bool joined(FeedPublisher& publisher) {
        for (int i = 0; i < 500; ++i) {
            publisher.heartbeat({"s", "join", 1, 1, 0});
            if (next(10ms)) {
                while (next(20ms)) {
                }
                return true;
            }
        }
        return false;
    }
};

TEST(FeedPublisher, PublishesBytesAsTheyAre) {
    zmq::context_t context;
    FeedPublisher publisher(context, any);
    Subscriber subscriber(context, publisher.endpoint());
    ASSERT_TRUE(subscriber.joined(publisher));
    const std::string bytes("\x00\xFF\x7A bytes", 9);
    EXPECT_TRUE(publisher.publish("t1", bytes));
    EXPECT_EQ(subscriber.next(long_enough), std::pair(std::string("t/t1"), bytes));
    EXPECT_TRUE(publisher.heartbeat({"studio-1", "t1", 3, 42, 99}));
    ::studio::v1::Envelope beat;
    ASSERT_TRUE(beat.ParseFromString(subscriber.next(long_enough)->second));
    EXPECT_EQ(beat.heartbeat().next_seq(), 42U);
    EXPECT_EQ(beat.epoch(), 3U);
    EXPECT_EQ(beat.seq(), 0U);
    EXPECT_EQ(publisher.published(), 1U);
}

TEST(FeedPublisher, NeverWaitsForASubscriberThatDoesNotRead) {
    zmq::context_t context;
    SocketOptions small;
    small.feed_messages = 1'000;
    small.receive_messages = 10;
    FeedPublisher publisher(context, any, small);
    Subscriber stopped(context, publisher.endpoint(), small);
    Subscriber reading(context, publisher.endpoint());
    ASSERT_TRUE(stopped.joined(publisher));
    ASSERT_TRUE(reading.joined(publisher));
    const std::string body(10'000, 'x');
    const auto begin = std::chrono::steady_clock::now();
    int received = 0;
    for (int i = 0; i < 5'000; ++i) { // far more than the kernel's buffers take
        ASSERT_TRUE(publisher.publish("t1", body));
        if (reading.next(long_enough)) ++received;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
    EXPECT_EQ(received, 5'000) << "the other subscriber misses nothing";
    EXPECT_EQ(publisher.refused(), 0U);
    int kept = 0;
    while (stopped.next(100ms))
        ++kept;
    EXPECT_LT(kept, 5'000) << "what the stopped one could not take is gone, not waited for";
}

// Replay -------------------------------------------------------------------------------------------------------------------

struct RawClient {
    zmq::socket_t socket;
    RawClient(zmq::context_t& context, zmq::socket_type type, const std::string& endpoint) : socket(make_socket(context, type, {})) {
        socket.connect(endpoint);
    }
    void send(const std::string& bytes) { (void)socket.send(zmq::buffer(bytes)); }
    template <typename Response>
    std::optional<Response> next(std::chrono::milliseconds timeout) {
        zmq::message_t frame;
        if (!wait_readable(socket, timeout) || !socket.recv(frame, zmq::recv_flags::dontwait)) return std::nullopt;
        Response response;
        EXPECT_TRUE(response.ParseFromArray(frame.data(), static_cast<int>(frame.size())));
        return response;
    }
};

std::string replay_request(std::uint64_t id) {
    ReplayRequest request;
    request.set_schema(1);
    request.set_request_id(id);
    request.mutable_replay()->set_table_id("t1");
    return request.SerializeAsString();
}

std::vector<ReplayResponse> two_pages(const ReplayRequest& request, const Visitor&) {
    std::vector<ReplayResponse> responses(3);
    responses[0].mutable_page()->add_envelopes("one");
    responses[1].mutable_page()->add_envelopes("two");
    responses[2].mutable_end()->set_table_id(request.replay().table_id());
    return responses;
}

TEST(ReplayServer, AnswersInPagesWithTheRequestsId) {
    zmq::context_t context;
    ReplayServer server(context, any);
    for (const auto type : {zmq::socket_type::dealer, zmq::socket_type::req}) {
        RawClient client(context, type, server.endpoint());
        client.send(replay_request(7));
        if (type == zmq::socket_type::req) {
            EXPECT_EQ(server.poll(long_enough, [](const ReplayRequest&, const Visitor&) { return std::vector(1, replay_error("no")); }), 1);
            EXPECT_EQ(client.next<ReplayResponse>(long_enough)->error().reason(), "no");
            continue;
        }
        EXPECT_EQ(server.poll(long_enough, two_pages), 1);
        EXPECT_EQ(client.next<ReplayResponse>(long_enough)->page().envelopes(0), "one");
        EXPECT_EQ(client.next<ReplayResponse>(long_enough)->page().envelopes(0), "two");
        const auto end = client.next<ReplayResponse>(long_enough);
        EXPECT_EQ(end->end().table_id(), "t1");
        EXPECT_EQ(end->request_id(), 7U);
        EXPECT_EQ(end->schema(), 1U);
    }
}

// What ZMQ_PROBE_ROUTER sends.
TEST(ReplayServer, AGreetingIsNoRequest) {
    zmq::context_t context;
    ReplayServer server(context, any);
    RawClient client(context, zmq::socket_type::dealer, server.endpoint());
    const auto once = [](const ReplayRequest&, const Visitor&) { return std::vector(1, replay_error("no")); };
    client.send("");
    EXPECT_EQ(server.poll(100ms, once), 0);
    client.send("");
    client.send(replay_request(7));
    EXPECT_EQ(server.poll(long_enough, once), 1);
    EXPECT_EQ(client.next<ReplayResponse>(long_enough)->request_id(), 7U) << "and nothing before it";
    EXPECT_EQ(server.counters().requests, 1U);
    EXPECT_EQ(server.counters().malformed, 0U);
    RawClient asks(context, zmq::socket_type::req, server.endpoint());
    asks.send("");
    EXPECT_EQ(server.poll(long_enough, once), 1) << "whoever waits for an answer gets one";
}

TEST(ReplayServer, MalformedRequestsAreAnsweredAndCounted) {
    zmq::context_t context;
    ReplayServer server(context, any);
    RawClient client(context, zmq::socket_type::dealer, server.endpoint());
    const auto never = [](const ReplayRequest&, const Visitor&) -> std::vector<ReplayResponse> {
        ADD_FAILURE() << "a malformed request reaches no handler";
        return {};
    };
    const auto reason = [&](const std::string& bytes) {
        client.send(bytes);
        EXPECT_EQ(server.poll(long_enough, never), 1);
        return client.next<ReplayResponse>(long_enough)->error().reason();
    };
    EXPECT_EQ(reason("\xFF\xFF"), "not Protobuf: 2 bytes are no ReplayRequest");
    EXPECT_EQ(reason(std::string(2, '\0')), "not Protobuf: 2 bytes are no ReplayRequest");
    ReplayRequest request;
    request.set_schema(2);
    EXPECT_EQ(reason(request.SerializeAsString()), "schema: version 2 is not known");
    request.set_schema(1);
    EXPECT_EQ(reason(request.SerializeAsString()), "no request that this studio knows");
    EXPECT_EQ(server.counters().malformed, 4U);
    EXPECT_EQ(reason(std::string(17 << 10, 'x')), "a request has at most 16384 bytes, this one has 17408");
    EXPECT_EQ(server.counters().too_large, 1U);
    (void)client.socket.send(zmq::str_buffer("a"), zmq::send_flags::sndmore);
    EXPECT_EQ(reason("b"), "a request is one frame, this one has 2");
}

TEST(ReplayServer, AHandlerThatThrowsIsAnsweredWithoutItsText) {
    zmq::context_t context;
    ReplayServer server(context, any);
    RawClient client(context, zmq::socket_type::dealer, server.endpoint());
    client.send(replay_request(1));
    std::string log;
    const auto throws = [](const ReplayRequest&, const Visitor&) -> std::vector<ReplayResponse> {
        throw std::runtime_error("disk on fire");
    };
    EXPECT_EQ(server.poll(long_enough, throws, [&log](const std::string& what) { log = what; }), 1);
    EXPECT_EQ(client.next<ReplayResponse>(long_enough)->error().reason(), "the studio could not answer; ask again");
    EXPECT_EQ(log, "disk on fire");
    EXPECT_EQ(server.counters().failed, 1U);
}

TEST(ReplayServer, AClientThatIsGoneOrDoesNotReadCostsNothing) {
    zmq::context_t context;
    SocketOptions small;
    small.send_messages = 10;
    ReplayServer server(context, any, small);
    const auto flood = [](const ReplayRequest&, const Visitor&) {
        ReplayResponse page;
        page.mutable_page()->add_envelopes(std::string(1 << 20, 'x'));
        return std::vector(200, page);
    };
    RawClient stopped(context, zmq::socket_type::dealer, server.endpoint());
    stopped.socket.set(zmq::sockopt::rcvhwm, 1);
    stopped.send(replay_request(1));
    EXPECT_EQ(server.poll(long_enough, flood), 1);
    EXPECT_GT(server.counters().unanswered, 0U);
    RawClient other(context, zmq::socket_type::dealer, server.endpoint());
    other.send(replay_request(2));
    EXPECT_EQ(server.poll(long_enough, two_pages), 1);
    EXPECT_TRUE(other.next<ReplayResponse>(long_enough));
}

// Commands -----------------------------------------------------------------------------------------------------------------

CommandRequest pause_table() {
    CommandRequest request;
    request.set_table_id("t1");
    request.set_by("anna");
    request.mutable_pause_table()->set_reason("tea");
    return request;
}

TEST(Commands, AreAnsweredLaterAndByTheirId) {
    zmq::context_t context;
    CommandServer server(context, any);
    CommandClient client(context, server.endpoint());
    EXPECT_EQ(client.call(pause_table(), 20ms).error(), "no answer from " + server.endpoint() + " within 20 ms");
    std::thread studio([&server] {
        const auto outdated = server.receive(long_enough);
        const auto call = server.receive(long_enough);
        ASSERT_TRUE(outdated && call);
        EXPECT_EQ(call->request.pause_table().reason(), "tea");
        EXPECT_NE(call->request.request_id(), outdated->request.request_id());
        CommandResponse late = command_rejection("PROC.pause", "outdated");
        server.reply(outdated->peer, outdated->request.request_id(), late);
        CommandResponse response;
        response.mutable_accepted()->set_first_seq(12);
        server.reply(call->peer, call->request.request_id(), response);
    });
    const auto response = client.call(pause_table(), long_enough);
    studio.join();
    ASSERT_TRUE(response) << response.error();
    EXPECT_EQ(response->accepted().first_seq(), 12U);
}

TEST(Commands, MalformedOnesAreRejectedAndCounted) {
    zmq::context_t context;
    CommandServer server(context, any);
    RawClient client(context, zmq::socket_type::dealer, server.endpoint());
    client.send("\xFF\xFF");
    EXPECT_FALSE(server.receive(long_enough));
    const auto response = client.next<CommandResponse>(long_enough);
    EXPECT_EQ(response->rejection().clause(), "REQUEST");
    EXPECT_EQ(response->rejection().reason(), "not Protobuf: 2 bytes are no CommandRequest");
    CommandRequest nothing;
    nothing.set_schema(1);
    client.send(nothing.SerializeAsString());
    EXPECT_FALSE(server.receive(long_enough));
    EXPECT_EQ(client.next<CommandResponse>(long_enough)->rejection().reason(), "no command that this studio knows");
    EXPECT_EQ(server.counters().malformed, 2U);
}

// Observations -------------------------------------------------------------------------------------------------------------

TEST(Observe, WhatCannotBeReadIsCounted) {
    zmq::context_t context;
    ObserveReceiver studio(context, any);
    RawClient broken(context, zmq::socket_type::push, studio.endpoint());
    broken.send("\xFF\xFF");
    EXPECT_FALSE(studio.receive(long_enough));
    EXPECT_EQ(studio.malformed(), 1U);
    ObserveSender recogniser(context, studio.endpoint());
    ::studio::v1::ObserveMessage message;
    message.set_table_id("t1");
    message.mutable_card()->set_card("Td");
    message.mutable_card()->set_still_jpeg(std::string(1 << 20, 'j'));
    EXPECT_TRUE(recogniser.send(message));
    const auto received = studio.receive(long_enough);
    ASSERT_TRUE(received);
    EXPECT_EQ(received->card().card(), "Td");
    EXPECT_EQ(received->card().still_jpeg().size(), 1U << 20);
}

TEST(Observe, TheSenderNeverWaits) {
    zmq::context_t context;
    SocketOptions small;
    small.send_messages = 5;
    ObserveSender recogniser(context, "tcp://127.0.0.1:1", small); // nobody there
    ::studio::v1::ObserveMessage message;
    message.mutable_frame()->set_frame(1);
    for (int i = 0; i < 20; ++i)
        recogniser.send(message);
    EXPECT_EQ(recogniser.dropped(), 15U);
}

} // namespace
} // namespace proto::wire
