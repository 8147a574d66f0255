#include "studio/app/settle_poker.h"

#include "engine/imperial_poker/settlement.h"
#include "engine/poker/combinations.h"
#include "engine/poker/dealer_exchange.h"
#include "engine/poker/pay_table.h"
#include "engine/poker_switch/settlement.h"
#include "engine/russian_poker/settlement.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace studio::app {

namespace {

namespace poker = engine::poker;
using engine::Card;
using poker::Minor;

std::string number(std::size_t count) {
    return std::to_string(count);
}

std::vector<Card> read_five(const Line& line, const std::string& name) {
    auto cards = read_cards(line, name);
    if (cards.size() != poker::hand_cards) throw Refusal{name + ": five cards are needed, " + number(cards.size()) + " given"};
    return cards;
}

Answer names(const std::optional<poker::Category>& category) {
    return category ? Answer(poker::name(*category)) : Answer();
}

// What a box bought ---------------------------------------------------------------------------------------------------------

enum class Action : std::uint8_t { STAND, BUY_SIXTH, EXCHANGE, EXCHANGE_REPEAT };
constexpr std::array<std::pair<std::string_view, Action>, 4> actions{
    std::pair{"stand", Action::STAND}, std::pair{"buy6", Action::BUY_SIXTH}, std::pair{"exchange", Action::EXCHANGE},
    std::pair{"exchange_repeat", Action::EXCHANGE_REPEAT}};

Action read_action(const Line& line, std::span<const Action> allowed) {
    const auto text = read_text(line, "action");
    const auto found = std::ranges::find(actions, text, &std::pair<std::string_view, Action>::first);
    if (found == actions.end() || std::ranges::find(allowed, found->second) == allowed.end())
        throw Refusal{"action: not one of this game: " + shown(text)};
    return found->second;
}

// The cards of a box and how many it drew.
struct BoxCards {
    Action action = Action::STAND;
    std::vector<Card> initial;
    std::vector<Card> final_hand;
    int drawn = 0;
};

std::set<std::size_t> read_places(const Line& line) {
    const auto& value = field(line, "exchanged");
    if (!value.is_array()) throw Refusal{"exchanged: not a list of places: " + shown(value)};
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto name = "exchanged[" + number(i) + "]";
        const bool is_place = value[i].is_number_unsigned() && value[i].get<std::uint64_t>() < poker::hand_cards;
        if (!is_place) throw Refusal{name + ": not a place from 0 to 4: " + shown(value[i])};
        if (!places.insert(value[i].get<std::size_t>()).second) throw Refusal{name + ": named twice: " + shown(value[i])};
    }
    if (places.empty()) throw Refusal{"exchanged: at least one card is exchanged"};
    return places;
}

// The places of the five cards that are others than at first; each of them is a card of its own in the deck.
std::set<std::size_t> changed_places(const BoxCards& cards, NamedDeck& deck) {
    std::set<std::size_t> changed;
    for (std::size_t i = 0; i < cards.initial.size(); ++i) {
        if (cards.final_hand[i] == cards.initial[i]) continue;
        deck.add(cards.final_hand[i], "player_final[" + number(i) + "]");
        changed.insert(i);
    }
    return changed;
}

void need_final_size(const BoxCards& cards, std::size_t size) {
    if (cards.final_hand.size() != size)
        throw Refusal{"player_final: " + number(size) + " cards are needed, " + number(cards.final_hand.size()) + " given"};
}

void check_exchange(const Line& line, BoxCards& cards, NamedDeck& deck) {
    need_final_size(cards, poker::hand_cards);
    const auto places = read_places(line);
    if (changed_places(cards, deck) != places) throw Refusal{"player_final: other cards have changed than `exchanged` names"};
    cards.drawn = static_cast<int>(places.size());
}

void check_repeats(const Line& line, BoxCards& cards, NamedDeck& deck) {
    need_final_size(cards, poker::hand_cards);
    constexpr std::int64_t most = engine::cards_per_deck - 2 * poker::hand_cards;
    cards.drawn = static_cast<int>(read_integer(line, "single_exchanges", 1, most));
    if (std::ssize(changed_places(cards, deck)) > cards.drawn) throw Refusal{"player_final: more cards have changed than were exchanged"};
}

void check_sixth(const Line& line, BoxCards& cards, NamedDeck& deck) {
    need_final_size(cards, poker::most_cards);
    const bool is_named = line.contains("bought");
    const auto bought = is_named ? card_of(field(line, "bought"), "bought") : cards.final_hand.back();
    deck.add(bought, is_named ? "bought" : "player_final[5]");
    if (!std::ranges::equal(cards.initial, std::span(cards.final_hand).first(poker::hand_cards)) || cards.final_hand.back() != bought)
        throw Refusal{"player_final: not the initial cards and then the bought one"};
    cards.drawn = 1;
}

BoxCards read_box_cards(const Line& line, std::span<const Action> allowed, NamedDeck& deck) {
    BoxCards cards;
    cards.action = read_action(line, allowed);
    cards.initial = read_five(line, "player_initial");
    deck.add(cards.initial, "player_initial");
    cards.final_hand = read_cards(line, "player_final");
    switch (cards.action) {
    case Action::STAND:
        if (cards.final_hand != cards.initial) throw Refusal{"player_final: not the initial cards, though nothing was bought"};
        break;
    case Action::BUY_SIXTH: check_sixth(line, cards, deck); break;
    case Action::EXCHANGE: check_exchange(line, cards, deck); break;
    case Action::EXCHANGE_REPEAT: check_repeats(line, cards, deck); break;
    }
    return cards;
}

// In Poker Switch the last card may have come from the other hand of the pair.
BoxCards read_switch_cards(const Line& line, NamedDeck& deck) {
    constexpr std::array allowed{Action::STAND};
    BoxCards cards;
    cards.action = read_action(line, allowed);
    cards.initial = read_five(line, "player_initial");
    deck.add(cards.initial, "player_initial");
    cards.final_hand = read_cards(line, "player_final");
    need_final_size(cards, poker::hand_cards);
    const auto changed = changed_places(cards, deck);
    const bool last_only = changed == std::set<std::size_t>{poker::hand_cards - 1};
    if (!changed.empty() && !(last_only && read_truth(line, "switched")))
        throw Refusal{"player_final: other cards have changed than a switch exchanges"};
    return cards;
}

// The box and the dealer ------------------------------------------------------------------------------------------------------

poker::BonusTable read_bonus_table(const Line& bonus) {
    const auto& rows = field(bonus, "paytable");
    if (!rows.is_object() || rows.empty()) throw Refusal{"bonus.paytable: not a table of rows: " + shown(rows)};
    poker::BonusTable table;
    table.lowest = poker::Category::ROYAL_FLUSH;
    for (const auto& [row, value] : rows.items()) {
        const auto category = poker::category_named(row);
        if (!category) throw Refusal{"bonus.paytable: no such row: " + shown(row)};
        if (!value.is_number_integer() || value > poker::largest_multiplier)
            throw Refusal{"bonus.paytable." + row + ": not a whole number up to 1000000: " + shown(value)};
        table.rows.set(*category, value.get<std::int64_t>());
        table.lowest = std::min(table.lowest, *category);
    }
    if (const auto checked = poker::check_table(table); !checked) throw Refusal{"bonus.paytable: " + checked.error().reason};
    return table;
}

// Sets the box's bonus bet and the table it is paid by.
template <typename Rules>
void read_bonus(const Line& line, Rules& rules, poker::Box& box) {
    if (!line.contains("bonus")) return;
    const auto& bonus = field(line, "bonus");
    if (!bonus.is_object()) throw Refusal{"bonus: not an object: " + shown(bonus)};
    try {
        const auto on = read_text(bonus, "on");
        if (on != "player_initial" && on != "dealer_initial") throw Refusal{"on: neither player_initial nor dealer_initial: " + shown(on)};
        (on == "player_initial" ? box.bonus : box.dealer_bonus) = read_integer(bonus, "stake", 0, poker::largest_stake);
    } catch (const Refusal& refusal) {
        throw Refusal{"bonus." + refusal.reason};
    }
    rules.bonus_table = read_bonus_table(bonus);
    if constexpr (requires { rules.dealer_bonus_table; }) {
        rules.dealer_bonus_table = rules.bonus_table;
    } else if (box.dealer_bonus > 0) {
        throw Refusal{"bonus.on: this game has no bonus on the dealer's cards"};
    }
}

poker::Decision read_decision(const Line& line) {
    const auto text = read_text(line, "decision");
    if (text == "bet") return poker::Decision::BET;
    if (text == "fold") return poker::Decision::FOLD;
    throw Refusal{"decision: neither bet nor fold: " + shown(text)};
}

// The dealer's cards before and after the exchange, if the box asked for one.
poker::DealerHand read_dealer(const Line& line, const poker::HouseRules& rules, const BoxCards& cards, poker::Box& box, NamedDeck& deck) {
    poker::DealerHand dealer;
    dealer.initial = read_five(line, "dealer_initial");
    deck.add(dealer.initial, "dealer_initial");
    dealer.final_hand = dealer.initial;
    if (!read_truth(line, "dealer_exchange")) {
        if (line.contains("dealer_draws")) throw Refusal{"dealer_draws: the dealer exchanges no card"};
        return dealer;
    }
    if (box.decision == poker::Decision::FOLD) throw Refusal{"dealer_exchange: the box has folded"};
    if (poker::rank_of(dealer.initial).qualifies()) throw Refusal{"dealer_exchange: the dealer has game"};
    box.no_game = poker::NoGameChoice::BUY_GAME;
    const auto draws = read_cards(line, "dealer_draws");
    deck.add(draws, "dealer_draws");
    const auto left = engine::cards_per_deck - 2 * poker::hand_cards - cards.drawn - std::ssize(draws);
    if (left < 0) throw Refusal{"dealer_draws: more cards than are left in the deck"};
    poker::DealerExchange exchange(dealer.initial, rules.dealer_card, rules.free_repeats);
    for (std::size_t i = 0; i < draws.size(); ++i) {
        if (!exchange.wants_card()) throw Refusal{"dealer_draws[" + number(i) + "]: a card that the dealer does not draw"};
        exchange.draw(draws[i]);
    }
    const bool missing = exchange.wants_card() && (draws.empty() || left > 0); // I-11: with no card left there is no repeat
    if (missing) throw Refusal{"dealer_draws: the dealer draws one card more"};
    dealer.final_hand = exchange.hand();
    return dealer;
}

void check_insurance(const poker::Box& box, const std::optional<poker::InsuranceLimits>& limits) {
    if (box.insurance == 0) return;
    if (box.decision == poker::Decision::FOLD) throw Refusal{"insurance: the box has folded"};
    if (!limits) throw Refusal{"insurance: this box may take none"};
    if (box.insurance < limits->least || box.insurance > limits->most) {
        throw Refusal{"insurance: " + std::to_string(box.insurance) + " is not from " + std::to_string(limits->least) + " to " +
                      std::to_string(limits->most)};
    }
}

// The answer ------------------------------------------------------------------------------------------------------------------

Answer answer_of_staked(const poker::Amounts& staked) {
    return {{"ante", staked.ante},
            {"fee", staked.fees},
            {"bet", staked.bet},
            {"insurance", staked.insurance},
            {"dealer_exchange", staked.game},
            {"bonus", staked.bonus + staked.dealer_bonus},
            {"total", staked.total()}};
}

Answer answer_of_returned(const poker::Amounts& returned) {
    return {{"ante", returned.ante},
            {"bet", returned.bet},
            {"insurance", returned.insurance},
            {"bonus", returned.bonus + returned.dealer_bonus},
            {"fee", returned.fees + returned.game},
            {"total", returned.total()}};
}

void fill(Answer& answer, const poker::BoxSettlement& settled, const poker::DealerHand& dealer) {
    const bool folded = settled.outcome == poker::BoxOutcome::FOLD;
    answer["dealer_qualifies_initial"] = folded ? Answer() : Answer(poker::rank_of(dealer.initial).qualifies());
    answer["outcome"] = poker::name(settled.outcome);
    answer["combinations"] = Answer::array();
    for (const auto combination : settled.paid.names())
        answer["combinations"].push_back(combination);
    answer["bet_multiplier"] = settled.paid.multiplier;
    answer["staked"] = answer_of_staked(settled.staked);
    answer["returned"] = answer_of_returned(settled.returned);
    answer["net"] = settled.net();
    answer["fee"] = settled.staked.fees;
    if (settled.outcome >= poker::BoxOutcome::EXCHANGED_NO_GAME) answer["dealer_final"] = texts(dealer.final_hand);
}

// What all three games have. A line's maximum is the only one that holds for it.
template <typename Rules>
poker::Box read_box(const Line& line, Rules& rules, const BoxCards& cards) {
    poker::Box box;
    box.ante = read_integer(line, "ante", 1, poker::largest_stake);
    box.kind = read_truth(line, "blind") ? poker::BoxKind::DARK : poker::BoxKind::OPEN;
    box.initial = cards.initial;
    box.final_hand = cards.final_hand;
    box.decision = read_decision(line);
    if (box.kind == poker::BoxKind::DARK && box.decision == poker::Decision::FOLD) throw Refusal{"decision: a blind box does not fold"};
    if (box.kind == poker::BoxKind::DARK && cards.action != Action::STAND) throw Refusal{"action: a blind box buys nothing"};
    box.insurance = read_optional_integer(line, "insurance", 0, std::numeric_limits<Minor>::max());
    rules.cap.most = read_optional_integer(line, "table_max_payout", 1, std::numeric_limits<Minor>::max());
    rules.cap.bonus_most = 0;
    read_bonus(line, rules, box);
    return box;
}

} // namespace

void settle_poker_hand(const Line& line, Answer& answer) {
    const auto cards = read_cards(line, "cards");
    if (cards.size() != poker::hand_cards && cards.size() != poker::most_cards)
        throw Refusal{"cards: five or six cards are needed, " + number(cards.size()) + " given"};
    NamedDeck deck;
    deck.add(cards, "cards");
    const auto found = poker::combinations_of(cards);
    answer["primary"] = poker::name(found.primary);
    answer["second"] = names(found.second);
    answer["bet_multiplier"] = poker::pays(poker::printed_bet_table(), found);
    answer["compare_key"] = poker::rank_of(cards).compare_key();
    if (cards.size() != poker::most_cards) return;
    const auto paid = poker::paid_for(engine::imperial_poker::terms({}, poker::BoxKind::OPEN), cards);
    answer["imperial"]["cat"] = paid.imperial_flush ? poker::imperial_flush_row : poker::name(paid.combinations.primary);
    answer["imperial"]["second"] = names(paid.combinations.second);
    answer["imperial"]["bet_multiplier"] = paid.multiplier;
}

void settle_russian(const Line& line, Answer& answer) {
    namespace game = engine::russian_poker;
    constexpr std::array allowed{Action::STAND, Action::BUY_SIXTH, Action::EXCHANGE};
    game::Rules rules;
    NamedDeck deck;
    const auto cards = read_box_cards(line, allowed, deck);
    auto box = read_box(line, rules, cards);
    box.fees = game::fee(cards.action == Action::STAND ? game::Purchase::NONE : game::Purchase::EXCHANGE, box.ante);
    const auto dealer = read_dealer(line, rules, cards, box, deck);
    const bool dark = box.kind == poker::BoxKind::DARK;
    if (dark && box.no_game == poker::NoGameChoice::BUY_GAME) throw Refusal{"dealer_exchange: a dark box does not buy the dealer's game"};
    check_insurance(box, game::insurance_limits(rules, box));
    fill(answer, game::settle(rules, std::span(&box, 1), dealer).front(), dealer);
}

void settle_imperial(const Line& line, Answer& answer) {
    namespace game = engine::imperial_poker;
    constexpr std::array allowed{Action::STAND, Action::BUY_SIXTH, Action::EXCHANGE, Action::EXCHANGE_REPEAT};
    game::Rules rules;
    NamedDeck deck;
    const auto cards = read_box_cards(line, allowed, deck);
    auto box = read_box(line, rules, cards);
    if (cards.action == Action::BUY_SIXTH) box.fees = game::fees(game::Purchase::SIXTH_CARD, box.ante);
    if (cards.action == Action::EXCHANGE) box.fees = game::fees(game::Purchase::SEVERAL_CARDS, box.ante);
    if (cards.action == Action::EXCHANGE_REPEAT) box.fees = game::fees(game::Purchase::SINGLE_CARDS, box.ante, cards.drawn);
    const auto dealer = read_dealer(line, rules, cards, box, deck);
    check_insurance(box, game::insurance_limits(rules, box));
    fill(answer, game::settle(rules, std::span(&box, 1), dealer).front(), dealer);
}

void settle_switch(const Line& line, Answer& answer) {
    namespace game = engine::poker_switch;
    game::Rules rules;
    NamedDeck deck;
    const auto cards = read_switch_cards(line, deck);
    auto box = read_box(line, rules, cards);
    if (box.kind == poker::BoxKind::DARK) throw Refusal{"blind: this game has no blind boxes"};
    box.switched = read_truth(line, "switched");
    box.fees = box.switched ? game::switch_fee(box.ante) : 0;
    const auto dealer = read_dealer(line, rules, cards, box, deck);
    check_insurance(box, game::insurance_limits(rules, box));
    fill(answer, game::settle(rules, std::span(&box, 1), dealer).front(), dealer);
}

} // namespace studio::app
