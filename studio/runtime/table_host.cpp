#include "studio/runtime/table_host.h"

#include "proto/codec/envelope.h"
#include "proto/codec/inputs.h"
#include "proto/codec/views.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace studio::runtime {

namespace {

// Whether this is what the same request was answered with when it was taken.
bool answers(const v1::CommandRequest& request, const v1::PrivateEnvelope& envelope) {
    if (request.has_place_wager()) {
        const auto& placed = request.place_wager();
        const auto& accepted = envelope.wager_accepted();
        return envelope.has_wager_accepted() && accepted.wager_id() == placed.wager_id() && accepted.position() == placed.position() &&
               accepted.bet() == placed.bet() && accepted.stake().minor() == placed.stake().minor() &&
               accepted.stake().currency() == placed.stake().currency();
    }
    const auto& made = request.make_decision();
    const auto& accepted = envelope.decision_accepted();
    return envelope.has_decision_accepted() && accepted.decision_id() == made.decision_id() && accepted.choice() == made.choice() &&
           accepted.box() == made.box();
}

} // namespace

TableHost::TableHost(TableIdentity identity, std::unique_ptr<engine::Table> table, Clock& clock, Journal& journal, Recording& recording,
                     TableLink& link, Showing showing)
    : identity_(std::move(identity)), link_(link), clock_(clock) {
    auto recovered = Sequencer::recover(recording, std::move(table), clock, journal, *this);
    if (!recovered)
        throw std::runtime_error("journal of table " + identity_.table_id + ", entry " + std::to_string(recovered.error().entry_no) + ": " +
                                 recovered.error().what);
    sequencer_ = std::move(*recovered);
    if (!sequencer_->stopped()) remember(sequencer_->table()->view());
    if (showing == Showing::AT_ONCE) show();
}

void TableHost::show() {
    if (sequencer_->stopped()) return;
    shown_ = true;
    send_snapshot(sequencer_->table()->view());
    beat();
}

std::optional<Observation> TableHost::observe(std::string_view bytes) {
    auto observation = read_observation(bytes);
    if (!observation || observation->table_id != identity_.table_id) {
        ++counts_.bad_messages;
        spdlog::warn("{} observe: message refused: {}", place(),
                     observation ? "it is of table " + observation->table_id : observation.error());
        return std::nullopt;
    }
    ++counts_.observations;
    if (observation->input) {
        const bool of_shoe = std::holds_alternative<engine::ShoeCardRead>(*observation->input);
        const auto answer = submit(*observation->input, (of_shoe ? "shoe:" : "camera:") + observation->camera);
        if (!answer) ++counts_.refused_observations;
        tell_still(*observation);
    }
    return std::move(*observation);
}

void TableHost::tell_still(Observation& observation) {
    const auto* slot = std::get_if<engine::SlotObserved>(&*observation.input);
    if (!still_listener_ || slot == nullptr || observation.still_jpeg.empty()) return;
    const auto* at = table();
    still_listener_({identity_.table_id, at != nullptr ? at->view().round_id : "", slot->still_sha256, std::move(observation.still_jpeg)});
}

Answer TableHost::submit(engine::Input input, const std::string& source) {
    const auto what = engine::name(input);
    if (const auto* camera = std::get_if<engine::CameraChanged>(&input); camera != nullptr && metrics_ != nullptr)
        metrics_->camera(camera->camera, camera->sight);
    auto answer = sequencer_->submit(std::move(input), source);
    if (!answer) spdlog::warn("{} {} from {} refused: {} {}", place(), what, source, answer.error().clause, answer.error().reason);
    return answer;
}

void TableHost::tell(TableMetrics& metrics) {
    metrics_ = &metrics;
    measure();
}

std::string TableHost::place() const {
    return "table=" + identity_.table_id + " round=" + (round_.empty() ? "-" : round_) + " seq=" + std::to_string(seq_);
}

void TableHost::remember(const engine::TableView& view) {
    round_ = view.round_id;
    seq_ = sequencer_->next_seq() - 1;
}

void TableHost::measure() {
    if (metrics_ == nullptr || !shown_) return; // a try to come back is not yet a table that is well
    if (sequencer_->stopped()) return metrics_->stopped(sequencer_->stop_reason());
    measure(sequencer_->table()->view());
}

void TableHost::measure(const engine::TableView& view) {
    if (metrics_ == nullptr) return;
    TableReading reading;
    reading.state = view.state == engine::TableState::OPEN ? "open" : view.state == engine::TableState::PAUSED ? "paused" : "closed";
    reading.seq = sequencer_->next_seq() - 1;
    reading.events_published = counts_.events_published;
    reading.faults = view.faults.size();
    reading.inputs = sequencer_->counts();
    reading.observations = counts_.observations;
    reading.bad_messages = counts_.bad_messages;
    metrics_->take(std::move(reading), std::chrono::steady_clock::now());
}

void TableHost::serve_commands() {
    std::vector<Asked> all;
    std::vector<Proposal> proposals;
    while (all.size() < commands_a_commit) {
        auto command = link_.take();
        if (!command) break;
        all.push_back(read(std::move(*command), proposals));
    }
    if (all.empty()) return;
    private_envelopes_.clear();
    const auto answers = proposals.empty() ? std::vector<Answer>() : sequencer_->submit_all(proposals);
    for (auto& asked : all)
        if (asked.proposal) tell_answer(asked, engine::name(proposals[*asked.proposal].input), answers[*asked.proposal]);
    if (const auto* at = table()) {
        const auto view = at->view();
        const auto expected = at->expected();
        for (auto& asked : all)
            add_status(asked, view, expected);
    }
    for (const auto& asked : all)
        link_.answer(asked.identity, asked.response.SerializeAsString());
}

TableHost::Asked TableHost::read(LinkCommand command, std::vector<Proposal>& proposals) const {
    Asked asked{.identity = std::move(command.identity), .request = {}, .response = {}, .proposal = {}};
    asked.response.set_schema(proto::codec::schema_version);
    const auto refuse = [&](const std::string& clause, const std::string& reason) {
        asked.response.mutable_rejection()->set_clause(clause);
        asked.response.mutable_rejection()->set_reason(reason);
    };
    const auto& request = asked.request;
    if (!asked.request.ParseFromString(command.request)) {
        refuse("REQUEST", "not a CommandRequest");
        return asked;
    }
    asked.response.set_request_id(request.request_id());
    if (request.schema() != proto::codec::schema_version) {
        refuse("REQUEST", "schema: version " + std::to_string(request.schema()) + " is not known");
    } else if (request.command_case() == v1::CommandRequest::kStatus) {
        asked.response.mutable_accepted();
    } else if (request.has_check_software()) {
        if (const auto refusal = ask_software(request))
            refuse(refusal->clause, refusal->reason);
        else
            asked.response.mutable_accepted();
    } else if (auto input = proto::codec::input_from_command(request); !input) {
        refuse("REQUEST", input.error());
    } else if (!may(request.role(), *input)) {
        refuse("PROC.role", "the role may not ask for that");
    } else {
        asked.proposal = proposals.size();
        proposals.push_back({std::move(*input), "command:" + request.by(), {}});
    }
    return asked;
}

std::optional<engine::Rejection> TableHost::ask_software(const v1::CommandRequest& request) const {
    if (!may_check_software(request.role())) return engine::Rejection{"PROC.role", "the role may not ask for that"};
    if (request.by().empty()) return engine::Rejection{"PROC.evidence", "by: who asks is missing"};
    if (!software_asked_) return engine::Rejection{"PROC.evidence", "this studio does not measure what runs it"};
    software_asked_(request.by());
    return std::nullopt;
}

void TableHost::tell_answer(Asked& asked, std::string_view what, const Answer& answer) {
    const auto& request = asked.request;
    auto& response = asked.response;
    if (!answer) {
        const auto& refusal = answer.error();
        spdlog::warn("{} {} from command:{} refused: {} {}", place(), what, request.by(), refusal.clause, refusal.reason);
        // A round that is over takes no wager, but the answer to one that it took is still the same.
        const bool over = refusal.clause == "WAGER.round" || refusal.clause == "DECISION.round";
        if (over && answer_again(request, response)) return;
        const bool of_others = refusal.clause == money_mismatch && request.role() == v1::ROLE_DISTRIBUTOR; // it may name their amounts
        response.mutable_rejection()->set_clause(refusal.clause);
        response.mutable_rejection()->set_reason(of_others ? "The money of the round does not add up" : refusal.reason);
        return;
    }
    response.mutable_accepted()->set_first_seq(answer->first_seq);
    response.mutable_accepted()->set_last_seq(answer->last_seq);
    const bool of_distributor = request.role() == v1::ROLE_DISTRIBUTOR; // a person may be called as one is
    bool any = false;
    for (const auto& [entry_no, distributor, bytes] : private_envelopes_) {
        if (entry_no != answer->entry_no) continue; // of another command
        any = true;
        if (of_distributor && distributor == request.by()) response.add_private_envelopes(bytes); // nobody hears of another's wagers
    }
    if (!any) (void)answer_again(request, response);
}

void TableHost::add_status(Asked& asked, const engine::TableView& view, const engine::Expected& expected) const {
    auto& status = *asked.response.mutable_status();
    status = proto::codec::status_report(identity_.table_id, view, expected);
    status.set_seq(sequencer_->next_seq() - 1);
    if (sees_doubts(asked.request.role())) proto::codec::add_doubts(status, table()->in_doubt());
}

// What a distributor asked for and was told, in the journal's own words.
bool TableHost::answer_again(const v1::CommandRequest& request, v1::CommandResponse& response) {
    const bool asks = request.has_place_wager() || request.has_make_decision();
    if (!told_ || !asks || request.role() != v1::ROLE_DISTRIBUTOR) return false;
    std::vector<std::string> told;
    try {
        told = told_(request.by(), request.has_place_wager() ? request.place_wager().round_id() : request.make_decision().round_id());
    } catch (const std::exception& failure) { // what was told earlier is a courtesy; the table goes on without it
        spdlog::error("{} an earlier answer to {} cannot be read: {}", place(), request.by().substr(0, 64), failure.what());
        return false;
    }
    std::vector<v1::PrivateEnvelope> envelopes(told.size());
    for (std::size_t i = 0; i < told.size(); ++i)
        if (!envelopes[i].ParseFromString(told[i])) envelopes[i].Clear();
    const auto answer = std::ranges::find_if(envelopes, [&](const auto& envelope) { return answers(request, envelope); });
    if (answer == envelopes.end()) return false;
    response.mutable_accepted();
    for (std::size_t i = 0; i < told.size(); ++i) // what one input has caused bears one hash: a decision's charges are among it
        if (&envelopes[i] == &*answer || (!answer->hash().empty() && envelopes[i].hash() == answer->hash()))
            response.add_private_envelopes(std::move(told[i]));
    return true;
}

void TableHost::on_time() {
    sequencer_->on_time();
}

void TableHost::beat() {
    measure();
    if (sequencer_->stopped()) return; // a table that cannot be journalled is not alive
    const proto::codec::EnvelopeHead head{.studio_id = identity_.studio_id,
                                          .table_id = identity_.table_id,
                                          .epoch = identity_.epoch,
                                          .seq = 0,
                                          .at = clock_.now(),
                                          .rules_version = identity_.rules_version};
    link_.send(link_beat, proto::codec::encode_heartbeat(head, sequencer_->next_seq()));
}

void TableHost::publish(std::span<const Published> events) {
    std::set<std::string> told;
    for (const auto& published : events) {
        if (published.event.distributor.empty()) {
            link_.send(link_event, published.bytes);
            ++counts_.events_published;
        } else {
            private_envelopes_.push_back({published.entry_no, published.event.distributor, published.bytes});
            told.insert(published.event.distributor);
        }
        if (listener_) listener_(published.event);
    }
    for (const auto& distributor : told)
        link_.send(link_private, distributor);
    if (!sequencer_ || sequencer_->stopped()) return;
    const auto view = sequencer_->table()->view();
    send_snapshot(view);
    measure(view);
}

// A snapshot follows its events on the same channel, so whoever asks gets one that is true at the last event that was published.
void TableHost::send_snapshot(const engine::TableView& view) {
    remember(view);
    const proto::codec::EnvelopeHead head{.studio_id = identity_.studio_id,
                                          .table_id = identity_.table_id,
                                          .epoch = identity_.epoch,
                                          .seq = sequencer_->next_seq() - 1,
                                          .at = sequencer_->last_at(),
                                          .rules_version = identity_.rules_version};
    link_.send(link_snapshot, proto::codec::encode_snapshot(head, view));
}

} // namespace studio::runtime
