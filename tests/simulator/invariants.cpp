#include "tests/simulator/invariants.h"

#include "tests/support/event_text.h"

#include <algorithm>
#include <numeric>

namespace simulator {

namespace {

using namespace engine;

template <typename Body>
bool told(const studio::JournalEntry& entry) {
    return std::ranges::any_of(entry.events, [](const auto& one) { return std::holds_alternative<Body>(one.event.body); });
}

void require(bool held, const char* clause, const std::string& what) {
    if (!held) throw Violation(std::string(clause) + ": " + what);
}

// "Kd" as a word of its own somewhere in the text.
bool names_a_face(const std::string& text) {
    const auto letter_or_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const bool starts = i == 0 || !letter_or_digit(text[i - 1]);
        const bool ends = i + 2 == text.size() || !letter_or_digit(text[i + 2]);
        if (starts && ends && Card::parse(text.substr(i, 2))) return true;
    }
    return false;
}

bool may_be_pressed(Act act) {
    return act == Act::OPEN_TABLE || act == Act::START_SHOE || act == Act::START_ROUND || act == Act::CONFIRM_RESULT || act == Act::RESUME;
}

Input button(Act act) {
    switch (act) {
    case Act::OPEN_TABLE: return OpenTable{"anna", "anna"};
    case Act::START_SHOE: return StartShoe{"anna"};
    case Act::START_ROUND: return StartRound{"anna"};
    case Act::CONFIRM_RESULT: return ConfirmResult{"anna"};
    default: return ResumeTable{"boris"};
    }
}

} // namespace

Invariants::Invariants(const TableRules& rules, const GameModel& game, PhysicalTable& felt, const MemoryJournal& journal)
    : rules_(rules), game_(game), felt_(felt), journal_(journal), shadow_(make_table(rules)) {
    last_digest_ = shadow_->digest();
}

// 6: every table has exactly one writer, who numbers without gaps and whose time never runs backwards.
void Invariants::one_writer(const studio::JournalEntry& entry) {
    const auto& entries = journal_.entries();
    require(entry.entry_no == entries.size(), "one writer", "entry " + std::to_string(entry.entry_no) + " is not the next one");
    require(entries.size() < 2 || entries[entries.size() - 2].meta.at <= entry.meta.at, "one writer", "time runs backwards");
}

// 3: same inputs, same events, byte for byte.
void Invariants::replay_is_equal(const studio::JournalEntry& entry) {
    const auto step = shadow_->apply(entry.input, entry.meta);
    require(step.has_value(), "replay", "a journalled input is refused: " + (step ? "" : step.error().reason));
    require(step->events.size() == entry.events.size(), "replay", "another number of events");
    for (std::size_t i = 0; i < entry.events.size(); ++i) {
        const auto stored = testing::event_text(entry.events[i].event);
        require(testing::event_text(step->events[i]) == stored, "replay", "another event than " + stored);
    }
}

void Invariants::numbers_have_no_gap(const studio::SequencedEvent& event) {
    auto& next = next_seq_.try_emplace(event.distributor, 1).first->second;
    require(event.seq == next, "event numbers",
            event.distributor + " gets " + std::to_string(event.seq) + " instead of " + std::to_string(next));
    ++next;
}

// 5: a card not yet shown at the table appears in no public event. 7: a doubtful reading is never published as a card.
void Invariants::face_was_shown(const studio::JournalEntry& entry, const CardRevealed& revealed) {
    const auto where = revealed.card.text() + " in " + revealed.slot.text();
    require(!follower_.betting_open, "hidden card", where + " was told while betting was open");
    if (revealed.source == CardSource::MANUAL) {
        const auto* manual = std::get_if<ManualCard>(&entry.input);
        require(manual != nullptr && !manual->approved_by.empty() && manual->approved_by != manual->by, "doubtful card",
                where + " was named by nobody or by one person");
    } else {
        const auto seen = observed_.find(revealed.slot);
        require(seen != observed_.end() && seen->second.sight == Sight::FACE_UP && seen->second.card == revealed.card, "doubtful card",
                where + " is not what the camera has settled on");
    }
    if (felt_.was_shown(revealed.slot, revealed.card)) return;
    require(lies_.contains({revealed.slot, revealed.card}), "hidden card", where + " was not shown at the table");
    ++tally_.wrong_cards_published;
}

// 5, in words: a fault may name a face only where one copy too many has been shown.
void Invariants::no_face_in_words(const FaultRaised& fault) const {
    const bool may_name = fault.code == FaultCode::DUPLICATE_CARD && !follower_.betting_open;
    require(may_name || !names_a_face(fault.seen), "hidden card", std::string(name(fault.code)) + " says '" + fault.seen + "'");
    require(!names_a_face(fault.expected) && !names_a_face(fault.suggestion), "hidden card", "a fault's expectation names a face");
}

// Cards, results and the burn card tell faces; of faults the function above has its own word.
void Invariants::no_face_in_other_events(const Event& event) {
    const bool tells = std::holds_alternative<CardRevealed>(event.body) || std::holds_alternative<CardCorrected>(event.body) ||
                       std::holds_alternative<ResultProvisional>(event.body) || std::holds_alternative<ResultConfirmed>(event.body) ||
                       std::holds_alternative<ResultRevised>(event.body) || std::holds_alternative<ShoeStarted>(event.body) ||
                       std::holds_alternative<FaultRaised>(event.body);
    if (!tells) require(!names_a_face(testing::event_text(event)), "hidden card", testing::event_text(event));
}

// 2: events are never edited; a correction names the one it supersedes.
void Invariants::correction_names_what_it_supersedes(const CardCorrected& corrected) const {
    const auto shown = follower_.shown.find(corrected.slot);
    require(shown != follower_.shown.end(), "correction", "no card of " + corrected.slot.text() + " was told");
    require(shown->second.seq == corrected.supersedes_seq && shown->second.card == corrected.before, "correction",
            "event " + std::to_string(corrected.supersedes_seq) + " did not tell " + corrected.before.text());
}

void Invariants::revision_names_what_it_supersedes(const ResultRevised& revised) const {
    require(revised.supersedes_seq == follower_.result_seq && revised.revision == follower_.revision + 1, "correction",
            "a revised result names event " + std::to_string(revised.supersedes_seq));
    require(revised.before == follower_.result, "correction", "the result before is not the one that was told");
    require(!revised.authorised_by.empty() && revised.authorised_by != revised.by, "correction", "one person revised a result");
}

void Invariants::no_copy_too_many() const {
    const bool all_legal = std::ranges::all_of(follower_.copies, [this](int copies) { return copies >= 0 && copies <= game_.decks; });
    require(all_legal, "ledger", "more copies of a card than decks were told");
}

// Betting never accepts after its close, nor while paused.
void Invariants::wager_in_time(const studio::JournalEntry& entry, const WagerAccepted& wager) const {
    const bool open = follower_.betting_open && running_since_ && entry.meta.at - *running_since_ < rest_;
    require(open, "betting closed", "wager " + wager.wager_id + " was accepted");
    require(!follower_.wagers.contains({wager.wager_id, wager.distributor}), "money", "wager " + wager.wager_id + " was accepted twice");
    const auto deducted = game_.deducted(wager.bet, wager.stake.minor);
    require(wager.stake.minor + wager.held.minor == deducted, "money", "another hold is due for " + wager.wager_id);
    const auto [least, most] = game_.limits(wager.bet);
    require(wager.stake.minor >= least && wager.stake.minor <= most, "money", "a stake beyond the limits");
}

// What a decision takes is its price as it was told, what the rules take at the close of betting is a blind box's BET.
void Invariants::charge_is_due(const studio::JournalEntry& entry, const WagerAccepted& charge) const {
    require(!follower_.wagers.contains({charge.wager_id, charge.distributor}), "money", "charge " + charge.wager_id + " was taken twice");
    require(charge.held.minor == 0 && charge.distributor == follower_.owner(charge.position), "money",
            "charge " + charge.wager_id + " is not its owner's");
    if (told<BettingClosed>(entry)) {
        const bool ante = std::ranges::any_of(follower_.wagers, [&charge](const auto& one) {
            return one.second.offer.position == charge.position && one.second.offer.bet == "ANTE" &&
                   2 * one.second.stake == charge.stake.minor;
        });
        return require(ante && charge.bet == "BET", "money", "charge " + charge.wager_id + " was not due when betting closed");
    }
    require(follower_.answered && !follower_.decisions.empty() && follower_.answered->box == charge.position, "money",
            "charge " + charge.wager_id + " belongs to no decision");
    const auto& options = follower_.answered->options;
    const auto option = std::ranges::find(options, follower_.decisions.back().choice, &DecisionOption::choice);
    require(option != options.end(), "decision", follower_.decisions.back().choice + " was no option");
    const bool priced = option->most ? charge.stake.minor >= option->least->minor && charge.stake.minor <= option->most->minor
                                     : charge.stake.minor == option->price.minor;
    require(priced, "money", "charge " + charge.wager_id + " is not the price that was told");
}

void Invariants::settled_once(const WagerSettled& settled) {
    const auto found = follower_.wagers.find({settled.wager_id, settled.distributor});
    require(found != follower_.wagers.end(), "money", "wager " + settled.wager_id + " was never accepted");
    const auto& wager = found->second;
    require(!wager.refunded, "money", settled.wager_id + " is settled after its refund");
    require(settled.revision == wager.revision + 1 && settled.revision == follower_.revision, "money",
            settled.wager_id + " is settled twice");
    require(settled.deducted.minor == wager.deducted, "money", settled.wager_id + " settles another stake than was deducted");
    const auto due = game_.returned(wager, follower_.facts());
    require(settled.returned.minor == due, "settlement",
            settled.wager_id + " gets " + std::to_string(settled.returned.minor) + " instead of " + std::to_string(due));
}

void Invariants::refunded_once(const studio::JournalEntry& entry, const WagerRefunded& refunded) const {
    const auto found = follower_.wagers.find({refunded.wager_id, refunded.distributor});
    require(found != follower_.wagers.end(), "money", "wager " + refunded.wager_id + " was never accepted");
    require(!found->second.refunded, "money", refunded.wager_id + " is refunded twice");
    require(refunded.returned.minor == found->second.deducted, "money", refunded.wager_id + " does not get everything back");
    // S-14: an ante that cannot be played; a switch that is taken back.
    const bool by_rule = told<BettingClosed>(entry) ||
                         (!follower_.decisions.empty() && follower_.decisions.back().choice == "SWITCH" && told<DecisionMade>(entry));
    require(by_rule || (!follower_.round_running && !follower_.confirmed), "money",
            refunded.wager_id + " is refunded in a round that stands");
}

void Invariants::every_wager_ended() const {
    if (follower_.round_running) return;
    for (const auto& [key, wager] : follower_.wagers) {
        require(follower_.voided ? wager.refunded : (wager.revision > 0) != wager.refunded, "money",
                "wager " + key.wager_id + " has no end of its own");
        require(!follower_.confirmed || wager.refunded || wager.revision == follower_.revision, "money",
                "wager " + key.wager_id + " missed a revision");
    }
}

void Invariants::result_is_right(const std::vector<PositionResult>& positions, const char* when) {
    const auto wrong = game_.wrong(positions, follower_.facts());
    require(wrong.empty(), "settlement", std::string(when) + " result: " + wrong);
}

void Invariants::ledger_adds_up(const ShoeEnded& ended) const {
    require(ended.shoe_id == follower_.shoe_id, "ledger", "shoe " + ended.shoe_id + " ends and was never told to have started");
    require(ended.total == game_.decks * cards_per_deck, "ledger", "a shoe of another size");
    require(ended.seen + ended.burned_unseen + ended.left == ended.total, "ledger", "seen, unseen and left are not the shoe");
    const int told = std::accumulate(follower_.copies.begin(), follower_.copies.end(), 0);
    require(ended.seen >= told && ended.burned_unseen >= 0, "ledger",
            std::to_string(told) + " cards were told and " + std::to_string(ended.seen) + " seen");
}

// The countdown by the simulator's own reckoning: it runs while betting is open and the table is not paused.
void Invariants::run_countdown(const studio::JournalEntry& entry, const Event& event) {
    if (std::holds_alternative<RoundOpened>(event.body)) {
        rest_ = rules_.betting;
        running_since_ = entry.meta.at;
    }
    if (!follower_.betting_open) return;
    if (const auto* status = std::get_if<TableStatus>(&event.body)) {
        if (running_since_) rest_ -= entry.meta.at - *running_since_;
        running_since_.reset();
        if (status->state == TableState::OPEN) running_since_ = entry.meta.at;
    }
    const auto* fired = std::get_if<TimerFired>(&entry.input);
    if (std::holds_alternative<BettingClosed>(event.body) && fired != nullptr)
        require(running_since_ && entry.meta.at - *running_since_ == rest_, "countdown",
                "betting closes at another time than its rest says");
}

void Invariants::pause_keeps_the_rest(const TableView& view) const {
    if (!follower_.betting_open) return;
    if (view.state == TableState::PAUSED) {
        require(view.betting_rest == rest_, "countdown", "the pause does not keep the countdown's rest");
    } else {
        require(running_since_ && view.betting_closes_at == *running_since_ + rest_, "countdown", "betting closes at another time");
    }
}

void Invariants::check_event(const studio::JournalEntry& entry, const studio::SequencedEvent& event) {
    numbers_have_no_gap(event);
    const auto& body = event.event.body;
    run_countdown(entry, event.event);
    if (const auto* e = std::get_if<CardRevealed>(&body)) face_was_shown(entry, *e);
    if (const auto* e = std::get_if<FaultRaised>(&body)) no_face_in_words(*e);
    if (const auto* e = std::get_if<CardCorrected>(&body)) correction_names_what_it_supersedes(*e);
    if (const auto* e = std::get_if<ResultRevised>(&body)) revision_names_what_it_supersedes(*e);
    no_face_in_other_events(event.event);
    if (const auto* e = std::get_if<WagerAccepted>(&body))
        std::holds_alternative<PlaceWager>(entry.input) ? wager_in_time(entry, *e) : charge_is_due(entry, *e);
    if (const auto* e = std::get_if<WagerSettled>(&body)) settled_once(*e);
    if (const auto* e = std::get_if<WagerRefunded>(&body)) refunded_once(entry, *e);
    if (const auto* e = std::get_if<ShoeEnded>(&body)) ledger_adds_up(*e);
    if (const auto* e = std::get_if<ResultProvisional>(&body)) result_is_right(e->positions, "provisional");
    if (const auto* e = std::get_if<ResultConfirmed>(&body)) result_is_right(e->positions, "confirmed");
    if (const auto* e = std::get_if<ResultRevised>(&body)) result_is_right(e->after, "revised");
}

// The camera's last word is a card that has been moved or taken away since: whoever counts by its word counts a card that may lie
// elsewhere.
bool Invariants::gone_untold(const Slot& slot) const {
    const auto seen = observed_.find(slot);
    return seen != observed_.end() && seen->second.sight != Sight::EMPTY && felt_.at(slot) == nullptr;
}

// A void counts what lies on the table by the camera's word.
void Invariants::lose_count_by_void(const TableView& before) {
    for (const auto& slot : game_.slots()) {
        const auto seen = before.slots.find(slot);
        const bool untold = felt_.at(slot) != nullptr && (seen == before.slots.end() || seen->second.sight == Sight::EMPTY);
        if (untold || (gone_untold(slot) && !follower_.dealt.contains(slot))) felt_.lose_count();
    }
    if (felt_.at(burn_slot) != nullptr) felt_.lose_count();
}

// So does the start of a round: what the camera told late of a card taken away is a card too many for it.
void Invariants::lose_count_by_start(const TableView& before) {
    const bool counted = shadow_->view().cards_left != before.cards_left;
    if (counted && std::ranges::any_of(game_.slots(), [this](const Slot& slot) { return gone_untold(slot); })) felt_.lose_count();
}

// The same of a deck that is dealt from for one round only.
void Invariants::follow_the_deck(const studio::JournalEntry& entry) {
    if (std::holds_alternative<StartRound>(entry.input) && felt_.left() != game_.decks * cards_per_deck) felt_.lose_count();
    for (const auto& event : entry.events) {
        const auto& body = event.event.body;
        if (std::holds_alternative<FaultCleared>(body)) felt_.lose_count();
        const auto* ended = std::get_if<ShoeEnded>(&body);
        if (ended == nullptr || !told<ResultConfirmed>(entry) || !felt_.countable()) continue;
        const bool untold = std::ranges::any_of(game_.slots(), [this](const Slot& slot) {
            const auto seen = observed_.find(slot);
            const bool not_seen = seen == observed_.end() || seen->second.sight == Sight::EMPTY;
            return (felt_.at(slot) != nullptr && not_seen) || gone_untold(slot);
        });
        if (untold) continue; // the camera's word and the table differ at this moment
        require(ended->left == felt_.left(), "ledger",
                std::to_string(ended->left) + " cards are left by the ledger and " + std::to_string(felt_.left()) + " in the deck");
        ++tally_.shoes_counted;
    }
}

// The ledger is the shoe, card by card, as long as no card went astray unseen.
void Invariants::follow_the_shoe(const studio::JournalEntry& entry, const TableView& before) {
    if (game_.deck == Deck::FRESH_EACH_ROUND) return follow_the_deck(entry);
    if (std::holds_alternative<StartShoe>(entry.input) && felt_.left() != rules_.decks * cards_per_deck) felt_.lose_count();
    for (const auto& event : entry.events) {
        const auto& body = event.event.body;
        if (const auto* e = std::get_if<FaultCleared>(&body)) {
            const bool leaves = e->ending == Ending::OUT_OF_GAME || e->ending == Ending::NEXT_BURN;
            if (e->ending == Ending::CONFIRM_STILLS || (leaves && e->slot && gone_untold(*e->slot))) felt_.lose_count();
        }
        if (const auto* e = std::get_if<CardDealt>(&body); e != nullptr && gone_untold(e->slot)) felt_.lose_count();
        if (std::holds_alternative<RoundVoided>(body)) lose_count_by_void(before);
        if (std::holds_alternative<RoundOpened>(body)) lose_count_by_start(before);
        if (!std::holds_alternative<RoundOpened>(body) || !felt_.countable()) continue;
        const int left = shadow_->view().cards_left;
        require(left == felt_.left(), "ledger",
                std::to_string(left) + " cards are left by the ledger and " + std::to_string(felt_.left()) + " in the shoe");
        ++tally_.shoes_counted;
    }
}

void Invariants::stored(const studio::JournalEntry& entry) {
    one_writer(entry);
    const bool counts = std::holds_alternative<VoidRound>(entry.input) || std::holds_alternative<StartRound>(entry.input);
    const auto before = counts ? shadow_->view() : TableView{};
    replay_is_equal(entry);
    if (const auto* seen = std::get_if<SlotObserved>(&entry.input)) observed_[seen->slot] = *seen;
    follow_the_shoe(entry, before);
    for (const auto& event : entry.events) {
        check_event(entry, event);
        follower_.hear(event);
        if (const auto* e = std::get_if<FaultRaised>(&event.event.body)) {
            ++tally_.faults;
            ++tally_.by_code.at(static_cast<std::size_t>(e->code));
        }
        if (std::holds_alternative<WagerAccepted>(event.event.body)) ++tally_.wagers;
        if (const auto* e = std::get_if<DecisionMade>(&event.event.body)) ++tally_.choices[e->choice];
        if (std::holds_alternative<PlayerNotice>(event.event.body)) ++tally_.last_cards;
        if (const auto* e = std::get_if<ShoeEnded>(&event.event.body); e != nullptr && e->left == 0) ++tally_.decks_drained;
        if (!std::holds_alternative<ResultConfirmed>(event.event.body)) continue;
        const bool wrong =
            std::ranges::any_of(follower_.shown, [this](const auto& one) { return !felt_.was_shown(one.first, one.second.card); });
        if (wrong) ++tally_.rounds_with_wrong_cards;
    }
    no_copy_too_many();
    every_wager_ended();
    if (follower_.round_running && follower_.dealt.empty() && follower_.betting_open) lies_.clear();
}

// 1: nothing is published before it is committed; and what is published is what is stored, in its order.
void Invariants::published(const studio::Published& event) {
    require(event.entry_no >= 1 && event.entry_no <= journal_.entries().size(), "published before committed", bytes_of(event.event));
    const auto& entry = journal_.entries()[event.entry_no - 1];
    const bool stored = std::ranges::any_of(entry.events, [&](const auto& one) { return bytes_of(one) == event.bytes; });
    require(stored && event.bytes == bytes_of(event.event), "published before committed", event.bytes + " is not what is stored");
    auto& next = next_published_.try_emplace(event.event.distributor, 1).first->second;
    require(event.event.seq == next, "event numbers", "published " + event.bytes + " instead of number " + std::to_string(next));
    ++next;
}

void Invariants::something_is_expected(const Table& table) const {
    require(!table.expected().acts.empty(), "expected", "nothing is expected of anybody");
}

// So is an option, at its price.
void Invariants::options_are_accepted(const Table& table, const ExpectedAct& act, Time now) const {
    for (const auto& option : act.options) {
        const auto copy = table.clone();
        MakeDecision made{.decision_id = "test",
                          .distributor = "",
                          .by = "anna",
                          .round_id = follower_.round_id,
                          .box = *act.box,
                          .choice = option.choice,
                          .cards = {},
                          .amount = option.most ? option.most : option.price};
        for (int card = 1; card <= option.most_cards; ++card)
            made.cards.push_back(card);
        const auto step = copy->apply(made, {now, 1, "test"});
        require(step.has_value(), "expected", option.choice + " is offered and refused: " + (step ? "" : step.error().reason));
    }
}

// The prompt and the validator can never disagree: a button that is expected is accepted.
void Invariants::prompt_and_validator_agree(const Table& table, Time now) const {
    for (const auto& act : table.expected().acts) {
        if (act.act == Act::DECIDE && act.until && now < *act.until) options_are_accepted(table, act, now);
        if (!may_be_pressed(act.act)) continue;
        const auto copy = table.clone();
        const auto step = copy->apply(button(act.act), {now, 1, "test"});
        require(step.has_value(), "expected",
                std::string(name(act.act)) + " is expected and refused: " + (step ? "" : step.error().reason));
    }
}

void Invariants::no_hidden_face_in_view(const TableView& view) const {
    for (const auto& [slot, seen] : view.slots) {
        if (!seen.card) continue;
        const auto told = follower_.shown.find(slot);
        require(told != follower_.shown.end() && told->second.card == *seen.card, "hidden card", "the view shows " + slot.text());
    }
    for (const auto& fault : view.faults)
        no_face_in_words(fault);
}

// Who joins late and who has listened from the first know the same.
void Invariants::view_is_what_was_told(const TableView& view) const {
    require(view.state == follower_.table, "view", "another table state");
    require(view.round_id == follower_.round_id, "view", "another round");
    require(view.phase == Phase::SHOE || view.shoe_id == follower_.shoe_id, "view", "another shoe");
    require((view.betting_closes_at || view.betting_rest) == follower_.betting_open, "view", "betting is open for one only");
    require(!follower_.round_running || view.last_of_shoe == follower_.last_of_shoe || view.phase == Phase::RESULT, "view",
            "another last round");
    require(view.faults.size() == follower_.faults.size(), "view", "other faults than were told");
    for (std::size_t i = 0; i < view.faults.size(); ++i)
        require(std::pair(view.faults[i].code, view.faults[i].slot) == follower_.faults[i], "view", "another fault than was told");
    if (follower_.round_running || follower_.confirmed) require(view.result == follower_.result, "view", "another result");
}

void Invariants::after_step(const Table& table, Time now) {
    last_digest_ = table.digest();
    require(last_digest_ == shadow_->digest(), "replay", "the table is in another state than its journal");
    something_is_expected(table);
    const auto view = table.view();
    no_hidden_face_in_view(view);
    view_is_what_was_told(view);
    pause_keeps_the_rest(view);
    if (++steps_ % 7 == 0) prompt_and_validator_agree(table, now);
}

// A refusal leaves the state untouched.
void Invariants::refused(const Table& table) const {
    require(table.digest() == last_digest_, "refusal", "a refused input changed the table");
}

// What comes out of the journal is what was committed, nothing less and nothing more.
void Invariants::recovered(const studio::Sequencer& sequencer) const {
    require(sequencer.table()->digest() == shadow_->digest(), "recovery", "another state than the last committed one");
    require(sequencer.next_entry() == journal_.entries().size() + 1, "recovery", "another next entry");
    const auto next = next_seq_.find("");
    require(sequencer.next_seq() == (next == next_seq_.end() ? 1 : next->second), "recovery", "another next event number");
    for (const auto& [distributor, seq] : next_seq_)
        if (!distributor.empty()) require(sequencer.next_private_seq(distributor) == seq, "recovery", "another private event number");
}

void Invariants::at_end() const {
    require(next_published_ == next_seq_, "event numbers", "not everything that is committed was published");
    every_wager_ended();
}

} // namespace simulator
