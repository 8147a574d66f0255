#include "studio/app/odds_command.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace studio::app {
namespace {

// The lines of the table, runs of spaces as one.
std::string table_of(const std::string& game, int status) {
    std::ostringstream out;
    EXPECT_EQ(odds_command(game, out), status);
    std::string table;
    for (const char c : out.str()) {
        if (c != ' ' || (!table.empty() && table.back() != ' ')) table += c;
    }
    return table;
}

TEST(OddsCommand, PrintsThePublishedNumbers) { // rules 1.5
    const auto table = table_of("pok-deng", 0);
    for (const char* line : {
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
         }) {
        EXPECT_NE(table.find(line), std::string::npos) << "not in the table: " << line << '\n' << table;
    }
}

TEST(OddsCommand, RefusesAGameThatIsNotKnown) {
    EXPECT_EQ(table_of("bridge", 2), "game not known: bridge\n");
}

} // namespace
} // namespace studio::app
