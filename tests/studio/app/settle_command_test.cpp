#include "studio/app/settle_command.h"

#include "engine/cards/card.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace studio::app {
namespace {

using Json = nlohmann::ordered_json; // compares fields in their order too

struct Run {
    int status = 0;
    std::vector<Json> answers;
    std::string errors;
};

Run settle(const std::string& lines) {
    std::istringstream in(lines);
    std::ostringstream out;
    std::ostringstream err;
    Run run;
    run.status = settle_command(in, out, err);
    run.errors = err.str();
    std::istringstream answered(out.str());
    for (std::string line; std::getline(answered, line);)
        run.answers.push_back(Json::parse(line));
    return run;
}

// The answer to one line that must be refused.
std::string error_of(const Json& line) {
    const auto run = settle(line.dump() + "\n");
    EXPECT_EQ(run.status, 1) << line.dump();
    if (run.answers.size() != 1 || !run.answers[0].contains("error")) return "accepted";
    EXPECT_EQ(run.answers[0].size(), 2U) << "an error carries the id and nothing else";
    EXPECT_EQ(run.answers[0]["id"], line.value("id", Json())) << line.dump();
    const auto error = run.answers[0]["error"].get<std::string>();
    EXPECT_EQ(run.errors, "studio settle: line 1: " + error + "\n");
    return error;
}

Json example() {
    return Json::parse(R"({"id":"x","game":"pok_deng","banker":["4h","8c"],"player":["6c","7s"],"stake":100})");
}

Json with(Json line, const std::string& name, Json value) {
    line[name] = std::move(value);
    return line;
}

Json without(Json line, const std::string& name) {
    line.erase(name);
    return line;
}

std::string sorted_shoe(int decks) {
    std::string shoe;
    for (int deck = 0; deck < decks; ++deck) {
        for (const auto& card : engine::full_deck())
            shoe += card.text();
    }
    return shoe;
}

Json shoe_line(const std::string& shoe, Json cut) {
    return Json{{"id", 7}, {"game", "pok_deng_shoe"}, {"decks", 8}, {"shoe", shoe}, {"cut_card_after", std::move(cut)}};
}

// Every line of a file of vectors through the command, in one go.
void compare_with_vectors(const std::string& name) {
    const auto path = std::filesystem::path(STUDIO_SHARED_DIR) / "vectors" / name;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the vectors are not here: " << name;
    std::ifstream file(path);
    std::stringstream lines;
    lines << file.rdbuf();
    const auto run = settle(lines.str());
    EXPECT_EQ(run.status, 0) << run.errors;
    std::size_t at = 0;
    for (std::string line; std::getline(lines, line); ++at) {
        const auto vector = Json::parse(line);
        Json wanted{{"id", vector["id"]}};
        wanted.update(vector["expect"]);
        ASSERT_LT(at, run.answers.size());
        EXPECT_EQ(run.answers[at].dump(), wanted.dump()) << name << ':' << at + 1;
    }
    EXPECT_EQ(at, run.answers.size());
    EXPECT_GT(at, 0U) << name << " is empty";
}

TEST(Settle, PokDengVectors) {
    compare_with_vectors("pokdeng_vectors.jsonl");
}
TEST(Settle, PokDengShoeVectors) {
    compare_with_vectors("pokdeng_shoe.jsonl");
}

TEST(Settle, PokerHandVectors) {
    compare_with_vectors("poker_hands_5.jsonl");
}
TEST(Settle, SixCardHandVectors) {
    compare_with_vectors("poker_hands_6.jsonl");
}
TEST(Settle, RussianVectors) {
    compare_with_vectors("russian_settlements.jsonl");
}
TEST(Settle, ImperialVectors) {
    compare_with_vectors("imperial_settlements.jsonl");
}
TEST(Settle, SwitchVectors) {
    compare_with_vectors("switch_settlements.jsonl");
}

TEST(Settle, AnswersInOrderAndGoesOnAfterAnError) {
    const auto run =
        settle(example().dump() + "\n\n" + with(example(), "game", "baccarat").dump() + "\r\n" + with(example(), "id", 3).dump());
    EXPECT_EQ(run.status, 1);
    ASSERT_EQ(run.answers.size(), 3U);
    EXPECT_EQ(run.answers[0].dump(), R"({"id":"x","banker_value":"2","player_value":"3","outcome":"PLAYER","odds":1,)"
                                     R"("main":{"held":100,"deducted":200,"returned":300,"net":100},)"
                                     R"("pair":{"win":false,"deducted":100,"returned":0,"net":-100}})");
    EXPECT_EQ(run.answers[1], (Json{{"id", "x"}, {"error", "game not known: baccarat"}}));
    EXPECT_EQ(run.answers[2]["id"], 3);
    EXPECT_EQ(run.errors, "studio settle: line 3: game not known: baccarat\n");
}

TEST(Settle, NothingInNothingOut) {
    const auto run = settle("");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(run.answers.empty());
}

TEST(Settle, AnIdIsEchoedAsItCame) {
    for (const auto& id : {Json("a\tb"), Json(-5), Json(1.5), Json()})
        EXPECT_EQ(settle(with(example(), "id", id).dump()).answers.at(0)["id"], id);
    EXPECT_EQ(settle(without(example(), "id").dump()).answers.at(0)["id"], Json());
    EXPECT_EQ(settle(R"({"id":[[]],"game":"pok_deng"})").answers.at(0)["error"], "id: neither a text nor a number: a list");
}

TEST(Settle, WhatIsNotAJsonObject) {
    EXPECT_EQ(settle(R"({"id":10)").answers.at(0), (Json{{"id", nullptr}, {"error", "not JSON at character 9"}}));
    EXPECT_EQ(settle(R"({"id":1} {})").answers.at(0)["error"], "not JSON at character 10");
    EXPECT_EQ(settle("{\"id\":\"\xff\"}").answers.at(0)["error"], "not JSON at character 8");
    EXPECT_EQ(settle(R"({"id":1e999})").answers.at(0)["error"], "not JSON: a number out of range");
    EXPECT_EQ(settle("[1]").answers.at(0)["error"], "not a JSON object: a list");
    EXPECT_EQ(settle("7").answers.at(0)["error"], "not a JSON object: 7");
}

TEST(Settle, RefusesTheGame) {
    EXPECT_EQ(error_of(without(example(), "game")), "game: missing");
    EXPECT_EQ(error_of(with(example(), "game", 1)), "game: not a text: 1");
    EXPECT_EQ(error_of(with(example(), "game", "")), "game not known: ");
    EXPECT_EQ(error_of(with(example(), "game", "a\n" + std::string(100, 'b'))), "game not known: a\\nbbbbbbbbbbbbbbbbbbbbb...");
}

TEST(Settle, RefusesCards) {
    EXPECT_EQ(error_of(without(example(), "banker")), "banker: missing");
    EXPECT_EQ(error_of(with(example(), "banker", "4h8c")), "banker: not a list of two cards: 4h8c");
    EXPECT_EQ(error_of(with(example(), "player", Json::array({"6c"}))), "player: two cards are needed, 1 given");
    EXPECT_EQ(error_of(with(example(), "player", Json::array({"6c", "7s", "8s"}))), "player: two cards are needed, 3 given");
    EXPECT_EQ(error_of(with(example(), "player", Json::array({"6c", "10s"}))), "player[1]: not a card: 10s");
    EXPECT_EQ(error_of(with(example(), "banker", Json::array({nullptr, "7s"}))), "banker[0]: not a card: null");
}

TEST(Settle, RefusesStakes) {
    const std::string range = " is not from 1 to 768614336404564650";
    EXPECT_EQ(error_of(without(example(), "stake")), "stake: missing");
    EXPECT_EQ(error_of(with(example(), "stake", 0)), "stake: 0" + range);
    EXPECT_EQ(error_of(with(example(), "stake", -100)), "stake: -100" + range);
    EXPECT_EQ(error_of(with(example(), "stake", 768614336404564651)), "stake: 768614336404564651" + range);
    EXPECT_EQ(error_of(with(example(), "stake", 18446744073709551615U)), "stake: 18446744073709551615" + range);
    EXPECT_EQ(error_of(with(example(), "stake", 1.5)), "stake: not a whole number: 1.5");
    EXPECT_EQ(error_of(with(example(), "stake", "100")), "stake: not a whole number: 100");
    EXPECT_EQ(settle(with(example(), "stake", 768614336404564650).dump()).answers.at(0)["main"]["returned"], 2305843009213693950);
}

TEST(Settle, PlaysAShoe) {
    const auto run = settle(shoe_line(sorted_shoe(8), 20).dump());
    EXPECT_EQ(run.status, 0) << run.errors;
    const auto& answer = run.answers.at(0);
    EXPECT_EQ(answer["burned"], (Json{"2d", "2h"}));
    EXPECT_EQ(answer["first_rounds"].size(), 2U);
    EXPECT_EQ(answer["first_rounds"][1], answer["last_round"]);
    EXPECT_EQ(answer["cards_used_total"], 29);
}

TEST(Settle, RefusesShoes) {
    const auto good = sorted_shoe(8);
    EXPECT_EQ(error_of(shoe_line(good.substr(2), 300)), "shoe: 415 cards, 8 decks have 416");
    EXPECT_EQ(error_of(shoe_line(good + "2c", 300)), "shoe: 417 cards, 8 decks have 416");
    EXPECT_EQ(error_of(shoe_line("", 300)), "shoe: 0 cards, 8 decks have 416");
    EXPECT_EQ(error_of(shoe_line(good.substr(1), 300)), "shoe: not a card at character 0");
    EXPECT_EQ(error_of(shoe_line("2c" + good.substr(0, good.size() - 2), 300)), "shoe: card 366 is copy 9 of 2c, 8 decks have 8");
    EXPECT_EQ(error_of(with(shoe_line(good, 300), "decks", 7)), "shoe: 416 cards, 7 decks have 364");
    EXPECT_EQ(error_of(with(shoe_line("2c2c" + sorted_shoe(1).substr(4), 30), "decks", 1)), "shoe: card 2 is copy 2 of 2c, 1 decks have 1");
    for (const auto& decks : {Json(0), Json(-1), Json(9), Json(18446744073709551615U)}) {
        EXPECT_EQ(error_of(with(shoe_line(good, 300), "decks", decks)), "decks: " + decks.dump() + " is not from 1 to 8");
    }
}

TEST(Settle, RefusesPlacesOfTheCutCard) {
    const auto shoe = sorted_shoe(8);
    EXPECT_EQ(error_of(without(shoe_line(shoe, 0), "cut_card_after")), "cut_card_after: missing");
    EXPECT_EQ(error_of(shoe_line(shoe, -1)), "cut_card_after: -1 is not from 0 to 416");
    EXPECT_EQ(error_of(shoe_line(shoe, 417)), "cut_card_after: 417 is not from 0 to 416");
    EXPECT_EQ(error_of(shoe_line(shoe, 404)), "cut_card_after: 404: fewer than 13 cards lie behind the cut card");
    EXPECT_EQ(error_of(shoe_line(shoe, 2)),
              "cut_card_after: 2: the cut card lies among the cards turned and burned before the first round");
    EXPECT_EQ(settle(shoe_line(shoe, 403).dump()).status, 0);
    EXPECT_EQ(settle(shoe_line(shoe, 3).dump()).status, 0);
}

// The poker games ------------------------------------------------------------------------------------------------------------

Json hand_line(Json cards) {
    return Json{{"id", 1}, {"game", "poker_hand"}, {"cards", std::move(cards)}};
}

Json russian_line() {
    return Json::parse(R"({"id":"r","game":"russian","ante":10,"blind":false,"player_initial":["4c","4d","4h","8s","2c"],)"
                       R"("player_final":["4c","4d","4h","8s","2c"],"action":"stand","decision":"bet",)"
                       R"("dealer_initial":["Qc","Jd","9h","7s","3c"]})");
}
Json bought_line() {
    return with(with(russian_line(), "dealer_exchange", true), "dealer_draws", Json::array({"Jh"}));
}
Json exchange_line() {
    auto line = with(with(russian_line(), "action", "exchange"), "exchanged", Json::array({3, 4}));
    line["player_final"] = Json::array({"4c", "4d", "4h", "Ts", "5c"});
    return line;
}
Json imperial_line() {
    return with(with(with(russian_line(), "game", "imperial"), "action", "exchange_repeat"), "single_exchanges", 2);
}
Json switch_line() {
    return with(with(russian_line(), "game", "switch"), "switched", true);
}
Json bonus_of(Json stake, Json rows) {
    return Json{{"stake", std::move(stake)}, {"paytable", std::move(rows)}, {"on", "player_initial"}};
}
Json bonus_rows() {
    return Json{{"STRAIGHT", 40}, {"FLUSH", 50}, {"FULL_HOUSE", 70}, {"FOUR", 200}, {"STRAIGHT_FLUSH", 500}, {"ROYAL_FLUSH", 1000}};
}

TEST(Settle, RefusesPokerHands) {
    EXPECT_EQ(error_of(hand_line(Json::array({"4c", "4d"}))), "cards: five or six cards are needed, 2 given");
    EXPECT_EQ(error_of(hand_line("4c4d4h8s2c")), "cards: not a list of cards: 4c4d4h8s2c");
    EXPECT_EQ(error_of(hand_line(Json::array({"4c", "4d", "4h", "8s", "4c"}))), "cards[4]: 4c is cards[0] already");
    EXPECT_EQ(error_of(hand_line(Json::array({"4c", "4d", "4h", "8s", "1c"}))), "cards[4]: not a card: 1c");
}

TEST(Settle, RefusesTheCardsOfABox) {
    const auto line = russian_line();
    EXPECT_EQ(error_of(with(line, "player_initial", Json::array({"4c"}))), "player_initial: five cards are needed, 1 given");
    EXPECT_EQ(error_of(with(line, "player_final", Json::array({"4c", "4d", "4h", "8s", "2d"}))),
              "player_final: not the initial cards, though nothing was bought");
    EXPECT_EQ(error_of(with(line, "dealer_initial", Json::array({"Qc", "Jd", "9h", "7s", "4d"}))),
              "dealer_initial[4]: 4d is player_initial[1] already");
    EXPECT_EQ(error_of(without(line, "dealer_initial")), "dealer_initial: missing");
}

TEST(Settle, RefusesPurchases) {
    const auto line = russian_line();
    EXPECT_EQ(error_of(with(line, "action", "draw")), "action: not one of this game: draw");
    EXPECT_EQ(error_of(with(line, "action", "exchange_repeat")), "action: not one of this game: exchange_repeat");
    EXPECT_EQ(error_of(with(line, "action", "buy6")), "player_final: 6 cards are needed, 5 given");
    auto sixth = with(with(line, "action", "buy6"), "bought", "9c");
    sixth["player_final"].push_back("9d");
    EXPECT_EQ(error_of(sixth), "player_final: not the initial cards and then the bought one");
    sixth["player_final"][5] = "2c";
    EXPECT_EQ(error_of(with(sixth, "bought", "2c")), "bought: 2c is player_initial[4] already");
    EXPECT_EQ(error_of(without(sixth, "bought")), "player_final[5]: 2c is player_initial[4] already");
    EXPECT_EQ(settle(exchange_line().dump()).status, 0);
    EXPECT_EQ(error_of(with(exchange_line(), "exchanged", Json::array({3}))),
              "player_final: other cards have changed than `exchanged` names");
    EXPECT_EQ(error_of(with(exchange_line(), "exchanged", Json::array())), "exchanged: at least one card is exchanged");
    EXPECT_EQ(error_of(with(exchange_line(), "exchanged", Json::array({3, 5}))), "exchanged[1]: not a place from 0 to 4: 5");
    EXPECT_EQ(error_of(with(exchange_line(), "exchanged", Json::array({3, 3}))), "exchanged[1]: named twice: 3");
    EXPECT_EQ(error_of(with(imperial_line(), "single_exchanges", 0)), "single_exchanges: 0 is not from 1 to 42");
    auto repeat = with(imperial_line(), "single_exchanges", 1);
    repeat["player_final"] = Json::array({"4c", "4d", "4h", "Ts", "5c"});
    EXPECT_EQ(error_of(repeat), "player_final: more cards have changed than were exchanged");
}

TEST(Settle, RefusesDecisionsAndStakes) {
    const auto line = russian_line();
    EXPECT_EQ(error_of(with(line, "decision", "raise")), "decision: neither bet nor fold: raise");
    EXPECT_EQ(error_of(with(line, "ante", 0)), "ante: 0 is not from 1 to 100000000000");
    EXPECT_EQ(error_of(with(line, "blind", 1)), "blind: neither true nor false: 1");
    EXPECT_EQ(error_of(with(with(line, "blind", true), "decision", "fold")), "decision: a blind box does not fold");
    EXPECT_EQ(error_of(with(exchange_line(), "blind", true)), "action: a blind box buys nothing");
    EXPECT_EQ(error_of(with(line, "insurance", 9)), "insurance: 9 is not from 10 to 60");
    EXPECT_EQ(error_of(with(line, "insurance", 61)), "insurance: 61 is not from 10 to 60");
    EXPECT_EQ(error_of(with(with(line, "insurance", 41), "table_max_payout", 40)), "insurance: 41 is not from 10 to 40");
    EXPECT_EQ(error_of(with(with(line, "insurance", 10), "blind", true)), "insurance: this box may take none");
    EXPECT_EQ(error_of(with(with(line, "insurance", 10), "decision", "fold")), "insurance: the box has folded");
    EXPECT_EQ(error_of(with(line, "table_max_payout", 0)).substr(0, 20), "table_max_payout: 0 ");
}

TEST(Settle, RefusesTheDealersExchange) {
    EXPECT_EQ(settle(bought_line().dump()).status, 0);
    EXPECT_EQ(error_of(with(bought_line(), "dealer_draws", Json::array())), "dealer_draws: the dealer draws one card more");
    EXPECT_EQ(error_of(with(bought_line(), "dealer_draws", Json::array({"Qd"}))), "dealer_draws: the dealer draws one card more");
    EXPECT_EQ(error_of(with(bought_line(), "dealer_draws", Json::array({"Jh", "Js"}))),
              "dealer_draws[1]: a card that the dealer does not draw");
    EXPECT_EQ(error_of(with(bought_line(), "dealer_draws", Json::array({"4c"}))), "dealer_draws[0]: 4c is player_initial[0] already");
    EXPECT_EQ(error_of(with(bought_line(), "dealer_initial", Json::array({"Ac", "Kd", "9h", "7s", "3c"}))),
              "dealer_exchange: the dealer has game");
    EXPECT_EQ(error_of(with(bought_line(), "decision", "fold")), "dealer_exchange: the box has folded");
    EXPECT_EQ(error_of(with(bought_line(), "blind", true)), "dealer_exchange: a dark box does not buy the dealer's game");
    EXPECT_EQ(error_of(without(bought_line(), "dealer_exchange")), "dealer_draws: the dealer exchanges no card");
    // I-11: with the deck exhausted there is no free repeat.
    const auto last =
        with(with(with(imperial_line(), "single_exchanges", 41), "dealer_exchange", true), "dealer_draws", Json::array({"Qd"}));
    EXPECT_EQ(settle(last.dump()).answers.at(0)["outcome"], "EXCHANGED_NO_GAME");
    EXPECT_EQ(error_of(with(last, "single_exchanges", 40)), "dealer_draws: the dealer draws one card more");
    EXPECT_EQ(error_of(with(last, "single_exchanges", 42)), "dealer_draws: more cards than are left in the deck");
}

TEST(Settle, RefusesBonuses) {
    const auto line = russian_line();
    EXPECT_EQ(settle(with(line, "bonus", bonus_of(5, bonus_rows())).dump()).answers.at(0)["staked"]["bonus"], 5);
    EXPECT_EQ(error_of(with(line, "bonus", 5)), "bonus: not an object: 5");
    EXPECT_EQ(error_of(with(line, "bonus", bonus_of(-1, bonus_rows()))), "bonus.stake: -1 is not from 0 to 100000000000");
    EXPECT_EQ(error_of(with(line, "bonus", with(bonus_of(5, bonus_rows()), "on", "cards"))),
              "bonus.on: neither player_initial nor dealer_initial: cards");
    EXPECT_EQ(error_of(with(line, "bonus", bonus_of(5, without(bonus_rows(), "FOUR")))), "bonus.paytable: FOUR is missing");
    EXPECT_EQ(error_of(with(line, "bonus", bonus_of(5, with(bonus_rows(), "FOUR", -2)))), "bonus.paytable: FOUR is negative: -2");
    EXPECT_EQ(error_of(with(line, "bonus", bonus_of(5, with(bonus_rows(), "FOURS", 2)))), "bonus.paytable: no such row: FOURS");
    EXPECT_EQ(error_of(with(line, "bonus", bonus_of(5, with(bonus_rows(), "FOUR", 1.5)))),
              "bonus.paytable.FOUR: not a whole number up to 1000000: 1.5");
    EXPECT_EQ(error_of(with(switch_line(), "bonus", with(bonus_of(5, bonus_rows()), "on", "dealer_initial"))),
              "bonus.on: this game has no bonus on the dealer's cards");
}

TEST(Settle, RefusesSwitches) {
    auto line = switch_line();
    line["player_final"][4] = "9c";
    EXPECT_EQ(settle(line.dump()).status, 0);
    EXPECT_EQ(error_of(with(line, "switched", false)), "player_final: other cards have changed than a switch exchanges");
    line["player_final"][3] = "9d";
    EXPECT_EQ(error_of(line), "player_final: other cards have changed than a switch exchanges");
    EXPECT_EQ(error_of(with(switch_line(), "blind", true)), "blind: this game has no blind boxes");
    EXPECT_EQ(error_of(with(switch_line(), "action", "buy6")), "action: not one of this game: buy6");
    EXPECT_EQ(error_of(with(switch_line(), "switched", "yes")), "switched: neither true nor false: yes");
}

TEST(Settle, TheBonusOnTheDealersCards) {
    auto line = with(russian_line(), "bonus", with(bonus_of(10, bonus_rows()), "on", "dealer_initial"));
    line["dealer_initial"] = Json::array({"Qd", "Jd", "9d", "7d", "3d"});
    const auto answer = settle(line.dump()).answers.at(0);
    EXPECT_EQ(answer["returned"]["bonus"], 510);
    EXPECT_EQ(answer["outcome"], "DEALER");
}

TEST(Settle, SaysSoWhenItCannotWrite) {
    std::istringstream in(example().dump());
    std::ostream nowhere(nullptr);
    std::ostringstream err;
    EXPECT_EQ(settle_command(in, nowhere, err), 1);
    EXPECT_EQ(err.str(), "studio settle: the results could not be written\n");
}

} // namespace
} // namespace studio::app
