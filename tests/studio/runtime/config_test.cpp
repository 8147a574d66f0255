// The configuration: what a house sets of a game's rules, and that what is wrong is told with its line.
#include "studio/runtime/config.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace studio::runtime {
namespace {

const std::filesystem::path layouts = std::string(STUDIO_SOURCE_DIR) + "/recognition/capture/layouts";

// A whole file, the lines of one table's rules from line 9 on.
LoadedConfig load(const std::string& game, const std::string& rules) {
    const testing::RunFolder folder;
    const auto file = folder / "studio.toml";
    std::ofstream(file) << "[[table]]\nid = \"T1\"\ngame = \"" << game << "\"\nlayout = \"" << (layouts / "pok_deng.toml").string()
                        << "\"\nobserve = \"ipc:///tmp/x\"\nmin_stake = 500\nmax_stake = 100000\n[table.rules]\n"
                        << rules;
    return load_config(file);
}

std::string faults_of(const std::string& game, const std::string& rules) {
    std::string text;
    for (const auto& fault : load(game, rules).faults)
        text += std::to_string(fault.line) + ": " + fault.what + "\n";
    return text;
}

TEST(Config, AGamesOwnSettingsAreRead) {
    const auto loaded = load("russian-poker", "ante_on_win = \"even\"\nmost_bonus = 5000\n");
    ASSERT_TRUE(loaded.faults.empty()) << loaded.faults.front().what;
    const auto& rules = loaded.config.tables.front().rules;
    EXPECT_EQ(rules.game_settings, (engine::GameSettings{{"ante_on_win", "even"}, {"most_bonus", "5000"}}));
    const auto text = engine::rules_text(rules);
    EXPECT_NE(text.find("ante_on_win=even\n"), std::string::npos);
    EXPECT_NE(text.find("most_bonus=5000\n"), std::string::npos);
    EXPECT_NE(text.find("least_bonus=100\n"), std::string::npos) << "what is not named has the game's default, and is written too";
    EXPECT_NE(text.find("bet_table=ACE_KING=1 PAIR=1"), std::string::npos);
}

TEST(Config, WhatIsWrongInThemIsToldWithItsLine) {
    EXPECT_EQ(faults_of("russian-poker", "\nante_on_win = \"often\"\n"), "10: ante_on_win is none of unpaid, even: 'often' (R-1)\n");
    EXPECT_EQ(faults_of("russian-poker", "pairs = 2\n"), "9: pairs is no setting of this game (RULES)\n");
    EXPECT_EQ(faults_of("pok-deng", "pairs = 2\n"), "9: pairs is no setting of this game (RULES)\n");
    EXPECT_EQ(faults_of("poker-switch", "pairs = 2.5\n"), "9: pairs must be a text or a whole number\n");
    const auto both = faults_of("imperial-poker", "ante_ratio = 0\nfree_repeats = 9\n");
    EXPECT_NE(both.find("9: ante_ratio"), std::string::npos) << both;
    EXPECT_NE(both.find("10: free_repeats"), std::string::npos) << both;
    EXPECT_NE(faults_of("russian-poker", "least_bonus = 9000\nmost_bonus = 100\n").find("least_bonus 9000 is above most_bonus 100"),
              std::string::npos);
}

// A section in another form would be passed over, and a studio without its [access] asks for no keys.
TEST(Config, ASectionInAnotherFormIsAFault) {
    for (const std::string section : {"access", "console", "studio", "bridge"}) {
        const auto fault = "2: " + section + ": write it as [" + section + "]\n";
        for (const auto& text : {"\n[[" + section + "]]\n", "\n" + section + " = \"here\"\n"}) {
            const testing::RunFolder folder;
            std::ofstream(folder / "studio.toml") << text;
            std::string faults;
            for (const auto& one : load_config(folder / "studio.toml").faults)
                faults += std::to_string(one.line) + ": " + one.what + "\n";
            EXPECT_NE(faults.find(fault), std::string::npos) << text << faults;
        }
    }
}

TEST(Config, OriginsAreAListOfTexts) {
    const auto told = [](const std::string& origins) {
        const testing::RunFolder folder;
        std::ofstream(folder / "studio.toml") << "[console]\norigins = " << origins << "\n";
        for (const auto& one : load_config(folder / "studio.toml").faults)
            if (one.what.starts_with("origins")) return std::to_string(one.line) + ": " + one.what;
        return std::string();
    };
    EXPECT_EQ(told("\"https://desk\""), "2: origins must be a list such as [\"https://desk.casino.example\"]");
    EXPECT_EQ(told("[\"https://desk\", 7]"), "2: origins must be a list of texts that are not empty");
    EXPECT_EQ(told("[\"\"]"), "2: origins must be a list of texts that are not empty");
    EXPECT_EQ(told("[\"https://desk\"]"), "");
}

// A row that is missing or negative: the table is not to be played with.
TEST(Config, AWrongPayTableIsToldWithItsLine) {
    const auto missing = faults_of("poker-switch", "bet_table = \"ACE_KING=1 PAIR=1\"\n");
    EXPECT_NE(missing.find("9: bet_table"), std::string::npos) << missing;
    EXPECT_NE(missing.find("TWO_PAIR"), std::string::npos) << missing;
    const auto negative = faults_of("poker-switch", "bet_table = \"ACE_KING=1 PAIR=-1 TWO_PAIR=2 THREE=3 STRAIGHT=4 FLUSH=5 FULL_HOUSE=7 "
                                                    "FOUR=20 STRAIGHT_FLUSH=50 ROYAL_FLUSH=100\"\n");
    EXPECT_NE(negative.find("PAIR"), std::string::npos) << negative;
}

} // namespace
} // namespace studio::runtime
