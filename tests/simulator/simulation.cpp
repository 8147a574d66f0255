#include "tests/simulator/simulation.h"

#include "tests/support/event_text.h"

#include <cstdio>

namespace simulator {

using namespace engine;
using namespace std::chrono_literals;

namespace {

constexpr Duration trouble_may_last = 40min; // then nothing goes wrong any more, and ...
constexpr Duration calm_may_last = 20min;    // ... the next round must open

constexpr std::uint64_t every_so_often = 16;

TableRules rules_of_session(const Session& session) {
    TableRules rules;
    rules.game = session.game;
    return rules;
}

const GameModel& model_of(const std::string& game) {
    const auto* model = game_model(game);
    if (model == nullptr) throw Violation("no such game: " + game);
    return *model;
}

} // namespace

Report& Report::operator+=(const Report& other) {
    confirmed += other.confirmed;
    voided += other.voided;
    steps += other.steps;
    entries += other.entries;
    refusals += other.refusals;
    crashes += other.crashes;
    disk_faults += other.disk_faults;
    simulated += other.simulated;
    tally.wrong_cards_published += other.tally.wrong_cards_published;
    tally.rounds_with_wrong_cards += other.tally.rounds_with_wrong_cards;
    tally.faults += other.tally.faults;
    tally.shoes_counted += other.tally.shoes_counted;
    tally.wagers += other.tally.wagers;
    tally.last_cards += other.tally.last_cards;
    tally.decks_drained += other.tally.decks_drained;
    for (const auto& [choice, count] : other.tally.choices)
        tally.choices[choice] += count;
    for (std::size_t i = 0; i < tally.by_code.size(); ++i)
        tally.by_code[i] += other.tally.by_code[i];
    return *this;
}

Simulation::Simulation(const Session& session)
    : session_(session), world_(session.seed, model_of(session.game), Rates::of(model_of(session.game))), rules_(rules_of_session(session)),
      invariants_(rules_, world_.game, world_.felt, journal_),
      sequencer_(std::make_unique<studio::Sequencer>(make_table(rules_), world_.clock, journal_, sink_)), camera_(world_),
      dealer_(world_, camera_), supervisor_(world_, camera_), distributors_(world_) {
    world_.felt.on_change = [this](const Slot& slot) { camera_.changed(slot); };
    world_.submit = [this](Input input, const std::string& source) { return submit(std::move(input), source); };
    world_.table = [this]() -> const Table& { return *sequencer_->table(); };
    world_.known = [this]() -> const Follower& { return invariants_.known(); };
    world_.lie_told = [this](const Slot& slot, const Card& card) { invariants_.lie_told(slot, card); };
    // Within a commit the sequencer would take a broken promise for a failure of the disk: it is kept until the step is over.
    const auto keep = [this](const std::function<void()>& check) {
        try {
            check();
        } catch (const Violation& violation) {
            if (broken_.empty()) broken_ = violation.what();
        }
    };
    journal_.on_stored = [this, keep](const studio::JournalEntry& entry) { keep([&] { hear(entry); }); };
    sink_.on_published = [this, keep](const studio::Published& event) {
        keep([&] { invariants_.published(event); });
        heard_[event.event.distributor] = event.event.seq;
    };
}

std::string Simulation::where() const {
    return "seed " + std::to_string(session_.seed) + " step " + std::to_string(report_.steps) + " round " + invariants_.known().round_id;
}

Report Simulation::run() {
    try {
        while (opened_ <= session_.rounds)
            run_one();
        recover(); // all of it once more from the journal
        if (!broken_.empty()) throw Violation(broken_);
        invariants_.at_end();
    } catch (const Violation& violation) {
        throw Violation(where() + ": " + violation.what());
    }
    world_.over = true;
    report_.confirmed = invariants_.known().rounds_confirmed;
    report_.voided = invariants_.known().rounds_voided;
    report_.entries = journal_.entries().size();
    report_.simulated = world_.clock.now().time_since_epoch();
    report_.tally = invariants_.tally();
    return report_;
}

// The next thing that happens: a timer of the table, or something in the world. A timer may be woken a little late.
void Simulation::run_one() {
    const auto deadline = sequencer_->next_deadline();
    const auto planned = world_.agenda.next();
    if (deadline && (!planned || *deadline <= *planned)) {
        world_.clock.set(std::max(world_.clock.now(), *deadline));
        bool died = false;
        (void)step(
            [this]() -> studio::Answer {
                (void)sequencer_->on_time();
                return studio::Accepted{};
            },
            died);
    } else {
        world_.clock.set(std::max(world_.clock.now(), *planned));
        world_.agenda.run_next();
    }
    watch_progress();
}

// Liveness: whatever has gone wrong, once nothing more does the table comes to its next round.
void Simulation::watch_progress() {
    const auto quiet = world_.clock.now() - last_opened_;
    if (quiet > trouble_may_last) world_.rates = Rates::calm();
    if (quiet > trouble_may_last + calm_may_last) {
        std::string acts;
        for (const auto& act : sequencer_->table()->expected().acts)
            acts += " " + std::string(name(act.act)) + (act.fault ? "/" + std::string(name(*act.fault)) : "");
        throw Violation("stuck: no round opens, expected is" + acts);
    }
}

void Simulation::arm_faults() {
    auto& random = world_.random;
    journal_.fail_next(DiskFault::NONE);
    sink_.crash_next(false);
    if (random.chance(world_.rates.disk_fails)) {
        ++report_.disk_faults;
        journal_.fail_next(random.chance(5000) ? DiskFault::BEFORE_STORING : DiskFault::AFTER_STORING);
    }
    if (random.chance(world_.rates.process_dies)) sink_.crash_next(true); // between the commit and the publication
    if (random.chance(world_.rates.process_dies)) recover();              // between two steps
}

// One call of the sequencer with all that may befall it. A dead or stopped sequencer is replaced by one recovered from the journal.
studio::Answer Simulation::step(const std::function<studio::Answer()>& call, bool& died) {
    ++report_.steps;
    arm_faults();
    const auto entries_before = journal_.entries().size();
    studio::Answer answer = std::unexpected(Rejection{"CRASH", "the process died"});
    try {
        answer = call();
        died = sequencer_->stopped();
    } catch (const Crash&) {
        died = true;
    }
    if (died && broken_.empty()) {
        if (sequencer_->stopped()) {
            const auto refusal = sequencer_->submit(ResumeTable{"boris"}, "console:boris");
            if (refusal || refusal.error().clause != studio::journal_failed) throw Violation("stopped: a stopped table answers");
        }
        recover();
    }
    if (!broken_.empty()) throw Violation(broken_);
    if (journal_.entries().size() != entries_before)
        invariants_.after_step(*sequencer_->table(), world_.clock.now());
    else if (!answer || report_.steps % every_so_often == 0) // what was known already is not journalled either
        invariants_.refused(*sequencer_->table());
    return answer;
}

studio::Answer Simulation::submit(Input input, const std::string& source) {
    if (session_.verbose) {
        const auto* seen = std::get_if<SlotObserved>(&input);
        const bool known = sequencer_->table()->knows(input);
        if (!known)
            std::printf(
                "%12lld ms %s %s %s\n", static_cast<long long>(world_.clock.now().time_since_epoch() / 1ms), source.c_str(),
                std::string(name(input)).c_str(),
                seen != nullptr
                    ? (seen->slot.text() + " " + std::string(name(seen->sight)) + (seen->card ? " " + seen->card->text() : "")).c_str()
                    : "");
    }
    bool died = false;
    auto answer = step([&] { return sequencer_->submit(input, source); }, died);
    if (!answer) {
        ++report_.refusals;
        if (session_.verbose) std::printf("             refused: %s %s\n", answer.error().clause.c_str(), answer.error().reason.c_str());
    }
    return answer;
}

void Simulation::recover() {
    ++report_.crashes;
    sequencer_.reset();
    MemoryRecording recording(journal_.entries());
    auto recovered = studio::Sequencer::recover(recording, make_table(rules_), world_.clock, journal_, sink_);
    if (!recovered) throw Violation("recovery: entry " + std::to_string(recovered.error().entry_no) + ": " + recovered.error().what);
    sequencer_ = std::move(*recovered);
    invariants_.recovered(*sequencer_);
    replay_missed();
    world_.after(100ms, [this] { camera_.restate(); }); // the recogniser tells its whole board to whoever is new
}

// Listeners see the gap in the numbers and ask for a replay.
void Simulation::replay_missed() {
    for (const auto& entry : journal_.entries())
        for (const auto& event : entry.events)
            if (event.seq > heard_[event.distributor]) sink_.on_published({entry.entry_no, entry.meta.at, event, bytes_of(event)});
}

void Simulation::hear(const studio::JournalEntry& entry) {
    invariants_.stored(entry);
    for (const auto& event : entry.events) {
        if (session_.verbose) std::printf("             #%s\n", bytes_of(event).c_str());
        if (const auto* question = std::get_if<DecisionOpened>(&event.event.body))
            distributors_.asked(*question, invariants_.known().owner(question->box), event.event.round_id);
        if (const auto* opened = std::get_if<RoundOpened>(&event.event.body)) {
            ++opened_;
            last_opened_ = entry.meta.at;
            distributors_.round_opened(event.event.round_id, opened->betting_closes_at - entry.meta.at);
        }
    }
}

} // namespace simulator
