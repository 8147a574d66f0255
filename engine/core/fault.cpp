#include "engine/core/fault.h"

#include "engine/core/check.h"

namespace engine {

namespace {

using enum FaultCode;
using enum Ending;
constexpr bool pauses = true;
constexpr bool goes_on = false;

// One row a code, as in the procedures' table.
const std::vector<FaultRule>& rules() {
    static const std::vector<FaultRule> all{
        {CARD_EXPOSED_EARLY, Severity::ERROR, pauses, "A card was shown while betting was open: call the supervisor", {VOID_ROUND}},
        {EXTRA_CARD,
         Severity::ERROR,
         pauses,
         "A card lies where none is expected: call the supervisor",
         {BACK_IN_ORDER, NEXT_BURN, OUT_OF_GAME, VOID_ROUND}},
        {WRONG_POSITION, Severity::ERROR, pauses, "A card lies out of order: put the cards in order", {BACK_IN_ORDER, VOID_ROUND}},
        {BURN_MISSING, Severity::ERROR, pauses, "The burn card is missing: burn one card now", {BURN_NOW, CONFIRM_STILLS, VOID_ROUND}},
        {UNREADABLE,
         Severity::WARN,
         goes_on,
         "A card cannot be read: lay it flat and ask for a re-scan",
         {RESCAN, MANUAL_CARD, OUT_OF_GAME, VOID_ROUND}},
        {CARD_CHANGED,
         Severity::ERROR,
         pauses,
         "A card reads differently than before: re-scan it",
         {RESCAN, BACK_IN_ORDER, MANUAL_CARD, VOID_ROUND}},
        {DUPLICATE_CARD,
         Severity::ERROR,
         pauses,
         "More copies of a card than the shoe holds: re-scan it",
         {RESCAN, MANUAL_CARD, NEW_SHOE, VOID_ROUND}},
        {MISSING_CARDS, Severity::ERROR, pauses, "The shoe does not reconcile: hold the table", {NEW_SHOE}},
        {UNSHUFFLED_ORDER, Severity::ERROR, pauses, "The cards run in factory order: change the shoe", {NEW_SHOE}},
        {CUT_CARD_LATE, Severity::WARN, goes_on, "No cut card and few cards left: this is the last round", {NEW_SHOE, ACKNOWLEDGED}},
        {CARD_ON_FLOOR, Severity::ERROR, pauses, "A card fell: call the supervisor", {VOID_ROUND, NEW_SHOE}},
        {CARD_DAMAGED, Severity::ERROR, pauses, "A card is damaged: call the supervisor", {VOID_ROUND, NEW_SHOE, ACKNOWLEDGED}},
        {CLEARED_TOO_EARLY,
         Severity::ERROR,
         pauses,
         "Cards were taken before the result: put them back",
         {BACK_IN_ORDER, CONFIRM_STILLS, VOID_ROUND}},
        {RESULT_FORGOTTEN, Severity::WARN, goes_on, "Confirm the result", {PRESSED, ACKNOWLEDGED}},
        {START_FORGOTTEN, Severity::WARN, goes_on, "Start the next round", {PRESSED, ACKNOWLEDGED}},
        {NO_DEAL, Severity::WARN, goes_on, "Deal the next card", {PRESSED, ACKNOWLEDGED}},
        {NO_REVEAL, Severity::WARN, goes_on, "Turn the next card", {PRESSED, ACKNOWLEDGED}},
        {CAMERA_LOST, Severity::ERROR, pauses, "The camera is gone: wait, or call the supervisor", {CAMERA_BACK, VOID_ROUND}},
        {CAMERA_FROZEN,
         Severity::ERROR,
         pauses,
         "The camera shows an old picture: wait, or call the supervisor",
         {CAMERA_BACK, VOID_ROUND}},
        {CAMERA_DARK, Severity::ERROR, pauses, "The camera sees too little light: check the lamps", {CAMERA_BACK, VOID_ROUND}},
        {CAMERA_MOVED, Severity::ERROR, pauses, "The camera has moved: calibrate it", {CAMERA_BACK, CLEANED, VOID_ROUND}},
        {RECOGNITION_POOR, Severity::WARN, goes_on, "Many doubtful cards: clean the lens, check the light", {CLEANED, ACKNOWLEDGED}},
        {RESULT_WRONG, Severity::ERROR, goes_on, "The result is wrong: the supervisor revises it", {MANUAL_CARD, VOID_ROUND}},
        {JOURNAL_FAILED, Severity::ERROR, pauses, "The journal cannot be written: the table is stopped", {ACKNOWLEDGED}},
        {SOURCES_DISAGREE,
         Severity::ERROR,
         pauses,
         "The camera and the shoe name different cards: re-scan the card, or call the supervisor",
         {RESCAN, MANUAL_CARD, NEW_SHOE, VOID_ROUND}},
    };
    return all;
}

} // namespace

const FaultRule& rule_of(FaultCode code) {
    const auto& rule = rules().at(static_cast<std::size_t>(code));
    check(rule.code == code, "the fault rules stand in the order of their codes");
    return rule;
}

bool holds(FaultCode code, Severity severity) {
    return rule_of(code).pauses || (code == RECOGNITION_POOR && severity == Severity::ERROR);
}

bool outlives_round(FaultCode code) {
    return code == MISSING_CARDS || code == UNSHUFFLED_ORDER || code == RECOGNITION_POOR || code == JOURNAL_FAILED;
}

} // namespace engine
