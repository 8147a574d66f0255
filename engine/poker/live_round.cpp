#include "engine/poker/live_round.h"

#include "engine/core/check.h"

#include <algorithm>

namespace engine::poker {

namespace {

constexpr int dealer_places = hand_cards;

bool is_first(const Slot& slot) {
    return slot.index <= hand_cards;
}

// What a component did, m:1 of its stake; nothing when it was not staked.
std::optional<BetResult> result_of(std::string_view bet, Minor staked, Minor returned) {
    if (staked == 0) return std::nullopt;
    BetResult result{std::string(bet), Outcome::TIE, 0};
    if (returned > staked) result = {std::string(bet), Outcome::WIN, static_cast<int>((returned - staked) / staked)};
    if (returned < staked) result = {std::string(bet), Outcome::LOSE, 0};
    return result;
}

Outcome seen_from_the_box(BoxOutcome outcome) {
    switch (outcome) {
    case BoxOutcome::NONE: return Outcome::NONE;
    case BoxOutcome::FOLD:
    case BoxOutcome::DEALER:
    case BoxOutcome::EXCHANGED_DEALER: return Outcome::LOSE;
    case BoxOutcome::NO_GAME:
    case BoxOutcome::PLAYER:
    case BoxOutcome::EXCHANGED_PLAYER: return Outcome::WIN;
    case BoxOutcome::TIE:
    case BoxOutcome::EXCHANGED_NO_GAME:
    case BoxOutcome::EXCHANGED_TIE: return Outcome::TIE;
    }
    return Outcome::NONE;
}

} // namespace

std::vector<PayoutMaximum> maxima_of(const PayoutCap& cap) {
    const auto span = cap.span == CapSpan::BOX ? PayoutMaximum::Span::POSITION : PayoutMaximum::Span::TABLE;
    std::vector<PayoutMaximum> maxima;
    if (cap.most > 0) maxima.push_back({cap.most, span, {std::string(insurance_bet), std::string(raise_bet)}});
    if (cap.most > 0 && cap.counts == CapCounts::ANTE_TOO)
        maxima.back().bets.insert(maxima.back().bets.end(), {std::string(ante_bet), std::string(dark_bet)});
    if (cap.bonus_most > 0) maxima.push_back({cap.bonus_most, span, {std::string(bonus_bet), std::string(dealer_bonus_bet)}});
    return maxima;
}

// Wagers ---------------------------------------------------------------------------------------------------------------------

const Wager* wager_at(const Wagers& wagers, const Seat& position, std::string_view bet) {
    const auto found =
        std::ranges::find_if(wagers, [&](const auto& one) { return one.second.position == position && one.second.bet == bet; });
    return found == wagers.end() ? nullptr : &found->second;
}

std::optional<Rejection> refuse_second(const Wager& wager, const Wagers& accepted) {
    for (const auto& [key, other] : accepted) {
        if (other.position != wager.position) continue;
        if (other.distributor != wager.distributor) return Rejection{"WAGER.owner", "box " + wager.position.text() + " is another's"};
        if (other.bet == wager.bet) return Rejection{"WAGER.twice", "box " + wager.position.text() + " has its " + wager.bet};
    }
    return std::nullopt;
}

int boxes_with(const Wager& wager, const Wagers& accepted) {
    std::set<Seat> boxes;
    for (const auto& [key, other] : accepted)
        if (other.bet != dealer_bonus_bet) boxes.insert(other.position);
    if (wager.bet != dealer_bonus_bet) boxes.insert(wager.position);
    return static_cast<int>(boxes.size());
}

std::vector<Slot> all_places(DealOrder order, int cards_of_a_box) {
    std::vector<Slot> all;
    for (int box = 1; box <= most_boxes; ++box)
        for (int card = 1; card <= cards_of_a_box; ++card)
            all.push_back({box_seat(box), static_cast<std::uint8_t>(card)});
    for (int card = 1; card <= dealer_places; ++card)
        all.push_back({dealer_seat, static_cast<std::uint8_t>(card)});
    if (order == DealOrder::ALTERNATELY) std::ranges::stable_sort(all, {}, &Slot::index);
    return all;
}

MoneyMoved LiveRound::betting_closed(const Wagers& wagers) {
    closed_ = true;
    for (const auto& [key, wager] : wagers)
        take_wager(wager);
    return arrange(wagers);
}

void LiveRound::take_wager(const Wager& wager) {
    auto& box = boxes_[wager.position];
    box.owner = wager.distributor;
    if (wager.bet == bonus_bet) box.facts.bonus = wager.stake.minor;
    if (wager.bet == dealer_bonus_bet) box.facts.dealer_bonus = wager.stake.minor;
    if (is_ante(wager.bet)) box.facts.ante = wager.stake.minor;
    if (wager.bet != dark_bet) return;
    box.facts.kind = BoxKind::DARK;
    box.facts.decision = Decision::BET; // posted with the ante
}

// Cards ----------------------------------------------------------------------------------------------------------------------

ExpectedAct LiveRound::card_act(Act act, const Slot& slot) {
    return {.act = act, .slot = slot, .until = {}, .fault = {}, .endings = {}};
}

std::vector<Seat> LiveRound::seats() const {
    std::vector<Seat> seats;
    for (const auto& [seat, box] : boxes_)
        if (box.deals()) seats.push_back(seat);
    if (!boxes_.empty()) seats.push_back(dealer_seat);
    return seats;
}

Slot LiveRound::open_card() const {
    return place(dealer_seat, house().open_card == OpenCard::FIRST ? 1 : hand_cards);
}

ExpectedAct LiveRound::deal_act(const Slot& slot) const {
    return card_act(slot == open_card() ? Act::DEAL_OPEN : Act::DEAL_CARD, slot);
}

// a packet's five cards lie at once, so they may be seen in any order.
std::vector<ExpectedAct> LiveRound::deal_acts() const {
    const auto dealing = seats();
    std::vector<ExpectedAct> acts;
    const auto deal = [&](const Seat& seat, int card) {
        const Slot slot = place(seat, card);
        if (!places_.contains(slot) && !first_.contains(slot)) acts.push_back(deal_act(slot));
    };
    if (order_ == DealOrder::PACKETS) {
        for (const auto& seat : dealing)
            for (int card = 1; card <= hand_cards && (acts.empty() || acts.front().slot->seat == seat); ++card)
                deal(seat, card);
    } else {
        for (int card = 1; card <= hand_cards && acts.empty(); ++card)
            for (const auto& seat : dealing)
                if (acts.empty()) deal(seat, card);
    }
    const auto open = places_.find(open_card());
    if (open != places_.end() && !open->second.card) acts.push_back(card_act(Act::TURN_CARD, open->first)); // laid face down
    return acts;
}

std::vector<ExpectedAct> LiveRound::turns(const Seat& seat) const {
    std::vector<ExpectedAct> acts;
    for (const auto& [slot, lies] : places_)
        if (slot.seat == seat && !lies.card) acts.push_back(card_act(Act::TURN_CARD, slot));
    return acts;
}

std::vector<ExpectedAct> LiveRound::purchase_acts(const Seat& seat) const {
    const auto& box = boxes_.at(seat);
    std::vector<ExpectedAct> acts;
    acts.reserve(box.to_take.size());
    for (const int card : box.to_take)
        acts.push_back(card_act(Act::CLEAR_SLOT, place(seat, card)));
    if (!acts.empty()) return acts;
    acts.reserve(box.to_fill.size());
    for (const int card : box.to_fill)
        acts.push_back(card_act(places_.contains(place(seat, card)) ? Act::TURN_CARD : Act::DEAL_OPEN, place(seat, card)));
    return acts;
}

std::vector<ExpectedAct> LiveRound::box_acts() const {
    for (const auto& [seat, box] : boxes_) {
        if (!box.asked()) continue;
        if (auto acts = turns(seat); !acts.empty() && box.to_fill.empty()) return acts;
        if (auto acts = purchase_acts(seat); !acts.empty()) return acts;
        if (box.facts.decision == Decision::NONE) return {question(seat, options(seat, box), on_silence())};
    }
    return {};
}

void LiveRound::dealt(const Slot& slot) {
    ++drawn_;
    // A place is dealt to a second time only for an exchanged card, and then its first card is known.
    const bool first = is_first(slot) && !first_.contains(slot);
    places_[slot] = {.card = {}, .first = first ? std::optional(slot) : std::nullopt};
}

void LiveRound::revealed(const Slot& slot, const Card& card) {
    auto& lies = places_.at(slot);
    lies.card = card;
    if (lies.first) {
        first_[*lies.first] = card;
    } else if (slot.seat == dealer_seat) {
        const auto draw = std::ranges::find(draws_.rbegin(), draws_.rend(), slot.index, &Draw::place);
        check(draw != draws_.rend(), "the dealer's new card lies where one was taken away");
        draw->card = card;
    }
    const auto box = boxes_.find(slot.seat);
    const bool going = box != boxes_.end() && box->second.to_take.contains(slot.index); // a correction of the card that goes away
    if (box != boxes_.end() && !going) box->second.to_fill.erase(slot.index);
}

void LiveRound::discarded(const Slot& slot) {
    places_.erase(slot);
    if (slot.seat == dealer_seat) {
        draws_.push_back({slot.index, {}});
        return;
    }
    boxes_.at(slot.seat).to_take.erase(slot.index);
}

void LiveRound::swapped(const Slot& first, const Slot& second) {
    std::swap(places_.at(first), places_.at(second));
}

std::vector<Card> LiveRound::hand(const Seat& seat) const {
    std::vector<Card> cards;
    for (const auto& [slot, lies] : places_)
        if (slot.seat == seat && lies.card) cards.push_back(*lies.card);
    return cards;
}

std::vector<Card> LiveRound::first_hand(const Seat& seat) const {
    std::vector<Card> cards;
    for (const auto& [slot, card] : first_)
        if (slot.seat == seat) cards.push_back(card);
    return cards;
}

// Stages ---------------------------------------------------------------------------------------------------------------------

std::vector<ExpectedAct> LiveRound::next() const {
    if (!closed_) return {};
    if (auto acts = deal_acts(); !acts.empty()) return acts;
    if (auto acts = box_acts(); !acts.empty()) return acts;
    if (dark_ == DarkOpened::BEFORE_DEALER)
        if (auto acts = dark_turns(); !acts.empty()) return acts;
    if (!dealer_shown())
        if (auto acts = insurance_acts(); !acts.empty()) return acts;
    if (auto acts = turns(dealer_seat); !acts.empty() && draws_.empty()) return acts;
    if (auto acts = dark_turns(); !acts.empty()) return acts;
    if (auto acts = no_game_acts(); !acts.empty()) return acts;
    return exchange_acts();
}

std::vector<ExpectedAct> LiveRound::dark_turns() const {
    for (const auto& [seat, box] : boxes_)
        if (box.deals() && !box.asked())
            if (auto acts = turns(seat); !acts.empty()) return acts;
    return {};
}

// from three of a kind, with the final hand, before the dealer turns a hidden card.
std::vector<ExpectedAct> LiveRound::insurance_acts() const {
    std::vector<ExpectedAct> acts;
    for (const auto& [seat, box] : boxes_) {
        if (!box.plays() || box.insurance_decided) continue;
        if (box.facts.kind == BoxKind::DARK && dark_ == DarkOpened::AFTER_DEALER) continue; // nobody has seen its hand
        const auto limits = insurance(settled_box(seat, box));
        if (!limits) continue;
        auto insure = option("INSURE", 0);
        insure.least = money(limits->least);
        insure.most = money(limits->most);
        acts.push_back(question(seat, {insure, option("STAND", 0)}, "STAND"));
    }
    return acts;
}

bool LiveRound::dealer_shown() const {
    return std::ranges::any_of(places_, [this](const auto& one) {
        return one.first.seat == dealer_seat && one.first != open_card() && one.second.card.has_value();
    });
}

bool LiveRound::dealer_has_game() const {
    return rank_of(first_hand(dealer_seat)).qualifies();
}

// The boxes that play say at the same time whether they take the ANTE or have the dealer exchange a card. I-11: without a card there is
// nothing to ask.
std::vector<ExpectedAct> LiveRound::no_game_acts() const {
    if (boxes_.empty() || dealer_has_game() || !draws_.empty() || deck_left() <= 0) return {};
    std::vector<ExpectedAct> acts;
    for (const auto& [seat, box] : boxes_)
        if (box.plays() && !box.no_game_decided && may_buy_game(box))
            acts.push_back(question(seat, {option("TAKE_ANTE", 0), option("BUY_GAME", game_price(box.facts.ante))}, "TAKE_ANTE"));
    return acts;
}

// R-10, I-6: one exchange for all boxes that asked for it; R-9, I-9: again for nothing after a card of the same rank.
std::vector<ExpectedAct> LiveRound::exchange_acts() const {
    const bool wanted = std::ranges::any_of(boxes_, [](const auto& one) { return one.second.facts.no_game == NoGameChoice::BUY_GAME; });
    if (!wanted || dealer_has_game()) return {};
    if (!draws_.empty() && !draws_.back().card) {
        const Slot slot = place(dealer_seat, draws_.back().place);
        if (places_.contains(slot)) return {card_act(Act::TURN_CARD, slot)};
        if (deck_left() <= 0) return {}; // I-11: the last card was lost after the dealer's was taken away
        return {card_act(Act::DEAL_OPEN, slot)};
    }
    DealerExchange exchange(first_hand(dealer_seat), house().dealer_card, house().free_repeats);
    for (const auto& draw : draws_)
        if (exchange.wants_card()) exchange.draw(*draw.card);
    if (!exchange.wants_card() || deck_left() <= 0) return {};
    return {card_act(Act::CLEAR_SLOT, place(dealer_seat, static_cast<int>(exchange.place()) + 1))};
}

// A folded hand, and when others have bought the dealer's game that of a box which took its ANTE.
bool LiveRound::may_go(const Slot& slot) const {
    const auto box = boxes_.find(slot.seat);
    if (box == boxes_.end()) return false;
    const bool ended = box->second.no_game_decided && box->second.facts.no_game == NoGameChoice::TAKE_ANTE && no_game_acts().empty();
    return box->second.facts.decision == Decision::FOLD || ended;
}

// Decisions ------------------------------------------------------------------------------------------------------------------

DecisionOption LiveRound::option(std::string choice, Minor price) const {
    return {.choice = std::move(choice), .price = money(price)};
}

ExpectedAct LiveRound::question(const Seat& box, std::vector<DecisionOption> options, std::string otherwise) const {
    ExpectedAct act{.act = Act::DECIDE, .slot = {}, .until = {}, .fault = {}, .endings = {}};
    act.box = box;
    act.options = std::move(options);
    act.otherwise = std::move(otherwise);
    return act;
}

MoneyMoved LiveRound::charge(const engine::Decision& made, std::string_view bet, Minor amount) const {
    return {{}, {{made.id, made.box, std::string(bet), money(amount)}}};
}

MoneyMoved LiveRound::buy(const engine::Decision& made, LiveBox& box, Minor price) const {
    const bool exchange = made.choice == "EXCHANGE";
    check(exchange || made.choice == "BUY_CARD", "a choice that the game does not know");
    box.facts.fees += price;
    if (!exchange) {
        box.sixth_card = true;
        box.to_fill.insert(hand_cards + 1);
        return charge(made, "SIXTH_CARD", price);
    }
    ++box.exchanges;
    box.single_cards = box.single_cards && made.cards.size() == 1;
    box.to_take.insert(made.cards.begin(), made.cards.end());
    box.to_fill = box.to_take;
    return charge(made, "EXCHANGE", price);
}

MoneyMoved LiveRound::decide(const engine::Decision& made) {
    auto& box = boxes_.at(made.box);
    auto& facts = box.facts;
    if (made.choice == "FOLD") {
        facts.decision = Decision::FOLD;
        return {};
    }
    if (made.choice == "BET") {
        facts.decision = Decision::BET;
        return charge(made, raise_bet, bet_antes * facts.ante);
    }
    if (made.choice == "INSURE" || made.choice == "STAND") {
        box.insurance_decided = true;
        if (made.choice == "STAND") return {};
        facts.insurance = made.amount->minor;
        return charge(made, insurance_bet, facts.insurance);
    }
    if (made.choice == "TAKE_ANTE" || made.choice == "BUY_GAME") {
        box.no_game_decided = true;
        if (made.choice == "TAKE_ANTE") return {};
        facts.no_game = NoGameChoice::BUY_GAME;
        const Minor price = game_price(facts.ante);
        return price == 0 ? MoneyMoved{} : charge(made, game_bet, price);
    }
    return decide_box(made, box);
}

std::optional<Rejection> LiveRound::why_not(const Seat& seat, const std::string& choice) const {
    const auto box = boxes_.find(seat);
    if (box == boxes_.end() || box->second.facts.ante == 0) return std::nullopt;
    return why_not_box(box->second, choice);
}

// I-11: whoever would draw the last card of the deck is warned.
std::string LiveRound::notice(const Seat& box) const {
    if (deck_left() != 1) return {};
    for (const auto& act : box_acts())
        if (act.box == box)
            for (const auto& open : act.options)
                if (open.choice == "EXCHANGE" || open.choice == "BUY_CARD") return "LAST_CARD";
    return {};
}

// The end --------------------------------------------------------------------------------------------------------------------

Box LiveRound::settled_box(const Seat& seat, const LiveBox& box) const {
    Box facts = box.facts;
    facts.initial = first_hand(seat);
    facts.final_hand = hand(seat);
    return facts;
}

// A card that was taken away and never replaced counts as lying there still.
DealerHand LiveRound::dealer_hand() const {
    DealerHand dealer{first_hand(dealer_seat), hand(dealer_seat)};
    if (draws_.empty() || draws_.back().card) return dealer;
    const int open = draws_.back().place;
    const auto before =
        std::ranges::find_if(draws_.rbegin(), draws_.rend(), [open](const Draw& draw) { return draw.place == open && draw.card; });
    dealer.final_hand.push_back(before != draws_.rend() ? *before->card : first_.at(place(dealer_seat, open)));
    return dealer;
}

// I-11: without a card the dealer exchanges nothing, and whoever asked for it has the ANTE 1:1 as if nobody had.
std::vector<BoxSettlement> LiveRound::settled(Cap cap) const {
    const bool exchanged = std::ranges::any_of(draws_, [](const Draw& draw) { return draw.card.has_value(); });
    std::vector<Box> all;
    for (const auto& [seat, box] : boxes_) {
        all.push_back(settled_box(seat, box));
        if (!exchanged) all.back().no_game = NoGameChoice::TAKE_ANTE;
    }
    return settlements(all, dealer_hand(), cap);
}

// The odds are those of the tables; a maximum cuts amounts, which are their owner's affair.
std::vector<PositionResult> LiveRound::results() const {
    std::vector<PositionResult> results;
    if (boxes_.empty()) return results;
    const auto all = settled(Cap::IGNORED);
    auto settlement = all.begin();
    for (const auto& [seat, box] : boxes_) {
        const auto& [outcome, paid, staked, returned, won] = *settlement++;
        PositionResult result;
        result.position = seat;
        result.hand = hand(seat);
        for (const auto& name : paid.names())
            result.combinations.emplace_back(name);
        result.outcome = seen_from_the_box(outcome);
        for (const auto& bet :
             {result_of(ante_bet, staked.ante, returned.ante), result_of(raise_bet, staked.bet, returned.bet),
              result_of(insurance_bet, staked.insurance, returned.insurance), result_of(bonus_bet, staked.bonus, returned.bonus),
              result_of(dealer_bonus_bet, staked.dealer_bonus, returned.dealer_bonus)})
            if (bet) result.bets.push_back(*bet);
        const auto main = std::ranges::find(result.bets, raise_bet, &BetResult::bet);
        if (main != result.bets.end()) result.odds = main->odds;
        results.push_back(std::move(result));
    }
    results.push_back(worth_of(dealer_seat));
    return results;
}

// The combination of five cards; of six only a settlement says which two count.
PositionResult LiveRound::worth_of(const Seat& seat) const {
    PositionResult worth;
    worth.position = seat;
    worth.hand = hand(seat);
    if (worth.hand.size() == hand_cards)
        if (const auto category = rank_of(worth.hand).category(); category != Category::NONE)
            worth.combinations.emplace_back(name(category));
    return worth;
}

std::vector<PositionResult> LiveRound::open_hands() const {
    std::vector<PositionResult> all;
    for (const auto& seat : seats())
        if (hand(seat).size() >= hand_cards && turns(seat).empty()) all.push_back(worth_of(seat));
    return all;
}

std::map<WagerKey, Money> LiveRound::returned(const Wagers& stakes) const {
    std::map<Seat, BoxSettlement> by_box;
    if (!boxes_.empty()) {
        const auto all = settled(Cap::APPLIED);
        auto settlement = all.begin();
        for (const auto& [seat, box] : boxes_)
            by_box[seat] = *settlement++;
    }
    std::map<WagerKey, Money> back;
    for (const auto& [key, wager] : stakes) {
        const auto& box = by_box.at(wager.position);
        Minor amount = 0; // fees never come back
        if (wager.bet == ante_bet) amount = box.returned.ante;
        if (wager.bet == dark_bet) amount = box.returned.ante + box.returned.bet;
        if (wager.bet == raise_bet) amount = box.returned.bet;
        if (wager.bet == insurance_bet) amount = box.returned.insurance;
        if (wager.bet == bonus_bet) amount = box.returned.bonus;
        if (wager.bet == dealer_bonus_bet) amount = box.returned.dealer_bonus;
        // A game that was bought, and that the dealer had all along as the corrected cards show.
        if (wager.bet == game_bet && box.staked.game == 0) amount = wager.stake.minor;
        back[key] = money(amount);
    }
    return back;
}

std::string LiveRound::digest() const {
    std::string text = "closed " + std::to_string(closed_) + " drawn " + std::to_string(drawn_) + " lost " + std::to_string(lost_);
    for (const auto& [seat, box] : boxes_) {
        const auto& f = box.facts;
        text += "\nbox " + seat.text() + " " + box.owner;
        for (const auto number :
             {static_cast<Minor>(f.kind), f.ante, f.fees, static_cast<Minor>(f.switched), static_cast<Minor>(f.decision), f.insurance,
              f.bonus, f.dealer_bonus, static_cast<Minor>(f.no_game), Minor{box.exchanges}, Minor{box.single_cards}, Minor{box.sixth_card},
              Minor{box.insurance_decided}, Minor{box.no_game_decided}})
            text += " " + std::to_string(number);
        for (const int card : box.to_take)
            text += " -" + std::to_string(card);
        for (const int card : box.to_fill)
            text += " +" + std::to_string(card);
    }
    for (const auto& [slot, lies] : places_)
        text += "\nlies " + slot.text() + " " + (lies.card ? lies.card->text() : "-") + " " + (lies.first ? lies.first->text() : "-");
    for (const auto& [slot, card] : first_)
        text += "\nfirst " + slot.text() + " " + card.text();
    for (const auto& draw : draws_)
        text += "\ndraw " + std::to_string(draw.place) + " " + (draw.card ? draw.card->text() : "-");
    return text;
}

} // namespace engine::poker
