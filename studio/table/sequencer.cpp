#include "studio/table/sequencer.h"

#include "engine/core/check.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace studio {

namespace {

// Private events are those of wagers; each names its distributor.
std::string owner_of(const engine::Event& event) {
    return std::visit(
        [](const auto& body) -> std::string {
            if constexpr (requires { body.distributor; }) {
                return body.distributor;
            } else {
                return {};
            }
        },
        event.body);
}

// Timers in the order in which they fire: by deadline, and by their number when two fall together.
std::optional<std::pair<engine::Time, engine::TimerId>> earliest(const engine::Table& table) {
    std::optional<std::pair<engine::Time, engine::TimerId>> first;
    for (const auto& [timer, deadline] : table.timers()) {
        if (!first || deadline < first->first) first = {deadline, timer};
    }
    return first;
}

// The money does not add up, and there is no input to refuse.
class MoneyMismatch : public std::runtime_error {
public:
    explicit MoneyMismatch(const std::string& why) : std::runtime_error(std::string(money_mismatch) + ": " + why) {}
};

// Whether the money of its events may not add up. A copy of the table costs what its wagers are, so not every wager is worth one: what
// could be wrong with a new one is its key.
bool may_go_wrong(const engine::Input& input, const MoneyAudit& audit) {
    if (const auto* wager = std::get_if<engine::PlaceWager>(&input)) return audit.knows({wager->wager_id, wager->distributor});
    return std::visit(
        []<typename Body>(const Body&) {
            return std::is_same_v<Body, engine::MakeDecision> || std::is_same_v<Body, engine::ConfirmResult> ||
                   std::is_same_v<Body, engine::CorrectCard> || std::is_same_v<Body, engine::VoidRound>;
        },
        input);
}

} // namespace

Sequencer::Sequencer(std::unique_ptr<engine::Table> table, Clock& clock, Journal& journal, EventSink& sink)
    : table_(std::move(table)), clock_(clock), journal_(journal), sink_(sink) {
    engine::check(table_ != nullptr, "a sequencer has a table");
    audit_ = MoneyAudit(table_->maxima());
}

std::expected<std::unique_ptr<Sequencer>, RecoveryFault> Sequencer::recover(Recording& recording, std::unique_ptr<engine::Table> table,
                                                                            Clock& clock, Journal& journal, EventSink& sink) {
    auto sequencer = std::make_unique<Sequencer>(std::move(table), clock, journal, sink);
    while (auto recorded = recording.next()) {
        const auto number = recorded->entry_no;
        const auto fault = [&](std::string what) { return std::unexpected(RecoveryFault{number, std::move(what)}); };
        if (number != sequencer->next_entry_) return fault("entry " + std::to_string(sequencer->next_entry_) + " is missing before it");
        if (recorded->meta.at < sequencer->last_at_) return fault("its time is before that of the entry before it");
        if (recorded->meta.next_seq != sequencer->next_seq_) return fault("its first event number is not the next one");
        Answer answer;
        try {
            answer = sequencer->take(std::move(recorded->input), recorded->meta.at, std::move(recorded->meta.source),
                                     std::move(recorded->correlation));
        } catch (const std::exception& failure) {
            return fault(failure.what());
        }
        if (!answer) return fault("the engine refuses its input: " + answer.error().clause + ": " + answer.error().reason);
        if (sequencer->pending_.empty()) return fault("the engine takes its input for a repeated statement");
        if (auto difference = recording.difference(sequencer->pending_.back()); !difference.empty()) return fault(std::move(difference));
        sequencer->pending_.clear();
    }
    sequencer->last_now_ = sequencer->last_at_;
    sequencer->counts_ = {};
    return sequencer;
}

Answer Sequencer::submit(engine::Input input, std::string source, std::string correlation) {
    const Proposal proposal{std::move(input), std::move(source), std::move(correlation)};
    return std::move(submit_all({&proposal, 1}).front());
}

std::vector<Answer> Sequencer::submit_all(std::span<const Proposal> proposals) {
    std::vector<Answer> answers;
    answers.reserve(proposals.size());
    if (!stopped()) {
        transact([&] {
            for (const auto& proposal : proposals) {
                const auto now = tick();
                fire_due(now);
                answers.push_back(take(proposal.input, now, proposal.source, proposal.correlation));
            }
        });
    }
    if (stopped()) {
        counts_.rejected += proposals.size();
        answers.assign(proposals.size(), refusal());
    }
    return answers;
}

std::size_t Sequencer::on_time() {
    const auto before = counts_.timers;
    if (!stopped()) transact([this] { fire_due(tick()); });
    return stopped() ? 0 : static_cast<std::size_t>(counts_.timers - before);
}

std::optional<engine::Time> Sequencer::next_deadline() const {
    if (stopped()) return {};
    const auto first = earliest(*table_);
    if (!first) return {};
    return first->first;
}

std::uint64_t Sequencer::next_private_seq(const std::string& distributor) const {
    const auto found = next_private_seq_.find(distributor);
    return found == next_private_seq_.end() ? 1 : found->second;
}

template <typename Work>
void Sequencer::transact(Work work) {
    std::vector<Published> events;
    try {
        work();
        events = commit_pending();
    } catch (const MoneyMismatch& wrong) {
        stop(money_mismatch, wrong.what());
    } catch (const std::exception& failure) {
        stop(journal_failed, failure.what());
    } catch (...) {
        stop(journal_failed, "a failure without a description");
    }
    if (!events.empty()) sink_.publish(events); // outside of the try: what is committed stays committed
}

engine::Time Sequencer::tick() {
    last_now_ = std::max({last_now_, last_at_, clock_.now()});
    return last_now_;
}

void Sequencer::fire_due(engine::Time now) {
    std::optional<std::pair<engine::Time, engine::TimerId>> fired;
    for (auto due = earliest(*table_); due && due->first <= now; due = earliest(*table_)) {
        engine::check(due != fired, "a timer that has fired is no longer in force");
        fired = due;
        // A deadline may lie before the last input (a timer asked for in the past); time never runs backwards.
        const auto answer = take(engine::TimerFired{due->second}, std::max(due->first, last_at_), "clock", {});
        engine::check(answer.has_value(), "the engine takes a timer it asked for");
        --counts_.accepted;
        ++counts_.timers;
    }
}

Answer Sequencer::take(engine::Input input, engine::Time at, std::string source, std::string correlation) {
    if (table_->knows(input)) {
        ++counts_.repeated;
        return Accepted{0, at, 0, 0, {}};
    }
    engine::InputMeta meta{at, next_seq_, std::move(source)};
    auto step = judged(input, meta);
    if (!step) {
        ++counts_.rejected;
        if (step.error().clause == money_mismatch) pause_for_mismatch(at);
        return std::unexpected(std::move(step.error()));
    }
    last_at_ = at;
    ++counts_.accepted;
    pending_.push_back(numbered(std::move(input), std::move(meta), std::move(correlation), std::move(step->events)));
    const auto& entry = pending_.back();
    const bool any_public = next_seq_ != entry.meta.next_seq;
    return Accepted{entry.entry_no, at, any_public ? entry.meta.next_seq : 0, any_public ? next_seq_ - 1 : 0, entry.events};
}

std::expected<engine::Step, engine::Rejection> Sequencer::judged(const engine::Input& input, const engine::InputMeta& meta) {
    auto before = may_go_wrong(input, audit_) ? table_->clone() : nullptr;
    auto step = table_->apply(input, meta);
    if (!step) return step;
    auto wrong = audit_.take(step->events);
    if (!wrong) return step;
    if (!before) throw MoneyMismatch(*wrong);
    table_ = std::move(before);
    return std::unexpected(engine::Rejection{std::string(money_mismatch), "The money of the round does not add up: " + *wrong});
}

// What follows is the supervisor's, who can void the round. A table that is paused already stays so.
void Sequencer::pause_for_mismatch(engine::Time at) {
    [[maybe_unused]] const auto paused = take(engine::PauseTable{std::string(money_mismatch), "studio"}, at, "studio", {});
}

JournalEntry Sequencer::numbered(engine::Input input, engine::InputMeta meta, std::string correlation, std::vector<engine::Event> events) {
    JournalEntry entry{next_entry_++, std::move(input), std::move(meta), std::move(correlation), {}};
    entry.events.reserve(events.size());
    for (auto& event : events) {
        auto owner = owner_of(event);
        engine::check(owner.empty() == engine::is_public(event), "exactly the private events name their distributor");
        auto& next = owner.empty() ? next_seq_ : next_private_seq_.try_emplace(owner, 1).first->second;
        entry.events.push_back({next++, std::move(owner), std::move(event)});
    }
    counts_.events += entry.events.size();
    return entry;
}

std::vector<Published> Sequencer::commit_pending() {
    if (pending_.empty()) return {};
    auto encoded = journal_.commit(pending_);
    ++counts_.commits;
    std::vector<Published> events;
    events.reserve(encoded.size());
    for (auto& entry : pending_) {
        for (auto& event : entry.events) {
            engine::check(events.size() < encoded.size() && encoded[events.size()].seq == event.seq &&
                              encoded[events.size()].distributor == event.distributor,
                          "the journal returns the bytes of every event in order");
            events.push_back({entry.entry_no, entry.meta.at, std::move(event), std::move(encoded[events.size()].bytes)});
        }
    }
    pending_.clear();
    return events;
}

void Sequencer::stop(std::string_view clause, std::string why) {
    stop_clause_ = clause;
    stop_reason_ = std::move(why);
    pending_.clear();
    table_.reset();
}

Answer Sequencer::refusal() const {
    const auto why = stop_clause_ == money_mismatch ? "the money of its round does not add up" : "its journal failed: " + stop_reason_;
    return std::unexpected(engine::Rejection{std::string(stop_clause_), "The table is stopped, " + why});
}

} // namespace studio
