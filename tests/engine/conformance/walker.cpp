#include "tests/engine/conformance/walker.h"

#include <algorithm>

namespace engine::testing {

using namespace std::chrono_literals;

std::optional<Input> button_of(const ExpectedAct& act) {
    switch (act.act) {
    case Act::OPEN_TABLE: return OpenTable{"anna", "anna"};
    case Act::START_SHOE: return StartShoe{"anna"};
    case Act::START_ROUND: return StartRound{"anna"};
    case Act::CONFIRM_RESULT: return ConfirmResult{"anna"};
    case Act::RESUME: return ResumeTable{"boris"};
    default: return std::nullopt;
    }
}

void Books::hear(const Event& event) {
    const auto fail = [this](const std::string& what) {
        if (wrong.empty()) wrong = what;
    };
    if (std::holds_alternative<RoundOpened>(event.body)) {
        for (const auto& [key, entry] : open)
            if (entry.revision == 0 && !entry.refunded) fail(key.wager_id + " has no end");
        open.clear();
    }
    if (const auto* e = std::get_if<WagerAccepted>(&event.body)) {
        if (!open.try_emplace({e->wager_id, e->distributor}, Entry{e->stake + e->held, 0, false}).second)
            fail(e->wager_id + " is accepted twice");
    }
    if (const auto* e = std::get_if<WagerSettled>(&event.body)) {
        auto& entry = open[{e->wager_id, e->distributor}];
        if (e->revision != entry.revision + 1 || entry.refunded) fail(e->wager_id + " is settled twice");
        if (e->deducted != entry.deducted) fail(e->wager_id + " settles another amount");
        if (e->returned.minor < 0) fail(e->wager_id + " returns less than nothing");
        entry.revision = e->revision;
    }
    if (const auto* e = std::get_if<WagerRefunded>(&event.body)) {
        auto& entry = open[{e->wager_id, e->distributor}];
        if (entry.refunded || e->returned != entry.deducted) fail(e->wager_id + " is refunded wrongly");
        entry.refunded = true;
    }
}

Walker::Walker(const TableRules& rules, std::uint64_t seed) : Walker(rules, seed, make_table(rules)) {}

Walker::Walker(const TableRules& rules, std::uint64_t seed, std::unique_ptr<Table> table) : random_(seed), table_(std::move(table)) {
    find_offers(rules);
}

// A bet that is not offered is refused by that clause, whatever else is wrong with the wager.
void Walker::find_offers(const TableRules& rules) {
    const auto table = make_table(rules);
    if (!table->apply(OpenTable{"anna", "anna"}, meta()) || !table->apply(StartRound{"anna"}, meta()))
        return; // dealt from a shoe: no boxes
    for (std::uint8_t box = 1; box <= 9; ++box)
        for (const auto* bet : {"ANTE", "BONUS", "DEALER_BONUS", "BLIND"}) {
            const Seat seat{SeatKind::BOX, box};
            const auto answer = table->clone()->apply(PlaceWager{"w", "d", table->view().round_id, seat, bet, {0, "EUR"}}, meta());
            if (!answer && answer.error().clause != "WAGER.bet") boxes_offer_.emplace_back(seat, bet);
        }
}

bool Walker::offer(const Input& input) {
    auto made = table_->apply(input, meta());
    if (!made) return false;
    inputs_.emplace_back(input, meta());
    taken_.emplace_back(input, meta());
    for (const auto& event : made->events) {
        note(event);
        if (is_public(event)) ++next_seq_;
        hear(event);
        check_words(event);
        log_.push_back(event);
    }
    check_open_hands();
    return true;
}

// Every "Kd" that stands in the text as a word of its own.
std::set<Card> faces_in(std::string_view text) {
    const auto part_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    std::set<Card> faces;
    for (auto from = std::ranges::find_if(text, part_of_word); from != text.end();) {
        const auto to = std::find_if_not(from, text.end(), part_of_word);
        if (const auto card = Card::parse(std::string_view(from, to))) faces.insert(*card);
        from = std::find_if(to, text.end(), part_of_word);
    }
    return faces;
}

void Walker::leaks(const std::string& what) {
    if (leak_.empty()) leak_ = what;
}

void Walker::publish(const Slot& slot, const Card& card) {
    if (betting_) leaks(card.text() + " of " + slot.text() + " is published while betting is open");
    told_.insert(card);
}

void Walker::hear(const Event& event) {
    if (const auto* e = std::get_if<ShoeStarted>(&event.body); e != nullptr && e->burn_card) publish(burn_slot, *e->burn_card);
    if (std::holds_alternative<RoundOpened>(event.body)) {
        told_.clear();
        of_deck_.clear();
        owners_.clear();
        betting_ = true;
    }
    if (std::holds_alternative<BettingClosed>(event.body) || std::holds_alternative<RoundVoided>(event.body)) betting_ = false;
    if (const auto* e = std::get_if<CardRevealed>(&event.body)) publish(e->slot, e->card);
    if (const auto* e = std::get_if<CardCorrected>(&event.body)) publish(e->slot, e->after);
    if (const auto* e = std::get_if<WagerAccepted>(&event.body); e != nullptr && !boxes_offer_.empty())
        owners_[e->position] = e->distributor;
}

// Whatever field of whatever event, and what the table prompts for after it: no face stands there that this round has not published.
void Walker::check_words(const Event& event) {
    auto words = event_text(event);
    for (const auto& act : table_->expected().acts)
        words += " " + prompt(act);
    for (const auto& card : faces_in(words))
        if (!told_.contains(card)) leaks(card.text() + " is told before it is published, in: " + words);
}

void Walker::check_open_hands() {
    for (const auto& worth : table_->view().open_hands)
        for (const auto& card : worth.hand)
            if (!told_.contains(card)) leaks(card.text() + " is shown in the worth of " + worth.position.text());
}

// The card that lies there; a new one of the deck where none was known, often of a rank that its box has already, so that boxes are worth
// something.
Card Walker::face_of(const Slot& slot) {
    if (const auto lies = hidden_.find(slot); lies != hidden_.end() && below(40) != 0) return lies->second;
    Card card = any_card();
    while (of_deck_.contains(card) && of_deck_.size() < cards_per_deck && below(60) != 0)
        card = any_card();
    for (const auto& [other, lies] : hidden_)
        for (const auto suit : {Suit::CLUBS, Suit::DIAMONDS, Suit::HEARTS, Suit::SPADES})
            if (other.seat == slot.seat && slot.seat.kind == SeatKind::BOX && !of_deck_.contains({lies.rank, suit}) && below(6) == 0)
                card = {lies.rank, suit};
    of_deck_.insert(card);
    return card;
}

void Walker::swap(const Slot& first, const Slot& second) {
    const auto slots = table_->view().slots;
    const std::array lie{slots.at(first).card, slots.at(second).card};
    if (below(3) == 0) see(first, Sight::EMPTY);
    for (const auto& [slot, card] : {std::pair(first, lie[1]), std::pair(second, lie[0])}) {
        if (!card) continue;
        hidden_[slot] = *card;
        see(slot, Sight::FACE_UP);
    }
}

void Walker::note(const Event& event) {
    if (std::holds_alternative<RoundOpened>(event.body)) {
        turned_.clear();
        for (const auto& [slot, card] : last_turned_)
            turned_[slot].insert(card);
    }
    const auto check_face = [this](const Slot& slot, const Card& card) {
        if (!turned(slot, card)) leaks(card.text() + " of " + slot.text() + " is told before it is turned");
    };
    if (const auto* e = std::get_if<CardRevealed>(&event.body)) check_face(e->slot, e->card);
    if (const auto* e = std::get_if<ShoeStarted>(&event.body); e != nullptr && e->burn_card) check_face(burn_slot, *e->burn_card);
}

bool Walker::turned(const Slot& slot, const Card& card) const {
    const auto found = turned_.find(slot);
    return found != turned_.end() && found->second.contains(card);
}

void Walker::show(const Slot& slot, const Card& card) {
    turned_[slot].insert(card);
    last_turned_[slot] = card;
}

void Walker::pass(Duration duration) {
    const Time until = now_ + duration;
    for (;;) {
        const auto timers = table_->timers();
        const auto due = std::ranges::min_element(timers, {}, [](const auto& timer) { return timer.second; });
        if (due == timers.end() || due->second > until) break;
        now_ = std::max(now_, due->second);
        if (!offer(TimerFired{due->first})) break;
    }
    now_ = until;
}

void Walker::see(const Slot& slot, Sight sight) {
    SlotObserved seen{.slot = slot,
                      .sight = sight,
                      .card = {},
                      .confidence = 0.99,
                      .frame = ++frame_,
                      .captured_at = now_,
                      .still_sha256 = "",
                      .camera = "c1",
                      .reason = "",
                      .guesses = {}};
    if (sight == Sight::FACE_UP) show(slot, *(seen.card = boxes_offer_.empty() ? any_card() : face_of(slot)));
    if (sight == Sight::EMPTY) last_turned_.erase(slot);
    if (!boxes_offer_.empty() && sight == Sight::EMPTY) hidden_.erase(slot);
    if (!boxes_offer_.empty() && sight == Sight::FACE_DOWN) hidden_[slot] = face_of(slot);
    (void)offer(seen);
}

void Walker::resolve(const ExpectedAct& act) {
    const auto& endings = rule_of(*act.fault).endings; // refused ones too
    const auto ending = endings[below(endings.size())];
    if (ending == Ending::CAMERA_BACK) (void)offer(CameraChanged{"c1", CameraSight::GOOD, ""});
    if (act.slot && below(2) == 0) see(*act.slot, Sight::EMPTY);
    if (act.slot && (ending == Ending::MANUAL_CARD || ending == Ending::RESCAN)) {
        const auto card = any_card();
        show(*act.slot, card);
        if (!offer(ManualCard{*act.slot, card, "anna", "boris"})) (void)offer(CorrectCard{*act.slot, card, "read again", "boris", "mara"});
    }
    if (!offer(EndFault{*act.fault, ending, "boris", act.slot}) && below(3) == 0) (void)offer(VoidRound{"no other ending", "boris", "mara"});
}

void Walker::follow(const ExpectedAct& act) {
    if (const auto button = button_of(act)) {
        (void)offer(*button);
        return;
    }
    switch (act.act) {
    case Act::TURN_BURN_CARD:
    case Act::TURN_CARD: see(*act.slot, Sight::FACE_UP); break;
    case Act::DEAL_OPEN:
    case Act::BURN_CARD:
    case Act::DEAL_CARD:
        if (table_->view().slots[*act.slot].sight != Sight::EMPTY) see(*act.slot, Sight::EMPTY);
        see(*act.slot, act.act == Act::DEAL_OPEN && below(5) != 0 ? Sight::FACE_UP : Sight::FACE_DOWN);
        break;
    case Act::CLEAR_SLOT: see(*act.slot, Sight::EMPTY); break;
    case Act::WAIT_BETTING:
        if (boxes_offer_.empty() || below(4) == 0)
            pass(5s);
        else
            (void)offer(any_wager());
        break;
    case Act::SWAP_CARDS: swap(*act.slot, *act.other); break;
    case Act::DECIDE:
        if (const auto decision = answer(act))
            (void)offer(*decision);
        else
            pass(12s);
        break;
    case Act::RESOLVE_FAULT: resolve(act); break;
    default: break;
    }
}

Slot Walker::any_slot() {
    std::vector<Slot> slots{burn_slot, cut_slot};
    for (const auto& [slot, seen] : table_->view().slots)
        slots.push_back(slot);
    return slots[below(slots.size())];
}

// One of the options, by the owner or by somebody at the table; nothing now and then.
std::optional<MakeDecision> Walker::answer(const ExpectedAct& act) {
    if (below(12) == 0) return std::nullopt;
    const auto& option = act.options[below(act.options.size())];
    const bool at_the_table = below(6) == 0;
    const auto owner = owners_.contains(*act.box) ? owners_.at(*act.box) : "acme";
    MakeDecision decision{.decision_id = "k" + std::to_string(++decisions_),
                          .distributor = at_the_table ? "" : owner,
                          .by = at_the_table ? "anna" : owner,
                          .round_id = table_->view().round_id,
                          .box = *act.box,
                          .choice = option.choice,
                          .cards = {},
                          .amount = {}};
    if (option.most) {
        const auto more = below(static_cast<std::size_t>(option.most->minor - option.least->minor + 1));
        decision.amount = Money{option.least->minor + static_cast<std::int64_t>(more), "EUR"};
    }
    for (int card = 1; card <= 5 && std::ssize(decision.cards) < option.most_cards; ++card)
        if (below(3) == 0 || option.most_cards - std::ssize(decision.cards) > 5 - card) decision.cards.push_back(card);
    if (option.most_cards == 1) decision.cards = {static_cast<int>(1 + below(5))};
    return decision;
}

std::vector<Input> Walker::decisions() {
    std::vector<Input> all{MakeDecision{}, TimerFired{TimerId::DECISION_CLOSES}};
    const MakeDecision any{.decision_id = "k" + std::to_string(decisions_ + 1),
                           .distributor = below(2) == 0 ? "acme" : "",
                           .by = "anna",
                           .round_id = table_->view().round_id,
                           .box = {SeatKind::BOX, static_cast<std::uint8_t>(1 + below(4))},
                           .choice = "FOLD",
                           .cards = {},
                           .amount = {}};
    for (const auto* choice : {"FOLD", "BET", "EXCHANGE", "BUY_CARD", "INSURE", "STAND", "SWITCH", "TAKE_ANTE", "BUY_GAME", "WIN"}) {
        auto one = any;
        one.choice = choice;
        if (one.choice == "EXCHANGE") one.cards = {1, 2, 6};
        if (one.choice == "INSURE") one.amount = Money{static_cast<std::int64_t>(below(100'000)), below(9) == 0 ? "USD" : "EUR"};
        all.emplace_back(one);
    }
    for (const auto& act : table_->expected().acts) {
        if (act.act != Act::DECIDE) continue;
        const auto right = answer(act);
        if (!right) continue;
        all.emplace_back(*right);
        auto wrong = *right;
        switch (below(6)) {
        case 0: wrong.distributor = "nobody"; break;
        case 1: wrong.cards.push_back(7); break;
        case 2: wrong.amount = Money{-1, "EUR"}; break;
        case 3: wrong.round_id = "S0-R0"; break;
        case 4: wrong.decision_id = "k1"; break;
        default: wrong.cards = {3, 3}; break;
        }
        all.emplace_back(wrong);
    }
    return all;
}

// Two distributors that mostly know what they do: on one box and then on its neighbour.
Input Walker::box_wager() {
    auto [seat, bet] = boxes_offer_[below(boxes_offer_.size())];
    if (below(3) == 0) bet = "ANTE";
    if (!owners_.empty() && below(3) == 0) seat.number = static_cast<std::uint8_t>(owners_.begin()->first.number + 1);
    const std::vector<std::int64_t> stakes{500, 500, 500, 1000, 2600, 50, static_cast<std::int64_t>(below(2'000'000))};
    return PlaceWager{"w" + std::to_string(below(20) == 0 ? wagers_ : ++wagers_),
                      below(3) == 0 ? "beta" : "acme",
                      table_->view().round_id,
                      seat,
                      bet,
                      {stakes[below(stakes.size())], "EUR"}};
}

Input Walker::any_wager() {
    if (!boxes_offer_.empty() && below(10) != 0) return box_wager();
    const auto seat = Seat{below(2) == 0 ? SeatKind::PLAYER : SeatKind::BOX, static_cast<std::uint8_t>(1 + below(5))};
    const std::vector<std::string> bets{"PLAYER", "PAIR", "ANTE", "BONUS", "NONE"};
    return PlaceWager{
        "w" + std::to_string(below(8) == 0 ? wagers_ : ++wagers_), "acme", table_->view().round_id, seat, bets[below(bets.size())],
        {static_cast<std::int64_t>(100 * (1 + below(500))), "EUR"}};
}

std::vector<Input> Walker::one_of_each() {
    const auto slot = any_slot();
    SlotObserved seen{.slot = slot,
                      .sight = static_cast<Sight>(below(5)),
                      .card = {},
                      .confidence = 0.9,
                      .frame = frame_,
                      .captured_at = now_,
                      .still_sha256 = "",
                      .camera = "c1",
                      .reason = "blurred",
                      .guesses = {}};
    if (seen.sight == Sight::FACE_UP) seen.card = any_card();
    const auto code = static_cast<FaultCode>(below(fault_codes));
    return {OpenTable{"anna", "anna"},
            CloseTable{"anna"},
            ChangeDealer{"chai"},
            StartShoe{"anna"},
            StartRound{"anna"},
            ConfirmResult{"anna"},
            PauseTable{"a word", "anna"},
            ResumeTable{"boris"},
            VoidRound{"error", "boris", "mara"},
            seen,
            ManualCard{slot, any_card(), "anna", "boris"},
            RescanSlot{slot, "anna"},
            CorrectCard{slot, any_card(), "misread", "boris", "mara"},
            RaiseMistake{code, slot, "anna"},
            EndFault{code, static_cast<Ending>(below(13)), "boris", below(2) == 0 ? std::optional(slot) : std::nullopt},
            CameraChanged{"c1", static_cast<CameraSight>(below(5)), ""},
            TimerFired{static_cast<TimerId>(below(7))},
            any_wager(),
            ShoeCardRead{"shoe", 1 + below(416), any_card()}};
}

// Anything but what is expected.
void Walker::stray() {
    const auto inputs = !boxes_offer_.empty() && below(2) == 0 ? decisions() : one_of_each();
    const auto& input = inputs[below(inputs.size())];
    if (std::holds_alternative<CloseTable>(input) && below(4) != 0) return;
    if (const auto* seen = std::get_if<SlotObserved>(&input); seen != nullptr && seen->card) show(seen->slot, *seen->card);
    if (const auto* manual = std::get_if<ManualCard>(&input)) show(manual->slot, manual->card);
    if (const auto* corrected = std::get_if<CorrectCard>(&input)) show(corrected->slot, corrected->after);
    (void)offer(input);
}

std::vector<Walker::Taken> Walker::step() {
    taken_.clear();
    pass(std::chrono::milliseconds(100 + below(400)));
    if (below(60) == 0)
        stray();
    else if (betting_ && below(60) == 0)
        see(any_slot(), Sight::FACE_UP); // nobody may hear which
    else if (below(8) == 0)
        (void)offer(any_wager());
    else {
        for (int acts_at_once = boxes_offer_.empty() ? 1 : 2; acts_at_once > 0; --acts_at_once) { // a round with boxes is a long one
            const auto acts = table_->expected().acts;
            follow(acts[below(4) == 0 ? below(acts.size()) : 0]);
        }
    }
    return taken_;
}

std::vector<std::string> Walker::texts() const {
    std::vector<std::string> texts;
    texts.reserve(log_.size());
    for (const auto& event : log_)
        texts.push_back(event_text(event));
    return texts;
}

} // namespace engine::testing
