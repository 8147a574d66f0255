#include "studio/app/bridge_command.h"

#include "studio/app/interrupt.h"
#include "studio/app/station.h"
#include "studio/bridge/bridge.h"
#include "studio/bridge/jet_stream.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace studio::app {

namespace {

using bridge::Bridging;
using bridge::TableReport;

void log_line(bridge::Weight weight, const std::string& words) {
    switch (weight) {
    case bridge::Weight::NEWS: return spdlog::info("{}", words);
    case bridge::Weight::WARNING: return spdlog::warn("{}", words);
    case bridge::Weight::ERROR: return spdlog::error("{}", words);
    }
}

std::string who_writes() {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    return fmt::format("{}/{}", host, getpid());
}

std::string waiting(const TableReport& table) {
    return table.waiting ? std::to_string(*table.waiting) : "unknown";
}

void log_counters(const bridge::Bridge& bridge) {
    for (const auto& table : bridge.report())
        spdlog::info("bridge table={} seq={} {} waiting={} published={} repeated={} away={} contested={} taken_back={}", table.table_id,
                     bridge::text(table.stored), bridge::name(table.state), waiting(table), table.published, table.repeated, table.away,
                     table.contested, table.taken_back);
}

nlohmann::json json_of(const TableReport& table) {
    nlohmann::json json{
        {"subject", table.subject},     {"state", bridge::name(table.state)}, {"epoch", table.stored.epoch}, {"seq", table.stored.seq},
        {"waiting", nullptr},           {"published", table.published},       {"repeated", table.repeated},  {"away", table.away},
        {"contested", table.contested}, {"taken_back", table.taken_back},     {"finds", table.finds}};
    if (table.waiting) json["waiting"] = *table.waiting;
    if (!table.reason.empty()) json["reason"] = table.reason;
    return json;
}

// The counters at the end, one JSON object on a line. Returns the exit status.
int told(const std::vector<TableReport>& tables) {
    nlohmann::json json{{"published", 0}, {"tables", nlohmann::json::object()}};
    std::uint64_t published = 0;
    int status = 0;
    for (const auto& table : tables) {
        json["tables"][table.table_id] = json_of(table);
        published += table.published;
        if (table.state == Bridging::STOPPED) status = 1;
    }
    json["published"] = published;
    std::cout << json.dump() << std::endl;
    return status;
}

// By table, of "T1:1790000000" each; nothing when one of them is none.
std::optional<std::map<std::string, std::set<std::uint64_t>>> given_up(const std::vector<std::string>& words) {
    std::map<std::string, std::set<std::uint64_t>> epochs;
    for (const auto& word : words) {
        const auto id = bridge::parse_message_id(word + ":0");
        if (!id) return std::nullopt;
        epochs[id->table_id].insert(id->position.epoch);
    }
    return epochs;
}

bridge::JetStreamOptions stream_options(const runtime::BridgeConfig& config) {
    return {.servers = bridge::parse_servers(config.nats).value(),
            .credentials = config.credentials,
            .authority = config.authority,
            .replicas = static_cast<int>(config.replicas),
            .keep_events = static_cast<std::uint64_t>(config.keep_events),
            .written_by = who_writes()};
}

} // namespace

std::vector<BridgeFault> bridge_faults(const runtime::BridgeConfig& config) {
    std::vector<BridgeFault> faults;
    if (const auto servers = bridge::parse_servers(config.nats); !servers) faults.push_back({"nats", servers.error()});
    if (!given_up(config.give_up)) faults.push_back({"give_up", "an epoch that is given up is written TABLE:EPOCH"});
    for (const auto& [key, file] : {std::pair("creds", config.credentials), std::pair("ca", config.authority)})
        if (!file.empty() && !std::filesystem::is_regular_file(file)) faults.push_back({key, "there is no file " + file.string()});
    return faults;
}

int bridge_command(const BridgeCommand& command) {
    const auto refuse = [](const std::string& why) {
        fmt::print(stderr, "studio feed bridge: {}\n", why);
        return 2;
    };
    if (const auto faults = bridge_faults(command.bridge); !faults.empty()) return refuse(faults.front().what);
    if (const auto journals = bridge::check_journals(command.journals); !journals) return refuse(journals.error());
    std::signal(SIGPIPE, SIG_IGN); // a connection that breaks is an error of its call
    bridge::JetStream stream(stream_options(command.bridge), log_line);
    bridge::BridgeOptions options{.journals = command.journals};
    options.table.keep_events = static_cast<std::uint64_t>(command.bridge.keep_events);
    options.given_up = given_up(command.bridge.give_up).value();
    bridge::Bridge bridge(options, stream, log_line);
    if (command.bridge.replicas == 1)
        spdlog::warn("bridge: one replica: what NATS keeps is lost with the disk of one server (--replicas 3)");
    std::jthread counters([&bridge](const std::stop_token& ended) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, ended, std::chrono::minutes(1), [&ended] { return ended.stop_requested(); }))
            log_counters(bridge);
    });
    const auto ended =
        bridge.run(interrupted(), command.life == BridgeLife::UNTIL_EMPTY ? bridge::BridgeEnd::WHEN_EMPTY : bridge::BridgeEnd::WHEN_TOLD);
    if (!ended) return refuse(ended.error());
    return told(bridge.report());
}

std::vector<std::string> bridge_words(const runtime::BridgeConfig& config, const std::filesystem::path& journals) {
    std::vector<std::string> words{program_beside("studio").string(),
                                   "feed",
                                   "bridge",
                                   "--with-parent",
                                   std::to_string(getpid()),
                                   "--journal",
                                   journals.string(),
                                   "--replicas",
                                   std::to_string(config.replicas),
                                   "--keep-events",
                                   std::to_string(config.keep_events)};
    if (!config.credentials.empty()) words.insert(words.end(), {"--creds", config.credentials.string()});
    if (!config.authority.empty()) words.insert(words.end(), {"--ca", config.authority.string()});
    for (const auto& epoch : config.give_up)
        words.insert(words.end(), {"--give-up", epoch});
    return words;
}

void hand_over(const runtime::BridgeConfig& config) {
    ::setenv("STUDIO_NATS", config.nats.c_str(), 1);
}

} // namespace studio::app
