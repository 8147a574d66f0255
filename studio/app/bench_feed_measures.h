// The measures of `studio bench feed`, each by itself.
#pragma once

#include "proto/wire/endpoints.h"
#include "studio/runtime/child_process.h"

#include <zmq.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace studio::app {

using Nanoseconds = std::chrono::nanoseconds;

// Times of one measure, sorted.
struct Times {
    std::vector<Nanoseconds> all;
    void sort();
    [[nodiscard]] double ms(double share) const; // 0.5 is the median; 0 when nothing was measured
};

// Events a second.
struct FlowRates {
    double plain = 0;      // the same bytes through libzmq's PUB and SUB alone, over TCP
    double sqlite = 0;     // the same bytes into one table of SQLite alone, as durable and in batches as large
    double studio = 0;     // engine, journal, feed and client library
    double replay = 0;     // from the journal through the replay socket to the client library
    std::size_t bytes = 0; // of one event
    bool whole = false;    // every event came, once and in order
};
[[nodiscard]] FlowRates measure_flow(const std::filesystem::path& folder, int events);

// `studio run` as a process of its own, with tables that have no camera.
class BenchStudio {
public:
    BenchStudio(const std::filesystem::path& program, const std::filesystem::path& folder, int tables);
    [[nodiscard]] const proto::wire::Endpoints& endpoints() const { return endpoints_; }
    [[nodiscard]] const std::vector<std::string>& tables() const { return tables_; }
    [[nodiscard]] long resident_kib() const;
    [[nodiscard]] double cpu_seconds() const;
    // Opens every table; throws when one does not answer.
    void open_tables(zmq::context_t& context) const;
    // Counts the commands: pauses and resumes the tables by turns.
    [[nodiscard]] std::size_t next_press() { return pressed_++; }

private:
    proto::wire::Endpoints endpoints_;
    std::vector<std::string> tables_;
    std::unique_ptr<runtime::ChildProcess> process_;
    std::size_t pressed_ = 0;
};

struct Latencies {
    Times sqlite; // one durable commit of an event's bytes, by turns with the commands
    Times first;  // from a command's sending to its event at the first subscriber
    Times each;   // the same at each subscriber
    bool lost = false;
};
// Commands to the tables by turns, one at a time; `subscribers` sockets hear all of them.
[[nodiscard]] Latencies measure_latency(zmq::context_t& context, BenchStudio& studio, const std::filesystem::path& folder,
                                        std::vector<zmq::socket_t>& subscribers, int commands);
[[nodiscard]] std::vector<zmq::socket_t> subscribe(zmq::context_t& context, const BenchStudio& studio, int count);
// The same way out without a studio: one PUB, as many SUB.
[[nodiscard]] Times measure_plain_fan_out(zmq::context_t& context, int subscribers, int messages);

struct StoppedOne {
    Times without;            // at each of the others, while all read
    Times with;               // while one does not read
    std::uint64_t behind = 0; // events that it had not read when it began to read again
    bool complete = false;    // it has all of them, once and in order
    double recovery_s = 0;
};
[[nodiscard]] StoppedOne measure_stopped_one(zmq::context_t& context, BenchStudio& studio, const std::filesystem::path& folder,
                                             int subscribers, int commands);

} // namespace studio::app
