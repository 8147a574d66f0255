// Latency, fan-out and memory of a studio in a process of its own.
#include "studio/app/bench_feed_measures.h"

#include "proto/client/feed_client.h"
#include "proto/wire/command_client.h"
#include "proto/wire/topics.h"
#include "studio/app/plain_journal.h"
#include "studio/app/shipped_files.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace studio::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds patience{20};

// Reads one message of a subscriber; empty when none is there.
std::string read_event(zmq::socket_t& socket) {
    zmq::message_t topic;
    zmq::message_t body;
    if (!socket.recv(topic, zmq::recv_flags::dontwait) || !topic.more() || !socket.recv(body)) return {};
    return body.to_string();
}

void drain(std::vector<zmq::socket_t>& subscribers) {
    for (auto& socket : subscribers)
        while (!read_event(socket).empty()) {
        }
}

bool is_event(const std::string& bytes) {
    v1::Envelope envelope;
    return envelope.ParseFromString(bytes) && !envelope.has_heartbeat();
}

// Waits until each subscriber has read one event more; the time at which each had. Empty when one did not.
std::vector<steady_clock::time_point> read_each(std::vector<zmq::socket_t>& subscribers) {
    std::vector<zmq::pollitem_t> items;
    for (auto& socket : subscribers)
        items.push_back({socket.handle(), 0, ZMQ_POLLIN, 0});
    std::vector<steady_clock::time_point> at(subscribers.size());
    std::size_t waiting = subscribers.size();
    for (const auto end = steady_clock::now() + patience; waiting > 0;) {
        if (steady_clock::now() > end) return {};
        zmq::poll(items, milliseconds(100));
        for (std::size_t i = 0; i < items.size(); ++i) {
            if ((items[i].revents & ZMQ_POLLIN) == 0) continue;
            for (auto bytes = read_event(subscribers[i]); !bytes.empty(); bytes = read_event(subscribers[i])) {
                if (!is_event(bytes) || items[i].events == 0) continue;
                at[i] = steady_clock::now();
                items[i].events = 0;
                --waiting;
            }
        }
    }
    return at;
}

// Pauses and resumes the tables by turns.
class Presser {
public:
    Presser(zmq::context_t& context, BenchStudio& studio) : studio_(studio), client_(context, studio.endpoints().command) {}
    [[nodiscard]] std::string press() {
        const auto& tables = studio_.tables();
        const auto pressed = studio_.next_press();
        const bool resume = (pressed / tables.size()) % 2 == 1;
        v1::CommandRequest request;
        request.set_table_id(tables[pressed % tables.size()]);
        request.set_by("bench");
        request.set_role(v1::ROLE_SUPERVISOR);
        if (resume)
            request.mutable_resume_table();
        else
            request.mutable_pause_table()->set_reason("a reason as people write one");
        const auto id = client_.send(std::move(request));
        if (!id) throw std::runtime_error("bench: " + id.error());
        return *id;
    }
    void answer(const std::string& id) {
        for (const auto end = steady_clock::now() + patience; steady_clock::now() < end;) {
            const auto taken = client_.take(id, milliseconds(100));
            if (!taken) throw std::runtime_error("bench: " + taken.error());
            if (!*taken) continue;
            if (!(*taken)->has_accepted()) throw std::runtime_error("bench: " + (*taken)->rejection().reason());
            return;
        }
        throw std::runtime_error("bench: a table does not answer");
    }
    // Waits until each table has done all that was pressed: it takes the commands of one client in their order.
    void settle() {
        for (const auto& table : studio_.tables()) {
            v1::CommandRequest request;
            request.set_table_id(table);
            request.mutable_status();
            const auto id = client_.send(std::move(request));
            if (!id) throw std::runtime_error("bench: " + id.error());
            answer(*id);
        }
    }

private:
    BenchStudio& studio_;
    proto::wire::CommandClient client_;
};

// The number of each table's last event, as the table says it.
std::map<std::string, std::uint64_t> newest_of(zmq::context_t& context, const BenchStudio& studio) {
    proto::wire::CommandClient client(context, studio.endpoints().command);
    std::map<std::string, std::uint64_t> newest;
    for (const auto& table : studio.tables()) {
        v1::CommandRequest request;
        request.set_table_id(table);
        request.mutable_status();
        const auto answer = client.call(request);
        if (!answer) throw std::runtime_error("bench: " + answer.error());
        newest[table] = answer->status().seq();
    }
    return newest;
}

} // namespace

void Times::sort() {
    std::ranges::sort(all);
}

double Times::ms(double share) const {
    if (all.empty()) return 0;
    const auto place = static_cast<std::size_t>(share * static_cast<double>(all.size() - 1));
    return std::chrono::duration<double, std::milli>(all.at(place)).count();
}

BenchStudio::BenchStudio(const std::filesystem::path& program, const std::filesystem::path& folder, int tables) {
    const auto feed = "ipc://" + (folder / "feed").string();
    endpoints_ = *proto::wire::endpoints_from_feed(feed);
    const auto file = folder / "studio.toml";
    {
        std::ofstream out(file);
        out << "[studio]\nid = \"bench\"\njournals = \"journals-" << tables << "\"\nfeed = \"" << feed << "\"\n";
        for (int i = 1; i <= tables; ++i) {
            tables_.push_back("T" + std::to_string(i));
            out << "[[table]]\nid = \"" << tables_.back() << "\"\nlayout = \"" << shipped_layout("pok-deng").string()
                << "\"\nobserve = \"ipc://" << (folder / ("observe-" + std::to_string(i))).string() << "\"\n";
        }
    }
    process_ = std::make_unique<runtime::ChildProcess>(std::vector<std::string>{program.string(), "run", file.string()},
                                                       runtime::ChildOutput{.log = folder / "log"});
}

void BenchStudio::open_tables(zmq::context_t& context) const {
    proto::wire::CommandClient client(context, endpoints_.command);
    for (const auto& table : tables_) {
        v1::CommandRequest request;
        request.set_table_id(table);
        request.set_by("bench");
        request.set_role(v1::ROLE_SUPERVISOR);
        request.mutable_open_table();
        for (const auto end = steady_clock::now() + 3 * patience;;) {
            const auto answer = client.call(request, milliseconds(500));
            if (answer && answer->status().state() == v1::TABLE_STATE_OPEN) break;
            if (steady_clock::now() > end) throw std::runtime_error("bench: table " + table + " does not open");
        }
    }
}

long BenchStudio::resident_kib() const {
    std::ifstream in("/proc/" + std::to_string(process_->pid()) + "/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
    return 0;
}

double BenchStudio::cpu_seconds() const {
    std::ifstream in("/proc/" + std::to_string(process_->pid()) + "/stat");
    std::string text; // one line, and the program's name in brackets may hold spaces
    std::getline(in, text);
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i)
        fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::vector<zmq::socket_t> subscribe(zmq::context_t& context, const BenchStudio& studio, int count) {
    std::vector<zmq::socket_t> sockets;
    for (int i = 0; i < count; ++i) {
        auto& socket = sockets.emplace_back(context, zmq::socket_type::sub);
        socket.set(zmq::sockopt::linger, 0);
        socket.set(zmq::sockopt::subscribe, proto::wire::topic_prefix);
        socket.connect(studio.endpoints().feed);
    }
    for (auto& socket : sockets) // each hears a heartbeat: it has joined
        if (!proto::wire::wait_readable(socket, patience)) throw std::runtime_error("bench: a subscriber hears nothing");
    return sockets;
}

Latencies measure_latency(zmq::context_t& context, BenchStudio& studio, const std::filesystem::path& folder,
                          std::vector<zmq::socket_t>& subscribers, int commands) {
    Presser presser(context, studio);
    PlainJournal plain(folder / "latency.db");
    drain(subscribers); // what came before this is not measured
    Latencies latencies;
    for (int i = 0; i < commands; ++i) {
        latencies.sqlite.all.push_back(plain.commit(std::string(200, 'x'), 1)); // an event's size
        const auto begin = steady_clock::now();
        const auto id = presser.press();
        const auto at = read_each(subscribers);
        latencies.lost = latencies.lost || at.empty();
        for (const auto one : at)
            latencies.each.all.push_back(one - begin);
        if (!at.empty()) latencies.first.all.push_back(*std::ranges::min_element(at) - begin);
        presser.answer(id);
    }
    latencies.sqlite.sort();
    latencies.first.sort();
    latencies.each.sort();
    return latencies;
}

Times measure_plain_fan_out(zmq::context_t& context, int subscribers, int messages) {
    zmq::context_t publishing;
    zmq::socket_t publisher(publishing, zmq::socket_type::pub);
    publisher.bind("ipc://*");
    std::vector<zmq::socket_t> sockets;
    for (int i = 0; i < subscribers; ++i) {
        auto& socket = sockets.emplace_back(context, zmq::socket_type::sub);
        socket.set(zmq::sockopt::subscribe, "t/");
        socket.connect(publisher.get(zmq::sockopt::last_endpoint));
    }
    v1::Envelope envelope;
    envelope.set_schema(1);
    envelope.set_seq(1);
    envelope.mutable_table_status()->set_reason(std::string(180, 'x'));
    const auto bytes = envelope.SerializeAsString();
    envelope.mutable_heartbeat();
    const auto heartbeat = envelope.SerializeAsString();
    const auto send = [&](const std::string& body) {
        publisher.send(zmq::str_buffer("t/T1"), zmq::send_flags::sndmore);
        publisher.send(zmq::buffer(body));
    };
    const auto join_by = steady_clock::now() + patience;
    for (auto& socket : sockets) // each hears something that is no event: it has joined
        while (!proto::wire::wait_readable(socket, milliseconds(1))) {
            if (steady_clock::now() > join_by) throw std::runtime_error("bench: a plain subscriber hears nothing");
            send(heartbeat);
        }
    Times times;
    for (int i = 0; i < messages; ++i) {
        const auto begin = steady_clock::now();
        send(bytes);
        for (const auto at : read_each(sockets))
            times.all.push_back(at - begin);
    }
    times.sort();
    return times;
}

StoppedOne measure_stopped_one(zmq::context_t& context, BenchStudio& studio, const std::filesystem::path& folder, int subscribers,
                               int commands) {
    StoppedOne result;
    auto others = subscribe(context, studio, subscribers - 1);
    proto::client::FeedOptions options;
    options.feed = studio.endpoints().feed;
    options.tables = studio.tables();
    options.sockets.receive_messages = 1000;
    proto::client::FeedClient stopped(context, options);
    std::map<std::string, std::uint64_t> next;
    bool in_order = true;
    std::uint64_t events = 0;
    const auto read = [&](milliseconds wait) {
        const auto item = stopped.poll(wait);
        if (item && item->snapshot()) next[item->table_id] = item->snapshot()->seq() + 1;
        if (item && item->event()) {
            ++events;
            in_order = in_order && item->event()->envelope.seq() == next[item->table_id]++;
        }
        return item.has_value();
    };
    while (next.size() < studio.tables().size())
        (void)read(milliseconds(100));
    result.without = measure_latency(context, studio, folder, others, commands).each;
    while (read(milliseconds(0))) {
    }
    // From here on it does not read: its queues fill, and libzmq drops what does not fit.
    {
        Presser flood(context, studio);
        std::vector<std::string> ids;
        for (int i = 0; i < 30'000; ++i) {
            ids.push_back(flood.press());
            if (ids.size() < 64) continue;
            flood.answer(ids.back());
            ids.clear();
            drain(others);
        }
        flood.settle();
    }
    result.with = measure_latency(context, studio, folder, others, commands).each;
    const auto begin = steady_clock::now();
    events = 0;
    const auto newest = newest_of(context, studio);
    const auto has_all = [&] { return std::ranges::all_of(newest, [&](const auto& one) { return next[one.first] > one.second; }); };
    while (!has_all() && steady_clock::now() < begin + 6 * patience)
        (void)read(milliseconds(50));
    result.recovery_s = std::chrono::duration<double>(steady_clock::now() - begin).count();
    result.complete = has_all() && in_order;
    result.behind = events;
    return result;
}

} // namespace studio::app
