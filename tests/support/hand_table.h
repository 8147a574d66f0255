// A table without a camera, for tests of a running studio: cards are laid by a program and told on the observe socket as a recogniser
// would, buttons are pressed on the command socket. What is to be done comes from the studio's own answers.
#pragma once

#include "proto/wire/observe.h"
#include "studio/app/virtual_dealer.h"
#include "tests/support/operator.h"

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace studio::testing {

class HandTable {
public:
    HandTable(zmq::context_t& context, std::string table_id, const std::string& observe, const std::string& command, std::uint64_t seed)
        : table_id_(std::move(table_id)), operator_(context, table_id_, command, std::chrono::milliseconds(400)), camera_(context, observe),
          dealer_(seed, "dealer", std::chrono::milliseconds(50)) {}

    // Looks at the table and does the next thing. False when the studio gave no answer in time.
    bool step() {
        restate();
        const auto status = operator_.status();
        if (!status) return false;
        last_status_ = *status;
        const auto now = std::chrono::time_point_cast<engine::Duration>(std::chrono::system_clock::now());
        if (const auto deed = dealer_.decide(expected_of(*status), now)) carry_out(*deed);
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

private:
    struct Seen {
        v1::SlotState state = v1::SLOT_STATE_EMPTY;
        std::string card;
    };

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
    void show(const engine::Slot& slot, const Seen& seen) {
        seen_[slot] = seen;
        send(slot, seen);
    }
    void carry_out(const app::Deed& deed) {
        std::visit([this](const auto& one) { carry_out(one); }, deed); // a deed that is not known here does not compile
    }
    void carry_out(const app::Lay& lay) {
        cards_[lay.slot] = lay.card;
        show(lay.slot, lay.face_down ? Seen{v1::SLOT_STATE_FACE_DOWN, ""} : Seen{v1::SLOT_STATE_FACE_UP, lay.card.text()});
    }
    void carry_out(const app::Turn& turn) {
        if (turn.soiled) return show(turn.slot, {v1::SLOT_STATE_DOUBTFUL, ""});
        show_open(turn.slot);
    }
    void carry_out(const app::Trouble& trouble) {
        static const std::map<engine::CameraSight, v1::CameraState> states{{engine::CameraSight::GOOD, v1::CAMERA_STATE_GOOD},
                                                                           {engine::CameraSight::LOST, v1::CAMERA_STATE_LOST},
                                                                           {engine::CameraSight::FROZEN, v1::CAMERA_STATE_FROZEN},
                                                                           {engine::CameraSight::DARK, v1::CAMERA_STATE_DARK},
                                                                           {engine::CameraSight::MOVED, v1::CAMERA_STATE_MOVED}};
        v1::ObserveMessage message;
        message.set_table_id(table_id_);
        message.set_camera_id("c1");
        message.mutable_camera()->set_state(states.at(trouble.camera));
        camera_.send(message);
    }
    void carry_out(const app::Take& take) { show(take.slot, {v1::SLOT_STATE_EMPTY, ""}); }
    void carry_out(const app::TurnAll& turn) {
        for (const auto& slot : lying_at(turn.seat))
            show_open(slot);
    }
    void carry_out(const app::TakeAll& take) {
        for (const auto& slot : lying_at(take.seat))
            show(slot, {v1::SLOT_STATE_EMPTY, ""});
    }
    void carry_out(const app::Swap& swap) {
        std::swap(cards_.at(swap.one), cards_.at(swap.other));
        show_open(swap.one);
        show_open(swap.other);
    }
    void carry_out(const app::LayCut&) { show(engine::cut_slot, {v1::SLOT_STATE_CUT_CARD, ""}); }
    void carry_out(const app::Press& press) { operator_.press(press.button); }

    void show_open(const engine::Slot& slot) { show(slot, {v1::SLOT_STATE_FACE_UP, cards_.at(slot).text()}); }
    [[nodiscard]] std::vector<engine::Slot> lying_at(const engine::Seat& seat) const {
        std::vector<engine::Slot> slots;
        for (const auto& [slot, seen] : seen_)
            if (slot.seat == seat && seen.state != v1::SLOT_STATE_EMPTY) slots.push_back(slot);
        return slots;
    }

    std::string table_id_;
    Operator operator_;
    proto::wire::ObserveSender camera_;
    app::VirtualDealer dealer_;
    std::map<engine::Slot, Seen> seen_;
    std::map<engine::Slot, engine::Card> cards_;
    std::uint64_t frame_ = 0;
    std::chrono::steady_clock::time_point restated_;
    v1::StatusReport last_status_;
};

} // namespace studio::testing
