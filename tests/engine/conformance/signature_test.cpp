// A number that stays the same as long as no game behaves differently: the hash of all events of fixed walks. A change that means to change
// no behaviour leaves it alone; one that does is committed together with the new number.
#include "tests/engine/conformance/walker.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace engine::testing {
namespace {

constexpr std::uint64_t walks = 20;
constexpr int steps_of_a_walk = 1000;
const std::string file = std::string(STUDIO_SOURCE_DIR) + "/tests/engine/conformance/signature.txt";

std::string signature_of(const GameEntry& game) {
    TableRules rules;
    rules.game = std::string(game.name);
    Fnv hash;
    std::size_t rounds = 0;
    for (std::uint64_t seed = 1; seed <= walks; ++seed) {
        Walker walker(rules, seed);
        for (int step = 0; step < steps_of_a_walk; ++step)
            walker.step();
        for (const auto& text : walker.texts())
            hash.add(text + "\n");
        rounds += walker.count<RoundOpened>();
    }
    return rules.game + " rounds=" + std::to_string(rounds) + " events=" + hash.text();
}

TEST(Signature, NoGameBehavesDifferently) {
    std::string now;
    for (const auto& game : game_catalog())
        now += signature_of(game) + "\n";
    if (std::getenv("STUDIO_RENEW_SIGNATURE") != nullptr) std::ofstream(file) << now;
    std::ostringstream read;
    read << std::ifstream(file).rdbuf();
    const auto committed = read.str();
    EXPECT_EQ(committed, now)
        << "The engine behaves differently than when the signature was taken.\ncommitted:\n"
        << committed << "now:\n"
        << now << "If that is meant: STUDIO_RENEW_SIGNATURE=1 bin/engine_tests --gtest_filter='Signature.*', and commit the file.";
}

} // namespace
} // namespace engine::testing
