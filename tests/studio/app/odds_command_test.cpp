#include "studio/app/odds_command.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace studio::app {
namespace {

struct Printed {
    int status = 0;
    std::string table; // runs of spaces as one
    std::string error;
};

Printed odds(const std::string& game, const std::optional<std::filesystem::path>& pay_table = std::nullopt) {
    std::ostringstream out;
    std::ostringstream err;
    Printed printed;
    printed.status = odds_command({game, pay_table, Strategies::USUAL}, out, err);
    printed.error = err.str();
    for (const char c : out.str()) {
        if (c != ' ' || (!printed.table.empty() && printed.table.back() != ' ')) printed.table += c;
    }
    return printed;
}

void expect_lines(const Printed& printed, const std::vector<std::string>& lines) {
    EXPECT_EQ(printed.status, 0) << printed.error;
    for (const auto& line : lines)
        EXPECT_NE(printed.table.find(line), std::string::npos) << "not in the table: " << line << '\n' << printed.table;
}

TEST(OddsCommand, PrintsThePublishedNumbers) { // rules 1.5
    expect_lines(odds("pok-deng"), {
                                       "of 29,518,332,480 deals",
                                       "wins 2:1 5,089,078,272 17.240399 %\n",
                                       "wins 1:1 8,434,678,784 28.574374 %\n",
                                       "tie 2,470,818,368 8.370454 %\n",
                                       "loses 1:1 7,696,665,600 26.074188 %\n",
                                       "loses 2:1 5,827,091,456 19.740585 %\n",
                                       "wins, all 13,523,757,056 45.814773 %\n",
                                       "loses, all 13,523,757,056 45.814773 %\n",
                                       "gain per stake -11,531,456 / 461,223,945 -2.500186 %\n",
                                       "return 455,458,217 / 461,223,945 98.749907 %\n", // PD-1
                                       "wins 31 / 415 7.469880 %\n",
                                       "return 372 / 415 89.638554 %\n",
                                       "of 5,395\n 9 512 9.490269 %\n 8 510 9.453197 %\n 7.5 16 0.296571 %\n 7.4 124 2.298424 %\n",
                                       " 0 192 3.558851 %\n",
                                   });
}

// Rules 6.2, 6.3 and 3.4. The last decimals are one more than the rules print; rounded to theirs they are the same.
TEST(OddsCommand, RussianPoker) {
    expect_lines(odds("russian-poker"), {
                                            "bets ace-king and higher -761,270,260,996 19.0955063791 %\n",
                                            "bets A-K-J-8-3 and higher -744,418,177,228 18.6727930675 %\n",
                                            "bets pairs and higher -746,484,878,908 18.7246336780 %\n",
                                            "bets everything -1,196,822,287,900 30.0207807979 %\n",
                                            "bets or folds at its best -743,900,547,412 18.6598089750 %\n",
                                            "folds 1,741,419,589,140 ",
                                            "the dealer has no game 979,597,801,296 ",
                                            "wins 632,777,856,912 ",
                                            "tie 72,999,180 ",
                                            "loses 632,777,856,912 ",
                                            " 2.12637\n",
                                            " 8.9803 %\n",
                                            "then bets ace-king and higher -14,280,067,418,600 51.1710740883 %\n",
                                            "then bets pairs and higher -14,233,701,777,056 51.0049278364 %\n",
                                            "then bets everything -16,083,488,451,704 57.6334379268 %\n",
                                            "best -18,030,905,102,508 10.7686324095 %\n",
                                            "bought, bets ace-king and higher -16,820,532,411,424 60.2745550842 %\n",
                                            "25/40/50/70/200/500/1000 -19,813 / 649,740 -3.0494 %\n",
                                            "50/100/150/250/800/3000 -28,573 / 92,820 -30.7832 %\n",
                                            "any game 708,019,200 / 2,454,432,120 0.288465586\n",
                                            " A 664,020 0.664285714\n",
                                            "ROYAL_FLUSH + STRAIGHT_FLUSH 4 ",
                                            "PAIR + ACE_KING 84,480 ",
                                            "PAIR + ACE_KING 1,249,680 ",
                                        });
}

TEST(OddsCommand, ImperialPoker) {
    expect_lines(odds("imperial-poker"), {
                                             "bets ace-king and higher -761,270,260,996 19.0955063791 %\n",
                                             "bets everything -564,044,430,988 14.1483446575 %\n",
                                             "the same with one combination paid -662,072,067,612 16.6072445468 %\n",
                                             " 0.289257951\n",
                                             "of these the Imperial flush 4 ",
                                         });
}

TEST(OddsCommand, PokerSwitch) {
    expect_lines(odds("poker-switch"), {
                                           "bets ace-king and higher -859,297,897,620 21.5544062684 %\n",
                                           " 21.1316929568 %\n",
                                           " 21.1835335673 %\n",
                                           "bets everything -1,294,849,924,524 32.4796806871 %\n",
                                           "any game 14,455,224 / 53,357,220 0.270914114\n",
                                       });
}

class PayTableFile : public testing::Test {
protected:
    // Writes it and asks for the odds by it.
    Printed odds_by(const std::string& game, const std::string& text) {
        std::ofstream(file_) << text;
        return odds(game, file_);
    }
    [[nodiscard]] std::string error_by(const std::string& game, const std::string& text) {
        const auto printed = odds_by(game, text);
        EXPECT_EQ(printed.status, 2);
        EXPECT_EQ(printed.table, "");
        const auto before = "studio odds: " + file_.string();
        EXPECT_TRUE(printed.error.starts_with(before)) << printed.error;
        return printed.error.substr(std::min(before.size(), printed.error.size()));
    }
    void TearDown() override { std::filesystem::remove(file_); }

    const std::filesystem::path file_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("pay_table_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".toml");
    const std::string rows_ =
        "[bet]\nACE_KING = 1\nPAIR = 1\ntwo_pair = 2\nTHREE = 3\nSTRAIGHT = 4\nFLUSH = 5\n\"full house\" = 7\nFOUR = 20\n"
        "straight-flush = 50\n";
};

TEST_F(PayTableFile, IsUsed) {
    expect_lines(odds_by("poker-switch", rows_ + "ROYAL_FLUSH = 100\n"), {"bets ace-king and higher -859,297,897,620 21.5544062684 %\n"});
    expect_lines(odds_by("poker-switch", rows_ + "ROYAL_FLUSH = 200\n[bonus]\nlowest = \"four\"\nfour = 200\nstraight_flush = 500\n"
                                                 "royal_flush = 1000\n"),
                 {"ROYAL_FLUSH=200", "the file's table"});
    const auto better = odds("poker-switch", file_).table;
    EXPECT_EQ(better.find("-859,297,897,620"), std::string::npos) << better;
}

TEST_F(PayTableFile, AFaultIsNamedWithItsPlace) {
    EXPECT_EQ(error_by("poker-switch", rows_), ": [bet] ROYAL_FLUSH is missing\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL_FLUSH = -1\n"), ":11: ROYAL_FLUSH is negative: -1\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL_FLUSH = 10001\n"), ":11: ROYAL_FLUSH is above 10000: 10001\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL_FLUSH = 1.5\n"), ":11: ROYAL_FLUSH is no whole number\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL = 100\n"), ":11: no such row: ROYAL\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "Pair = 1\n"), ":11: PAIR is given twice\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "IMPERIAL_FLUSH = 1000\n"), ":11: IMPERIAL_FLUSH is a row of Imperial Poker only\n");
    EXPECT_EQ(error_by("imperial-poker", rows_ + "ROYAL_FLUSH = 100\n"), ": [bet] IMPERIAL_FLUSH is missing\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL_FLUSH = 100\n[bonus]\nTHREE = 1\n"), ": [bonus] lowest is missing\n");
    EXPECT_EQ(error_by("poker-switch", rows_ + "ROYAL_FLUSH = 100\n[bonus]\nlowest = \"FOUR\"\nFOUR = 1\nROYAL_FLUSH = 1\n"),
              ": [bonus] STRAIGHT_FLUSH is missing\n");
    EXPECT_EQ(error_by("poker-switch", "PAIR = 1\n"), ":1: 'PAIR' is neither [bet] nor [bonus]\n");
    EXPECT_EQ(error_by("poker-switch", ""), ": [bet] is missing\n");
    EXPECT_TRUE(error_by("poker-switch", "[bet\n").starts_with(":1: ")); // the parser's own words
}

TEST(OddsCommand, RefusesWhatHasNoPayTable) {
    EXPECT_EQ(odds("poker-switch", "/no/such/file").error, "studio odds: /no/such/file: no such file\n");
    EXPECT_EQ(odds("pok-deng", "/no/such/file").error, "studio odds: pok-deng has no pay table\n");
}

TEST(OddsCommand, OptimalIsForGamesWithDecisions) {
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(odds_command({"pok-deng", std::nullopt, Strategies::BESIDE_OPEN_CARD}, out, err), 2);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(err.str(), "studio odds: pok-deng has no decisions\n");
}

TEST(OddsCommand, RefusesAGameThatIsNotKnown) {
    const auto printed = odds("bridge");
    EXPECT_EQ(printed.status, 2);
    EXPECT_EQ(printed.table, "");
    EXPECT_EQ(printed.error, "studio odds: game not known: bridge; there are pok-deng, russian-poker, imperial-poker, poker-switch\n");
}

} // namespace
} // namespace studio::app
