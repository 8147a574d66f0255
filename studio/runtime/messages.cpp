#include "studio/runtime/messages.h"

#include "proto/codec/enums.h"
#include "proto/codec/inputs.h"

#include <sodium.h>

#include <array>

namespace studio::runtime {

namespace {

using proto::codec::from_wire;

engine::Time time_of(std::int64_t ns) {
    return engine::Time(engine::Duration(ns));
}

std::string hex(std::string_view bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    text.pop_back(); // the end that C wants
    return text;
}

std::unexpected<std::string> wrong(const std::string& field, const std::string& value) {
    return std::unexpected(field + ": '" + value.substr(0, 40) + "' is not known");
}

std::expected<engine::SlotObserved, std::string> read_card(const v1::CardObserved& card, const std::string& camera) {
    const auto slot = engine::Slot::parse(card.slot());
    if (!slot) return wrong("card.slot", card.slot());
    const auto sight = from_wire<engine::Sight>(card.state());
    if (!sight) return wrong("card.state", std::to_string(card.state()));
    if (!card.still_sha256().empty() && card.still_sha256().size() != 32)
        return std::unexpected("card.still_sha256: " + std::to_string(card.still_sha256().size()) + " bytes instead of 32");
    engine::SlotObserved observed{.slot = *slot,
                                  .sight = *sight,
                                  .card = {},
                                  .confidence = card.confidence(),
                                  .frame = card.frame(),
                                  .captured_at = time_of(card.captured_at_ns()),
                                  .still_sha256 = hex(card.still_sha256()),
                                  .camera = camera,
                                  .reason = card.reason().substr(0, 200),
                                  .guesses = {}};
    if (*sight == engine::Sight::FACE_UP) {
        observed.card = engine::Card::parse(card.card());
        if (!observed.card) return wrong("card.card", card.card());
    }
    for (const auto& guess : card.guesses())
        if (const auto face = engine::Card::parse(guess.card())) observed.guesses.push_back(*face);
    return observed;
}

} // namespace

std::expected<Observation, std::string> read_observation(std::string_view bytes) {
    v1::ObserveMessage message;
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return std::unexpected("not an ObserveMessage");
    if (message.schema() != 1) return std::unexpected("schema: version " + std::to_string(message.schema()) + " is not known");
    Observation observation{.table_id = message.table_id(), .camera = message.camera_id(), .input = {}, .frame = {}, .still_jpeg = {}};
    switch (message.body_case()) {
    case v1::ObserveMessage::kCard: {
        auto card = read_card(message.card(), message.camera_id());
        if (!card) return std::unexpected(card.error());
        observation.at = card->captured_at;
        observation.repeated = message.card().repeated_statement();
        observation.still_jpeg = std::move(*message.mutable_card()->mutable_still_jpeg());
        observation.input = std::move(*card);
        return observation;
    }
    case v1::ObserveMessage::kFrame:
        observation.frame = message.frame();
        observation.at = time_of(message.frame().captured_at_ns());
        return observation;
    case v1::ObserveMessage::kCamera: {
        const auto sight = from_wire<engine::CameraSight>(message.camera().state());
        if (!sight) return wrong("camera.state", std::to_string(message.camera().state()));
        observation.at = time_of(message.camera().at_ns());
        observation.input = engine::CameraChanged{message.camera_id(), *sight, message.camera().detail().substr(0, 200)};
        return observation;
    }
    case v1::ObserveMessage::kShoe: {
        const auto card = engine::Card::parse(message.shoe().card());
        if (!card) return wrong("shoe.card", message.shoe().card());
        observation.at = time_of(message.shoe().at_ns());
        observation.input = engine::ShoeCardRead{message.camera_id(), message.shoe().number(), *card};
        return observation;
    }
    case v1::ObserveMessage::kCardCheck: {
        auto check = proto::codec::read_card_check(message.card_check());
        if (!check) return std::unexpected(check.error());
        if (check->camera.empty()) check->camera = message.camera_id();
        observation.input = std::move(*check);
        return observation;
    }
    case v1::ObserveMessage::BODY_NOT_SET: break;
    }
    return std::unexpected("body: nothing known is set");
}

bool sees_doubts(v1::Role role) {
    return role == v1::ROLE_DEALER || role == v1::ROLE_SUPERVISOR || role == v1::ROLE_OPERATOR;
}

bool may_check_software(v1::Role role) {
    return role == v1::ROLE_SUPERVISOR || role == v1::ROLE_OPERATOR || role == v1::ROLE_MANAGER || role == v1::ROLE_AUDITOR;
}

bool may(v1::Role role, const engine::Input& input) {
    const bool wager = std::holds_alternative<engine::PlaceWager>(input);
    const bool decision = std::holds_alternative<engine::MakeDecision>(input);
    switch (role) {
    case v1::ROLE_DISTRIBUTOR: return wager || decision;
    case v1::ROLE_DEALER:
        return !wager && !std::holds_alternative<engine::ResumeTable>(input) && !std::holds_alternative<engine::VoidRound>(input) &&
               !std::holds_alternative<engine::CorrectCard>(input) && !std::holds_alternative<engine::EndFault>(input);
    case v1::ROLE_SUPERVISOR:
    case v1::ROLE_OPERATOR: return !wager;
    default: return false;
    }
}

} // namespace studio::runtime
