// Words for every enumeration: the same word in code, schema, console, log and test.
#include "engine/core/expected.h"
#include "engine/core/input.h"

#include <array>

namespace engine {

namespace {

template <typename Enum, std::size_t Count>
std::string_view word(Enum value, const std::array<std::string_view, Count>& words) {
    return words.at(static_cast<std::size_t>(value));
}

template <typename... Ts>
struct Overload : Ts... {
    using Ts::operator()...;
};

constexpr std::array<std::string_view, fault_codes> fault_words{
    "CARD_EXPOSED_EARLY", "EXTRA_CARD",       "WRONG_POSITION", "BURN_MISSING",    "UNREADABLE",    "CARD_CHANGED",      "DUPLICATE_CARD",
    "MISSING_CARDS",      "UNSHUFFLED_ORDER", "CUT_CARD_LATE",  "CARD_ON_FLOOR",   "CARD_DAMAGED",  "CLEARED_TOO_EARLY", "RESULT_FORGOTTEN",
    "START_FORGOTTEN",    "NO_DEAL",          "NO_REVEAL",      "CAMERA_LOST",     "CAMERA_FROZEN", "CAMERA_DARK",       "CAMERA_MOVED",
    "RECOGNITION_POOR",   "RESULT_WRONG",     "JOURNAL_FAILED", "SOURCES_DISAGREE"};

constexpr std::array<std::string_view, 13> ending_words{"VOID_ROUND",  "BACK_IN_ORDER", "RESCAN",      "MANUAL_CARD",    "BURN_NOW",
                                                        "NEXT_BURN",   "OUT_OF_GAME",   "NEW_SHOE",    "CONFIRM_STILLS", "PRESSED",
                                                        "CAMERA_BACK", "CLEANED",       "ACKNOWLEDGED"};

constexpr std::array<std::string_view, 15> act_words{"OPEN_TABLE",    "START_SHOE", "TURN_BURN_CARD", "BURN_CARD",  "CLEAR_SLOT",
                                                     "START_ROUND",   "DEAL_CARD",  "WAIT_BETTING",   "TURN_CARD",  "CONFIRM_RESULT",
                                                     "RESOLVE_FAULT", "RESUME",     "DEAL_OPEN",      "SWAP_CARDS", "DECIDE"};

template <typename Enum, std::size_t Count>
std::optional<Enum> parse_word(std::string_view text, const std::array<std::string_view, Count>& words) {
    for (std::size_t i = 0; i < Count; ++i)
        if (words[i] == text) return static_cast<Enum>(i);
    return std::nullopt;
}

std::string spoken(const Seat& seat) {
    switch (seat.kind) {
    case SeatKind::PLAYER: return "Player " + std::to_string(seat.number);
    case SeatKind::BANKER: return "Banker";
    case SeatKind::BOX: return "Box " + std::to_string(seat.number);
    case SeatKind::DEALER: return "Dealer";
    case SeatKind::BURN: return "the burn place";
    case SeatKind::CUT: return "the cut card";
    case SeatKind::DISCARD: return "the discards";
    }
    return "";
}

} // namespace

std::string_view name(FaultCode code) {
    return word(code, fault_words);
}
std::string_view name(Ending ending) {
    return word(ending, ending_words);
}
std::string_view name(Act act) {
    return word(act, act_words);
}
std::optional<FaultCode> fault_code(std::string_view text) {
    return parse_word<FaultCode>(text, fault_words);
}
std::optional<Ending> fault_ending(std::string_view text) {
    return parse_word<Ending>(text, ending_words);
}

std::string_view name(TableState state) {
    return word(state, std::array<std::string_view, 3>{"CLOSED", "OPEN", "PAUSED"});
}
std::string_view name(CardSource source) {
    return word(source, std::array<std::string_view, 3>{"CAMERA", "RESCAN", "MANUAL"});
}
std::string_view name(Phase phase) {
    return word(phase,
                std::array<std::string_view, 8>{"IDLE", "SHOE", "BETTING", "DEALING", "REVEALING", "RESULT", "CONFIRMED", "DECIDING"});
}
std::string_view name(Outcome outcome) {
    return word(outcome, std::array<std::string_view, 4>{"NONE", "WIN", "LOSE", "TIE"});
}
std::string_view name(DecidedBy by) {
    return word(by, std::array<std::string_view, 3>{"PLAYER", "DEALER", "CLOCK"});
}
std::string_view name(Severity severity) {
    return word(severity, std::array<std::string_view, 2>{"WARN", "ERROR"});
}
std::string_view name(Sight sight) {
    return word(sight, std::array<std::string_view, 5>{"EMPTY", "FACE_DOWN", "FACE_UP", "CUT_CARD", "DOUBTFUL"});
}
std::string_view name(CameraSight sight) {
    return word(sight, std::array<std::string_view, 5>{"GOOD", "LOST", "FROZEN", "DARK", "MOVED"});
}
std::string_view name(TimerId timer) {
    return word(timer, std::array<std::string_view, 8>{"BETTING_CLOSES", "ORDER_GRACE", "UNREADABLE", "START_FORGOTTEN", "NO_DEAL",
                                                       "NO_REVEAL", "RESULT_FORGOTTEN", "DECISION_CLOSES"});
}

bool is_public(const Event& event) {
    return std::visit(Overload{[](const WagerAccepted&) { return false; }, [](const WagerSettled&) { return false; },
                               [](const WagerRefunded&) { return false; }, [](const DecisionAccepted&) { return false; },
                               [](const auto&) { return true; }},
                      event.body);
}

std::string_view name(const Event& event) {
    constexpr std::array<std::string_view, 28> words{
        "TableStatus",   "DealerChanged", "ShoeStarted",  "CardBurned",     "CutCardDrawn",      "ShoeEnded",        "RoundOpened",
        "BettingClosed", "CardDealt",     "CardRevealed", "CardCorrected",  "ResultProvisional", "ResultConfirmed",  "ResultRevised",
        "RoundVoided",   "FaultRaised",   "FaultCleared", "PlayerNotice",   "SessionEnded",      "WagerAccepted",    "WagerSettled",
        "WagerRefunded", "CardDiscarded", "CardsSwapped", "DecisionOpened", "DecisionMade",      "DecisionAccepted", "SoftwareRecorded"};
    static_assert(std::variant_size_v<EventBody> == words.size());
    return words.at(event.body.index());
}

std::string_view name(const Input& input) {
    constexpr std::array<std::string_view, 22> words{
        "OpenTable",  "CloseTable",   "ChangeDealer", "StartShoe",    "StartRound",    "ConfirmResult", "PauseTable", "ResumeTable",
        "VoidRound",  "SlotObserved", "ManualCard",   "RescanSlot",   "CorrectCard",   "RaiseMistake",  "EndFault",   "CameraChanged",
        "TimerFired", "PlaceWager",   "ShoeCardRead", "MakeDecision", "CardCheckDone", "RecordSoftware"};
    static_assert(std::variant_size_v<Input> == words.size());
    return words.at(input.index());
}

std::string prompt(const ExpectedAct& act) {
    const std::string seat = act.slot ? spoken(act.slot->seat) : "";
    const std::string card = act.slot ? std::to_string(act.slot->index) : "";
    switch (act.act) {
    case Act::OPEN_TABLE: return "Open the table";
    case Act::START_SHOE: return "Start a new shoe";
    case Act::TURN_BURN_CARD: return "Draw one card and turn it";
    case Act::BURN_CARD: return "Burn one card";
    case Act::CLEAR_SLOT:
        if (act.slot && (act.slot->seat.kind == SeatKind::BOX || act.slot->seat.kind == SeatKind::DEALER))
            return "Take card " + card + " of " + seat + " away";
        return "Take the card of " + seat + " away";
    case Act::START_ROUND: return "Start the round";
    case Act::DEAL_CARD: return "Deal to " + seat + ", card " + card;
    case Act::WAIT_BETTING: return "Wait: betting is open";
    case Act::TURN_CARD: return "Turn " + seat + ", card " + card;
    case Act::CONFIRM_RESULT: return "Confirm the result";
    case Act::RESOLVE_FAULT: return std::string(act.fault ? rule_of(*act.fault).suggestion : "Call the supervisor");
    case Act::RESUME: return "Resume";
    case Act::DEAL_OPEN: return "Deal to " + seat + ", card " + card + ", open";
    case Act::SWAP_CARDS: return "Swap card " + card + " of " + seat + " and of " + (act.other ? spoken(act.other->seat) : "");
    case Act::DECIDE: return "Wait: " + (act.box ? spoken(*act.box) : "") + " decides";
    }
    return "";
}

} // namespace engine
