#include "studio/app/feed_witness.h"

#include "proto/client/feed_client.h"

#include <spdlog/spdlog.h>

namespace studio::app {

FeedWitness::FeedWitness(const proto::wire::Endpoints& endpoints, std::vector<std::string> tables)
    : thread_([this, endpoints, tables = std::move(tables)] { follow(endpoints, tables); }) {}

FeedWitness::~FeedWitness() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
}

std::uint64_t FeedWitness::stop(std::uint64_t count, std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (received_ < count && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return received_;
}

void FeedWitness::follow(const proto::wire::Endpoints& endpoints, const std::vector<std::string>& tables) {
    try {
        zmq::context_t context;
        proto::client::FeedOptions options;
        options.feed = endpoints.feed;
        options.replay = endpoints.replay;
        options.tables = tables;
        options.from = proto::client::FeedPosition{.epoch = {}, .next_seq = 1};
        proto::client::FeedClient client(context, options);
        while (!stop_) {
            const auto item = client.poll(std::chrono::milliseconds(50));
            if (item && item->event()) ++received_;
        }
    } catch (const std::exception& error) {
        spdlog::error("feed witness: {}", error.what());
    }
}

} // namespace studio::app
