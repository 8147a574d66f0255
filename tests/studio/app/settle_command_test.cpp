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

TEST(Settle, SaysSoWhenItCannotWrite) {
    std::istringstream in(example().dump());
    std::ostream nowhere(nullptr);
    std::ostringstream err;
    EXPECT_EQ(settle_command(in, nowhere, err), 1);
    EXPECT_EQ(err.str(), "studio settle: the results could not be written\n");
}

} // namespace
} // namespace studio::app
