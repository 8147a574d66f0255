// The statements that the scripts of all three poker games are made of (tests/support/clause_script.h). Settings come first and hold for
// the statement; amounts are of no currency.
//
//   settle [NAME=VALUE ..] box WORDS [box WORDS ..] dealer FIVE [draws CARDS] = OUTCOME staked N returned COMPONENT N .. [| ..]
//       WORDS: ante N | hand CARDS | initial FIVE | fold | dark | insurance N | bonus N | dealer_bonus N | buy, and the game's own
//       purchases `initial` is the hand's first five cards and the decision is to bet, unless said; `buy`: the dealer exchanges a card for
//       this box
//   insurance [NAME=VALUE ..] [dark] ante N hand CARDS = LEAST to MOST | none
//   exchange [NAME=VALUE ..] dealer FIVE draws CARDS = FIVE, done | one more
//   default NAME = VALUE | set NAME=VALUE = accepted | CLAUSE: reason
#pragma once

#include "engine/poker/box.h"
#include "engine/poker/dealer_exchange.h"
#include "engine/poker/house_rules.h"
#include "tests/support/clause_script.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace box_script {

using clause_script::Words;
using engine::poker::Box;

inline std::string text_of(const std::vector<engine::Card>& cards) {
    std::string text;
    for (const auto& card : cards)
        text += (text.empty() ? "" : " ") + card.text();
    return text;
}

// "a=b c=d" needs a word for each row of a table: the rows are joined by commas in a script.
inline std::pair<std::string, std::string> setting_of(const std::string& word) {
    const auto cut = word.find('=');
    auto value = word.substr(cut + 1);
    std::ranges::replace(value, ',', ' ');
    return {word.substr(0, cut), value};
}

inline std::string returned_text(const engine::poker::Amounts& amounts) {
    const std::vector<std::pair<std::string, engine::poker::Minor>> components{{"ante", amounts.ante},
                                                                               {"fees", amounts.fees},
                                                                               {"bet", amounts.bet},
                                                                               {"game", amounts.game},
                                                                               {"insurance", amounts.insurance},
                                                                               {"bonus", amounts.bonus},
                                                                               {"dealer_bonus", amounts.dealer_bonus}};
    std::string text;
    for (const auto& [name, amount] : components) {
        if (amount != 0) text += " " + name + " " + std::to_string(amount);
    }
    return text.empty() ? " nothing" : text;
}

// Game has: Rules, read_own(word, words, box) for its purchases, and the functions of its rules.h and settlement.h as statics.
template <typename Game>
class Script {
public:
    static std::string evaluate(Words& words) {
        const auto verb = words.next();
        if (verb == "settle") return settled(words);
        if (verb == "insurance") return insurance(words);
        if (verb == "exchange") return exchange(words);
        if (verb == "default") return default_of(words.next());
        if (verb == "set") return set(words.next());
        return Game::evaluate_own(verb, words);
    }

private:
    using Rules = typename Game::Rules;

    static void read_settings(Words& words, Rules& rules) {
        for (auto word = words.take_if_contains('='); word; word = words.take_if_contains('=')) {
            const auto [name, value] = setting_of(*word);
            if (const auto done = Game::set(rules, name, value); !done) throw std::runtime_error(done.error().reason);
        }
    }

    static bool read_word(Words& words, Box& box) {
        if (words.take("ante"))
            box.ante = words.number();
        else if (words.take("hand"))
            box.final_hand = words.cards();
        else if (words.take("initial"))
            box.initial = words.cards();
        else if (words.take("fold"))
            box.decision = engine::poker::Decision::FOLD;
        else if (words.take("dark"))
            box.kind = engine::poker::BoxKind::DARK;
        else if (words.take("insurance"))
            box.insurance = words.number();
        else if (words.take("bonus"))
            box.bonus = words.number();
        else if (words.take("dealer_bonus"))
            box.dealer_bonus = words.number();
        else if (words.take("buy"))
            box.no_game = engine::poker::NoGameChoice::BUY_GAME;
        else
            return Game::read_own(words, box);
        return true;
    }

    static Box read_box(Words& words) {
        Box box;
        while (read_word(words, box)) {
        }
        if (box.initial.empty()) box.initial.assign(box.final_hand.begin(), box.final_hand.begin() + 5);
        if (box.ante > 0 && box.decision == engine::poker::Decision::NONE) box.decision = engine::poker::Decision::BET;
        return box;
    }

    static engine::poker::DealerHand read_dealer(Words& words, const Rules& rules) {
        words.expect("dealer");
        engine::poker::DealerHand dealer{words.cards(), {}};
        dealer.final_hand = dealer.initial;
        if (!words.take("draws")) return dealer;
        engine::poker::DealerExchange exchange(dealer.initial, rules.dealer_card, rules.free_repeats);
        for (const auto& card : words.cards())
            exchange.draw(card);
        dealer.final_hand = exchange.hand();
        return dealer;
    }

    static std::string settled(Words& words) {
        Rules rules;
        read_settings(words, rules);
        std::vector<Box> boxes;
        while (words.take("box"))
            boxes.push_back(read_box(words));
        const auto dealer = read_dealer(words, rules);
        std::string text;
        for (const auto& box : Game::settle(rules, boxes, dealer)) {
            text += (text.empty() ? "" : " | ") + std::string(engine::poker::name(box.outcome)) + " staked " +
                    std::to_string(box.staked.total()) + " returned" + returned_text(box.returned);
        }
        return text;
    }

    static std::string insurance(Words& words) {
        Rules rules;
        read_settings(words, rules);
        const auto limits = Game::insurance_limits(rules, read_box(words));
        return limits ? std::to_string(limits->least) + " to " + std::to_string(limits->most) : "none";
    }

    static std::string exchange(Words& words) {
        Rules rules;
        read_settings(words, rules);
        words.expect("dealer");
        engine::poker::DealerExchange exchange(words.cards(), rules.dealer_card, rules.free_repeats);
        words.expect("draws");
        for (const auto& card : words.cards())
            exchange.draw(card);
        return text_of(exchange.hand()) + (exchange.wants_card() ? ", one more" : ", done");
    }

    static std::string default_of(const std::string& name) {
        std::istringstream lines(Game::canonical_text(Rules()));
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with(name + "=")) return line.substr(name.size() + 1);
        }
        return "no such setting";
    }

    static std::string set(const std::string& word) {
        const auto [name, value] = setting_of(word);
        Rules rules;
        const auto done = Game::set(rules, name, value);
        if (done) return rules == Rules() ? "accepted, and nothing changed" : "accepted";
        return (rules == Rules() ? "" : "changed: ") + done.error().clause + ": " + done.error().reason;
    }
};

} // namespace box_script
