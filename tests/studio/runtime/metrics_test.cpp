// What watchers see: numbers, health, and the port they are served on.
#include "studio/runtime/metrics.h"
#include "studio/runtime/watch_server.h"

#include <gtest/gtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;

TableReading open_table() {
    TableReading reading;
    reading.state = "open";
    reading.seq = 117;
    reading.events_published = 20;
    reading.faults = 1;
    reading.inputs.accepted = 9;
    reading.inputs.rejected = 2;
    return reading;
}

void expect_line(const std::string& text, const std::string& line) {
    EXPECT_NE(("\n" + text).find("\n" + line + "\n"), std::string::npos) << line << "\nin\n" << text;
}

class NoonClock final : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return engine::Time(std::chrono::hours(12)); }
};

TEST(Metrics, WhatRunsTheStudioAndItsClockAreTold) {
    NoonClock noon;
    const engine::ClockReading reading{true, -1500, 20'000};
    SoftwareWatch software({.version = "1.2", .files = {{"this test", "/proc/self/exe"}}, .clock = [&reading] { return reading; }}, noon);
    while (software.newest() == 0)
        std::this_thread::sleep_for(1ms);
    Metrics metrics({"T1"});
    metrics.watch(software);
    const auto text = metrics.text();
    expect_line(text, "studio_clock_synchronised 1");
    expect_line(text, "studio_clock_offset_seconds -0.0015");
    expect_line(text, "studio_clock_max_error_seconds 0.02");
    expect_line(text, "studio_software_info{version=\"1.2\"} 1");
    expect_line(text, "studio_software_part_info{part=\"this test\",sha256=\"" + sha256_of_file("/proc/self/exe") + "\"} 1");
    EXPECT_EQ(metrics.health(std::chrono::steady_clock::now()).text.find("clock"), std::string::npos);
}

TEST(Metrics, AClockThatNobodyKeepsIsToldAndNoReasonForARestart) {
    NoonClock noon;
    SoftwareWatch software({.version = "1.2", .files = {}, .clock = [] { return engine::ClockReading{false, 0, 0}; }}, noon);
    Metrics metrics({"T1"});
    metrics.watch(software);
    const auto health = metrics.health(std::chrono::steady_clock::now());
    EXPECT_TRUE(health.well);
    EXPECT_NE(health.text.find("\"clock\":\"the clock is not synchronised"), std::string::npos) << health.text;
}

TEST(Metrics, ATablesNumbersAreTold) {
    Metrics metrics({"T1", "T2"});
    auto& table = metrics.table("T1");
    table.take(open_table(), std::chrono::steady_clock::now());
    table.camera("c1", engine::CameraSight::LOST);
    table.camera("c2", engine::CameraSight::GOOD);
    table.committed(1500us);
    table.committed(3s);
    const auto text = metrics.text();
    expect_line(text, "# TYPE studio_table_state gauge");
    expect_line(text, "studio_table_state{table=\"T1\",state=\"open\"} 1");
    expect_line(text, "studio_table_state{table=\"T2\",state=\"starting\"} 1");
    expect_line(text, "studio_table_seq{table=\"T1\"} 117");
    expect_line(text, "studio_table_faults{table=\"T1\"} 1");
    expect_line(text, "studio_table_events_total{table=\"T1\"} 20");
    expect_line(text, "studio_table_inputs_total{table=\"T1\",outcome=\"accepted\"} 9");
    expect_line(text, "studio_table_inputs_total{table=\"T1\",outcome=\"rejected\"} 2");
    expect_line(text, "studio_camera_state{table=\"T1\",camera=\"c1\",state=\"lost\"} 1");
    expect_line(text, "studio_camera_state{table=\"T1\",camera=\"c2\",state=\"good\"} 1");
    expect_line(text, "studio_table_commit_seconds_bucket{table=\"T1\",le=\"0.001\"} 0");
    expect_line(text, "studio_table_commit_seconds_bucket{table=\"T1\",le=\"0.002\"} 1");
    expect_line(text, "studio_table_commit_seconds_count{table=\"T1\"} 2");
    table.camera("c1", engine::CameraSight::GOOD);
    EXPECT_EQ(metrics.text().find("state=\"lost\""), std::string::npos) << "a camera is in one state";
    table.take(open_table(), std::chrono::steady_clock::now());
    expect_line(metrics.text(), "studio_camera_state{table=\"T1\",camera=\"c1\",state=\"good\"} 1");
}

TEST(Metrics, AStudioIsWellAsLongAsItsTablesShowLife) {
    Metrics metrics({"T1", "T2"});
    const auto now = std::chrono::steady_clock::now();
    EXPECT_TRUE(metrics.health(now).well) << "it has just begun";
    metrics.table("T1").take(open_table(), now);
    EXPECT_FALSE(metrics.health(now + 6s).well);
    EXPECT_EQ(metrics.health(now + 7s).text.substr(0, 20), "{\"status\":\"failing\",");
    metrics.table("T1").take(open_table(), now + 6s);
    metrics.table("T2").take(open_table(), now + 6s);
    EXPECT_TRUE(metrics.health(now + 7s).well);
    EXPECT_EQ(metrics.health(now + 7s).text, "{\"status\":\"well\",\"tables\":{\"T1\":{\"state\":\"open\",\"seq\":117,\"faults\":1},"
                                             "\"T2\":{\"state\":\"open\",\"seq\":117,\"faults\":1}}}\n");
    metrics.table("T2").ended();
    metrics.table("T1").take(open_table(), now + 60s);
    EXPECT_TRUE(metrics.health(now + 61s).well) << "a recording has an end";
    metrics.table("T1").stopped("disk full");
    EXPECT_NE(metrics.health(now + 61s).text.find("\"state\":\"stopped\",\"seq\":117,\"faults\":1,\"wrong\":\"disk full\""),
              std::string::npos);
}

// One request over a socket of the system; everything that comes back.
std::string ask(std::uint16_t port, const std::string& request) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{20, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) { // NOLINT: the system's own way
        (void)::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
        std::array<char, 4096> bytes{};
        for (ssize_t got = 0; (got = ::recv(fd, bytes.data(), bytes.size(), 0)) > 0;)
            answer.append(bytes.data(), static_cast<std::size_t>(got));
    }
    ::close(fd);
    return answer;
}

std::string get(std::uint16_t port, const std::string& path) {
    return ask(port, "GET " + path + " HTTP/1.1\r\nHost: studio\r\n\r\n");
}

TEST(WatchServer, ServesTwoPagesAndNothingElse) {
    std::atomic<bool> well = true;
    const WatchServer server("127.0.0.1:0",
                             {.metrics = [] { return std::string("studio_x 1\n"); }, .health = [&] { return Health{well, "{}\n"}; }});
    const auto metrics = get(server.port(), "/metrics");
    EXPECT_EQ(metrics.substr(0, 15), "HTTP/1.1 200 OK") << metrics;
    EXPECT_NE(metrics.find("Content-Type: text/plain; version=0.0.4"), std::string::npos) << metrics;
    EXPECT_NE(metrics.find("\r\n\r\nstudio_x 1\n"), std::string::npos) << metrics;
    EXPECT_EQ(get(server.port(), "/healthz").substr(0, 15), "HTTP/1.1 200 OK");
    well = false;
    EXPECT_EQ(get(server.port(), "/healthz?verbose").substr(0, 12), "HTTP/1.1 503");
    EXPECT_EQ(get(server.port(), "/etc/passwd").substr(0, 12), "HTTP/1.1 404");
    EXPECT_EQ(ask(server.port(), "POST /metrics HTTP/1.1\r\nHost: studio\r\nContent-Length: 0\r\n\r\n").substr(0, 12), "HTTP/1.1 405");
    EXPECT_EQ(ask(server.port(), "nonsense\r\n\r\n"), "");
    EXPECT_EQ(ask(server.port(), "GET /metrics HTTP/1.1\r\nA: " + std::string(20'000, 'a') + "\r\n\r\n"), "");
}

TEST(WatchServer, OneThatDoesNotFinishItsRequestHoldsUpNobody) {
    const WatchServer server("127.0.0.1:0", {.metrics = [] { return std::string("studio_x 1\n"); }, .health = [] { return Health{}; }});
    std::jthread slow([&] { EXPECT_EQ(ask(server.port(), "GET /met"), "") << "disconnected after its 5 s"; });
    for (int i = 0; i < 20; ++i)
        EXPECT_NE(get(server.port(), "/metrics").find("studio_x 1"), std::string::npos);
}

TEST(WatchServer, IsForThisMachineAlone) {
    EXPECT_EQ(fault_of_watch_endpoint("127.0.0.1:9464"), "");
    EXPECT_EQ(fault_of_watch_endpoint("[::1]:9464"), "");
    EXPECT_EQ(fault_of_watch_endpoint("0.0.0.0:9464"), "is for this machine alone: a loopback address, not \"0.0.0.0:9464\"");
    for (const auto* bad : {"", "9464", "localhost:9464", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:94x"})
        EXPECT_NE(fault_of_watch_endpoint(bad).find("must be ADDRESS:PORT"), std::string::npos) << bad;
    const WatchServer server("127.0.0.1:0", {});
    const auto taken = "127.0.0.1:" + std::to_string(server.port());
    try {
        const WatchServer second(taken, {});
        FAIL() << "the port is taken";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()).substr(0, 44), ("cannot listen on " + taken + " for metrics").substr(0, 44));
    }
}

} // namespace
} // namespace studio::runtime
