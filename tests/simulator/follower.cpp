#include "tests/simulator/follower.h"

#include <algorithm>
#include <utility>

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

RoundFacts Follower::facts() const {
    RoundFacts facts{{}, first, dealer_draws, dealer_without, wagers, decisions};
    for (const auto& [slot, face] : shown)
        facts.faces[slot] = face.card;
    return facts;
}

std::string Follower::owner(const engine::Seat& box) const {
    const auto found = std::ranges::find_if(wagers, [&box](const auto& one) { return one.second.offer.position == box; });
    return found == wagers.end() ? "" : found->second.distributor;
}

void Follower::clear_cards() {
    dealt.clear();
    shown.clear();
    dealt_first_to.clear();
    first.clear();
    dealer_draws = 0;
    dealer_without.reset();
    asked.clear();
    answered.reset();
    decisions.clear();
}

// A place is dealt to again only for an exchanged card, and then its first card is known.
void Follower::dealt_to(const engine::Slot& slot) {
    dealt.insert(slot);
    dealt_first_to[slot] = slot.index <= 5 && !first.contains(slot) ? std::optional(slot) : std::nullopt;
}

void Follower::turned(const engine::Slot& slot, const engine::Card& card) {
    if (const auto& origin = dealt_first_to[slot]) {
        first[*origin] = card;
    } else if (slot.seat.kind == engine::SeatKind::DEALER) {
        ++dealer_draws;
        dealer_without.reset();
    }
}

void Follower::discarded(const engine::Slot& slot) {
    if (slot.seat.kind == engine::SeatKind::DEALER) dealer_without = shown.at(slot).card;
    dealt.erase(slot);
    shown.erase(slot);
    dealt_first_to.erase(slot);
}

void Follower::swapped(const engine::Slot& one, const engine::Slot& other) {
    std::swap(shown.at(one), shown.at(other));
    std::swap(dealt_first_to.at(one), dealt_first_to.at(other));
}

void Follower::decided(const engine::DecisionMade& made) {
    answered.reset();
    if (const auto open = asked.find(made.box); open != asked.end()) answered = open->second;
    asked.erase(made.box);
    decisions.push_back(made);
}

void Follower::open_round(const engine::RoundOpened& opened, const std::string& id) {
    round_id = id;
    round_running = true;
    confirmed = voided = false;
    betting_open = true;
    betting_closes_at = opened.betting_closes_at;
    last_of_shoe = opened.last_of_shoe;
    clear_cards();
    result.clear();
    revision = 0;
    wagers.clear();
}

void Follower::void_round() {
    ++rounds_voided;
    if (confirmed) --rounds_confirmed;
    round_running = confirmed = betting_open = false;
    voided = true;
    clear_cards();
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
                   [&](const CardDealt& e) { dealt_to(e.slot); },
                   [&](const CardRevealed& e) {
                       shown[e.slot] = {e.card, seq};
                       ++copies[index(e.card)];
                       turned(e.slot, e.card);
                   },
                   [&](const CardDiscarded& e) { discarded(e.slot); },
                   [&](const CardsSwapped& e) { swapped(e.first, e.second); },
                   [&](const DecisionOpened& e) { asked[e.box] = e; },
                   [&](const DecisionMade& e) { decided(e); },
                   [&](const CardCorrected& e) {
                       shown[e.slot] = {e.after, seq};
                       if (round_running) result.clear(); // the provisional one was of the cards before
                       if (const auto& origin = dealt_first_to[e.slot]) first[*origin] = e.after;
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
                       wagers[{e.wager_id, e.distributor}] = {{e.position, e.bet}, e.stake.minor, e.stake.minor + e.held.minor, 0, 0, false,
                                                              e.distributor};
                   },
                   [&](const WagerSettled& e) {
                       auto& wager = wagers[{e.wager_id, e.distributor}];
                       house += wager.returned - e.returned.minor + (wager.revision == 0 ? e.deducted.minor : 0);
                       wager.returned = e.returned.minor;
                       wager.revision = e.revision;
                   },
                   [&](const WagerRefunded& e) {
                       auto& wager = wagers[{e.wager_id, e.distributor}];
                       if (wager.revision != 0) house -= wager.deducted - wager.returned;
                       wager.returned = e.returned.minor;
                       wager.refunded = true;
                   },
                   [](const auto&) {},
               },
               event.event.body);
}

} // namespace simulator
