// A studio as far as a feed client can see it, on real sockets in a thread of its own: it numbers events, loses some on purpose, restarts
// on the same ports, falls silent.
#pragma once

#include "proto/wire/studio_sockets.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace proto::client {

class FakeStudio {
public:
    struct Options {
        std::chrono::milliseconds beat{50};
        std::size_t page = 16;           // envelopes in one page
        std::size_t pages_an_answer = 2; // then ReplayEnd, and the client asks on
    };

    explicit FakeStudio(Options options) : options_(options) { start("tcp://127.0.0.1:*"); }
    ~FakeStudio() { stop(); }
    FakeStudio(const FakeStudio&) = delete;
    FakeStudio& operator=(const FakeStudio&) = delete;

    [[nodiscard]] wire::Endpoints endpoints() const { return endpoints_; }
    void add_table(const std::string& table_id);
    // Numbers, keeps and publishes `count` events; those for which `lost` says so are kept and not published.
    void publish(const std::string& table_id, int count, const std::function<bool(std::uint64_t seq)>& lost = {});
    void stop();    // everything that is not in the journal is gone
    void restart(); // on the same ports
    void new_epoch(const std::string& table_id);
    void silence(bool silent) { silent_ = silent; }                              // no heartbeats
    void deaf(bool deaf) { deaf_ = deaf; }                                       // replay requests are answered with an error
    [[nodiscard]] std::vector<std::string> journal(const std::string& table_id); // bytes of all events of the epoch
    [[nodiscard]] int replays() const { return replays_; }

private:
    struct Table {
        std::uint64_t epoch = 1;
        std::vector<std::string> journal;
    };

    void start(const std::string& feed);
    void serve(const std::stop_token& stopped);
    void beat_all();
    [[nodiscard]] std::vector<::studio::v1::ReplayResponse> answer(const ::studio::v1::ReplayRequest& request);
    [[nodiscard]] std::vector<::studio::v1::ReplayResponse> pages(const Table& table, const ::studio::v1::Replay& replay) const;

    Options options_;
    zmq::context_t context_;
    wire::Endpoints endpoints_;
    std::mutex mutex_; // the test's thread publishes, the studio's thread serves
    wire::StudioSockets sockets_;
    std::map<std::string, Table> tables_;
    std::atomic<bool> silent_ = false;
    std::atomic<bool> deaf_ = false;
    std::atomic<int> replays_ = 0;
    std::jthread thread_;
};

} // namespace proto::client
