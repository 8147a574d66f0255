#include "studio/app/round_log.h"

#include <algorithm>

namespace studio::app {

using nlohmann::ordered_json;

LoggedRound& RoundLog::round(const std::string& round_id) {
    const auto found = std::ranges::find_if(rounds_, [&](const LoggedRound& one) { return one.round_id == round_id; });
    if (found != rounds_.end()) return *found;
    rounds_.push_back({.round_id = round_id, .cards = {}, .result = {}, .doubtful = {}});
    return rounds_.back();
}

void RoundLog::take(const SequencedEvent& sequenced) {
    const auto& [round_id, body] = sequenced.event;
    if (const auto* shoe = std::get_if<engine::ShoeStarted>(&body); shoe && shoe->burn_card) {
        turned_.push_back(*shoe->burn_card);
        ++cards_;
    }
    if (const auto* fault = std::get_if<engine::FaultRaised>(&body); fault && fault->code == engine::FaultCode::UNREADABLE) {
        ++doubtful_;
        if (!round_id.empty() && fault->slot) round(round_id).doubtful.insert(*fault->slot);
    }
    if (round_id.empty()) return;
    auto& of = round(round_id);
    if (const auto* card = std::get_if<engine::CardRevealed>(&body)) {
        of.cards[card->slot] = card->card;
        ++cards_;
        if (card->source == engine::CardSource::MANUAL) ++manual_;
    } else if (const auto* correction = std::get_if<engine::CardCorrected>(&body)) {
        of.cards[correction->slot] = correction->after;
    } else if (const auto* confirmed = std::get_if<engine::ResultConfirmed>(&body)) {
        of.result = confirmed->positions;
    } else if (const auto* revised = std::get_if<engine::ResultRevised>(&body)) {
        of.result = revised->after;
    } else if (std::holds_alternative<engine::RoundVoided>(body)) {
        of.voided = true;
    }
}

int RoundLog::voided() const {
    return static_cast<int>(std::ranges::count_if(rounds_, [](const LoggedRound& one) { return one.voided; }));
}

int RoundLog::ended() const {
    return static_cast<int>(std::ranges::count_if(rounds_, [](const LoggedRound& one) { return one.voided || !one.result.empty(); }));
}

namespace {

ordered_json result_json(const engine::PositionResult& result) {
    constexpr auto winner = [](engine::Outcome outcome) {
        if (outcome == engine::Outcome::WIN) return "PLAYER";
        return outcome == engine::Outcome::LOSE ? "BANKER" : "TIE";
    };
    const auto pair = std::ranges::find_if(result.bets, [](const auto& bet) { return bet.bet == "PAIR"; });
    return {{"points", result.points},
            {"outcome", winner(result.outcome)},
            {"odds", result.odds},
            {"pair", pair != result.bets.end() && pair->outcome == engine::Outcome::WIN}};
}

} // namespace

ordered_json round_json(const LoggedRound& round) {
    ordered_json hands = ordered_json::object();
    for (const char* seat : {"P1", "P2", "P3", "P4", "P5", "B"}) {
        ordered_json hand = ordered_json::array();
        for (const char* index : {".1", ".2"}) {
            const auto found = round.cards.find(*engine::Slot::parse(std::string(seat) + index));
            hand.push_back(found == round.cards.end() ? ordered_json(nullptr) : ordered_json(found->second.text()));
        }
        hands[seat] = hand;
    }
    ordered_json results = ordered_json::object();
    for (const auto& position : round.result)
        if (position.position.kind == engine::SeatKind::PLAYER) results[position.position.text()] = result_json(position);
    ordered_json doubtful = ordered_json::array();
    for (const auto& slot : round.doubtful)
        doubtful.push_back(slot.text());
    return {{"round_id", round.round_id}, {"hands", hands}, {"results", results}, {"doubtful", doubtful}, {"voided", round.voided}};
}

} // namespace studio::app
