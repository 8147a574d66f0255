#include "recognition/vision/evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include <opencv2/core.hpp>

namespace recognition {
namespace {

constexpr std::size_t rank_none = 13, suit_none = 4, face_back = 52, face_cut = 53, face_none = 54;
// A witness names a card when its probability is at least this.
constexpr double names = 0.5;
// A witness that names another card at least this surely stops the answer.
constexpr double objects = 0.5;
// Both indices have the same print: two corners alone agree on a mistake together (a national "B" looks like an 8). The face, where it sees
// a card at all, must find the answer at least this possible.
constexpr double supports = 0.03;
// What each witness is allowed to be wrong by itself: keeps one mistaken network from outvoting the other two.
constexpr double slip = 0.01;

struct Witness {
    std::array<double, engine::cards_per_deck> cards{};
    int best = 0;
    double best_probability = 0.0;
    double nothing = 0.0; // it sees no card face
};

void finish(Witness& witness) {
    const auto most = std::ranges::max_element(witness.cards);
    witness.best = static_cast<int>(most - witness.cards.begin());
    witness.best_probability = *most;
}

Witness witness_of(const CornerEvidence& corner) {
    Witness out;
    for (std::size_t rank = 0; rank < rank_none; ++rank) {
        for (std::size_t suit = 0; suit < suit_none; ++suit)
            out.cards[rank * 4 + suit] = corner.rank[rank] * corner.suit[suit];
    }
    out.nothing = std::max(corner.rank[rank_none], corner.suit[suit_none]);
    finish(out);
    return out;
}

Witness witness_of(const std::vector<double>& face) {
    Witness out;
    std::copy_n(face.begin(), out.cards.size(), out.cards.begin());
    out.nothing = face[face_back] + face[face_cut] + face[face_none];
    finish(out);
    return out;
}

// The probability that an answer of this fused probability is right.
double calibrated(double probability, const Confidence& line) {
    const double p = std::clamp(probability, 1e-9, 1 - 1e-9);
    return 1 / (1 + std::exp(-(line.offset + line.slope * std::log(p / (1 - p)))));
}

// Product of the three witnesses, each softened by `slip` and silent as far as it sees nothing.
std::array<double, engine::cards_per_deck> fused(const std::array<Witness, 3>& witnesses) {
    std::array<double, engine::cards_per_deck> out{};
    double sum = 0;
    for (std::size_t card = 0; card < out.size(); ++card) {
        double product = 1;
        for (const Witness& witness : witnesses) {
            product *= (1 - slip) * (witness.cards[card] + witness.nothing / engine::cards_per_deck) + slip / engine::cards_per_deck;
        }
        out[card] = product;
        sum += product;
    }
    for (double& value : out)
        value /= sum;
    return out;
}

Reason reason_of(const std::array<Witness, 3>& witnesses) {
    const Witness &first = witnesses[0], &second = witnesses[1], &face = witnesses[2];
    const auto names_card = [](const Witness& witness) { return witness.best_probability >= names; };
    if (names_card(first) && names_card(second) && first.best != second.best) return Reason::CORNERS_DISAGREE;
    for (const Witness* corner : {&first, &second}) {
        if (names_card(*corner) && names_card(face) && corner->best != face.best) return Reason::FACE_DISAGREES;
    }
    const int blind = static_cast<int>(std::ranges::count_if(witnesses, [](const Witness& witness) { return witness.nothing >= 0.5; }));
    if (blind == 3) return Reason::UNKNOWN;
    return blind > 0 ? Reason::OCCLUDED : Reason::LOW_CONFIDENCE;
}

} // namespace

bool is_nothing(const Evidence& evidence) {
    const Witness first = witness_of(evidence.corners[0]), second = witness_of(evidence.corners[1]);
    return first.nothing >= 0.6 && second.nothing >= 0.6 && evidence.face[face_none] >= 0.4;
}

Evidence mean_of(std::span<const Evidence> looks) {
    Evidence out = looks.front();
    const auto average = [&](auto&& field) {
        std::vector<double>& target = field(out);
        for (std::size_t i = 0; i < target.size(); ++i) {
            double sum = 0;
            for (const Evidence& look : looks)
                sum += field(look)[i];
            target[i] = sum / static_cast<double>(looks.size());
        }
    };
    for (const std::size_t corner : {0UZ, 1UZ}) {
        average([corner](auto& e) -> auto& { return e.corners[corner].rank; });
        average([corner](auto& e) -> auto& { return e.corners[corner].suit; });
    }
    average([](auto& e) -> auto& { return e.face; });
    for (std::size_t part = 0; part < out.traits.size(); ++part) {
        out.traits[part] = out.traits[part].clone();
        for (const Evidence& look : looks.subspan(1))
            out.traits[part] += look.traits[part];
        cv::normalize(out.traits[part], out.traits[part]);
    }
    return out;
}

CardReading judge_index(std::span<const CornerEvidence> looks, const Calibration& calibration) {
    CardReading reading;
    Witness mean;
    bool same = true;
    const int first = witness_of(looks.front()).best;
    for (const CornerEvidence& look : looks) {
        const Witness witness = witness_of(look);
        same = same && witness.best == first;
        for (std::size_t card = 0; card < mean.cards.size(); ++card)
            mean.cards[card] += witness.cards[card] / static_cast<double>(looks.size());
    }
    finish(mean);
    std::array<double, engine::cards_per_deck> rest = mean.cards;
    rest[static_cast<std::size_t>(mean.best)] = 0;
    reading.confidence = calibrated(mean.best_probability, calibration.index);
    reading.margin = std::max(0.0, reading.confidence - *std::ranges::max_element(rest));
    if (mean.best_probability < 0.3) return reading;
    reading.guesses.push_back({*engine::Card::from_index(mean.best), reading.confidence});
    reading.reason = Reason::LOW_CONFIDENCE;
    reading.witnesses = 1;
    if (!same || reading.confidence < calibration.index.threshold) return reading;
    reading.face = Face::FACE_UP;
    reading.card = engine::Card::from_index(mean.best);
    reading.reason = Reason::NONE;
    return reading;
}

CardReading judge(const Evidence& evidence, const Calibration& calibration) {
    const std::array<Witness, 3> witnesses{witness_of(evidence.corners[0]), witness_of(evidence.corners[1]), witness_of(evidence.face)};
    CardReading reading;
    const bool no_index = witnesses[0].nothing >= 0.5 && witnesses[1].nothing >= 0.5;
    for (const auto& [place, face] : {std::pair{face_back, Face::FACE_DOWN}, std::pair{face_cut, Face::CUT_CARD}}) {
        if (no_index && evidence.face[place] >= 0.6) {
            reading.face = face;
            reading.reason = Reason::NONE;
            reading.confidence = evidence.face[place];
            reading.margin = 2 * reading.confidence - 1;
            return reading;
        }
    }
    const auto cards = fused(witnesses);
    std::array<std::size_t, engine::cards_per_deck> order{};
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::partial_sort(order, order.begin() + 3, std::greater{}, [&](std::size_t i) { return cards[i]; });
    const int best = static_cast<int>(order[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        if (cards[order[i]] >= 0.01) reading.guesses.push_back({*engine::Card::from_index(static_cast<int>(order[i])), cards[order[i]]});
    }
    reading.confidence = calibrated(cards[order[0]], calibration.card);
    if (!reading.guesses.empty()) reading.guesses.front().confidence = reading.confidence;
    for (std::size_t i = 1; i < reading.guesses.size(); ++i)
        reading.guesses[i].confidence = std::min(reading.guesses[i].confidence, (1 - reading.confidence) / 2);
    reading.margin = std::max(0.0, reading.confidence - (reading.guesses.size() > 1 ? reading.guesses[1].confidence : 0.0));
    const auto agreeing = std::ranges::count_if(witnesses, [&](const Witness& w) { return w.best == best && w.best_probability >= names; });
    reading.witnesses = static_cast<int>(agreeing);
    const bool contradicted =
        std::ranges::any_of(witnesses, [&](const Witness& w) { return w.best != best && w.best_probability >= objects; });
    const bool supported = witnesses[2].nothing >= names || witnesses[2].cards[order[0]] >= supports;
    if (agreeing >= 2 && !contradicted && supported && reading.confidence >= calibration.card.threshold) {
        reading.face = Face::FACE_UP;
        reading.card = engine::Card::from_index(best);
        reading.reason = Reason::NONE;
        return reading;
    }
    reading.reason = reason_of(witnesses);
    if (reading.reason == Reason::UNKNOWN) reading.guesses.clear();
    return reading;
}

} // namespace recognition
