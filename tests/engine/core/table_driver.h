// A table played by hand in a test: numbers and times inputs as the sequencer does, and keeps every event.
#pragma once

#include "engine/core/catalog.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace engine::testing {

class TableDriver {
public:
    explicit TableDriver(const TableRules& rules = {}) : table(make_table(rules)) {}

    // Applies an accepted input and returns its events; a refusal fails the test.
    std::vector<Event> send(const Input& input) {
        auto step = offer(input);
        if (!step) {
            ADD_FAILURE() << name(input) << " refused: " << step.error().clause << " " << step.error().reason;
            return {};
        }
        return step->events;
    }
    std::expected<Step, Rejection> offer(const Input& input) {
        const auto before = table->digest();
        auto step = table->apply(input, {now, seq, "test"});
        if (!step) {
            EXPECT_EQ(table->digest(), before) << "a refused " << name(input) << " changed the table";
            return step;
        }
        for (const auto& event : step->events) {
            if (is_public(event)) ++seq;
            log.push_back(event);
        }
        return step;
    }
    // Lets time pass; due timers fire in the order of their deadlines.
    void wait(Duration duration) {
        const Time until = now + duration;
        for (;;) {
            const auto timers = table->timers();
            auto due = timers.end();
            for (auto it = timers.begin(); it != timers.end(); ++it)
                if (it->second <= until && (due == timers.end() || it->second < due->second)) due = it;
            if (due == timers.end()) break;
            now = std::max(now, due->second);
            send(TimerFired{due->first});
        }
        now = until;
    }
    std::vector<Event> see(const std::string& slot, Sight sight, const std::string& card = "") {
        SlotObserved seen{.slot = *Slot::parse(slot),
                          .sight = sight,
                          .card = Card::parse(card),
                          .confidence = 0.99,
                          .frame = ++frame,
                          .captured_at = now,
                          .still_sha256 = "",
                          .camera = "c1",
                          .reason = "",
                          .guesses = {}};
        now += std::chrono::milliseconds(100);
        return send(seen);
    }
    void burn() {
        see("BURN", Sight::FACE_DOWN);
        see("BURN", Sight::EMPTY);
    }
    void start_shoe(const std::string& turned = "2c") {
        send(StartShoe{"anna"});
        see("BURN", Sight::FACE_UP, turned);
        see("BURN", Sight::EMPTY);
        while (table->view().phase == Phase::SHOE)
            burn();
    }
    void open(const std::string& turned = "2c") {
        send(OpenTable{"anna", "anna"});
        start_shoe(turned);
    }
    static std::vector<std::string> deal_slots() {
        return {"P1.1", "P2.1", "P3.1", "P4.1", "P5.1", "B.1", "P1.2", "P2.2", "P3.2", "P4.2", "P5.2", "B.2"};
    }
    static std::vector<std::string> turn_slots() {
        return {"P1.1", "P1.2", "P2.1", "P2.2", "P3.1", "P3.2", "P4.1", "P4.2", "P5.1", "P5.2", "B.1", "B.2"};
    }
    void deal() {
        burn();
        for (const auto& slot : deal_slots())
            see(slot, Sight::FACE_DOWN);
    }
    // Cards in the order of turning: P1 both, ..., banker last.
    void turn(const std::vector<std::string>& cards) {
        for (std::size_t i = 0; i < cards.size(); ++i)
            see(turn_slots()[i], Sight::FACE_UP, cards[i]);
    }
    void clear() {
        for (const auto& slot : deal_slots())
            see(slot, Sight::EMPTY);
    }
    template <typename Body>
    std::vector<Body> all() const {
        std::vector<Body> found;
        for (const auto& event : log)
            if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
        return found;
    }
    bool expects(Act act) const {
        for (const auto& one : table->expected().acts)
            if (one.act == act) return true;
        return false;
    }

    std::unique_ptr<Table> table;
    Time now{};
    std::uint64_t seq = 1;
    std::uint64_t frame = 0;
    std::vector<Event> log;
};

inline const std::vector<std::string> twelve{"6c", "Ks", "5h", "Qd", "2s", "4s", "Td", "6s", "As", "5c", "6d", "Kc"};

} // namespace engine::testing
