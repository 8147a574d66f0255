// A house deck that was shown once, and what it adds to the networks' reading. Values and pure rules; no I/O.
#pragma once

#include "recognition/vision/evidence.h"
#include "recognition/vision/reading.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace recognition {

// One card of an enrolled deck as its camera saw it, cut out upright: BGR, deck_card_width x deck_card_height px and on each side
// deck_card_margin px of what lay around it.
struct DeckCard {
    engine::Card card;
    cv::Mat picture;
};
inline constexpr int deck_card_width = 128, deck_card_height = 176, deck_card_margin = 12;

// 52 cards, each once, in any order.
struct HouseDeck {
    std::string name;
    std::vector<DeckCard> cards;
};

// What the networks make of one card before they name anything: their last layers but one, each of length 1, for both corners (the one at
// the quad's first corner first) and the whole face. Pictures of the same print lie close together in it whatever light and lens did, also
// for prints that were never trained on.
using CardTraits = std::array<cv::Mat, 3>; // 1 x n, float

// What the networks make of an enrolled card: looks that differ a little, either way up, and the reading; and of its indices by themselves,
// each as looks at one index cut out in one way (by the card's outline, by its ink).
struct DeckLooks {
    std::vector<CardTraits> upright, turned;
    CardReading read_as;
    std::vector<std::vector<cv::Mat>> indices{};
    CardReading index_read_as{};
};

// Cards that are closer than this are told when a deck is enrolled, and the deck does not answer for them.
inline constexpr double least_apart = 0.1;

// Two cards of a deck that the networks can hardly tell apart.
struct Twins {
    engine::Card one, other;
    double distance = 0; // by how much less alike the other is than the card itself, 0..1
};

// The deck's cards by their traits. Immutable after its making.
class DeckMemory {
public:
    // `looks[i]` is of deck.cards[i].
    DeckMemory(const HouseDeck& deck, std::vector<DeckLooks> looks);

    // Which of the 52 cards this is by the deck alone, in the form of networks' evidence: what is like no card of it is `none`.
    [[nodiscard]] Evidence compare(std::span<const cv::Mat, 3> traits) const;
    // The reading by the deck alone. Beside the rule of judge(), which wants two of index, index and face to name a card each by itself, a
    // card is answered when the three together leave no other and none of them is clearly another's.
    [[nodiscard]] CardReading read(std::span<const cv::Mat, 3> traits) const;
    // The reading that the networks and the deck allow together. The deck answers where the networks doubt; where they name another card
    // than the deck, that is believed only if they made the same mistake about that card when the deck was enrolled; everything else is
    // DOUBTFUL. For a card that has a twin the deck does not answer.
    [[nodiscard]] CardReading judge(const CardReading& networks, const CardReading& deck) const;
    // The same for an index by itself, from several looks at it: the deck answers only when all looks but one are most like one card, and
    // clearly so.
    [[nodiscard]] CardReading read_index(std::span<const cv::Mat> looks) const;
    [[nodiscard]] CardReading judge_index(const CardReading& networks, const CardReading& deck) const;
    // An index that may be one of the deck's: worth a second look.
    [[nodiscard]] bool may_be_index(const cv::Mat& look) const;
    // Pairs less than `least` apart, the closest first.
    [[nodiscard]] std::vector<Twins> twins(double least) const;

    // How alike something is to each card, by Card::index(); a cosine.
    using Likeness = std::array<double, engine::cards_per_deck>;

private:
    [[nodiscard]] std::array<Likeness, 3> likeness(std::span<const cv::Mat, 3> traits) const;
    [[nodiscard]] Likeness likeness_of_index(const cv::Mat& look) const;
    // What was learnt of the networks when the deck was enrolled, of whole cards or of indices by themselves.
    struct Lesson {
        CardReading read_as;
        bool has_twin = false; // of whole cards; what indices have in common shows in the margin
    };
    struct Known {
        std::array<cv::Mat, 2> corners, faces; // means of the looks; either way up
        std::vector<cv::Mat> indices;          // all looks at them: the nearest counts, which tells cards apart better than their mean
        Lesson whole, index;
        bool enrolled = false;
    };
    [[nodiscard]] CardReading decide(const CardReading& networks, const CardReading& deck, Lesson Known::* part) const;
    [[nodiscard]] static double apart(const Known& a, const Known& b);
    std::array<Known, engine::cards_per_deck> known_; // by Card::index()
};

} // namespace recognition
