// EventStream on NATS JetStream, through libnats: the C client of the people who make the server, in Debian; the only other one there for C
// or C++ would be to speak the protocol ourselves.
#pragma once

#include "studio/bridge/event_stream.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

namespace studio::bridge {

struct JetStreamOptions {
    std::vector<std::string> servers;    // of parse_servers()
    std::filesystem::path credentials{}; // a file of `nsc`; empty: none, or those in the URL
    std::filesystem::path authority{};   // PEM of who signs the servers' certificates; with it, or with a tls:// URL, the connection is TLS
    int replicas = 1;                    // of a stream that is made, and at least of one that is there
    std::uint64_t keep_events = 1'000'000;    // newest ones of each table, likewise
    std::string written_by{};                 // goes with every message: who it is that writes
    std::chrono::milliseconds patience{2000}; // for one answer
};

// The servers of one cluster, "nats://a:4222,nats://b:4222"; an error says what is wrong with which.
[[nodiscard]] std::expected<std::vector<std::string>, std::string> parse_servers(const std::string& urls);

// Connects when it is first asked for something, and again for ever, to any server of the cluster, also to those that it hears of there.
// Thread: any, several at a time. libnats has threads of its own; nothing of ours runs in them but a line of log.
class JetStream final : public EventStream {
public:
    // Throws std::invalid_argument when a file of the options cannot be used.
    JetStream(JetStreamOptions options, Log log);
    ~JetStream() override;

    [[nodiscard]] std::expected<void, StreamError> prepare(const std::string& studio_id) override;
    [[nodiscard]] std::expected<std::optional<StoredMessage>, StreamError> last(const std::string& studio_id,
                                                                                const std::string& subject) override;
    [[nodiscard]] std::expected<Receipt, StreamError> store(const std::string& studio_id, const OutgoingEvent& event) override;

private:
    class Session;
    struct Line;
    [[nodiscard]] std::expected<std::shared_ptr<Session>, StreamError> session();
    [[nodiscard]] std::expected<void, StreamError> connect();

    JetStreamOptions options_;
    Log log_;
    std::unique_ptr<Line> line_;
};

} // namespace studio::bridge
