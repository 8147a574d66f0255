// A distributor inside a demo: follows the feed through the client library like anybody else and counts what arrives.
#pragma once

#include "proto/wire/endpoints.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace studio::app {

// Owned by the program; follows on a thread of its own from its making to stop() or its end.
class FeedWitness {
public:
    FeedWitness(const proto::wire::Endpoints& endpoints, std::vector<std::string> tables);
    ~FeedWitness();
    FeedWitness(const FeedWitness&) = delete;
    FeedWitness& operator=(const FeedWitness&) = delete;

    // Waits until `count` events of all tables together have come, at most for `patience`; then follows no longer. Returns how many came.
    std::uint64_t stop(std::uint64_t count, std::chrono::milliseconds patience);
    [[nodiscard]] std::uint64_t received() const { return received_; }

private:
    void follow(const proto::wire::Endpoints& endpoints, const std::vector<std::string>& tables);

    std::atomic<std::uint64_t> received_ = 0;
    std::atomic<bool> stop_ = false;
    std::thread thread_; // last: it runs on everything above
};

} // namespace studio::app
