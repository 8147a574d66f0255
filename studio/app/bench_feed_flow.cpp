// How many events a second pass: the whole way, and each of its parts alone.
#include "studio/app/bench_feed_measures.h"

#include "engine/core/catalog.h"
#include "proto/client/feed_client.h"
#include "proto/codec/envelope.h"
#include "studio/app/journal_replay.h"
#include "studio/app/plain_journal.h"
#include "studio/journal/journal_writer.h"
#include "studio/runtime/clock.h"
#include "studio/runtime/feed_host.h"
#include "studio/table/sequencer.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <stdexcept>
#include <thread>

namespace studio::app {

namespace {

using std::chrono::steady_clock;

constexpr int batch = 256; // inputs of one transaction
constexpr std::chrono::seconds patience{120};

double since(steady_clock::time_point begin) {
    return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

// What a committed event is handed to: the feed's thread.
class ToFeed final : public EventSink {
public:
    explicit ToFeed(runtime::TableLink& link) : link_(link) {}
    void publish(std::span<const Published> events) override {
        for (const auto& event : events)
            link_.send(runtime::link_event, event.bytes);
        last = events.back().bytes;
    }
    std::string last;

private:
    runtime::TableLink& link_;
};

// Pauses and resumes: one event each, of about 200 bytes.
class PressedTable {
public:
    PressedTable(const std::filesystem::path& folder, EventSink& sink) {
        engine::TableRules rules;
        writer_ = JournalWriter::open(
            folder, {.studio_id = "bench", .table_id = "T1", .rules_text = engine::rules_text(rules), .now = clock_.now()});
        const auto recording = writer_->recording();
        sequencer_ = std::move(*Sequencer::recover(*recording, engine::make_table(rules), clock_, *writer_, sink));
    }
    // Makes `count` events in batches.
    void press(int count) {
        if (sequencer_->next_seq() == 1) (void)sequencer_->submit(engine::OpenTable{"bench", ""}, "bench");
        while (count > 0) {
            std::vector<Proposal> proposals;
            for (int i = 0; i < std::min(batch, count); ++i) {
                paused_ = !paused_;
                if (paused_)
                    proposals.push_back({engine::PauseTable{"a reason as people write one", "bench"}, "bench", {}});
                else
                    proposals.push_back({engine::ResumeTable{"bench"}, "bench", {}});
            }
            for (const auto& answer : sequencer_->submit_all(proposals))
                if (!answer) throw std::runtime_error("bench: " + answer.error().reason);
            count -= batch;
        }
    }
    [[nodiscard]] std::uint64_t epoch() const { return writer_->identity().epoch; }
    [[nodiscard]] std::uint64_t last_seq() const { return sequencer_->next_seq() - 1; }

private:
    runtime::WallClock clock_;
    std::unique_ptr<JournalWriter> writer_;
    std::unique_ptr<Sequencer> sequencer_;
    bool paused_ = false;
};

// Follows one table from its first event until `count` have come.
struct Followed {
    std::uint64_t events = 0;
    bool in_order = true;
};
Followed follow(const std::string& feed, const std::atomic<std::uint64_t>& until, std::atomic<bool>& live) {
    zmq::context_t context;
    proto::client::FeedOptions options;
    options.feed = feed;
    options.tables = {"T1"};
    options.from = proto::client::FeedPosition{};
    options.sockets.receive_messages = 0;
    proto::client::FeedClient client(context, options);
    Followed followed;
    for (const auto end = steady_clock::now() + patience; steady_clock::now() < end && (until == 0 || followed.events < until);) {
        const auto item = client.poll(std::chrono::milliseconds(20));
        if (item && item->state() != nullptr && item->state()->state == proto::client::FeedState::LIVE) live = true;
        if (!item || !item->event()) continue;
        followed.in_order = followed.in_order && item->event()->envelope.seq() == followed.events + 1;
        ++followed.events;
    }
    return followed;
}

double plain_rate(const std::string& message, int count) {
    zmq::context_t here;
    zmq::socket_t publisher(here, zmq::socket_type::pub);
    publisher.set(zmq::sockopt::sndhwm, 0);
    publisher.bind("tcp://127.0.0.1:*");
    const auto endpoint = publisher.get(zmq::sockopt::last_endpoint);
    std::atomic<bool> joined = false;
    std::atomic<int> received = 0;
    std::jthread subscriber([&] {
        zmq::context_t there;
        zmq::socket_t socket(there, zmq::socket_type::sub);
        socket.set(zmq::sockopt::rcvhwm, 0);
        socket.set(zmq::sockopt::rcvtimeo, 10'000);
        socket.set(zmq::sockopt::subscribe, "t/");
        socket.connect(endpoint);
        zmq::message_t topic;
        zmq::message_t body;
        while (received < count && socket.recv(topic) && socket.recv(body)) {
            joined = true;
            if (!body.empty()) ++received;
        }
    });
    while (!joined) {
        publisher.send(zmq::str_buffer("t/T1"), zmq::send_flags::sndmore);
        publisher.send(zmq::message_t(), zmq::send_flags::none);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto begin = steady_clock::now();
    for (int i = 0; i < count; ++i) {
        publisher.send(zmq::str_buffer("t/T1"), zmq::send_flags::sndmore);
        publisher.send(zmq::buffer(message));
    }
    subscriber.join();
    return received == count ? count / since(begin) : 0;
}

double sqlite_rate(const std::filesystem::path& file, const std::string& message, int count) {
    PlainJournal journal(file);
    std::chrono::nanoseconds taken{0};
    for (int rest = count; rest > 0; rest -= batch)
        taken += journal.commit(message, std::min(batch, rest));
    return count / std::chrono::duration<double>(taken).count();
}

} // namespace

FlowRates measure_flow(const std::filesystem::path& folder, int events) {
    FlowRates rates;
    const auto journals = folder / "flow";
    std::filesystem::create_directories(journals);
    zmq::context_t context;
    runtime::FeedHost host(context, "tcp://127.0.0.1:*", {{"T1", feed_table(journals, "T1", "pok-deng")}});
    runtime::TableLink link(context, "T1");
    ToFeed sink(link);
    PressedTable table(journals, sink);
    table.press(batch); // warm, and something to join by
    std::atomic<std::uint64_t> until = 0;
    Followed followed;
    std::atomic<bool> joined = false;
    std::atomic<bool> done = false;
    std::jthread follower([&] {
        followed = follow(host.endpoints().feed, until, joined);
        done = true;
    });
    const auto beat_until = [&](const std::atomic<bool>& so) {
        for (; !so; std::this_thread::sleep_for(std::chrono::milliseconds(20)))
            link.send(runtime::link_beat,
                      proto::codec::encode_heartbeat(
                          {.studio_id = "bench", .table_id = "T1", .epoch = table.epoch(), .seq = 0, .at = {}, .rules_version = {}},
                          table.last_seq() + 1));
    };
    beat_until(joined);
    const auto begin = steady_clock::now();
    table.press(events);
    until = table.last_seq();
    beat_until(done); // what was dropped at the very end shows with a beat
    rates.studio = events / since(begin);
    rates.bytes = sink.last.size();

    const auto again = steady_clock::now();
    const auto replayed = follow(host.endpoints().feed, until, joined);
    rates.replay = static_cast<double>(replayed.events) / since(again);
    rates.whole = followed.events == until && followed.in_order && replayed.events == until && replayed.in_order;
    rates.plain = plain_rate(sink.last, events);
    rates.sqlite = sqlite_rate(folder / "plain.db", sink.last, events);
    return rates;
}

} // namespace studio::app
