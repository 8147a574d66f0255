// What a shoe's cards say of the shoe itself: that nobody shuffled it, and in which rounds cards left it that no camera has seen.
#pragma once

#include "engine/cards/card.h"

#include <string>
#include <utility>
#include <vector>

namespace engine {

// As which card it left the shoe (from 1), and its face.
using NumberedFace = std::pair<int, Card>;

// Whether these faces, in the order in which they left the shoe, run as a factory packs a deck: from card to card the suit stays and the
// rank goes up or down by as many as have left the shoe. Two pairs may break the run, where one suit ends and the next begins. Ten faces of
// a shuffled shoe do so once in 200 million shoes. False for fewer than four faces: they prove nothing. (procedures: UNSHUFFLED_ORDER)
[[nodiscard]] bool in_factory_order(std::vector<NumberedFace> faces);

// How many cards more the shoe's own reader had counted at the end of a round than the table had taken.
struct ShoeGap {
    std::string round_id;
    int cards = 0;
    friend bool operator==(const ShoeGap&, const ShoeGap&) = default;
};

// The rounds in which cards got lost that never turned up again; a gap that closes later was a card on its way. (procedures: MISSING_CARDS)
[[nodiscard]] std::vector<std::string> rounds_of_missing_cards(const std::vector<ShoeGap>& gaps);

} // namespace engine
