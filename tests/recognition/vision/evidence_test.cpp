#include "recognition/vision/evidence.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace recognition {
namespace {

engine::Card card(const char* text) {
    return *engine::Card::parse(text);
}

// `p` on one class, the rest spread evenly.
std::vector<double> mostly(std::size_t classes, std::size_t best, double p) {
    std::vector<double> out(classes, (1 - p) / static_cast<double>(classes - 1));
    out[best] = p;
    return out;
}

CornerEvidence corner(const char* text, double p) {
    const auto index = static_cast<std::size_t>(card(text).index());
    return {.rank = mostly(14, index / 4, p), .suit = mostly(5, index % 4, p)};
}

CornerEvidence no_corner() {
    return {.rank = mostly(14, 13, 0.99), .suit = mostly(5, 4, 0.99)};
}

std::vector<double> face(const char* text, double p) {
    return mostly(55, static_cast<std::size_t>(card(text).index()), p);
}

TEST(Evidence, three_agreeing_witnesses_answer) {
    const CardReading reading = judge({{corner("Td", 0.99), corner("Td", 0.99)}, face("Td", 0.99)});
    EXPECT_EQ(reading.face, Face::FACE_UP);
    EXPECT_EQ(reading.card, card("Td"));
    EXPECT_EQ(reading.reason, Reason::NONE);
    EXPECT_GT(reading.confidence, 0.99);
    EXPECT_GT(reading.margin, 0.9);
}

TEST(Evidence, one_covered_corner_is_enough_when_the_face_agrees) {
    EXPECT_EQ(judge({{no_corner(), corner("8c", 0.99)}, face("8c", 0.95)}).card, card("8c"));
}

TEST(Evidence, corners_that_disagree_are_a_question) {
    const CardReading reading = judge({{corner("3h", 0.98), corner("5h", 0.98)}, face("3h", 0.98)});
    EXPECT_EQ(reading.face, Face::DOUBTFUL);
    EXPECT_FALSE(reading.card.has_value());
    EXPECT_EQ(reading.reason, Reason::CORNERS_DISAGREE);
    ASSERT_FALSE(reading.guesses.empty());
    EXPECT_EQ(reading.guesses.front().card, card("3h"));
}

TEST(Evidence, a_sure_face_stops_two_agreeing_corners) {
    const CardReading reading = judge({{corner("7s", 0.98), corner("7s", 0.98)}, face("7c", 0.98)});
    EXPECT_FALSE(reading.card.has_value());
    EXPECT_EQ(reading.reason, Reason::FACE_DISAGREES);
}

TEST(Evidence, the_confused_pairs_are_never_answered_from_one_witness) {
    for (const auto& [one, other] : {std::pair{"3h", "8h"}, {"5h", "6h"}, {"6d", "6h"}, {"8c", "8s"}, {"Td", "7d"}, {"Kc", "Ks"}}) {
        EXPECT_FALSE(judge({{corner(one, 0.99), no_corner()}, face(other, 0.9)}).card.has_value()) << one << other;
        EXPECT_FALSE(judge({{corner(one, 0.99), corner(other, 0.9)}, mostly(55, 54, 0.9)}).card.has_value()) << one << other;
        EXPECT_FALSE(judge({{corner(one, 0.999), no_corner()}, mostly(55, 54, 0.99)}).card.has_value()) << one;
    }
}

TEST(Evidence, two_corners_need_a_face_that_finds_their_card_possible) {
    std::vector<double> courts(55, 0.0);
    for (const char* text : {"Jh", "Qh", "Kh"})
        courts[static_cast<std::size_t>(card(text).index())] = 1.0 / 3;
    const CardReading reading = judge({{corner("8h", 0.99), corner("8h", 0.99)}, courts});
    EXPECT_FALSE(reading.card.has_value());
}

TEST(Evidence, low_probabilities_are_doubt) {
    const CardReading reading = judge({{corner("9d", 0.3), corner("9d", 0.3)}, face("9d", 0.3)});
    EXPECT_EQ(reading.face, Face::DOUBTFUL);
    EXPECT_EQ(reading.reason, Reason::LOW_CONFIDENCE);
}

TEST(Evidence, backs_and_cut_cards_show_no_index) {
    EXPECT_EQ(judge({{no_corner(), no_corner()}, mostly(55, 52, 0.9)}).face, Face::FACE_DOWN);
    EXPECT_EQ(judge({{no_corner(), no_corner()}, mostly(55, 53, 0.9)}).face, Face::CUT_CARD);
    EXPECT_EQ(judge({{corner("As", 0.99), no_corner()}, mostly(55, 52, 0.9)}).face, Face::DOUBTFUL);
}

TEST(Evidence, nothing_is_doubt_without_guesses) {
    const Evidence evidence{{no_corner(), no_corner()}, mostly(55, 54, 0.99)};
    EXPECT_TRUE(is_nothing(evidence));
    const CardReading reading = judge(evidence);
    EXPECT_EQ(reading.reason, Reason::UNKNOWN);
    EXPECT_TRUE(reading.guesses.empty());
}

TEST(Evidence, the_mean_of_looks) {
    const Evidence a{{corner("As", 0.9), no_corner()}, face("As", 0.8)}, b{{corner("As", 0.7), no_corner()}, face("As", 0.6)};
    const std::vector<Evidence> looks{a, b};
    const Evidence mean = mean_of(looks);
    EXPECT_NEAR(mean.corners[0].rank[12], 0.8, 1e-9);
    EXPECT_NEAR(mean.face[static_cast<std::size_t>(card("As").index())], 0.7, 1e-9);
}

TEST(Evidence, an_index_alone_answers_when_every_look_names_it) {
    const std::vector<CornerEvidence> sure(5, corner("9h", 0.995));
    EXPECT_EQ(judge_index(sure).card, card("9h"));
    EXPECT_EQ(judge_index(sure).witnesses, 1);
    std::vector<CornerEvidence> mixed = sure;
    mixed[3] = corner("6h", 0.6);
    EXPECT_FALSE(judge_index(mixed).card.has_value());
    EXPECT_EQ(judge_index(mixed).guesses.front().card, card("9h"));
    const std::vector<CornerEvidence> nothing(3, no_corner());
    EXPECT_EQ(judge_index(nothing).reason, Reason::UNKNOWN);
    EXPECT_TRUE(judge_index(nothing).guesses.empty());
}

TEST(Evidence, confidence_follows_the_calibration) {
    const Evidence evidence{{corner("Td", 0.9), corner("Td", 0.9)}, face("Td", 0.9)};
    Calibration doubtful;
    doubtful.card = {.offset = -3, .slope = 0.5, .threshold = 0.99};
    const CardReading plain = judge(evidence), careful = judge(evidence, doubtful);
    EXPECT_EQ(plain.face, Face::FACE_UP);
    EXPECT_EQ(careful.face, Face::DOUBTFUL);
    EXPECT_LT(careful.confidence, plain.confidence);
    EXPECT_EQ(careful.guesses.front().confidence, careful.confidence);
    EXPECT_EQ(careful.witnesses, 3);
}

} // namespace
} // namespace recognition
