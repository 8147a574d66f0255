// Messages as they should be, changed at random from a fixed seed: the short form of what libFuzzer does for as long as it is let.
#include "tests/fuzz/doors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <random>

namespace studio::fuzz {
namespace {

constexpr int changes = 20'000; // of each door

class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : random_(seed) {}

    std::string change(std::string bytes, const std::vector<std::string>& others) {
        for (auto times = 1 + below(4); times > 0; --times)
            bytes = change_once(std::move(bytes), others);
        return bytes;
    }

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : static_cast<std::size_t>(random_() % end); }
    char byte() { return static_cast<char>(random_() & 255U); }

    std::string change_once(std::string bytes, const std::vector<std::string>& others) {
        const auto at = below(bytes.size());
        switch (below(7)) {
        case 0: // a bit
            if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
            break;
        case 1: // a byte: a length, a field's number, a letter
            if (!bytes.empty()) bytes[at] = byte();
            break;
        case 2: bytes.resize(at); break;
        case 3: bytes.insert(at, 1 + below(8), byte()); break;
        case 4: bytes.erase(at, 1 + below(8)); break;
        case 5: { // the end of another
            const auto& other = others[below(others.size())];
            bytes = bytes.substr(0, at) + other.substr(below(other.size()));
            break;
        }
        default: bytes.insert(at, "\xFF\xFF\xFF\xFF\x0F"); // the longest length there is
        }
        return bytes;
    }

    std::mt19937_64 random_;
};

class Doors : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Doors, TakeAnythingAndBreakNothing) {
    const auto& door = doors()[GetParam()];
    const auto seeds = door.seeds();
    for (const auto& seed : seeds)
        EXPECT_EQ(door.take(seed).reading, Reading::READ) << door.name << " does not read its own seed";
    Mutator mutator(20261130 + GetParam());
    int read = 0;
    for (int i = 0; i < changes; ++i) {
        const auto bytes = mutator.change(seeds[static_cast<std::size_t>(i) % seeds.size()], seeds);
        try {
            const auto outcome = door.take(bytes);
            read += outcome.reading == Reading::READ ? 1 : 0;
            ASSERT_EQ(outcome.broken, "") << door.name << ", change " << i << ": " << ::testing::PrintToString(bytes);
        } catch (const std::exception& error) {
            FAIL() << door.name << ", change " << i << ": " << error.what() << "\n" << ::testing::PrintToString(bytes);
        }
    }
    EXPECT_GT(read, changes / 50) << "some changes leave a message";
    EXPECT_LT(read, changes) << "and some do not";
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Doors, ::testing::Range<std::size_t>(0, doors().size()));

} // namespace
} // namespace studio::fuzz
