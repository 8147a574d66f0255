// Ports of a sequencer that a test holds in its hand, a table with the simplest rules, and a dealer who plays a real one.
#pragma once

#include "engine/core/catalog.h"
#include "studio/table/sequencer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <stdexcept>

namespace studio::testing {

using namespace std::chrono_literals;
inline constexpr engine::Time start_time{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};

class FakeClock : public Clock {
public:
    [[nodiscard]] engine::Time now() override { return time; }
    engine::Time time = start_time;
};

// Bytes that show everything of an event; a real journal's are envelopes.
inline std::string shown(const JournalEntry& entry, const SequencedEvent& event) {
    return std::to_string(entry.entry_no) + "/" + std::to_string(event.seq) + "/" + event.distributor + "/" + event.event.round_id + "/" +
           std::string(engine::name(event.event)) + "/" + std::to_string(entry.meta.at.time_since_epoch().count());
}

// Keeps entries in memory and fails when told to.
class MemoryJournal : public Journal {
public:
    [[nodiscard]] std::vector<EncodedEvent> commit(std::span<const JournalEntry> entries) override {
        ++commits;
        if (commits == fail_at) throw std::runtime_error("the disk is full");
        std::vector<EncodedEvent> encoded;
        for (const auto& entry : entries) {
            stored.push_back(entry);
            for (const auto& event : entry.events) {
                encoded.push_back({event.seq, event.distributor, shown(entry, event)});
                bytes.push_back(encoded.back().bytes);
            }
        }
        if (commits == fail_after) throw std::runtime_error("stored, but the answer was lost");
        return encoded;
    }
    int commits = 0;
    int fail_at = 0;    // this commit stores nothing and throws
    int fail_after = 0; // this commit stores and throws
    std::vector<JournalEntry> stored;
    std::vector<std::string> bytes;
};

class MemoryRecording : public Recording {
public:
    explicit MemoryRecording(const std::vector<JournalEntry>& entries) : entries_(entries) {}
    [[nodiscard]] std::optional<RecordedInput> next() override {
        if (place_ == entries_.size()) return {};
        const auto& entry = entries_[place_++];
        return RecordedInput{entry.entry_no, entry.input, entry.meta, entry.correlation};
    }
    [[nodiscard]] std::string difference(const JournalEntry& made) override { return made == entries_[place_ - 1] ? "" : "another entry"; }

private:
    std::vector<JournalEntry> entries_;
    std::size_t place_ = 0;
};

class CollectingSink : public EventSink {
public:
    void publish(std::span<const Published> events) override {
        for (const auto& event : events) {
            if (before_each) before_each(event);
            all.push_back(event);
        }
    }
    std::function<void(const Published&)> before_each;
    std::vector<Published> all;
};

// A table whose rules fit into a line each: opening it sets a timer, a pause is refused without a reason, a wager makes a private event.
class ToyTable : public engine::Table {
public:
    [[nodiscard]] std::expected<engine::Step, engine::Rejection> apply(const engine::Input& input, const engine::InputMeta& meta) override {
        if (std::holds_alternative<engine::OpenTable>(input)) timers_[engine::TimerId::NO_DEAL] = meta.at + 10s;
        if (const auto* pause = std::get_if<engine::PauseTable>(&input); pause != nullptr && pause->reason.empty())
            return std::unexpected(engine::Rejection{"TOY.pause", "a pause needs a reason"});
        if (const auto* fired = std::get_if<engine::TimerFired>(&input)) {
            timers_.erase(fired->timer);
            if (fired->timer == engine::TimerId::NO_DEAL) timers_[engine::TimerId::NO_REVEAL] = meta.at + 5s;
        }
        if (const auto* observed = std::get_if<engine::SlotObserved>(&input)) seen_.insert(observed->slot);
        if (std::holds_alternative<engine::CameraChanged>(input)) throw std::runtime_error("the toy is broken");
        log_ += std::string(engine::name(input)) + "@" + std::to_string(meta.at.time_since_epoch().count()) + "#" +
                std::to_string(meta.next_seq) + ";";
        if (std::holds_alternative<engine::RescanSlot>(input)) return engine::Step{};
        if (const auto* wager = std::get_if<engine::PlaceWager>(&input))
            return engine::Step{
                {{"R1", engine::WagerAccepted{wager->wager_id, wager->distributor, wager->position, wager->bet, wager->stake, {}}},
                 {"R1", engine::PlayerNotice{"wager", 1}}}};
        return engine::Step{{{"", engine::PlayerNotice{std::string(engine::name(input)), 1}}}};
    }
    [[nodiscard]] engine::Expected expected() const override { return {}; }
    [[nodiscard]] std::map<engine::TimerId, engine::Time> timers() const override { return timers_; }
    [[nodiscard]] engine::TableView view() const override { return {}; }
    [[nodiscard]] std::vector<engine::SlotObserved> in_doubt() const override { return {}; }
    [[nodiscard]] bool knows(const engine::Input& input) const override {
        const auto* observed = std::get_if<engine::SlotObserved>(&input);
        return observed != nullptr && seen_.contains(observed->slot);
    }
    [[nodiscard]] std::string digest() const override { return log_; }
    [[nodiscard]] std::unique_ptr<engine::Table> clone() const override { return std::make_unique<ToyTable>(*this); }

private:
    std::map<engine::TimerId, engine::Time> timers_;
    std::set<engine::Slot> seen_;
    std::string log_;
};

// SHA-256 of the words "a picture".
inline const std::string still_of_every_card = "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b";

// Plays whatever the table expects next, with cards in a shuffled order; now and then an input that is refused or a wager.
class Dealer {
public:
    Dealer(Sequencer& sequencer, FakeClock& clock, std::uint64_t seed) : sequencer_(sequencer), clock_(clock), random_(seed) {
        for (int deck = 0; deck < 8; ++deck)
            shoe_.insert(shoe_.end(), engine::full_deck().begin(), engine::full_deck().end());
        std::ranges::shuffle(shoe_, random_);
    }
    // One act; false when the sequencer is stopped.
    bool act() {
        if (sequencer_.stopped()) return false;
        clock_.time += std::chrono::milliseconds(50 + random_() % 900);
        sequencer_.on_time();
        if (sequencer_.stopped()) return false;
        const auto expected = sequencer_.table()->expected();
        EXPECT_FALSE(expected.acts.empty());
        if (expected.acts.empty()) return false;
        if (random_() % 5 == 0) wager();
        if (sequencer_.stopped()) return false;
        perform(expected.acts.front());
        return !sequencer_.stopped();
    }
    void play(int acts) {
        while (acts-- > 0 && act()) {
        }
    }

private:
    void send(engine::Input input, std::string source) { (void)sequencer_.submit(std::move(input), std::move(source)); }
    void see(const engine::Slot& slot, engine::Sight sight) {
        std::optional<engine::Card> card;
        if (sight == engine::Sight::FACE_UP) card = shoe_[next_card_++ % shoe_.size()];
        send(engine::SlotObserved{slot, sight, card, 0.99, ++frame_, clock_.time, still_of_every_card, "c1", "", {}}, "camera:c1");
    }
    void wager() {
        const auto view = sequencer_.table()->view();
        const auto number = std::to_string(++wagers_);
        send(
            engine::PlaceWager{
                "w" + number, "d" + std::to_string(random_() % 3), view.round_id, *engine::Seat::parse("P1"), "PLAYER", {500, "EUR"}},
            "distributor");
    }
    void perform(const engine::ExpectedAct& act) {
        using enum engine::Act;
        const auto slot = act.slot.value_or(engine::burn_slot);
        switch (act.act) {
        case OPEN_TABLE: return send(engine::OpenTable{"anna", "Anna"}, "console:anna");
        case START_SHOE: return send(engine::StartShoe{"anna"}, "console:anna");
        case START_ROUND: return send(engine::StartRound{"anna"}, "console:anna");
        case CONFIRM_RESULT: return send(engine::ConfirmResult{"anna"}, "console:anna");
        case RESUME: return send(engine::ResumeTable{"anna"}, "console:anna");
        case TURN_BURN_CARD:
        case DEAL_OPEN:
        case TURN_CARD: return see(slot, engine::Sight::FACE_UP);
        case BURN_CARD:
        case DEAL_CARD: return see(slot, engine::Sight::FACE_DOWN);
        case CLEAR_SLOT: return see(slot, engine::Sight::EMPTY);
        case WAIT_BETTING:
        case DECIDE: clock_.time = act.until.value_or(clock_.time + 1s); return;
        case SWAP_CARDS: return;
        case RESOLVE_FAULT: return send(engine::EndFault{*act.fault, engine::rule_of(*act.fault).endings.front(), "sue"}, "console:sue");
        }
    }

    Sequencer& sequencer_;
    FakeClock& clock_;
    std::mt19937_64 random_;
    std::vector<engine::Card> shoe_;
    std::size_t next_card_ = 0;
    std::uint64_t frame_ = 0;
    std::uint64_t wagers_ = 0;
};

} // namespace studio::testing
