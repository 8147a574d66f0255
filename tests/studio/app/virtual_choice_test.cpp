#include "studio/app/virtual_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace studio::app {
namespace {

using engine::DecisionOption;

engine::Money euro(std::int64_t minor) {
    return {minor, "EUR"};
}
DecisionOption option(const std::string& choice) {
    return {.choice = choice, .price = euro(0)};
}
DecisionOption exchange(int least, int most) {
    auto one = option("EXCHANGE");
    one.least_cards = least;
    one.most_cards = most;
    return one;
}
DecisionOption insure(std::int64_t least, std::int64_t most) {
    auto one = option("INSURE");
    one.least = euro(least);
    one.most = euro(most);
    return one;
}
BoxCards cards(const std::string& text) {
    BoxCards in_box;
    int place = 0;
    const auto parsed = engine::parse_cards(text).value();
    for (const auto& card : parsed)
        in_box[++place] = card;
    return in_box;
}
// How many of a thousand players wish so.
int of_thousand(const std::vector<DecisionOption>& options, const BoxCards& own, const BoxCards& beside,
                const std::function<bool(const Wish&)>& so) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        std::mt19937_64 random(seed);
        if (so(choose(options, own, beside, random))) ++count;
    }
    return count;
}
auto chooses(const std::string& choice) {
    return [choice](const Wish& wish) { return wish.choice == choice; };
}

TEST(VirtualChoice, OnlyWhatIsOpenIsWishedAndAsTheOptionAsks) {
    const std::vector<std::vector<DecisionOption>> all{{option("FOLD"), option("BET"), exchange(1, 5), option("BUY_CARD")},
                                                       {option("FOLD"), option("BET"), exchange(1, 1)},
                                                       {insure(500, 3000), option("STAND")},
                                                       {option("TAKE_ANTE"), option("BUY_GAME")}};
    for (const auto& options : all) {
        const int right = of_thousand(options, cards("9s9d4h4c2s"), {}, [&](const Wish& wish) {
            const auto open = std::ranges::find(options, wish.choice, &DecisionOption::choice);
            if (open == options.end() || wish.amount.has_value() != open->most.has_value()) return false;
            if (wish.amount && (wish.amount->minor < open->least->minor || wish.amount->minor > open->most->minor)) return false;
            const bool rising = std::ranges::adjacent_find(wish.cards, std::greater_equal()) == wish.cards.end();
            const bool places = std::ranges::all_of(wish.cards, [](int place) { return place >= 1 && place <= 5; });
            return rising && places && std::ssize(wish.cards) >= open->least_cards && std::ssize(wish.cards) <= open->most_cards;
        });
        EXPECT_EQ(right, 1000) << options.front().choice;
    }
}

// Two in three are cautious, the third does anything.
TEST(VirtualChoice, AGoodHandBetsAndABadOneFolds) {
    const std::vector<DecisionOption> options{option("FOLD"), option("BET")};
    EXPECT_GT(of_thousand(options, cards("9s9d4h3c2s"), {}, chooses("BET")), 750);
    EXPECT_GT(of_thousand(options, cards("9sTd4h3c2s"), {}, chooses("FOLD")), 750);
    EXPECT_GT(of_thousand(options, cards("9s9d4h3c2s"), {}, chooses("FOLD")), 50);
}

TEST(VirtualChoice, APairThrowsItsLooseCardsAway) {
    const std::vector<DecisionOption> options{option("FOLD"), option("BET"), exchange(1, 5)};
    const auto loose = [](const Wish& wish) { return wish.choice == "EXCHANGE" && wish.cards == std::vector{2, 4, 5}; };
    EXPECT_GT(of_thousand(options, cards("9sKd9h3c2s"), {}, loose), 200);
    const std::vector<DecisionOption> one_card{option("FOLD"), option("BET"), exchange(1, 1)};
    const auto lowest = [](const Wish& wish) { return wish.choice == "EXCHANGE" && wish.cards == std::vector{5}; };
    EXPECT_GT(of_thousand(one_card, cards("9sKd9h3c2s"), {}, lowest), 200);
}

TEST(VirtualChoice, APairOfBoxesSwitchesWhereBothAreBetterForIt) {
    const std::vector<DecisionOption> options{option("FOLD"), option("BET"), option("SWITCH")};
    EXPECT_GT(of_thousand(options, cards("QsJdTh9c2s"), cards("5s4d3hAcKh"), chooses("SWITCH")), 700);
    EXPECT_LT(of_thousand(options, cards("QsJdTh9cKs"), cards("5s4d3hAc2h"), chooses("SWITCH")), 200);
}

TEST(VirtualChoice, OpenCardsAloneAreKnownAndTheNeighbourIsOfThePair) {
    engine::TableView view;
    const auto lay = [&](const char* slot, const char* card) {
        view.slots[*engine::Slot::parse(slot)] = {engine::Sight::FACE_UP, engine::Card::parse(card)};
    };
    lay("X1.1", "9s");
    lay("X2.5", "Kd");
    lay("X3.2", "4c");
    view.slots[*engine::Slot::parse("X1.2")] = {engine::Sight::FACE_DOWN, {}};
    const auto seat = [](const char* text) { return *engine::Seat::parse(text); };
    EXPECT_EQ(cards_of(view, seat("X1")), (BoxCards{{1, *engine::Card::parse("9s")}}));
    EXPECT_EQ(cards_beside(view, seat("X1")), (BoxCards{{5, *engine::Card::parse("Kd")}}));
    EXPECT_EQ(cards_beside(view, seat("X2")), cards_of(view, seat("X1")));
    EXPECT_EQ(cards_beside(view, seat("X4")), (BoxCards{{2, *engine::Card::parse("4c")}}));
}

} // namespace
} // namespace studio::app
