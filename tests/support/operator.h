// Who stands at the desk of a running studio, for tests: asks for the table's state and presses buttons over the command socket.
#pragma once

#include "engine/core/expected.h"
#include "engine/core/input.h"
#include "proto/codec/enums.h"
#include "proto/wire/command_client.h"

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace studio::testing {

class Operator {
public:
    Operator(zmq::context_t& context, std::string table_id, std::string command, std::chrono::milliseconds patience)
        : context_(context), table_id_(std::move(table_id)), command_(std::move(command)), patience_(patience) {}

    // The answer to any command; nothing in time when the studio is not there.
    template <typename Fill>
    std::optional<v1::CommandResponse> ask(Fill fill) {
        if (!client_) client_.emplace(context_, command_);
        v1::CommandRequest request;
        request.set_table_id(table_id_);
        request.set_by("dealer");
        request.set_role(v1::ROLE_OPERATOR);
        fill(request);
        auto response = client_->call(request, patience_);
        if (response) return *response;
        client_.reset(); // a fresh socket: the old one may wait for an answer that died with the studio
        return std::nullopt;
    }
    // Nothing also when the studio answers, but has not its table yet.
    std::optional<v1::StatusReport> status() {
        const auto answer = ask([](v1::CommandRequest& request) { request.mutable_status(); });
        if (!answer || !answer->has_status()) return std::nullopt;
        return answer->status();
    }
    void press(const engine::Input& button) {
        ask([&](v1::CommandRequest& request) { fill(request, button); });
    }

private:
    static void fill(v1::CommandRequest& request, const engine::Input& button) {
        if (std::holds_alternative<engine::OpenTable>(button)) {
            request.mutable_open_table()->set_dealer("dealer");
        } else if (std::holds_alternative<engine::StartShoe>(button)) {
            request.mutable_start_shoe();
        } else if (std::holds_alternative<engine::StartRound>(button)) {
            request.mutable_start_round();
        } else if (std::holds_alternative<engine::ConfirmResult>(button)) {
            request.mutable_confirm_result();
        } else if (std::holds_alternative<engine::ResumeTable>(button)) {
            request.mutable_resume_table();
        } else if (const auto* end = std::get_if<engine::EndFault>(&button)) {
            request.mutable_end_fault()->set_code(proto::codec::to_wire(end->code));
            request.mutable_end_fault()->set_ending(proto::codec::to_wire(end->ending));
        } else if (const auto* voided = std::get_if<engine::VoidRound>(&button)) {
            request.mutable_void_round()->set_reason(voided->reason);
            request.mutable_void_round()->set_authorised_by(voided->authorised_by);
        } else {
            throw std::logic_error("no virtual dealer presses " + std::string(engine::name(button)));
        }
    }

    zmq::context_t& context_;
    std::string table_id_;
    std::string command_;
    std::chrono::milliseconds patience_;
    std::optional<proto::wire::CommandClient> client_;
};

inline engine::Money money(const v1::Money& money) {
    return {money.minor(), money.currency()};
}

// What the table expects, as a virtual dealer reads it.
inline engine::Expected expected_of(const v1::StatusReport& status) {
    engine::Expected expected;
    for (const auto& act : status.acts()) {
        engine::ExpectedAct one{
            .act = proto::codec::from_wire<engine::Act>(act.act()).value(), .slot = {}, .until = {}, .fault = {}, .endings = {}};
        if (act.has_slot()) one.slot = engine::Slot::parse(act.slot());
        if (act.has_fault()) one.fault = proto::codec::from_wire<engine::FaultCode>(act.fault());
        if (act.has_until_ns()) one.until = engine::Time(engine::Duration(act.until_ns()));
        if (act.has_other()) one.other = engine::Slot::parse(act.other());
        if (act.has_box()) one.box = engine::Seat::parse(act.box());
        one.otherwise = act.otherwise();
        for (const auto& option : act.options()) {
            engine::DecisionOption& open =
                one.options.emplace_back(engine::DecisionOption{.choice = option.choice(), .price = money(option.price())});
            open.least_cards = static_cast<int>(option.least_cards());
            open.most_cards = static_cast<int>(option.most_cards());
            if (option.has_least()) open.least = money(option.least());
            if (option.has_most()) open.most = money(option.most());
        }
        for (const auto ending : act.endings())
            one.endings.push_back(proto::codec::from_wire<engine::Ending>(static_cast<v1::Ending>(ending)).value());
        expected.acts.push_back(std::move(one));
    }
    return expected;
}

} // namespace studio::testing
