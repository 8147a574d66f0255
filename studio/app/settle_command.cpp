#include "studio/app/settle_command.h"

#include "engine/pok_deng/settlement.h"
#include "engine/pok_deng/shoe_rules.h"
#include "studio/app/settle_poker.h"
#include "studio/app/settle_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace studio::app {

namespace {

using engine::Card;
using engine::Money;
using engine::pok_deng::Hand;
using nlohmann::json;

Hand read_hand(const json& line, const std::string& name) {
    const auto& value = field(line, name);
    if (!value.is_array()) throw Refusal{name + ": not a list of two cards: " + shown(value)};
    if (value.size() != 2) throw Refusal{name + ": two cards are needed, " + std::to_string(value.size()) + " given"};
    Hand hand;
    for (std::size_t i = 0; i < hand.size(); ++i) {
        hand[i] = card_of(value[i], name + "[" + std::to_string(i) + "]");
    }
    return hand;
}

std::vector<Card> read_shoe(const json& line, const std::string& name, std::int64_t decks) {
    const auto text = read_text(line, name);
    const auto cards = engine::parse_cards(text);
    // The engine's message quotes the text as it came; only its beginning, up to the quotation, is repeated here.
    if (!cards) throw Refusal{name + ": " + cards.error().substr(0, cards.error().find(':'))};
    const auto needed = static_cast<std::size_t>(decks * engine::cards_per_deck);
    if (cards->size() != needed) {
        throw Refusal{name + ": " + std::to_string(cards->size()) + " cards, " + std::to_string(decks) + " decks have " +
                      std::to_string(needed)};
    }
    std::array<std::int64_t, engine::cards_per_deck> copies{};
    for (std::size_t i = 0; i < cards->size(); ++i) {
        const auto& card = (*cards)[i];
        const auto number = ++copies[static_cast<std::size_t>(card.index())];
        if (number > decks) {
            throw Refusal{name + ": card " + std::to_string(i + 1) + " is copy " + std::to_string(number) + " of " + card.text() + ", " +
                          std::to_string(decks) + " decks have " + std::to_string(decks)};
        }
    }
    return *cards;
}

// Pok Deng: one player's hand against the banker's ------------------------------------------------------------------------

std::string_view winner(engine::Outcome outcome) {
    if (outcome == engine::Outcome::TIE) return "TIE";
    return outcome == engine::Outcome::WIN ? "PLAYER" : "BANKER";
}

Answer amounts(std::string_view bet, const Money& stake, const engine::PositionResult& result) {
    const auto taken = engine::pok_deng::deducted(bet, stake);
    const auto back = engine::pok_deng::returned(bet, stake, result);
    return {{"deducted", taken.minor}, {"returned", back.minor}, {"net", (back - taken).minor}};
}

void settle_pok_deng(const json& line, Answer& answer) {
    namespace pok_deng = engine::pok_deng;
    const auto banker = read_hand(line, "banker");
    const auto player = read_hand(line, "player");
    const Money stake{read_integer(line, "stake", 1, pok_deng::largest_stake)};
    const auto result = pok_deng::position_result({engine::SeatKind::PLAYER, 1}, player, banker);

    answer["banker_value"] = pok_deng::banker_result(banker).points;
    answer["player_value"] = result.points;
    answer["outcome"] = winner(result.outcome);
    answer["odds"] = result.odds;
    answer["main"]["held"] = pok_deng::held(pok_deng::player_bet, stake).minor;
    answer["main"].update(amounts(pok_deng::player_bet, stake, result));
    answer["pair"]["win"] = pok_deng::is_pair(player);
    answer["pair"].update(amounts(pok_deng::pair_bet, stake, result));
}

// Pok Deng: a whole shoe --------------------------------------------------------------------------------------------------

std::string reason(engine::pok_deng::CutFault fault) {
    using enum engine::pok_deng::CutFault;
    switch (fault) {
    case OUTSIDE_SHOE: return "outside the shoe";
    case TOO_LATE: return "fewer than " + std::to_string(engine::pok_deng::least_behind_cut_card) + " cards lie behind the cut card";
    case IN_OPENING: return "the cut card lies among the cards turned and burned before the first round";
    }
    return "not accepted";
}

Answer round_answer(const engine::pok_deng::DealtRound& round) {
    Answer answer;
    answer["burn"] = round.burned.text();
    for (std::size_t i = 0; i < round.dealt.size(); ++i) {
        const bool is_banker = i + 1 == round.dealt.size();
        answer["hands"][is_banker ? std::string("B") : "P" + std::to_string(i + 1)] = texts(round.dealt[i]);
    }
    answer["last"] = round.last;
    return answer;
}

void settle_pok_deng_shoe(const json& line, Answer& answer) {
    const auto decks = read_integer(line, "decks", 1, engine::pok_deng::decks_in_shoe);
    const auto shoe = read_shoe(line, "shoe", decks);
    const auto cut = read_integer(line, "cut_card_after", 0, static_cast<std::int64_t>(shoe.size()));
    const auto played = engine::pok_deng::play_shoe(shoe, static_cast<int>(cut));
    if (!played) throw Refusal{"cut_card_after: " + std::to_string(cut) + ": " + reason(played.error())};

    constexpr std::size_t first_rounds = 3;
    answer["burn_card"] = played->turned.text();
    answer["burn_count"] = played->burned.size();
    answer["burned"] = texts(played->burned);
    answer["rounds_total"] = played->rounds.size();
    answer["cards_used_total"] = played->cards_used;
    answer["first_rounds"] = Answer::array();
    for (std::size_t i = 0; i < std::min(first_rounds, played->rounds.size()); ++i)
        answer["first_rounds"].push_back(round_answer(played->rounds[i]));
    answer["last_round"] = round_answer(played->rounds.back());
}

// The games, one line each -------------------------------------------------------------------------------------------------

struct Handler {
    std::string_view game;
    void (*settle)(const json& line, Answer& answer); // throws Refusal
};
constexpr std::array handlers{
    Handler{"pok_deng", settle_pok_deng}, Handler{"pok_deng_shoe", settle_pok_deng_shoe}, Handler{"poker_hand", settle_poker_hand},
    Handler{"russian", settle_russian},   Handler{"imperial", settle_imperial},           Handler{"switch", settle_switch},
};

void settle(const json& line, Answer& answer) {
    const auto game = read_text(line, "game");
    const auto found = std::ranges::find(handlers, game, &Handler::game);
    if (found == handlers.end()) throw Refusal{"game not known: " + shown(game)};
    found->settle(line, answer);
}

// The answer to one line; an error is an answer too.
Answer answer_line(const std::string& text) {
    Answer answer;
    answer["id"] = nullptr;
    try {
        const auto line = json::parse(text);
        if (!line.is_object()) throw Refusal{"not a JSON object: " + shown(line)};
        if (const auto id = line.find("id"); id != line.end()) {
            if (id->is_structured()) throw Refusal{"id: neither a text nor a number: " + shown(*id)};
            answer["id"] = *id;
        }
        settle(line, answer);
    } catch (const Refusal& refusal) {
        answer = {{"id", answer["id"]}, {"error", refusal.reason}};
    } catch (const json::parse_error& error) {
        answer["error"] = "not JSON at character " + std::to_string(error.byte);
    } catch (const json::out_of_range&) { // 1e999: a number that no JSON reader holds
        answer["error"] = "not JSON: a number out of range";
    }
    return answer;
}

} // namespace

int settle_command(std::istream& in, std::ostream& out, std::ostream& err) {
    bool refused = false;
    std::string text;
    for (std::uint64_t number = 1; std::getline(in, text); ++number) {
        if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto answer = answer_line(text);
        if (const auto error = answer.find("error"); error != answer.end()) {
            refused = true;
            err << "studio settle: line " << number << ": " << error->get<std::string>() << '\n';
        }
        out << answer.dump() << '\n';
    }
    if (!out.flush()) {
        err << "studio settle: the results could not be written\n";
        return 1;
    }
    return refused ? 1 : 0;
}

} // namespace studio::app
