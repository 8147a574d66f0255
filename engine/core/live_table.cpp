#include "engine/core/live_table.h"

#include "engine/core/live_turn.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace engine {

LiveState LiveState::copy() const {
    LiveState copied{.table = table,
                     .pause_reason = pause_reason,
                     .since = since,
                     .dealer = dealer,
                     .shoe_number = shoe_number,
                     .shoe_id = shoe_id,
                     .ledger = ledger,
                     .turned = turned,
                     .to_burn = to_burn,
                     .burned = burned,
                     .cut_drawn = cut_drawn,
                     .burn_credit = burn_credit,
                     .shoe_reads = shoe_reads,
                     .gaps = gaps,
                     .first_faces = first_faces,
                     .round_number = round_number,
                     .round_id = round_id,
                     .phase = phase,
                     .round = round ? round->clone() : nullptr,
                     .betting_open = betting_open,
                     .burn_excused = burn_excused,
                     .betting_closes_at = betting_closes_at,
                     .last_of_shoe = last_of_shoe,
                     .hands = hands,
                     .result = result,
                     .revision = revision,
                     .result_seq = result_seq,
                     .wagers = wagers,
                     .refunded = refunded,
                     .decisions = decisions,
                     .decided = decided,
                     .board = board,
                     .burns_waiting = burns_waiting,
                     .shown_burn = shown_burn,
                     .rescans = rescans,
                     .doubted = doubted,
                     .read_at_once = read_at_once,
                     .timers = timers,
                     .held_timers = held_timers,
                     .faults = faults,
                     .bad_cameras = bad_cameras,
                     .software = software};
    return copied;
}

LiveTable::LiveTable(TableRules rules, std::shared_ptr<const Game> game) : rules_(std::move(rules)), game_(std::move(game)) {
    state_.ledger = ShoeLedger(rules_.decks);
}

std::expected<Step, Rejection> LiveTable::apply(const Input& input, const InputMeta& meta) {
    LiveState next = state_.copy();
    LiveTurn turn(next, rules_, *game_, meta);
    if (auto refusal = std::visit([&turn](const auto& one) { return turn.on(one); }, input)) return std::unexpected(std::move(*refusal));
    turn.follow_up(input);
    state_ = std::move(next);
    return Step{turn.take_events()};
}

bool LiveTable::knows(const Input& input) const {
    if (const auto* camera = std::get_if<CameraChanged>(&input)) {
        const auto bad = state_.bad_cameras.find(camera->camera);
        return (bad == state_.bad_cameras.end() ? CameraSight::GOOD : bad->second) == camera->sight;
    }
    if (const auto* shoe = std::get_if<ShoeCardRead>(&input)) {
        if (shoe->number > static_cast<std::uint64_t>(state_.ledger.total())) return false;
        const auto read = state_.shoe_reads.find(static_cast<int>(shoe->number));
        return read != state_.shoe_reads.end() && read->second == shoe->card;
    }
    // A distributor that asks again, and again, must not fill the journal by it.
    if (const auto* wager = std::get_if<PlaceWager>(&input)) {
        const auto* known = wager->round_id == state_.round_id ? taken(state_, {wager->wager_id, wager->distributor}) : nullptr;
        return known != nullptr && is_again(*known, *wager);
    }
    if (const auto* decision = std::get_if<MakeDecision>(&input))
        return decision->round_id == state_.round_id &&
               std::ranges::find(state_.decided, *decision, &TakenDecision::made) != state_.decided.end();
    const auto* observed = std::get_if<SlotObserved>(&input);
    if (observed == nullptr) return false;
    if (observed->slot == discard_slot) return true; // out of play: what lies there changes nothing
    const auto found = state_.board.find(observed->slot);
    if (found == state_.board.end()) return observed->sight == Sight::EMPTY;
    return found->second.sight == observed->sight && found->second.observed.card == observed->card &&
           !state_.rescans.contains(observed->slot);
}

std::unique_ptr<Table> LiveTable::clone() const {
    auto copied = std::make_unique<LiveTable>(rules_, game_);
    copied->state_ = state_.copy();
    return copied;
}

std::vector<Slot> LiveTable::needed_slots() const {
    const auto dealt = game_->hand_slots();
    std::vector<Slot> slots(dealt.begin(), dealt.end());
    if (game_->dealt_from() == DealtFrom::SHOE) slots.push_back(burn_slot);
    return slots;
}

bool enough_for_a_round(const LiveState& state, const Game& game) {
    if (game.dealt_from() == DealtFrom::FRESH_DECK) return true;
    return state.ledger.left() >= static_cast<int>(game.hand_slots().size()) + 1; // and the burn card
}

bool is_counted(const LiveState& state, const Slot& slot) {
    const auto found = state.board.find(slot);
    if (found == state.board.end() || found->second.sight == Sight::EMPTY) return false;
    if (found->second.stale || state.hands.contains(slot)) return true;
    // A card in BURN that is still in doubt has not served.
    return slot == burn_slot && found->second.solid != Sight::EMPTY && state.burns_waiting == 0 && !state.shown_burn;
}

Expected LiveTable::expected() const {
    auto expected = expected_of(state_, *game_);
    for (auto& act : expected.acts)
        if (act.act == Act::RESOLVE_FAULT) judge_endings(act);
    return expected;
}

// Each approved ending is tried on a copy of the state: what is offered is not refused.
void LiveTable::judge_endings(ExpectedAct& act) const {
    const InputMeta meta{state_.since, 1, ""};
    for (const auto ending : std::exchange(act.endings, {})) {
        LiveState copy = state_.copy();
        auto refusal = LiveTurn(copy, rules_, *game_, meta).try_ending({.code = *act.fault, .ending = ending, .by = "", .slot = act.slot});
        if (refusal)
            act.barred.push_back({ending, std::move(*refusal)});
        else
            act.endings.push_back(ending);
    }
}

namespace {

bool lies_something(const LiveState& state, const Slot& slot) {
    const auto found = state.board.find(slot);
    return found != state.board.end() && found->second.sight != Sight::EMPTY;
}

// Between rounds. A card too many that the ledger does not know yet is a fault's to end; without a shoe there is nothing to count.
bool may_be_cleared(const LiveState& state, const Slot& slot) {
    return lies_something(state, slot) && (slot == cut_slot || state.shoe_id.empty() || is_counted(state, slot));
}

// A card that belongs to nothing lies where another one is to be dealt.
bool is_left_over(const LiveState& state, const Slot& slot) {
    const auto found = state.board.find(slot);
    return found != state.board.end() && found->second.stale && found->second.solid != Sight::EMPTY;
}

ExpectedAct clear(const Slot& slot) {
    return {.act = Act::CLEAR_SLOT, .slot = slot, .until = {}, .fault = {}, .endings = {}};
}

void expect_fault_endings(const LiveState& state, Expected& expected) {
    for (const auto& fault : state.faults)
        expected.acts.push_back(
            {.act = Act::RESOLVE_FAULT, .slot = fault.slot, .until = {}, .fault = fault.code, .endings = rule_of(fault.code).endings});
}

void expect_between_rounds(const LiveState& state, const Game& game, Expected& expected) {
    for (const auto& slot : game.hand_slots())
        if (may_be_cleared(state, slot)) expected.acts.push_back(clear(slot));
    for (const auto& slot : {burn_slot, cut_slot})
        if (may_be_cleared(state, slot)) expected.acts.push_back(clear(slot));
    const bool fresh = game.dealt_from() == DealtFrom::FRESH_DECK;
    const bool new_shoe = !fresh && (state.shoe_id.empty() || state.last_of_shoe || !enough_for_a_round(state, game));
    expected.acts.push_back({.act = new_shoe ? Act::START_SHOE : Act::START_ROUND, .slot = {}, .until = {}, .fault = {}, .endings = {}});
}

void expect_in_shoe(const LiveState& state, Expected& expected) {
    const auto burn = state.board.find(burn_slot);
    const bool taken = state.turned && is_counted(state, burn_slot) && burn->second.solid != Sight::EMPTY;
    if (taken || is_left_over(state, burn_slot)) expected.acts.push_back(clear(burn_slot));
    expected.acts.push_back(
        {.act = state.turned ? Act::BURN_CARD : Act::TURN_BURN_CARD, .slot = burn_slot, .until = {}, .fault = {}, .endings = {}});
}

void expect_in_round(const LiveState& state, const Game& game, Expected& expected) {
    for (const auto& slot : game.hand_slots()) // a round may be started while cards of the last one lie: none can be dealt there
        if (is_left_over(state, slot)) expected.acts.push_back(clear(slot));
    if (is_counted(state, burn_slot)) expected.acts.push_back(clear(burn_slot));
    for (auto& act : state.round->next()) {
        if (act.act == Act::DECIDE)
            if (const auto open = state.decisions.find(*act.box); open != state.decisions.end()) act.until = open->second.closes_at;
        expected.acts.push_back(std::move(act));
    }
    if (state.round->complete())
        expected.acts.push_back({.act = Act::CONFIRM_RESULT, .slot = {}, .until = {}, .fault = {}, .endings = {}});
    else if (state.betting_open)
        expected.acts.push_back({.act = Act::WAIT_BETTING, .slot = {}, .until = state.betting_closes_at, .fault = {}, .endings = {}});
}

} // namespace

bool held_by_fault(const LiveState& state) {
    return std::ranges::any_of(state.faults, [](const FaultRaised& fault) { return holds(fault.code, fault.severity); });
}

Expected expected_of(const LiveState& state, const Game& game) {
    Expected expected;
    if (state.table == TableState::CLOSED) {
        expected.acts.push_back({.act = Act::OPEN_TABLE, .slot = {}, .until = {}, .fault = {}, .endings = {}});
        return expected;
    }
    expect_fault_endings(state, expected);
    if (state.table == TableState::PAUSED) { // a pausing fault is ended first
        if (held_by_fault(state)) return expected;
        expected.acts.push_back({.act = Act::RESUME, .slot = {}, .until = {}, .fault = {}, .endings = {}});
        return expected;
    }
    switch (state.phase) {
    case Phase::IDLE:
    case Phase::CONFIRMED: expect_between_rounds(state, game, expected); break;
    case Phase::SHOE: expect_in_shoe(state, expected); break;
    case Phase::BETTING:
    case Phase::DEALING:
    case Phase::REVEALING:
    case Phase::DECIDING:
    case Phase::RESULT: expect_in_round(state, game, expected); break;
    }
    return expected;
}

Time earliest_window(const LiveState& state) {
    Time earliest = Time::max();
    for (const auto& [box, open] : state.decisions)
        earliest = std::min(earliest, open.closes_at);
    return earliest;
}

TableView LiveTable::view() const {
    TableView view;
    view.state = state_.table;
    view.pause_reason = state_.pause_reason;
    view.since = state_.since;
    view.game = rules_.game;
    view.dealer = state_.dealer;
    view.shoe_id = state_.shoe_id;
    view.round_id = state_.round_id;
    view.phase = state_.phase;
    if (state_.betting_open) {
        const auto held = state_.held_timers.find(TimerId::BETTING_CLOSES);
        if (held != state_.held_timers.end())
            view.betting_rest = held->second;
        else
            view.betting_closes_at = state_.betting_closes_at;
    }
    view.last_of_shoe = state_.last_of_shoe;
    view.cards_left = state_.shoe_id.empty() ? 0 : state_.ledger.left();
    view.cards_total = state_.shoe_id.empty() ? 0 : state_.ledger.total();
    // A face that lies open but is not yet revealed by the rules stays out of the public view.
    for (const auto& [slot, seen] : state_.board)
        view.slots[slot] = {seen.sight == Sight::FACE_UP ? Sight::FACE_DOWN : seen.sight, std::nullopt};
    for (const auto& [slot, hand] : state_.hands)
        if (state_.phase != Phase::CONFIRMED || lies_something(state_, slot)) // taken away after the result
            view.slots[slot] = hand.card ? SlotView{Sight::FACE_UP, hand.card} : SlotView{Sight::FACE_DOWN, std::nullopt};
    view.result = state_.result;
    view.result_revision = state_.revision;
    if (state_.result.empty() && state_.round_running()) view.open_hands = state_.round->open_hands();
    view.faults = state_.faults;
    const auto held = state_.held_timers.find(TimerId::DECISION_CLOSES);
    for (const auto& [box, open] : state_.decisions) {
        view.decisions.push_back({box, open.options, open.otherwise, open.closes_at, {}});
        if (held == state_.held_timers.end()) continue;
        // The earliest window has the timer's rest, the others so much more.
        view.decisions.back().rest = held->second + (open.closes_at - earliest_window(state_));
        view.decisions.back().closes_at.reset();
    }
    for (const auto& one : state_.decided)
        view.decided.push_back({one.made.box, one.made.choice, one.made.cards, one.by});
    return view;
}

std::vector<SlotObserved> LiveTable::in_doubt() const {
    std::vector<SlotObserved> doubts;
    const auto look = [&](const Slot& slot) {
        const auto seen = state_.board.find(slot);
        if (seen != state_.board.end() && seen->second.sight == Sight::DOUBTFUL) doubts.push_back(seen->second.observed);
    };
    if (state_.phase == Phase::SHOE && !state_.turned) look(burn_slot);
    if (state_.round_running())
        for (const auto& act : state_.round->next())
            if (act.act == Act::TURN_CARD) look(*act.slot);
    return doubts;
}

namespace {

void put_time(std::ostream& out, Time time) {
    out << time.time_since_epoch().count();
}

void put_board(std::ostream& out, const LiveState& state) {
    for (const auto& [slot, seen] : state.board)
        out << "board " << slot.text() << ' ' << name(seen.sight) << ' ' << name(seen.solid) << ' ' << seen.stale << ' '
            << (seen.observed.card ? seen.observed.card->text() : "-") << ' ' << seen.observed.frame << '\n';
    for (const auto& [slot, hand] : state.hands)
        out << "hand " << slot.text() << ' ' << (hand.card ? hand.card->text() : "-") << ' ' << hand.seq << ' ' << hand.may_be_gone << '\n';
    for (const auto& slot : state.rescans)
        out << "rescan " << slot.text() << '\n';
    for (const auto& slot : state.doubted)
        out << "doubted " << slot.text() << '\n';
    if (!state.read_at_once.empty()) out << "read at once";
    for (const bool read : state.read_at_once)
        out << ' ' << read;
    if (!state.read_at_once.empty()) out << '\n';
    for (const auto& [number, card] : state.first_faces)
        out << "first face " << number << ' ' << card.text() << '\n';
    if (state.shoe_reads.empty()) return;
    for (const auto& gap : state.gaps)
        out << "gap " << gap.round_id << ' ' << gap.cards << '\n';
    for (const auto& [slot, hand] : state.hands)
        out << "drawn " << slot.text() << ' ' << hand.number << '\n';
    for (const auto& [number, card] : state.shoe_reads)
        out << "shoe read " << number << ' ' << card.text() << '\n';
}

void put_wagers(std::ostream& out, std::string_view what, const Wagers& wagers) {
    for (const auto& [key, wager] : wagers)
        out << what << ' ' << key.wager_id << ' ' << key.distributor << ' ' << wager.position.text() << ' ' << wager.bet << ' '
            << wager.stake.minor << ' ' << wager.held.minor << ' ' << wager.stake.currency << '\n';
}

void put_result(std::ostream& out, const LiveState& state) {
    for (const auto& position : state.result) {
        out << "result " << position.position.text() << ' ' << position.points << ' ' << name(position.outcome) << ' ' << position.odds;
        for (const auto& bet : position.bets)
            out << ' ' << bet.bet << '=' << name(bet.outcome) << bet.odds;
        out << '\n';
    }
    put_wagers(out, "wager", state.wagers);
    put_wagers(out, "refunded", state.refunded);
}

void put_decisions(std::ostream& out, const LiveState& state) {
    for (const auto& [box, open] : state.decisions) {
        out << "decides " << box.text() << " else " << open.otherwise << " until ";
        put_time(out, open.closes_at);
        for (const auto& option : open.options)
            out << ' ' << option.choice << ':' << option.price.minor << ':' << option.least_cards << '-' << option.most_cards << ':'
                << (option.most ? option.most->minor : 0);
        out << '\n';
    }
    for (const auto& [made, by] : state.decided) {
        out << "decided " << made.decision_id << ' ' << made.distributor << ' ' << made.by << ' ' << made.box.text() << ' ' << made.choice
            << ' ' << name(by) << ' ' << (made.amount ? made.amount->minor : 0);
        for (const int card : made.cards)
            out << ' ' << card;
        out << '\n';
    }
}

void put_timers(std::ostream& out, const LiveState& state) {
    for (const auto& [timer, at] : state.timers) {
        out << "timer " << name(timer) << ' ';
        put_time(out, at);
        out << '\n';
    }
    for (const auto& [timer, rest] : state.held_timers)
        out << "held " << name(timer) << ' ' << rest.count() << '\n';
    for (const auto& fault : state.faults)
        out << "fault " << name(fault.code) << ' ' << (fault.slot ? fault.slot->text() : "-") << ' ' << fault.seen << '\n';
    for (const auto& [camera, sight] : state.bad_cameras)
        out << "camera " << camera << ' ' << name(sight) << '\n';
    for (const auto& part : *state.software)
        out << "software " << part.name << ' ' << part.sha256 << '\n';
}

} // namespace

std::string LiveTable::digest() const {
    std::ostringstream out;
    out << "table " << name(state_.table) << " '" << state_.pause_reason << "' since ";
    put_time(out, state_.since);
    out << " dealer '" << state_.dealer << "'\nshoe " << state_.shoe_number << " '" << state_.shoe_id << "' turned "
        << (state_.turned ? state_.turned->text() : "-") << " burned " << state_.burned << '/' << state_.to_burn << " cut "
        << state_.cut_drawn << " credit " << state_.burn_credit << " unseen " << state_.ledger.unseen() << " seen";
    for (const auto& card : full_deck())
        out << ' ' << state_.ledger.copies_seen(card);
    out << "\nround " << state_.round_number << " '" << state_.round_id << "' " << name(state_.phase) << " betting " << state_.betting_open
        << ' ';
    put_time(out, state_.betting_closes_at);
    out << " last " << state_.last_of_shoe << " revision " << state_.revision << " seq " << state_.result_seq << " burns waiting "
        << state_.burns_waiting << " shown " << (state_.shown_burn ? state_.shown_burn->text() : "-") << " excused " << state_.burn_excused
        << '\n';
    if (state_.round) out << state_.round->digest() << '\n';
    put_board(out, state_);
    put_result(out, state_);
    put_decisions(out, state_);
    put_timers(out, state_);
    return out.str();
}

} // namespace engine
