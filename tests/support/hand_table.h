// A table without a camera, for tests of a running studio: cards are laid by a program and told on the observe socket as a recogniser
// would, buttons are pressed on the command socket. What is to be done comes from the studio's own answers.
#pragma once

#include "proto/codec/enums.h"
#include "proto/wire/command_client.h"
#include "proto/wire/observe.h"
#include "studio/app/virtual_dealer.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace studio::testing {

class HandTable {
public:
    HandTable(zmq::context_t& context, std::string table_id, const std::string& observe, std::string command, std::uint64_t seed)
        : context_(context), table_id_(std::move(table_id)), command_(std::move(command)), camera_(context, observe),
          dealer_(seed, "dealer", std::chrono::milliseconds(50)) {}

    // Looks at the table and does the next thing. False when the studio gave no answer in time.
    bool step() {
        restate();
        const auto status = ask([](v1::CommandRequest& request) { request.mutable_status(); });
        if (!status || !status->has_status()) return false; // the studio answers, but not yet for its table
        last_status_ = status->status();
        const auto now = std::chrono::time_point_cast<engine::Duration>(std::chrono::system_clock::now());
        if (const auto deed = dealer_.decide(expected(status->status()), now)) carry_out(*deed);
        return true;
    }
    [[nodiscard]] const v1::StatusReport& status() const { return last_status_; }
    // States everything again, as a recogniser does every second.
    void restate() {
        const auto now = std::chrono::steady_clock::now();
        if (now - restated_ < std::chrono::milliseconds(50)) return;
        restated_ = now;
        for (const auto& [slot, seen] : seen_)
            send(slot, seen);
    }
    // The answer to any command; nothing in time when the studio is not there.
    template <typename Fill>
    std::optional<v1::CommandResponse> ask(Fill fill) {
        if (!client_) client_.emplace(context_, command_);
        v1::CommandRequest request;
        request.set_table_id(table_id_);
        request.set_by("dealer");
        request.set_role(v1::ROLE_OPERATOR);
        fill(request);
        auto response = client_->call(request, std::chrono::milliseconds(400));
        if (response) return *response;
        client_.reset(); // a fresh socket: the old one may wait for an answer that died with the studio
        return std::nullopt;
    }

private:
    struct Seen {
        v1::SlotState state = v1::SLOT_STATE_EMPTY;
        std::string card;
    };

    static engine::Expected expected(const v1::StatusReport& status) {
        engine::Expected expected;
        for (const auto& act : status.acts()) {
            engine::ExpectedAct one{
                .act = proto::codec::from_wire<engine::Act>(act.act()).value(), .slot = {}, .until = {}, .fault = {}, .endings = {}};
            if (act.has_slot()) one.slot = engine::Slot::parse(act.slot());
            if (act.has_fault()) one.fault = proto::codec::from_wire<engine::FaultCode>(act.fault());
            for (const auto ending : act.endings())
                one.endings.push_back(proto::codec::from_wire<engine::Ending>(static_cast<v1::Ending>(ending)).value());
            expected.acts.push_back(std::move(one));
        }
        return expected;
    }

    void send(const engine::Slot& slot, const Seen& seen) {
        v1::ObserveMessage message;
        message.set_table_id(table_id_);
        message.set_camera_id("c1");
        auto& card = *message.mutable_card();
        card.set_slot(slot.text());
        card.set_state(seen.state);
        card.set_card(seen.card);
        card.set_confidence(1);
        card.set_frame(++frame_);
        card.set_captured_at_ns(std::chrono::system_clock::now().time_since_epoch().count());
        camera_.send(message);
    }
    void show(const engine::Slot& slot, Seen seen) {
        seen_[slot] = seen;
        send(slot, seen);
    }
    void carry_out(const app::Deed& deed) {
        if (const auto* lay = std::get_if<app::Lay>(&deed)) {
            cards_[lay->slot] = lay->card;
            show(lay->slot, lay->face_down ? Seen{v1::SLOT_STATE_FACE_DOWN, ""} : Seen{v1::SLOT_STATE_FACE_UP, lay->card.text()});
        } else if (const auto* turn = std::get_if<app::Turn>(&deed)) {
            show(turn->slot, {v1::SLOT_STATE_FACE_UP, cards_.at(turn->slot).text()});
        } else if (const auto* take = std::get_if<app::Take>(&deed)) {
            show(take->slot, {v1::SLOT_STATE_EMPTY, ""});
        } else if (std::holds_alternative<app::LayCut>(deed)) {
            show(engine::cut_slot, {v1::SLOT_STATE_CUT_CARD, ""});
        } else if (const auto* press = std::get_if<app::Press>(&deed)) {
            push(press->button);
        }
    }
    void push(const engine::Input& button) {
        ask([&](v1::CommandRequest& request) {
            if (std::holds_alternative<engine::OpenTable>(button))
                request.mutable_open_table()->set_dealer("dealer");
            else if (std::holds_alternative<engine::StartShoe>(button))
                request.mutable_start_shoe();
            else if (std::holds_alternative<engine::StartRound>(button))
                request.mutable_start_round();
            else if (std::holds_alternative<engine::ConfirmResult>(button))
                request.mutable_confirm_result();
            else if (std::holds_alternative<engine::ResumeTable>(button))
                request.mutable_resume_table();
            else if (const auto* end = std::get_if<engine::EndFault>(&button)) {
                request.mutable_end_fault()->set_code(proto::codec::to_wire(end->code));
                request.mutable_end_fault()->set_ending(proto::codec::to_wire(end->ending));
            } else if (const auto* voided = std::get_if<engine::VoidRound>(&button)) {
                request.mutable_void_round()->set_reason(voided->reason);
                request.mutable_void_round()->set_authorised_by(voided->authorised_by);
            } else
                request.mutable_status();
        });
    }

    zmq::context_t& context_;
    std::string table_id_;
    std::string command_;
    proto::wire::ObserveSender camera_;
    std::optional<proto::wire::CommandClient> client_;
    app::VirtualDealer dealer_;
    std::map<engine::Slot, Seen> seen_;
    std::map<engine::Slot, engine::Card> cards_;
    std::uint64_t frame_ = 0;
    std::chrono::steady_clock::time_point restated_;
    v1::StatusReport last_status_;
};

} // namespace studio::testing
