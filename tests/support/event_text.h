// Every field of an event in one line of text, and a hash over such lines. For comparing event by event, for signatures and for messages.
#pragma once

#include "engine/core/event.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine::testing {

// FNV-1a, 64 bits: enough to notice that a behaviour has changed, no protection against anybody.
class Fnv {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            state_ ^= static_cast<unsigned char>(c);
            state_ *= 1099511628211ULL;
        }
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }
    [[nodiscard]] std::string text() const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string hex(16, '0');
        for (std::size_t i = 0; i < 16; ++i)
            hex[i] = digits[(state_ >> (60 - 4 * i)) & 15U];
        return hex;
    }

private:
    std::uint64_t state_ = 14695981039346656037ULL;
};

class EventText {
public:
    template <typename... Fields>
    void line(const Fields&... fields) {
        (put(fields), ...);
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

    void operator()(const TableStatus& e) { line(e.state, e.reason, e.since); }
    void operator()(const DealerChanged& e) { line(e.dealer); }
    void operator()(const ShoeStarted& e) { line(e.shoe_id, e.burn_card, e.to_burn); }
    void operator()(const CardBurned& e) { line(e.number, e.of); }
    void operator()(const CutCardDrawn& e) { line(e.shoe_id); }
    void operator()(const ShoeEnded& e) { line(e.shoe_id, e.total, e.seen, e.burned_unseen, e.left, e.reconciled); }
    void operator()(const RoundOpened& e) { line(e.shoe_id, e.betting_closes_at, e.last_of_shoe); }
    void operator()(const BettingClosed&) {}
    void operator()(const CardDealt& e) { line(e.slot, e.face_down); }
    void operator()(const CardRevealed& e) { line(e.slot, e.card, e.source, e.confidence, e.frame, e.captured_at, e.still_sha256); }
    void operator()(const CardCorrected& e) { line(e.supersedes_seq, e.slot, e.before, e.after, e.reason, e.by, e.authorised_by); }
    void operator()(const ResultProvisional& e) { line(e.positions); }
    void operator()(const ResultConfirmed& e) { line(e.revision, e.positions, e.last_of_shoe, e.by); }
    void operator()(const ResultRevised& e) { line(e.revision, e.supersedes_seq, e.before, e.after, e.reason, e.by, e.authorised_by); }
    void operator()(const RoundVoided& e) { line(e.reason, e.phase, e.by, e.authorised_by); }
    void operator()(const FaultRaised& e) { line(e.code, e.severity, e.slot, e.suggestion, e.expected, e.seen); }
    void operator()(const FaultCleared& e) { line(e.code, e.slot, e.ending, e.by); }
    void operator()(const PlayerNotice& e) { line(e.text_key, e.seconds); }
    void operator()(const SessionEnded& e) { line(e.by); }
    void operator()(const WagerAccepted& e) { line(e.wager_id, e.distributor, e.position, e.bet, e.stake, e.held); }
    void operator()(const WagerSettled& e) { line(e.wager_id, e.distributor, e.revision, e.deducted, e.returned); }
    void operator()(const WagerRefunded& e) { line(e.wager_id, e.distributor, e.returned); }
    void operator()(const CardDiscarded& e) { line(e.slot); }
    void operator()(const CardsSwapped& e) { line(e.first, e.second); }
    void operator()(const DecisionOpened& e) { line(e.box, e.options, e.otherwise, e.closes_at); }
    void operator()(const DecisionMade& e) { line(e.box, e.choice, e.cards, e.by); }
    void operator()(const SoftwareRecorded& e) {
        line(e.record.when, e.record.version, e.record.clock.synchronised, e.record.clock.offset_us, e.record.clock.max_error_us);
        for (const auto& part : e.record.parts)
            line(part.name, part.sha256);
        line(e.changed, e.by);
    }
    void operator()(const DecisionAccepted& e) { line(e.decision_id, e.distributor, e.box, e.choice, e.charged); }

private:
    void word(std::string_view text) {
        text_ += ' ';
        text_ += text;
    }
    void put(const std::string& text) { word("'" + text + "'"); }
    void put(bool value) { word(value ? "yes" : "no"); }
    void put(int value) { word(std::to_string(value)); }
    void put(std::uint64_t value) { word(std::to_string(value)); }
    void put(std::int64_t value) { word(std::to_string(value)); }
    void put(double value) { word(std::to_string(value)); }
    void put(const Time& time) { word(std::to_string(time.time_since_epoch().count())); }
    void put(const Money& money) { word(std::to_string(money.minor) + money.currency); }
    void put(const Slot& slot) { word(slot.text()); }
    void put(const Seat& seat) { word(seat.text()); }
    void put(const Card& card) { word(card.text()); }
    void put(const DecisionOption& one) { line(one.choice, one.price, one.least_cards, one.most_cards, one.least, one.most); }
    void put(const BetResult& bet) { line(bet.bet, bet.outcome, bet.odds); }
    void put(const PositionResult& one) { line(one.position, one.hand, one.points, one.combinations, one.outcome, one.odds, one.bets); }
    template <typename Enum>
        requires std::is_enum_v<Enum>
    void put(const Enum& value) {
        word(name(value));
    }
    template <typename Value>
    void put(const std::optional<Value>& value) {
        if (value) put(*value);
        if (!value) word("-");
    }
    template <typename Value>
    void put(const std::vector<Value>& values) {
        word("[");
        for (const auto& value : values)
            put(value);
        word("]");
    }

    std::string text_;
};

[[nodiscard]] inline std::string event_text(const Event& event) {
    EventText text;
    std::visit(text, event.body);
    return std::string(name(event)) + " " + event.round_id + text.take();
}

} // namespace engine::testing
