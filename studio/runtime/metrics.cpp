#include "studio/runtime/metrics.h"

#include <nlohmann/json.hpp>
#include <prometheus/histogram.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace studio::runtime {

namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<prometheus::ClientMetric::Label>;

constexpr std::chrono::seconds dead_after{5}; // a table's thread tells of itself every second

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// The families of one page, each made with its first number.
class Page {
public:
    void count(const std::string& name, const std::string& help, Labels labels, std::uint64_t value) {
        add(name, help, MetricType::Counter, std::move(labels)).counter.value = static_cast<double>(value);
    }
    void gauge(const std::string& name, const std::string& help, Labels labels, double value) {
        add(name, help, MetricType::Gauge, std::move(labels)).gauge.value = value;
    }
    prometheus::ClientMetric& add(const std::string& name, const std::string& help, MetricType type, Labels labels) {
        auto found = std::ranges::find(families_, name, &MetricFamily::name);
        if (found == families_.end()) found = families_.insert(found, MetricFamily{name, help, type, {}});
        auto& metric = found->metric.emplace_back();
        metric.label = std::move(labels);
        return metric;
    }
    [[nodiscard]] std::string text() const {
        std::ostringstream out;
        prometheus::TextSerializer().Serialize(out, families_);
        return out.str();
    }

private:
    std::vector<MetricFamily> families_;
};

void add_table(Page& page, const std::string& id, const TableReading& table) {
    const Labels of_table{{"table", id}};
    page.gauge("studio_table_state", "1 for the state that the table is in", {{"table", id}, {"state", table.state}}, 1);
    page.gauge("studio_table_seq", "Number of the table's last public event", of_table, static_cast<double>(table.seq));
    page.gauge("studio_table_faults", "Faults that are not cleared", of_table, static_cast<double>(table.faults));
    page.count("studio_table_events_total", "Public events handed to the feed", of_table, table.events_published);
    const auto inputs = [&](const char* outcome, std::uint64_t count) {
        page.count("studio_table_inputs_total", "Proposals to the table, by what became of them", {{"table", id}, {"outcome", outcome}},
                   count);
    };
    inputs("accepted", table.inputs.accepted);
    inputs("rejected", table.inputs.rejected);
    inputs("repeated", table.inputs.repeated);
    inputs("timer", table.inputs.timers);
    page.count("studio_table_observations_total", "Messages of recognisers", of_table, table.observations);
    page.count("studio_table_bad_messages_total", "Messages of recognisers that could not be read", of_table, table.bad_messages);
    for (const auto& [camera, state] : table.cameras)
        page.gauge("studio_camera_state", "1 for the state that the camera is in", {{"table", id}, {"camera", camera}, {"state", state}},
                   1);
}

void add_requests(Page& page, const std::string& socket, const proto::wire::RequestCounters& counters) {
    page.count("studio_requests_total", "Requests received", {{"socket", socket}}, counters.requests);
    const auto refused = [&](const char* reason, std::uint64_t count) {
        page.count("studio_requests_refused_total", "Requests refused before anybody looked at what they ask",
                   {{"socket", socket}, {"reason", reason}}, count);
    };
    refused("malformed", counters.malformed);
    refused("too_large", counters.too_large);
    page.count("studio_requests_failed_total", "Requests that the studio could not answer", {{"socket", socket}}, counters.failed);
    page.count("studio_answers_unsent_total", "Answers to clients that were gone or did not read", {{"socket", socket}},
               counters.unanswered);
}

void add_feed(Page& page, const FeedHost& feed) {
    const auto& sockets = feed.sockets();
    const auto& gate = feed.gate();
    page.count("studio_feed_events_total", "Events published", {}, sockets.feed->published());
    page.count("studio_feed_unsent_total", "Messages that libzmq did not take; what it drops for one slow subscriber shows as replays", {},
               sockets.feed->refused());
    page.gauge("studio_feed_subscribers", "Connections to the feed", {}, static_cast<double>(sockets.feed->subscribers()));
    page.gauge("studio_connections", "Connections to feed, replay and command together", {}, static_cast<double>(gate.connections));
    page.count("studio_replays_total", "Questions to replay that were answered: joins and gaps", {}, feed.replays());
    page.count("studio_replay_events_total", "Events replayed", {}, feed.replayed_events());
    add_requests(page, "replay", sockets.replay->counters());
    add_requests(page, "command", sockets.command->counters());
    for (const auto& progress : feed.wager_progress())
        page.gauge("studio_wagers_behind", "Events of a distributor's own stream that it has not acknowledged",
                   {{"table", progress.table_id}, {"distributor", progress.distributor}}, static_cast<double>(progress.behind()));
    const auto right = [&](const char* reason, std::uint64_t count) {
        page.count("studio_requests_barred_total", "Requests that a key has no right to make, or makes too often", {{"reason", reason}},
                   count);
    };
    right("right", feed.refusals().by_right);
    right("rate", feed.refusals().by_rate);
    for (const auto& [clause, count] : feed.refused_clauses())
        page.count("studio_refusals_total", "Requests refused with a clause, to whomever", {{"clause", clause}}, count);
    const auto failed = [&](const char* why, std::uint64_t count) {
        page.count("studio_auth_failed_total", "Clients that were not let in", {{"why", why}}, count);
    };
    failed("key", gate.refused_keys);
    failed("other_studio", gate.wrong_studio);
    failed("no_key", gate.without_key);
    page.count("studio_handshakes_broken_total", "Connections that ended in their handshake", {}, gate.broken);
    page.count("studio_connections_turned_away_total", "Connections above a limit", {}, gate.turned_away);
    page.count("studio_connections_cut_total", "Connections ended because of their key", {}, gate.cut);
}

void add_stills(Page& page, const StillCounts& stills) {
    const auto count = [&](const char* outcome, std::uint64_t value) {
        page.count("studio_stills_total", "Pictures of cards, by what became of them", {{"outcome", outcome}}, value);
    };
    count("written", stills.written);
    count("dropped", stills.dropped);
    count("failed", stills.failed);
    count("refused", stills.refused);
    count("removed", stills.removed);
}

void add_software(Page& page, const SoftwareWatch& software) {
    constexpr double us_in_s = 1e6;
    const auto clock = software.clock();
    page.gauge("studio_clock_synchronised", "1 while a time service keeps the machine's clock", {}, clock.synchronised ? 1 : 0);
    page.gauge("studio_clock_offset_seconds", "What is being corrected of the machine's clock; above 0 it is slow", {},
               static_cast<double>(clock.offset_us) / us_in_s);
    page.gauge("studio_clock_max_error_seconds", "The most that the machine's clock may be wrong", {},
               static_cast<double>(clock.max_error_us) / us_in_s);
    page.gauge("studio_software_info", "The product's version; always 1", {{"version", software.version()}}, 1);
    for (const auto& [name, sha256] : software.parts())
        page.gauge("studio_software_part_info", "What runs the studio, by its hash; always 1", {{"part", name}, {"sha256", sha256}}, 1);
}

} // namespace

// One table ----------------------------------------------------------------------------------------------------------------------

struct TableMetrics::Commits {
    prometheus::Histogram seconds{{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5}};
};

TableMetrics::TableMetrics() : commits_(std::make_unique<Commits>()) {}
TableMetrics::~TableMetrics() = default;

void TableMetrics::take(TableReading reading, Instant now) {
    const std::lock_guard lock(mutex_);
    reading.cameras.swap(reading_.cameras);
    reading_ = std::move(reading);
    heard_ = now;
}

void TableMetrics::camera(const std::string& id, engine::CameraSight sight) {
    const std::lock_guard lock(mutex_);
    reading_.cameras[id] = lower(engine::name(sight));
}

void TableMetrics::stopped(const std::string& why) {
    const std::lock_guard lock(mutex_);
    reading_.state = "stopped";
    reading_.why = why;
}

void TableMetrics::ended() {
    const std::lock_guard lock(mutex_);
    reading_.state = "ended";
}

void TableMetrics::committed(std::chrono::nanoseconds took) {
    commits_->seconds.Observe(std::chrono::duration<double>(took).count());
}

TableReading TableMetrics::read() const {
    const std::lock_guard lock(mutex_);
    return reading_;
}

std::vector<EncodedEvent> TimedJournal::commit(std::span<const JournalEntry> entries) {
    const auto begin = std::chrono::steady_clock::now();
    auto events = journal_.commit(entries);
    if (metrics_ != nullptr) metrics_->committed(std::chrono::steady_clock::now() - begin);
    return events;
}

// The studio ---------------------------------------------------------------------------------------------------------------------

Metrics::Metrics(const std::vector<std::string>& tables) {
    for (const auto& id : tables)
        tables_.emplace(id, std::make_unique<TableMetrics>());
}

std::string Metrics::text() const {
    Page page;
    for (const auto& [id, table] : tables_) {
        add_table(page, id, table->read());
        auto& commits = page.add("studio_table_commit_seconds", "What making one transaction durable took", MetricType::Histogram, {});
        commits = table->commits_->seconds.Collect();
        commits.label = {{"table", id}};
    }
    if (feed_ != nullptr) add_feed(page, *feed_);
    if (stills_ != nullptr) add_stills(page, stills_->counts());
    if (software_ != nullptr) add_software(page, *software_);
    return page.text();
}

Health Metrics::health(TableMetrics::Instant now) const {
    Health health;
    nlohmann::ordered_json tables = nlohmann::ordered_json::object();
    for (const auto& [id, table] : tables_) {
        const auto reading = table->read();
        nlohmann::ordered_json line{{"state", reading.state}, {"seq", reading.seq}, {"faults", reading.faults}};
        auto wrong = reading.why;
        {
            const std::lock_guard lock(table->mutex_);
            const auto silent = now - std::max(table->heard_, made_);
            if (reading.state != "stopped" && reading.state != "ended" && silent > dead_after)
                wrong = "its thread says nothing for " + std::to_string(std::chrono::duration_cast<std::chrono::seconds>(silent).count()) +
                        " s";
        }
        if (reading.state == "stopped" && wrong.empty()) wrong = "stopped";
        if (!wrong.empty()) line["wrong"] = wrong;
        if (!wrong.empty()) health.well = false;
        tables[id] = std::move(line);
    }
    nlohmann::ordered_json text{{"status", health.well ? "well" : "failing"}, {"tables", tables}};
    if (software_ != nullptr)
        if (const auto trouble = clock_trouble(software_->clock()); !trouble.empty()) text["clock"] = trouble; // no restart mends it
    health.text = text.dump() + "\n";
    return health;
}

} // namespace studio::runtime
