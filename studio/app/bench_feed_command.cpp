#include "studio/app/bench_feed_command.h"

#include "studio/app/bench_feed_measures.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <thread>

namespace studio::app {

namespace {

constexpr double kib_in_mib = 1024;

std::string p50_p99(const Times& times) {
    return fmt::format("{:.2f} / {:.2f} ms", times.ms(0.5), times.ms(0.99));
}

nlohmann::ordered_json json_of(const Times& times) {
    return {{"p50_ms", times.ms(0.5)}, {"p99_ms", times.ms(0.99)}, {"count", times.all.size()}};
}

class FeedBench {
public:
    explicit FeedBench(const FeedBenchOptions& options) : options_(options), out_(options.out != nullptr ? *options.out : std::cout) {}

    int run() {
        line("what", "measured", "beside it", "aim");
        flow();
        for (const int tables : options_.tables)
            grow(tables);
        out_ << json_.dump() << std::endl;
        return whole_ ? 0 : 1;
    }

private:
    void line(const std::string& what, const std::string& measured, const std::string& beside, const std::string& aim) {
        out_ << fmt::format("{:<52} {:>18}   {:<58} {}\n", what, measured, beside, aim) << std::flush;
    }

    void flow() {
        const auto rates = measure_flow(options_.folder, options_.events);
        whole_ = whole_ && rates.whole;
        const auto beside = fmt::format("plain PUB/SUB {:.0f}/s, plain SQLite {:.0f}/s", rates.plain, rates.sqlite);
        line(fmt::format("events a second to 1 subscriber, {} bytes", rates.bytes), fmt::format("{:.0f}/s", rates.studio), beside, "");
        line("  against plain PUB/SUB", fmt::format("{:.2f}", rates.studio / rates.plain), "", ">= 0.5");
        line("  against plain SQLite, batches of 256", fmt::format("{:.2f}", rates.studio / rates.sqlite), "", "");
        line("events a second by replay", fmt::format("{:.0f}/s", rates.replay),
             fmt::format("{:.2f} of plain PUB/SUB", rates.replay / rates.plain), "");
        json_["flow"] = {{"bytes", rates.bytes},         {"plain_per_s", rates.plain},   {"sqlite_per_s", rates.sqlite},
                         {"studio_per_s", rates.studio}, {"replay_per_s", rates.replay}, {"whole", rates.whole}};
    }

    void grow(int tables) {
        const auto folder = options_.folder / ("tables-" + std::to_string(tables));
        std::filesystem::create_directories(folder);
        BenchStudio studio(options_.studio, folder, tables);
        {
            zmq::context_t context;
            studio.open_tables(context);
        }
        const bool most = tables == *std::ranges::max_element(options_.tables);
        for (const int count : options_.subscribers) {
            if (!most && count != options_.subscribers.front()) continue;
            zmq::context_t context;
            context.set(zmq::ctxopt::max_sockets, 4096);
            auto subscribers = subscribe(context, studio, count);
            latency(context, studio, folder, tables, subscribers);
            if (most && count == options_.subscribers.back()) soak(context, studio, subscribers);
        }
        if (most) stopped_one(studio, folder);
    }

    void latency(zmq::context_t& context, BenchStudio& studio, const std::filesystem::path& folder, int tables,
                 std::vector<zmq::socket_t>& subscribers) {
        const auto count = static_cast<int>(subscribers.size());
        const auto cpu = studio.cpu_seconds();
        const auto measured = measure_latency(context, studio, folder, subscribers, options_.commands);
        const auto per_event = 1e3 * (studio.cpu_seconds() - cpu) / options_.commands;
        const auto plain = measure_plain_fan_out(context, count, options_.commands);
        whole_ = whole_ && !measured.lost;
        const auto added = measured.first.ms(0.99) - measured.sqlite.ms(0.99);
        line(fmt::format("{} tables, {} subscribers: command to event", tables, count), p50_p99(measured.each),
             fmt::format("SQLite commit {}, plain PUB to each {}", p50_p99(measured.sqlite), p50_p99(plain)), "");
        line("  added over the commit, first subscriber, p50, p99",
             fmt::format("{:.2f}, {:.2f} ms", measured.first.ms(0.5) - measured.sqlite.ms(0.5), added), "", "p99 <= 2 ms");
        line("  resident memory, processor time of an event",
             fmt::format("{:.0f} MiB", static_cast<double>(studio.resident_kib()) / kib_in_mib), fmt::format("{:.2f} ms", per_event),
             tables == 64 ? "<= 200 MB" : "");
        json_["growth"].push_back({{"tables", tables},
                                   {"subscribers", count},
                                   {"sqlite", json_of(measured.sqlite)},
                                   {"first", json_of(measured.first)},
                                   {"each", json_of(measured.each)},
                                   {"plain", json_of(plain)},
                                   {"added_p99_ms", added},
                                   {"resident_kib", studio.resident_kib()},
                                   {"cpu_ms_an_event", per_event}});
    }

    void soak(zmq::context_t& context, BenchStudio& studio, std::vector<zmq::socket_t>& subscribers) {
        std::vector<long> resident{studio.resident_kib()};
        for (int minute = 0; minute < options_.soak_minutes; ++minute) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
            while (std::chrono::steady_clock::now() < end) {
                whole_ = whole_ && !measure_latency(context, studio, options_.folder, subscribers, 50).lost;
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
            }
            resident.push_back(studio.resident_kib());
        }
        if (options_.soak_minutes == 0) return;
        line(fmt::format("memory over {} minutes", options_.soak_minutes),
             fmt::format("{:+.1f} MiB", static_cast<double>(resident.back() - resident[resident.size() / 2]) / kib_in_mib),
             fmt::format("in its second half; {:.0f} MiB at the end", static_cast<double>(resident.back()) / kib_in_mib), "flat");
        json_["soak_kib"] = resident;
    }

    void stopped_one(BenchStudio& studio, const std::filesystem::path& folder) {
        zmq::context_t context;
        context.set(zmq::ctxopt::max_sockets, 4096);
        const int count = options_.subscribers.back();
        const auto measured = measure_stopped_one(context, studio, folder, count, options_.commands);
        whole_ = whole_ && measured.complete;
        const auto against = measured.with.ms(0.5) / std::max(measured.without.ms(0.5), 1e-6);
        line(fmt::format("{} subscribers, one stopped: latency of the others", count), p50_p99(measured.with),
             "all reading " + p50_p99(measured.without), "");
        line("  against all reading, p50", fmt::format("{:.2f}", against), "", "within 10 %");
        line("  the stopped one, after it reads again", measured.complete ? "complete" : "NOT complete",
             fmt::format("{} events in {:.1f} s", measured.behind, measured.recovery_s), "complete");
        json_["stopped_one"] = {{"with", json_of(measured.with)},
                                {"without", json_of(measured.without)},
                                {"behind", measured.behind},
                                {"complete", measured.complete},
                                {"recovery_s", measured.recovery_s}};
    }

    const FeedBenchOptions& options_;
    std::ostream& out_;
    nlohmann::ordered_json json_;
    bool whole_ = true;
};

} // namespace

int bench_feed_command(const FeedBenchOptions& options) {
    return FeedBench(options).run();
}

} // namespace studio::app
