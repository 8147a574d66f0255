// Reads fields of a message into the engine's types and keeps the first thing that is wrong, by the field's name. Internal to the codec.
#pragma once

#include "engine/cards/card.h"
#include "engine/cards/slot.h"
#include "engine/core/event.h"
#include "engine/core/time.h"
#include "proto/codec/enums.h"

#include <google/protobuf/message.h>

#include <string>
#include <string_view>
#include <vector>

namespace proto::codec {

class Reader {
public:
    // `where` is put before each field: "card_revealed" makes "card_revealed.card: ...".
    explicit Reader(std::string where) : where_(std::move(where)) {}

    void refuse(std::string_view field, const std::string& what) {
        if (error_.empty()) error_ = where_ + (where_.empty() ? "" : ".") + std::string(field) + ": " + what;
    }
    [[nodiscard]] const std::string& error() const { return error_; }

    [[nodiscard]] engine::Card card(std::string_view field, const std::string& text) {
        const auto card = engine::Card::parse(text);
        if (!card) refuse(field, quoted(text) + " is not a card");
        return card.value_or(engine::Card{});
    }
    template <typename Texts>
    [[nodiscard]] std::vector<engine::Card> cards(std::string_view field, const Texts& texts) {
        std::vector<engine::Card> all;
        for (const auto& text : texts)
            all.push_back(card(field, text));
        return all;
    }
    [[nodiscard]] engine::Seat position(std::string_view field, const std::string& text) {
        const auto seat = engine::Seat::parse(text);
        if (!seat) refuse(field, quoted(text) + " is not a position");
        return seat.value_or(engine::Seat{});
    }
    [[nodiscard]] engine::Slot slot(std::string_view field, const std::string& text) {
        const auto slot = engine::Slot::parse(text);
        if (!slot) refuse(field, quoted(text) + " is not a slot");
        return slot.value_or(engine::Slot{});
    }
    // A slot that stands as `position` and `index`.
    [[nodiscard]] engine::Slot slot(const std::string& position_text, std::uint32_t index) {
        engine::Slot slot{position("position", position_text), static_cast<std::uint8_t>(index)};
        if (index > 9 || engine::Slot::parse(slot.text()) != slot)
            refuse("index", std::to_string(index) + " is no place at " + quoted(position_text));
        return slot;
    }
    // A place in a hand, or a number of them.
    [[nodiscard]] int place(std::string_view field, std::uint32_t number) {
        if (number > 9) refuse(field, std::to_string(number) + " is no place in a hand");
        return number > 9 ? 0 : static_cast<int>(number);
    }
    template <typename Enum, typename Wire>
    [[nodiscard]] Enum value(std::string_view field, Wire wire) {
        const auto known = from_wire<Enum>(wire);
        if (!known)
            refuse(field,
                   "value " + std::to_string(static_cast<int>(wire)) + (static_cast<int>(wire) == 0 ? " is not given" : " is not known"));
        return known.value_or(Enum{});
    }

private:
    static std::string quoted(const std::string& text) {
        return "\"" + text.substr(0, 16) + (text.size() > 16 ? "...\"" : "\""); // a hostile text does not fill a log
    }

    std::string where_;
    std::string error_;
};

[[nodiscard]] inline engine::Time time_of(std::int64_t ns) {
    return engine::Time(engine::Duration(ns));
}
[[nodiscard]] inline std::int64_t ns_of(engine::Time time) {
    return time.time_since_epoch().count();
}

inline void fill(messages::Money& out, const engine::Money& money) {
    out.set_minor(money.minor);
    out.set_currency(money.currency);
}
[[nodiscard]] inline engine::Money read_money(const messages::Money& money) {
    return {money.minor(), money.currency()};
}

// Shared by events and views.
void fill(messages::PositionResult& out, const engine::PositionResult& result);
void fill(messages::FaultRaised& out, const engine::FaultRaised& fault);
void fill(messages::DecisionOption& out, const engine::DecisionOption& option);
void fill(messages::DecisionMade& out, const engine::DecisionMade& made);
void fill(messages::SoftwareRecord& out, const engine::SoftwareRecord& record);
[[nodiscard]] engine::DecisionOption read_option(Reader& reader, const messages::DecisionOption& message);
[[nodiscard]] engine::DecisionMade read_made(Reader& reader, const messages::DecisionMade& message);
[[nodiscard]] engine::PositionResult read_result(Reader& reader, std::string_view field, const messages::PositionResult& message);
[[nodiscard]] engine::SoftwareRecord read_software(Reader& reader, const messages::SoftwareRecord& message);
[[nodiscard]] engine::FaultRaised read_fault(Reader& reader, const messages::FaultRaised& message);

// The same message gives the same bytes, always.
[[nodiscard]] std::string serialise(const google::protobuf::MessageLite& message);
// False when the bytes are not such a message (broken, or a text that is not UTF-8).
[[nodiscard]] bool parse(google::protobuf::MessageLite& message, std::string_view bytes);

} // namespace proto::codec
