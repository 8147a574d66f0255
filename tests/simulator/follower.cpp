#include "tests/simulator/follower.h"

#include <algorithm>

namespace simulator {

namespace {

template <typename... Ts>
struct Overload : Ts... {
    using Ts::operator()...;
};
std::size_t index(const engine::Card& card) {
    return static_cast<std::size_t>(card.index());
}

} // namespace

Faces Follower::faces() const {
    Faces faces;
    for (const auto& [slot, face] : shown)
        faces[slot] = face.card;
    return faces;
}

void Follower::open_round(const engine::RoundOpened& opened, const std::string& id) {
    round_id = id;
    round_running = true;
    confirmed = voided = false;
    betting_open = true;
    betting_closes_at = opened.betting_closes_at;
    last_of_shoe = opened.last_of_shoe;
    dealt.clear();
    shown.clear();
    result.clear();
    revision = 0;
    wagers.clear();
}

void Follower::void_round() {
    ++rounds_voided;
    if (confirmed) --rounds_confirmed;
    round_running = confirmed = betting_open = false;
    voided = true;
    dealt.clear();
    shown.clear();
    result.clear();
    revision = 0;
}

void Follower::hear(const studio::SequencedEvent& event) {
    using namespace engine;
    const auto seq = event.seq;
    std::visit(Overload{
                   [&](const TableStatus& e) { table = e.state; },
                   [&](const ShoeStarted& e) {
                       shoe_id = e.shoe_id;
                       burn_card = e.burn_card;
                       last_of_shoe = false;
                       copies = {};
                       if (e.burn_card) ++copies[index(*e.burn_card)];
                   },
                   [&](const CutCardDrawn&) { last_of_shoe = last_of_shoe || round_running; },
                   [&](const ShoeEnded&) { shoe_id.clear(); },
                   [&](const RoundOpened& e) { open_round(e, event.event.round_id); },
                   [&](const BettingClosed&) { betting_open = false; },
                   [&](const CardDealt& e) { dealt.insert(e.slot); },
                   [&](const CardRevealed& e) {
                       shown[e.slot] = {e.card, seq};
                       ++copies[index(e.card)];
                   },
                   [&](const CardCorrected& e) {
                       shown[e.slot] = {e.after, seq};
                       --copies[index(e.before)];
                       ++copies[index(e.after)];
                   },
                   [&](const ResultProvisional& e) { result = e.positions; },
                   [&](const ResultConfirmed& e) {
                       result = e.positions;
                       revision = e.revision;
                       result_seq = seq;
                       round_running = false;
                       confirmed = true;
                       ++rounds_confirmed;
                   },
                   [&](const ResultRevised& e) {
                       result = e.after;
                       revision = e.revision;
                       result_seq = seq;
                   },
                   [&](const RoundVoided&) { void_round(); },
                   [&](const FaultRaised& e) { faults.emplace_back(e.code, e.slot); },
                   [&](const FaultCleared& e) { std::erase(faults, std::pair{e.code, e.slot}); },
                   [&](const SessionEnded&) {
                       faults.clear();
                       confirmed = false;
                   },
                   [&](const WagerAccepted& e) {
                       wagers[e.wager_id] = {{e.position, e.bet}, e.stake.minor, e.stake.minor + e.held.minor, 0, 0, false};
                   },
                   [&](const WagerSettled& e) {
                       auto& wager = wagers[e.wager_id];
                       house += wager.returned - e.returned.minor + (wager.revision == 0 ? e.deducted.minor : 0);
                       wager.returned = e.returned.minor;
                       wager.revision = e.revision;
                   },
                   [&](const WagerRefunded& e) {
                       auto& wager = wagers[e.wager_id];
                       if (wager.revision != 0) house -= wager.deducted - wager.returned;
                       wager.returned = e.returned.minor;
                       wager.refunded = true;
                   },
                   [](const auto&) {},
               },
               event.event.body);
}

} // namespace simulator
