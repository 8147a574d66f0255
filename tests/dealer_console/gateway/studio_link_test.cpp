// The line to a studio that is not there.
#include "dealer_console/gateway/studio_link.h"

#include "proto/wire/sockets.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <future>
#include <optional>

namespace dealer_console::gateway {
namespace {

using namespace std::chrono_literals;

struct Heard {
    zmq::message_t from;
    zmq::message_t bytes;
};

// The next request, when one comes in time. Lines greet when they are let in, with nothing: that is none.
std::optional<Heard> next(zmq::socket_t& studio, std::chrono::milliseconds patience) {
    while (proto::wire::wait_readable(studio, patience)) {
        Heard heard;
        if (studio.recv(heard.from) && studio.recv(heard.bytes) && heard.bytes.size() > 0) return heard;
    }
    return std::nullopt;
}

TEST(StudioLink, WhatNobodyWaitsForAnyMoreIsNotCarriedOutWhenTheStudioIsBack) {
    const studio::testing::RunFolder folder;
    const auto endpoint = [&](const char* name) { return "ipc://" + (folder / name).string(); };
    zmq::context_t context; // of the studio, and before the link: it ends after it
    StudioLink link({.endpoints = {endpoint("feed"), endpoint("replay"), endpoint("command")}, .sockets = {}}, [](const LinkNews&) {});
    const auto ask = [&](const std::string& word) {
        v1::CommandRequest request;
        request.set_table_id("T1");
        request.set_by(word);
        request.mutable_confirm_result();
        auto answered = std::make_shared<std::promise<CommandAnswer>>();
        link.ask("T1", request, [answered](CommandAnswer answer) { answered->set_value(std::move(answer)); });
        return answered->get_future();
    };
    EXPECT_FALSE(ask("lost").get()) << "nobody is there";
    auto studio = proto::wire::make_socket(context, zmq::socket_type::router, {});
    studio.bind(endpoint("command"));
    auto later = ask("later");
    auto heard = next(studio, 3s);
    ASSERT_TRUE(heard);
    v1::CommandRequest got;
    ASSERT_TRUE(got.ParseFromArray(heard->bytes.data(), static_cast<int>(heard->bytes.size())));
    EXPECT_EQ(got.by(), "later");
    v1::CommandResponse response;
    response.set_request_id(got.request_id());
    response.mutable_accepted();
    studio.send(heard->from, zmq::send_flags::sndmore);
    studio.send(zmq::buffer(response.SerializeAsString()));
    EXPECT_TRUE(later.get());
    EXPECT_FALSE(next(studio, 300ms)) << "the lost one does not follow";
}

} // namespace
} // namespace dealer_console::gateway
