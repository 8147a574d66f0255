#include "engine/pok_deng/hand_value.h"

#include <algorithm>

namespace engine::pok_deng {

namespace {

bool is_picture(const Card& card) {
    return card.rank >= Rank::JACK && card.rank <= Rank::KING;
}
bool has(const Hand& hand, Rank rank) {
    return hand[0].rank == rank || hand[1].rank == rank;
}

// PD-9: only these pairs are special; 4-4 is an 8, 2-2 a 4, and so on.
bool makes_special_pair(Rank rank) {
    return rank == Rank::ACE || rank == Rank::FIVE || rank == Rank::SIX || rank == Rank::TEN;
}

} // namespace

std::string HandValue::text() const {
    auto whole = std::to_string(tenths / 10);
    return tenths % 10 == 0 ? whole : whole + "." + std::to_string(tenths % 10);
}

int card_points(const Card& card) {
    if (card.rank == Rank::ACE) return 1;
    return card.rank >= Rank::TEN ? 0 : static_cast<int>(card.rank);
}

bool is_flush(const Hand& hand) {
    return hand[0].suit == hand[1].suit;
}
bool is_pair(const Hand& hand) {
    return hand[0].rank == hand[1].rank;
}

// First match wins, in the order of the table (rules 1.2).
HandValue value_of(const Hand& hand) {
    const auto pictures = std::ranges::count_if(hand, is_picture);
    const int sum = (card_points(hand[0]) + card_points(hand[1])) % 10;
    if (is_flush(hand) && has(hand, Rank::ACE) && has(hand, Rank::KING)) return ak_flush;
    if (is_pair(hand) && makes_special_pair(hand[0].rank)) return special_pair; // PD-12: 10-10 is here, not among the pictures
    if (pictures == 2) return two_pictures;                                     // PD-11: suited or not; PD-9: J-J, Q-Q, K-K too
    if (pictures == 1 && has(hand, Rank::TEN)) return one_picture;              // PD-11: 7.2 even when suited
    if (is_flush(hand) && pictures == 0 && sum == 0) return flush_of_zero;      // PD-11: two cards that are not pictures
    return points(sum);
}

// PD-7: not the special values alone; a plain flush or pair doubles as well, on both sides.
bool doubles(const Hand& hand) {
    return is_flush(hand) || is_pair(hand) || value_of(hand).special();
}

} // namespace engine::pok_deng
