// The money of a round: wagers while betting is open, the decisions of boxes and what they cost, and where all of it goes.
#include "engine/core/live_turn.h"

#include "engine/core/check.h"

#include <algorithm>

namespace engine {

namespace {

Rejection refuse(std::string clause, std::string reason) {
    return Rejection{std::move(clause), std::move(reason)};
}

std::string listed(const std::vector<DecisionOption>& options) {
    std::string text;
    for (const auto& option : options)
        text += (text.empty() ? "" : ", ") + option.choice;
    return text;
}

const DecisionOption* option_of(const std::vector<DecisionOption>& options, const std::string& choice) {
    const auto found = std::ranges::find(options, choice, &DecisionOption::choice);
    return found == options.end() ? nullptr : &*found;
}

std::string span_of(const std::string& what, std::int64_t least, std::int64_t most) {
    return what + " go from " + std::to_string(least) + " to " + std::to_string(most);
}

// The cards that are named with a choice: as many as it asks for, each once, in the order of their places.
std::optional<Rejection> refuse_cards(const std::vector<int>& cards, const DecisionOption& option) {
    if (std::ssize(cards) < option.least_cards || std::ssize(cards) > option.most_cards)
        return refuse("DECISION.cards", option.choice + " names " + std::to_string(option.least_cards) + " to " +
                                            std::to_string(option.most_cards) + " cards, not " + std::to_string(cards.size()));
    if (std::ranges::adjacent_find(cards, std::greater_equal()) != cards.end())
        return refuse("DECISION.cards", "the cards are named once each, in the order of their places");
    return {};
}

std::optional<Rejection> refuse_amount(const std::optional<Money>& amount, const DecisionOption& option) {
    if (amount && amount->currency != option.price.currency)
        return refuse("DECISION.amount", "the table plays in " + option.price.currency);
    if (!option.most) {
        if (!amount || *amount == option.price) return {};
        return refuse("DECISION.amount", option.choice + " costs " + std::to_string(option.price.minor));
    }
    if (!amount) return refuse("DECISION.amount", option.choice + " needs an amount");
    if (amount->minor < option.least->minor || amount->minor > option.most->minor)
        return refuse("DECISION.amount", span_of("amounts of " + option.choice, option.least->minor, option.most->minor));
    return {};
}

} // namespace

const Wager* taken(const LiveState& state, const WagerKey& key) {
    for (const auto* wagers : {&state.wagers, &state.refunded})
        if (const auto found = wagers->find(key); found != wagers->end()) return &found->second;
    return nullptr;
}

bool is_again(const Wager& wager, const PlaceWager& input) {
    return wager.position == input.position && wager.bet == input.bet && wager.stake == input.stake;
}

LiveTurn::Refusal LiveTurn::on(const PlaceWager& input) {
    if (input.wager_id.empty() || input.distributor.empty()) return refuse("WAGER.id", "a wager needs its id and its distributor");
    const WagerKey key{input.wager_id, input.distributor};
    if (input.round_id != state_.round_id) return refuse("WAGER.round", "round " + input.round_id + " takes no bets");
    if (const auto* known = taken(state_, key)) { // also when the round is over
        if (is_again(*known, input)) return {};   // the same again: the same answer, and nothing changes
        return refuse("WAGER.conflict", "wager " + input.wager_id + " was accepted with other contents");
    }
    if (state_.round == nullptr) return refuse("WAGER.round", "round " + input.round_id + " takes no bets");
    if (state_.table == TableState::PAUSED) return refuse("WAGER.paused", "the table is paused");
    if (!state_.betting_open || meta_.at >= state_.betting_closes_at) return refuse("WAGER.late", "betting is closed");
    if (!game_.offers(input.position, input.bet)) return refuse("WAGER.bet", "no bet " + input.bet + " at " + input.position.text());
    if (input.stake.currency != rules_.min_stake.currency)
        return refuse("WAGER.currency", "the table plays in " + rules_.min_stake.currency);
    const auto limits = game_.limits(input.bet).value_or(StakeLimits{rules_.min_stake.minor, rules_.max_stake.minor});
    if (input.stake.minor < limits.least || input.stake.minor > limits.most)
        return refuse("WAGER.limit", span_of("stakes", limits.least, limits.most));
    Wager wager{input.wager_id, input.distributor, input.position, input.bet, input.stake, game_.held(input.bet, input.stake)};
    if (auto refusal = game_.refuses(wager, state_.wagers)) return refusal;
    emit(WagerAccepted{wager.wager_id, wager.distributor, wager.position, wager.bet, wager.stake, wager.held});
    state_.wagers.emplace(key, std::move(wager));
    return {};
}

void LiveTurn::settle_wagers() {
    const auto returned = state_.round->returned(state_.wagers);
    for (const auto& [key, wager] : state_.wagers) {
        const auto back = returned.find(key);
        check(back != returned.end(), "every wager and charge has an end");
        emit(WagerSettled{wager.wager_id, wager.distributor, state_.revision, wager.stake + wager.held, back->second});
    }
}

void LiveTurn::refund(WagerKey key) {
    const auto found = state_.wagers.find(key);
    check(found != state_.wagers.end(), "only what was taken goes back");
    emit(WagerRefunded{std::move(key.wager_id), found->second.distributor, found->second.stake + found->second.held});
    state_.refunded.insert(state_.wagers.extract(found));
}

// A distributor's id names one stake of the round, also after that has gone back: its wager may happen to be called as a decision is.
std::string LiveTurn::unused(std::string id, const std::string& distributor) const {
    WagerKey key{std::move(id), distributor};
    while (state_.wagers.contains(key) || state_.refunded.contains(key))
        key.wager_id += '\'';
    return std::move(key.wager_id);
}

// Returns all that was taken.
Money LiveTurn::move_money(const MoneyMoved& moved) {
    Money taken{0, rules_.min_stake.currency};
    for (const auto& key : moved.refunds)
        refund(key);
    for (const auto& charge : moved.charges) {
        const auto owner = state_.round->owner(charge.position);
        const auto id = unused(charge.id, owner);
        const Wager wager{id, owner, charge.position, charge.bet, charge.amount, {0, taken.currency}};
        taken = taken + wager.stake;
        emit(WagerAccepted{wager.wager_id, wager.distributor, wager.position, wager.bet, wager.stake, wager.held});
        state_.wagers.emplace(WagerKey{id, owner}, wager);
    }
    return taken;
}

// Whether something that the distributor was told of in this round is called so: a wager or charge that stands, or a decision on its box
// that a person at the table has entered.
bool LiveTurn::spent(const std::string& id, const std::string& distributor) const {
    return state_.wagers.contains(WagerKey{id, distributor}) || std::ranges::any_of(state_.decided, [&](const TakenDecision& taken) {
               return taken.made.decision_id == id && state_.round->owner(taken.made.box) == distributor;
           });
}

// The ids of decisions, as those of wagers, are their distributor's own; those that people at the table give are the table's.
LiveTurn::Refusal LiveTurn::on(const MakeDecision& input) {
    const auto conflict = [&input] { return refuse("DECISION.conflict", "something else of this round is called " + input.decision_id); };
    const auto over = [&input] { return refuse("DECISION.round", "round " + input.round_id + " takes no decisions"); };
    if (input.decision_id.empty() || (input.distributor.empty() && input.by.empty()))
        return refuse("DECISION.id", "a decision needs its id and who makes it");
    if (input.round_id != state_.round_id) return over();
    const auto known = std::ranges::find_if(state_.decided, [&](const TakenDecision& taken) {
        return taken.made.decision_id == input.decision_id && taken.made.distributor == input.distributor;
    });
    if (known != state_.decided.end()) {
        if (known->made == input) return {}; // the same again: the same answer, and nothing changes
        return refuse("DECISION.conflict", "decision " + input.decision_id + " was taken with other contents");
    }
    if (!state_.round_running()) return over();
    if (!input.distributor.empty() && spent(input.decision_id, input.distributor)) return conflict();
    if (state_.table == TableState::PAUSED) return refuse("DECISION.paused", "the table is paused");
    const auto open = state_.decisions.find(input.box);
    if (open == state_.decisions.end())
        return state_.round->why_not(input.box, input.choice)
            .value_or(refuse("DECISION.turn", "box " + input.box.text() + " has nothing to decide now"));
    if (input.distributor.empty() && spent(input.decision_id, state_.round->owner(input.box))) return conflict();
    if (auto refusal = refuse_decision(input, open->second)) return refusal;
    take_decision(input, input.distributor.empty() ? DecidedBy::DEALER : DecidedBy::PLAYER);
    return {};
}

LiveTurn::Refusal LiveTurn::refuse_decision(const MakeDecision& input, const OpenDecision& open) const {
    if (!input.distributor.empty() && input.distributor != state_.round->owner(input.box))
        return refuse("DECISION.owner", "box " + input.box.text() + " is another's");
    if (meta_.at >= open.closes_at) return refuse("DECISION.late", "the time of box " + input.box.text() + " is over");
    const auto* option = option_of(open.options, input.choice);
    if (option == nullptr) {
        auto refusal = state_.round->why_not(input.box, input.choice)
                           .value_or(refuse("DECISION.option", "box " + input.box.text() + " cannot choose " + input.choice + " now"));
        refusal.reason += "; it may " + listed(open.options);
        return refusal;
    }
    if (auto refusal = refuse_cards(input.cards, *option)) return refusal;
    for (const int card : input.cards)
        if (card < 1 || card > 9 || !state_.hands.contains({input.box, static_cast<std::uint8_t>(card)}))
            return refuse("DECISION.cards", "box " + input.box.text() + " has no card " + std::to_string(card));
    return refuse_amount(input.amount, *option);
}

void LiveTurn::take_decision(const MakeDecision& made, DecidedBy by) {
    const auto owner = state_.round->owner(made.box);
    // The round remembers by this id what it may give back.
    const auto moved = state_.round->decide({unused(made.decision_id, owner), made.box, made.choice, made.cards, made.amount});
    state_.decisions.erase(made.box);
    state_.decided.push_back({made, by});
    emit(DecisionMade{made.box, made.choice, made.cards, by});
    const Money charged = move_money(moved);
    if (by != DecidedBy::CLOCK) emit(DecisionAccepted{made.decision_id, owner, made.box, made.choice, charged});
    after_act();
}

// Keeps the open decisions what the round says is due: a box that is asked anew, or has other options than before, gets a whole window.
void LiveTurn::open_decisions() {
    if (state_.table != TableState::OPEN) return;
    std::map<Seat, ExpectedAct> due;
    if (state_.round_running())
        for (auto& act : state_.round->next())
            if (act.act == Act::DECIDE) due.emplace(*act.box, std::move(act));
    std::erase_if(state_.decisions, [&](const auto& open) { return !due.contains(open.first); });
    for (const auto& [box, act] : due) {
        const auto found = state_.decisions.find(box);
        if (found != state_.decisions.end() && found->second.options == act.options) continue;
        const auto window = game_.decision_window();
        state_.decisions[box] = {act.options, act.otherwise, meta_.at + window};
        emit(DecisionOpened{box, act.options, act.otherwise, meta_.at + window});
        if (const auto key = state_.round->notice(box); !key.empty())
            emit(PlayerNotice{key, static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(window).count())});
    }
    if (state_.decisions.empty())
        state_.timers.erase(TimerId::DECISION_CLOSES);
    else
        state_.timers[TimerId::DECISION_CLOSES] = earliest_window(state_);
}

// What stands when nobody said anything in time.
void LiveTurn::close_windows() {
    const auto open = state_.decisions;
    for (const auto& [box, decision] : open) {
        if (decision.closes_at > meta_.at || !state_.round_running()) continue;
        const auto next = state_.round->next();
        const auto still = std::ranges::find_if(next, [&](const ExpectedAct& act) { return act.act == Act::DECIDE && act.box == box; });
        if (still == next.end() || option_of(still->options, decision.otherwise) == nullptr) continue; // another's decision ended it
        const auto id = state_.round_id + ":" + box.text() + ":" + std::to_string(state_.decided.size() + 1);
        take_decision({id, "", "clock", state_.round_id, box, decision.otherwise, {}, {}}, DecidedBy::CLOCK);
    }
}

} // namespace engine
