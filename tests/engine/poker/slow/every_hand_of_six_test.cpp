// Every hand of six cards: counted by category and compared with the slow ranker.
#include "tests/engine/poker/every_hand.h"

namespace engine::poker {
namespace {

TEST(EveryHand, OfSixCards) { // rules 6.1
    const auto counted = count_hands(6);
    EXPECT_EQ(counted.wrong, 0) << counted.first_wrong;
    EXPECT_EQ(counted.hands, 20'358'520);
    EXPECT_EQ(counted.primary, (std::array<std::int64_t, category_count>{5'322'480, 1'290'420, 9'730'740, 2'532'816, 732'160, 361'620,
                                                                         205'792, 165'984, 14'664, 1'656, 188}));
    EXPECT_EQ(counted.classes, 6075);
    using enum Category;
    EXPECT_EQ(counted.pairs,
              (PairCounts{{{PAIR, ACE_KING}, 1'249'680},     {{TWO_PAIR, ACE_KING}, 158'400}, {{TWO_PAIR, TWO_PAIR}, 61'776},
                          {{THREE, ACE_KING}, 56'320},       {{STRAIGHT, ACE_KING}, 4'020},   {{STRAIGHT, STRAIGHT}, 112'380},
                          {{FLUSH, ACE_KING}, 7'704},        {{FLUSH, PAIR}, 76'620},         {{FLUSH, STRAIGHT}, 4'152},
                          {{FLUSH, FLUSH}, 6'580},           {{FULL_HOUSE, ACE_KING}, 4'224}, {{FULL_HOUSE, FULL_HOUSE}, 1'248},
                          {{FOUR, ACE_KING}, 528},           {{FOUR, FULL_HOUSE}, 936},       {{STRAIGHT_FLUSH, ACE_KING}, 12},
                          {{STRAIGHT_FLUSH, STRAIGHT}, 744}, {{STRAIGHT_FLUSH, FLUSH}, 220},  {{STRAIGHT_FLUSH, STRAIGHT_FLUSH}, 32},
                          {{ROYAL_FLUSH, STRAIGHT}, 72},     {{ROYAL_FLUSH, FLUSH}, 28},      {{ROYAL_FLUSH, STRAIGHT_FLUSH}, 4}}));
}

} // namespace
} // namespace engine::poker
