// The promises of the architecture, each a function that throws when it is broken. They look at what is journalled, at what is published
// and at the table after every step, and know what really lies on the felt.
#pragma once

#include "engine/core/catalog.h"
#include "studio/table/sequencer.h"
#include "tests/simulator/follower.h"
#include "tests/simulator/memory_journal.h"
#include "tests/simulator/physical_table.h"

#include <memory>
#include <stdexcept>

namespace simulator {

struct Violation : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What happened beside the promises: told at the end, never a failure.
struct Tally {
    std::uint64_t wrong_cards_published = 0; // the camera or a person named another card
    std::uint64_t rounds_with_wrong_cards = 0;
    std::uint64_t faults = 0;
    std::uint64_t shoes_counted = 0; // rounds with the shoe or deck counted card by card
    std::uint64_t wagers = 0;
    std::array<std::uint64_t, engine::fault_codes> by_code{};
    std::map<std::string, std::uint64_t> choices; // made by boxes
    std::uint64_t last_cards = 0;                 // a box was warned of the last card
    std::uint64_t decks_drained = 0;              // rounds confirmed with no card left
};

class Invariants {
public:
    Invariants(const engine::TableRules& rules, const GameModel& game, PhysicalTable& felt, const MemoryJournal& journal);

    void stored(const studio::JournalEntry& entry);
    void published(const studio::Published& event);
    // After every step that may have changed the table.
    void after_step(const engine::Table& table, engine::Time now);
    // After a step that was refused and in which no timer fired.
    void refused(const engine::Table& table) const;
    void recovered(const studio::Sequencer& sequencer) const;
    void at_end() const;

    // A wrong face was told for this slot by somebody.
    void lie_told(const engine::Slot& slot, const engine::Card& card) { lies_.insert({slot, card}); }
    [[nodiscard]] const Follower& known() const { return follower_; }
    [[nodiscard]] const Tally& tally() const { return tally_; }
    [[nodiscard]] std::string shadow_digest() const { return shadow_->digest(); }

private:
    // Each takes what it looks at and throws a Violation.
    void one_writer(const studio::JournalEntry& entry);
    void replay_is_equal(const studio::JournalEntry& entry);
    void numbers_have_no_gap(const studio::SequencedEvent& event);
    void face_was_shown(const studio::JournalEntry& entry, const engine::CardRevealed& revealed);
    void no_face_in_words(const engine::FaultRaised& fault) const;
    void correction_names_what_it_supersedes(const engine::CardCorrected& corrected) const;
    void revision_names_what_it_supersedes(const engine::ResultRevised& revised) const;
    void no_copy_too_many() const;
    void wager_in_time(const studio::JournalEntry& entry, const engine::WagerAccepted& wager) const;
    void settled_once(const engine::WagerSettled& settled);
    void charge_is_due(const studio::JournalEntry& entry, const engine::WagerAccepted& charge) const;
    void refunded_once(const studio::JournalEntry& entry, const engine::WagerRefunded& refunded) const;
    static void no_face_in_other_events(const engine::Event& event);
    void every_wager_ended() const;
    void result_is_right(const std::vector<engine::PositionResult>& positions, const char* when);
    void ledger_adds_up(const engine::ShoeEnded& ended) const;
    void follow_the_shoe(const studio::JournalEntry& entry, const engine::TableView& before);
    void follow_the_deck(const studio::JournalEntry& entry);
    void options_are_accepted(const engine::Table& table, const engine::ExpectedAct& act, engine::Time now) const;
    void lose_count_by_void(const engine::TableView& before);
    void lose_count_by_start(const engine::TableView& before);
    [[nodiscard]] bool gone_untold(const engine::Slot& slot) const;
    void check_event(const studio::JournalEntry& entry, const studio::SequencedEvent& event);
    void something_is_expected(const engine::Table& table) const;
    void prompt_and_validator_agree(const engine::Table& table, engine::Time now) const;
    void no_hidden_face_in_view(const engine::TableView& view) const;
    void view_is_what_was_told(const engine::TableView& view) const;
    void run_countdown(const studio::JournalEntry& entry, const engine::Event& event);
    void pause_keeps_the_rest(const engine::TableView& view) const;

    const engine::TableRules rules_;
    const GameModel& game_;
    PhysicalTable& felt_;
    const MemoryJournal& journal_;
    std::unique_ptr<engine::Table> shadow_; // replays the journal as it is written
    Follower follower_;
    std::map<engine::Slot, engine::SlotObserved> observed_; // the last journalled sight of each slot
    std::map<std::string, std::uint64_t> next_seq_;         // journalled, by distributor, "" = public
    std::map<std::string, std::uint64_t> next_published_;
    std::set<std::pair<engine::Slot, engine::Card>> lies_;
    std::string last_digest_;
    engine::Duration rest_{};                   // of the countdown, by the simulator's own reckoning ...
    std::optional<engine::Time> running_since_; // ... since then; nothing while paused
    std::uint64_t steps_ = 0;
    Tally tally_;
};

} // namespace simulator
