// Enumerations of the engine and of the schema, value by value. A switch without default: a value that is new in the engine does not
// compile before it has its number in the schema, and a reordering in the engine changes nothing on the wire.
#pragma once

#include "engine/core/expected.h"
#include "engine/core/input.h"
#include "studio/v1/journal.pb.h"

#include <optional>

namespace proto::codec {

namespace messages = ::studio::v1;

[[nodiscard]] constexpr messages::TableState to_wire(engine::TableState value) {
    switch (value) {
    case engine::TableState::CLOSED: return messages::TABLE_STATE_CLOSED;
    case engine::TableState::OPEN: return messages::TABLE_STATE_OPEN;
    case engine::TableState::PAUSED: return messages::TABLE_STATE_PAUSED;
    }
    return messages::TABLE_STATE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::CardSource to_wire(engine::CardSource value) {
    switch (value) {
    case engine::CardSource::CAMERA: return messages::CARD_SOURCE_CAMERA;
    case engine::CardSource::RESCAN: return messages::CARD_SOURCE_RESCAN;
    case engine::CardSource::MANUAL: return messages::CARD_SOURCE_MANUAL;
    }
    return messages::CARD_SOURCE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::RecordedWhen to_wire(engine::RecordedWhen value) {
    switch (value) {
    case engine::RecordedWhen::START: return messages::RECORDED_WHEN_START;
    case engine::RecordedWhen::DAILY: return messages::RECORDED_WHEN_DAILY;
    case engine::RecordedWhen::ASKED: return messages::RECORDED_WHEN_ASKED;
    }
    return messages::RECORDED_WHEN_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::Phase to_wire(engine::Phase value) {
    switch (value) {
    case engine::Phase::IDLE: return messages::PHASE_IDLE;
    case engine::Phase::SHOE: return messages::PHASE_SHOE;
    case engine::Phase::BETTING: return messages::PHASE_BETTING;
    case engine::Phase::DEALING: return messages::PHASE_DEALING;
    case engine::Phase::REVEALING: return messages::PHASE_REVEALING;
    case engine::Phase::RESULT: return messages::PHASE_RESULT;
    case engine::Phase::CONFIRMED: return messages::PHASE_CONFIRMED;
    case engine::Phase::DECIDING: return messages::PHASE_DECIDING;
    }
    return messages::PHASE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::DecidedBy to_wire(engine::DecidedBy value) {
    switch (value) {
    case engine::DecidedBy::PLAYER: return messages::DECIDED_BY_PLAYER;
    case engine::DecidedBy::DEALER: return messages::DECIDED_BY_DEALER;
    case engine::DecidedBy::CLOCK: return messages::DECIDED_BY_CLOCK;
    }
    return messages::DECIDED_BY_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::Outcome to_wire(engine::Outcome value) {
    switch (value) {
    case engine::Outcome::NONE: return messages::OUTCOME_NONE;
    case engine::Outcome::WIN: return messages::OUTCOME_WIN;
    case engine::Outcome::LOSE: return messages::OUTCOME_LOSE;
    case engine::Outcome::TIE: return messages::OUTCOME_TIE;
    }
    return messages::OUTCOME_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::Severity to_wire(engine::Severity value) {
    switch (value) {
    case engine::Severity::WARN: return messages::SEVERITY_WARN;
    case engine::Severity::ERROR: return messages::SEVERITY_ERROR;
    }
    return messages::SEVERITY_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::FaultCode to_wire(engine::FaultCode value) {
    switch (value) {
    case engine::FaultCode::CARD_EXPOSED_EARLY: return messages::FAULT_CODE_CARD_EXPOSED_EARLY;
    case engine::FaultCode::EXTRA_CARD: return messages::FAULT_CODE_EXTRA_CARD;
    case engine::FaultCode::WRONG_POSITION: return messages::FAULT_CODE_WRONG_POSITION;
    case engine::FaultCode::BURN_MISSING: return messages::FAULT_CODE_BURN_MISSING;
    case engine::FaultCode::UNREADABLE: return messages::FAULT_CODE_UNREADABLE;
    case engine::FaultCode::CARD_CHANGED: return messages::FAULT_CODE_CARD_CHANGED;
    case engine::FaultCode::DUPLICATE_CARD: return messages::FAULT_CODE_DUPLICATE_CARD;
    case engine::FaultCode::MISSING_CARDS: return messages::FAULT_CODE_MISSING_CARDS;
    case engine::FaultCode::UNSHUFFLED_ORDER: return messages::FAULT_CODE_UNSHUFFLED_ORDER;
    case engine::FaultCode::CUT_CARD_LATE: return messages::FAULT_CODE_CUT_CARD_LATE;
    case engine::FaultCode::CARD_ON_FLOOR: return messages::FAULT_CODE_CARD_ON_FLOOR;
    case engine::FaultCode::CARD_DAMAGED: return messages::FAULT_CODE_CARD_DAMAGED;
    case engine::FaultCode::CLEARED_TOO_EARLY: return messages::FAULT_CODE_CLEARED_TOO_EARLY;
    case engine::FaultCode::RESULT_FORGOTTEN: return messages::FAULT_CODE_RESULT_FORGOTTEN;
    case engine::FaultCode::START_FORGOTTEN: return messages::FAULT_CODE_START_FORGOTTEN;
    case engine::FaultCode::NO_DEAL: return messages::FAULT_CODE_NO_DEAL;
    case engine::FaultCode::NO_REVEAL: return messages::FAULT_CODE_NO_REVEAL;
    case engine::FaultCode::CAMERA_LOST: return messages::FAULT_CODE_CAMERA_LOST;
    case engine::FaultCode::CAMERA_FROZEN: return messages::FAULT_CODE_CAMERA_FROZEN;
    case engine::FaultCode::CAMERA_DARK: return messages::FAULT_CODE_CAMERA_DARK;
    case engine::FaultCode::CAMERA_MOVED: return messages::FAULT_CODE_CAMERA_MOVED;
    case engine::FaultCode::RECOGNITION_POOR: return messages::FAULT_CODE_RECOGNITION_POOR;
    case engine::FaultCode::RESULT_WRONG: return messages::FAULT_CODE_RESULT_WRONG;
    case engine::FaultCode::JOURNAL_FAILED: return messages::FAULT_CODE_JOURNAL_FAILED;
    case engine::FaultCode::SOURCES_DISAGREE: return messages::FAULT_CODE_SOURCES_DISAGREE;
    }
    return messages::FAULT_CODE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::Ending to_wire(engine::Ending value) {
    switch (value) {
    case engine::Ending::VOID_ROUND: return messages::ENDING_VOID_ROUND;
    case engine::Ending::BACK_IN_ORDER: return messages::ENDING_BACK_IN_ORDER;
    case engine::Ending::RESCAN: return messages::ENDING_RESCAN;
    case engine::Ending::MANUAL_CARD: return messages::ENDING_MANUAL_CARD;
    case engine::Ending::BURN_NOW: return messages::ENDING_BURN_NOW;
    case engine::Ending::NEXT_BURN: return messages::ENDING_NEXT_BURN;
    case engine::Ending::OUT_OF_GAME: return messages::ENDING_OUT_OF_GAME;
    case engine::Ending::NEW_SHOE: return messages::ENDING_NEW_SHOE;
    case engine::Ending::CONFIRM_STILLS: return messages::ENDING_CONFIRM_STILLS;
    case engine::Ending::PRESSED: return messages::ENDING_PRESSED;
    case engine::Ending::CAMERA_BACK: return messages::ENDING_CAMERA_BACK;
    case engine::Ending::CLEANED: return messages::ENDING_CLEANED;
    case engine::Ending::ACKNOWLEDGED: return messages::ENDING_ACKNOWLEDGED;
    }
    return messages::ENDING_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::Act to_wire(engine::Act value) {
    switch (value) {
    case engine::Act::OPEN_TABLE: return messages::ACT_OPEN_TABLE;
    case engine::Act::START_SHOE: return messages::ACT_START_SHOE;
    case engine::Act::TURN_BURN_CARD: return messages::ACT_TURN_BURN_CARD;
    case engine::Act::BURN_CARD: return messages::ACT_BURN_CARD;
    case engine::Act::CLEAR_SLOT: return messages::ACT_CLEAR_SLOT;
    case engine::Act::START_ROUND: return messages::ACT_START_ROUND;
    case engine::Act::DEAL_CARD: return messages::ACT_DEAL_CARD;
    case engine::Act::WAIT_BETTING: return messages::ACT_WAIT_BETTING;
    case engine::Act::TURN_CARD: return messages::ACT_TURN_CARD;
    case engine::Act::CONFIRM_RESULT: return messages::ACT_CONFIRM_RESULT;
    case engine::Act::RESOLVE_FAULT: return messages::ACT_RESOLVE_FAULT;
    case engine::Act::RESUME: return messages::ACT_RESUME;
    case engine::Act::DEAL_OPEN: return messages::ACT_DEAL_OPEN;
    case engine::Act::SWAP_CARDS: return messages::ACT_SWAP_CARDS;
    case engine::Act::DECIDE: return messages::ACT_DECIDE;
    }
    return messages::ACT_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::SlotState to_wire(engine::Sight value) {
    switch (value) {
    case engine::Sight::EMPTY: return messages::SLOT_STATE_EMPTY;
    case engine::Sight::FACE_DOWN: return messages::SLOT_STATE_FACE_DOWN;
    case engine::Sight::FACE_UP: return messages::SLOT_STATE_FACE_UP;
    case engine::Sight::CUT_CARD: return messages::SLOT_STATE_CUT_CARD;
    case engine::Sight::DOUBTFUL: return messages::SLOT_STATE_DOUBTFUL;
    }
    return messages::SLOT_STATE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::CameraState to_wire(engine::CameraSight value) {
    switch (value) {
    case engine::CameraSight::GOOD: return messages::CAMERA_STATE_GOOD;
    case engine::CameraSight::LOST: return messages::CAMERA_STATE_LOST;
    case engine::CameraSight::FROZEN: return messages::CAMERA_STATE_FROZEN;
    case engine::CameraSight::DARK: return messages::CAMERA_STATE_DARK;
    case engine::CameraSight::MOVED: return messages::CAMERA_STATE_MOVED;
    }
    return messages::CAMERA_STATE_UNSPECIFIED;
}
[[nodiscard]] constexpr messages::TimerId to_wire(engine::TimerId value) {
    switch (value) {
    case engine::TimerId::BETTING_CLOSES: return messages::TIMER_ID_BETTING_CLOSES;
    case engine::TimerId::ORDER_GRACE: return messages::TIMER_ID_ORDER_GRACE;
    case engine::TimerId::UNREADABLE: return messages::TIMER_ID_UNREADABLE;
    case engine::TimerId::START_FORGOTTEN: return messages::TIMER_ID_START_FORGOTTEN;
    case engine::TimerId::NO_DEAL: return messages::TIMER_ID_NO_DEAL;
    case engine::TimerId::NO_REVEAL: return messages::TIMER_ID_NO_REVEAL;
    case engine::TimerId::RESULT_FORGOTTEN: return messages::TIMER_ID_RESULT_FORGOTTEN;
    case engine::TimerId::DECISION_CLOSES: return messages::TIMER_ID_DECISION_CLOSES;
    }
    return messages::TIMER_ID_UNSPECIFIED;
}

// The engine's value; nothing for UNSPECIFIED and for numbers this build does not know. The engine's values count from 0 without gaps.
template <typename Enum, typename Wire>
[[nodiscard]] constexpr std::optional<Enum> from_wire(Wire value) {
    for (int i = 0; static_cast<int>(to_wire(static_cast<Enum>(i))) != 0; ++i)
        if (to_wire(static_cast<Enum>(i)) == value) return static_cast<Enum>(i);
    return std::nullopt;
}

} // namespace proto::codec
