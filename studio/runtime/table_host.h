// One table at work: its sequencer and journal, its recognisers' messages, commands from the studio's sockets, heartbeats.
#pragma once

#include "studio/runtime/messages.h"
#include "studio/runtime/metrics.h"
#include "studio/runtime/still_store.h"
#include "studio/runtime/table_link.h"
#include "studio/table/sequencer.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace studio::runtime {

// Who a table is on the wire.
struct TableIdentity {
    std::string studio_id;
    std::string table_id;
    std::uint64_t epoch = 0;
    std::string rules_version;
};

// What a table did since it was started; for summaries and metrics.
struct TableCounts {
    std::uint64_t events_published = 0;
    std::uint64_t observations = 0;
    std::uint64_t bad_messages = 0;
    std::uint64_t refused_observations = 0;
};

// When a table that has been recovered shows itself: at once, or when show() is called, because its journal has still to prove itself.
enum class Showing : std::uint8_t { AT_ONCE, LATER };

// Thread: everything is called by the one thread that owns the table. Owns its sequencer; the journal and clock outlive it.
class TableHost final : private EventSink {
public:
    // Recovers from the journal. Throws std::runtime_error naming the entry when it cannot.
    TableHost(TableIdentity identity, std::unique_ptr<engine::Table> table, Clock& clock, Journal& journal, Recording& recording,
              TableLink& link, Showing showing = Showing::AT_ONCE);

    // The table as it is, and a heartbeat.
    void show();
    // Takes a recogniser's message; returns what it was, or nothing when it was refused (logged and counted).
    std::optional<Observation> observe(std::string_view bytes);
    // An input from inside the studio.
    [[nodiscard]] Answer submit(engine::Input input, const std::string& source);
    // Answers what waits on the link, up to commands_a_commit, by one transaction: a queue of wagers must not wait for a disk each.
    void serve_commands();
    static constexpr std::size_t commands_a_commit = 64;
    void on_time();
    void beat();
    // Told of every committed event after it was published.
    void on_event(std::function<void(const SequencedEvent&)> listener) { listener_ = std::move(listener); }

    // Where a distributor's earlier answers of a round are found: bytes of its private events, in order. Without it an answer that is asked
    // for again says only that it was accepted; the same when it throws.
    using Told = std::function<std::vector<std::string>(const std::string& distributor, const std::string& round_id)>;
    void remember_by(Told told) { told_ = std::move(told); }

    // Told of every picture of a settled card, accepted or not, with the round that it belongs to. Must not wait.
    void on_still(std::function<void(Still)> listener) { still_listener_ = std::move(listener); }

    // Told who asks what runs the studio. Must not wait. Without it nobody is answered.
    void on_software_asked(std::function<void(const std::string& by)> listener) { software_asked_ = std::move(listener); }

    // Where this table's numbers are told, with each event and each beat, once it shows itself; outlives it.
    void tell(TableMetrics& metrics);

    // "table=T1 round=S1-R4 seq=117": how each line of the log about this table begins. Of a table that has stopped: where it was.
    [[nodiscard]] std::string place() const;
    [[nodiscard]] const Sequencer& sequencer() const { return *sequencer_; }
    [[nodiscard]] const engine::Table* table() const { return sequencer_->table(); }
    [[nodiscard]] const TableCounts& counts() const { return counts_; }
    [[nodiscard]] const TableIdentity& identity() const { return identity_; }

private:
    void publish(std::span<const Published> events) override;
    void send_snapshot(const engine::TableView& view);
    void remember(const engine::TableView& view);
    void measure();
    void measure(const engine::TableView& view);
    void tell_still(Observation& observation);
    // A command on its way: refused by what it says, or taken to the table as its `proposal`.
    struct Asked {
        std::string identity;
        v1::CommandRequest request;
        v1::CommandResponse response;
        std::optional<std::size_t> proposal;
    };
    [[nodiscard]] Asked read(LinkCommand command, std::vector<Proposal>& proposals) const;
    [[nodiscard]] std::optional<engine::Rejection> ask_software(const v1::CommandRequest& request) const;
    void tell_answer(Asked& asked, std::string_view what, const Answer& answer);
    void add_status(Asked& asked, const engine::TableView& view, const engine::Expected& expected) const;
    // The answer that a wager or decision got when it was taken; false when it was not, or was another.
    [[nodiscard]] bool answer_again(const v1::CommandRequest& request, v1::CommandResponse& response);

    TableIdentity identity_;
    TableLink& link_;
    Clock& clock_;
    std::function<void(const SequencedEvent&)> listener_;
    std::function<void(Still)> still_listener_;
    Told told_;
    std::function<void(const std::string&)> software_asked_;
    TableMetrics* metrics_ = nullptr; // null: nobody watches
    struct PrivateEnvelope {
        std::uint64_t entry_no;
        std::string distributor;
        std::string bytes;
    };
    std::vector<PrivateEnvelope> private_envelopes_; // of the transaction whose commands are being answered
    std::unique_ptr<Sequencer> sequencer_;
    TableCounts counts_;
    std::string round_; // of the last committed state
    std::uint64_t seq_ = 0;
    bool shown_ = false;
};

} // namespace studio::runtime
