// Runs the scripts of clauses/: one file a clause, one statement a line. A failure names the script's file and line.
//
//   clause PD-8                                      what the script is about; its first statement
//   main banker 6c 5c player Jd Ac stake 100 = ...   the main bet; `pair` the pair bet
//   value Tc Td = 7.4 | doubles 2c 5c = yes | order 9h Td > 8h Td = yes
//   burn Ah = 1 | shoe turned Ah cut 15 = ... | deal = P1.1 ... | road banker .. player .. = ... | odds tie = ...
//   elsewhere WHERE: WHY                             the clause is not the engine's to compute
#include "engine/pok_deng/hand_value.h"
#include "engine/pok_deng/odds.h"
#include "engine/pok_deng/roadmap.h"
#include "engine/pok_deng/settlement.h"
#include "engine/pok_deng/shoe_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace engine::pok_deng {
namespace {

const std::filesystem::path scripts = std::filesystem::path(STUDIO_SOURCE_DIR) / "tests/engine/pok_deng/clauses";

// The words of a statement left of its '=', taken one by one; a word that is not what is needed ends the statement.
class Words {
public:
    explicit Words(const std::string& text) : in_(text) {}
    std::string next() {
        std::string word;
        if (!(in_ >> word)) throw std::runtime_error("a word is missing");
        return word;
    }
    void expect(const std::string& wanted) {
        if (const auto word = next(); word != wanted) throw std::runtime_error("'" + wanted + "' expected, not '" + word + "'");
    }
    Card card() {
        const auto word = next();
        const auto read = Card::parse(word);
        if (!read) throw std::runtime_error("not a card: " + word);
        return *read;
    }
    Hand hand() {
        const auto first = card();
        return {first, card()};
    }
    [[nodiscard]] bool at_end() { return (in_ >> std::ws).eof(); }

private:
    std::istringstream in_;
};

struct Deal {
    Hand banker;
    Hand player;
};
Deal read_deal(Words& words) {
    Deal deal;
    words.expect("banker");
    deal.banker = words.hand();
    words.expect("player");
    deal.player = words.hand();
    return deal;
}

constexpr Seat first_player{SeatKind::PLAYER, 1};

std::string outcome_text(Outcome outcome) {
    return outcome == Outcome::WIN ? "WIN" : outcome == Outcome::LOSE ? "LOSE" : "TIE";
}
std::string yes_no(bool so) {
    return so ? "yes" : "no";
} // NOLINT: a text for a truth

std::string settled(std::string_view bet, Words& words) {
    const auto [banker, player] = read_deal(words);
    words.expect("stake");
    const Money stake{std::stoll(words.next())};
    const auto result = position_result(first_player, player, banker);
    const auto& of_bet = *std::ranges::find(result.bets, bet, &BetResult::bet);
    std::ostringstream out;
    out << outcome_text(of_bet.outcome);
    if (of_bet.outcome != Outcome::TIE) out << ' ' << of_bet.odds << ":1";
    out << " held " << held(bet, stake).minor << " deducted " << deducted(bet, stake).minor << " returned "
        << returned(bet, stake, player, banker).minor;
    return out.str();
}

std::string in_order(Words& words) {
    auto higher = value_of(words.hand());
    while (!words.at_end()) {
        words.expect(">");
        const auto next = value_of(words.hand());
        if (!(higher > next)) return "no";
        higher = next;
    }
    return "yes";
}

// Eight decks in the order of card numbers, with the card to turn brought to the front.
std::vector<Card> shoe_turning(const Card& turned) {
    std::vector<Card> shoe;
    for (int deck = 0; deck < decks_in_shoe; ++deck)
        shoe.insert(shoe.end(), full_deck().begin(), full_deck().end());
    std::iter_swap(shoe.begin(), std::ranges::find(shoe, turned));
    return shoe;
}

std::string played(Words& words) {
    words.expect("turned");
    const auto turned = words.card();
    words.expect("cut");
    const auto shoe = play_shoe(shoe_turning(turned), std::stoi(words.next()));
    if (!shoe) {
        const std::map<CutFault, std::string> names{
            {CutFault::OUTSIDE_SHOE, "OUTSIDE_SHOE"}, {CutFault::TOO_LATE, "TOO_LATE"}, {CutFault::IN_OPENING, "IN_OPENING"}};
        return names.at(shoe.error());
    }
    std::ostringstream out;
    out << "burned " << shoe->burned.size() << " rounds " << shoe->rounds.size() << " used " << shoe->cards_used;
    return out.str();
}

std::string dealt_order() {
    std::string order;
    for (const auto& slot : deal_order())
        order += (order.empty() ? "" : " ") + slot.text();
    return order;
}

std::string road(Words& words) {
    const auto [banker, player] = read_deal(words);
    const auto cell = roadmap_cell(position_result(first_player, player, banker));
    const std::map<RoadmapMark, std::string> names{{RoadmapMark::BLUE_CIRCLE, "BLUE_CIRCLE"},
                                                   {RoadmapMark::RED_GREY_CIRCLE, "RED_GREY_CIRCLE"},
                                                   {RoadmapMark::HOLLOW_GREY_CIRCLE, "HOLLOW_GREY_CIRCLE"}};
    return names.at(mark(cell.outcome)) + (cell.flush ? " flush" : "") + (cell.pair ? " pair" : "");
}

std::string text(const Ratio& ratio) {
    return std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator);
}

std::string weight_of_value(const std::string& value) {
    for (const auto& [of, weight] : value_odds()) {
        if (of.text() == value) return std::to_string(weight);
    }
    return "no such value";
}

std::string counted(Words& words) {
    const auto name = words.next();
    if (name == "value") return weight_of_value(words.next());
    const auto main = main_odds();
    const auto pair = pair_odds_of_shoe();
    const std::map<std::string, std::string> answers{{"loses_two", std::to_string(main.loses_two)},
                                                     {"loses_one", std::to_string(main.loses_one)},
                                                     {"tie", std::to_string(main.tie)},
                                                     {"wins_one", std::to_string(main.wins_one)},
                                                     {"wins_two", std::to_string(main.wins_two)},
                                                     {"gain", text(main.expected_gain())},
                                                     {"return", text(main.return_rate())},
                                                     {"pair_wins", text(pair.wins)},
                                                     {"pair_return", text(pair.return_rate)}};
    return answers.at(name);
}

std::string evaluate(Words& words) {
    const auto verb = words.next();
    if (verb == "main") return settled(player_bet, words);
    if (verb == "pair") return settled(pair_bet, words);
    if (verb == "value") return value_of(words.hand()).text();
    if (verb == "doubles") return yes_no(doubles(words.hand()));
    if (verb == "order") return in_order(words);
    if (verb == "burn") return std::to_string(burn_count(words.card()));
    if (verb == "shoe") return played(words);
    if (verb == "deal") return dealt_order();
    if (verb == "road") return road(words);
    if (verb == "odds") return counted(words);
    throw std::runtime_error("not a statement: " + verb);
}

// "PD-8" for pd_08.txt; empty for the scripts that are not of one numbered clause.
std::string clause_of(const std::filesystem::path& script) {
    const auto stem = script.stem().string();
    return stem.starts_with("pd_") ? "PD-" + std::to_string(std::stoi(stem.substr(3))) : "";
}

void run_statement(const std::string& line, const char* file, int number) {
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) {
        ADD_FAILURE_AT(file, number) << "no ' = ' in: " << line;
        return;
    }
    try {
        Words words(line.substr(0, equals));
        const auto actual = evaluate(words);
        if (!words.at_end()) throw std::runtime_error("words too many before '='");
        if (actual != line.substr(equals + 3)) ADD_FAILURE_AT(file, number) << line << "\n  the engine says: " << actual;
    } catch (const std::exception& error) {
        ADD_FAILURE_AT(file, number) << line << "\n  cannot be read: " << error.what();
    }
}

class Clause : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Clause, Holds) {
    const auto file = GetParam().string();
    std::ifstream in(file);
    ASSERT_TRUE(in) << file;
    int statements = 0;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with("#")) continue;
        if (number == 1) {
            EXPECT_TRUE(line.starts_with("clause " + clause_of(GetParam()))) << file << ":1: " << line;
            continue;
        }
        ++statements;
        if (!line.starts_with("elsewhere ")) run_statement(line, file.c_str(), number);
    }
    EXPECT_GT(statements, 0) << file << " says nothing";
}

std::vector<std::filesystem::path> all_scripts() {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(scripts)) {
        if (entry.path().extension() == ".txt") all.push_back(entry.path());
    }
    std::ranges::sort(all);
    return all;
}

INSTANTIATE_TEST_SUITE_P(PokDeng, Clause, testing::ValuesIn(all_scripts()),
                         [](const auto& clause) { return clause.param.stem().string(); });

TEST(Clauses, EachOfTheNineteenHasItsScript) {
    for (int number = 1; number <= 19; ++number) {
        const auto name = std::string(number < 10 ? "pd_0" : "pd_") + std::to_string(number) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(scripts / name)) << name;
    }
}

} // namespace
} // namespace engine::pok_deng
