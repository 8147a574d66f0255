#include "recognition/vision/house_deck.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace recognition {
namespace {

// How likeness (a cosine) becomes a probability: a card that is less alike by `step` is e times less probable; what is less alike than
// `least` is more probably none of the deck's cards.
struct Scale {
    double step, least;
};
constexpr Scale of_face{.step = 0.02, .least = 0.5}, of_corner{.step = 0.02, .least = 0.6};

// The confidence that no fewer than three witnesses bring about.
constexpr double all_three = 0.99999;
// What networks and deck must each reach to answer together where neither does alone.
constexpr double nearly_sure = 0.95;
// All three parts together: how alike they must be on average, by how much more than any other card, and from when on one part objects.
constexpr double together_alike = 0.75, together_margin = 0.06, another_by = 0.03;

using Likeness = DeckMemory::Likeness;

// 52 probabilities and that of none.
std::array<double, engine::cards_per_deck + 1> probabilities(const Likeness& likeness, Scale scale) {
    std::array<double, engine::cards_per_deck + 1> out{};
    const double most = std::max(scale.least, *std::ranges::max_element(likeness));
    double sum = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double alike = i < likeness.size() ? likeness[i] : scale.least;
        sum += out[i] = std::exp((alike - most) / scale.step);
    }
    for (double& value : out)
        value /= sum;
    return out;
}

CornerEvidence corner_of(const Likeness& likeness) {
    const auto p = probabilities(likeness, of_corner);
    CornerEvidence out{.rank = std::vector<double>(14), .suit = std::vector<double>(5)};
    for (std::size_t card = 0; card < likeness.size(); ++card) {
        out.rank[card / 4] += p[card];
        out.suit[card % 4] += p[card];
    }
    out.rank.back() = out.suit.back() = p.back();
    return out;
}

cv::Mat mean_of(const std::vector<CardTraits>& looks, std::size_t part) {
    cv::Mat sum = looks.front()[part].clone();
    for (std::size_t i = 1; i < looks.size(); ++i)
        sum += looks[i][part];
    cv::normalize(sum, sum);
    return sum;
}

// The same misreading: it was known when the deck was enrolled that the networks see that in this card.
bool same(const CardReading& a, const CardReading& b) {
    return a.face == b.face && a.card == b.card;
}

CardReading doubtful(const CardReading& networks, const CardReading& deck) {
    CardReading out;
    out.reason = Reason::FACE_DISAGREES;
    out.guesses = deck.guesses;
    for (const Guess& guess : networks.guesses) {
        const bool there = std::ranges::find(out.guesses, guess.card, &Guess::card) != out.guesses.end();
        if (out.guesses.size() < 3 && !there) out.guesses.push_back(guess);
    }
    for (Guess& guess : out.guesses)
        guess.confidence /= 2; // each side is believed as much as the other
    if (!out.guesses.empty()) out.confidence = out.guesses.front().confidence;
    return out;
}

// Networks and deck each doubt, but both the same card, and each nearly surely: part of it is hidden from both.
std::optional<CardReading> agreed_in_doubt(const CardReading& networks, const CardReading& deck) {
    if (networks.face != Face::DOUBTFUL || networks.guesses.empty() || deck.guesses.empty()) return std::nullopt;
    const engine::Card card = deck.guesses.front().card;
    if (networks.guesses.front().card != card || std::min(networks.confidence, deck.confidence) < nearly_sure) return std::nullopt;
    CardReading out = networks.confidence > deck.confidence ? networks : deck;
    out.face = Face::FACE_UP;
    out.card = card;
    out.reason = Reason::NONE;
    return out;
}

Evidence evidence_of(const std::array<Likeness, 3>& alike) {
    const auto whole = probabilities(alike[2], of_face);
    Evidence out;
    out.corners = {corner_of(alike[0]), corner_of(alike[1])};
    out.face.resize(engine::cards_per_deck + 3);
    std::copy_n(whole.begin(), engine::cards_per_deck, out.face.begin());
    out.face.back() = whole.back();
    return out;
}

} // namespace

DeckMemory::DeckMemory(const HouseDeck& deck, std::vector<DeckLooks> looks) {
    if (looks.size() != deck.cards.size()) throw std::invalid_argument("DeckMemory needs looks at each card");
    for (std::size_t i = 0; i < deck.cards.size(); ++i) {
        if (looks[i].upright.empty() || looks[i].turned.empty()) throw std::invalid_argument("DeckMemory needs a look at each card");
        Known& known = known_[static_cast<std::size_t>(deck.cards[i].card.index())];
        known.corners = {mean_of(looks[i].upright, 0), mean_of(looks[i].upright, 1)};
        known.faces = {mean_of(looks[i].upright, 2), mean_of(looks[i].turned, 2)};
        known.read_as = std::move(looks[i].read_as);
        known.enrolled = true;
    }
    for (const Twins& pair : twins(least_apart)) {
        for (const engine::Card card : {pair.one, pair.other})
            known_[static_cast<std::size_t>(card.index())].has_twin = true;
    }
}

std::array<DeckMemory::Likeness, 3> DeckMemory::likeness(std::span<const cv::Mat, 3> traits) const {
    std::array<Likeness, 3> alike{};
    for (std::size_t card = 0; card < known_.size(); ++card) {
        const Known& known = known_[card];
        if (!known.enrolled) continue;
        for (std::size_t part = 0; part < 3; ++part) {
            const auto& two = part < 2 ? known.corners : known.faces;
            alike[part][card] = std::max(traits[part].dot(two[0]), traits[part].dot(two[1]));
        }
    }
    return alike;
}

Evidence DeckMemory::compare(std::span<const cv::Mat, 3> traits) const {
    return evidence_of(likeness(traits));
}

CardReading DeckMemory::read(std::span<const cv::Mat, 3> traits) const {
    const auto alike = likeness(traits);
    CardReading out = recognition::judge(evidence_of(alike));
    if (out.face == Face::FACE_UP) return out;
    Likeness sum{};
    for (std::size_t card = 0; card < sum.size(); ++card)
        sum[card] = (alike[0][card] + alike[1][card] + alike[2][card]) / 3;
    const auto best = static_cast<std::size_t>(std::ranges::max_element(sum) - sum.begin());
    double margin = 1;
    for (std::size_t card = 0; card < sum.size(); ++card) {
        if (card != best) margin = std::min(margin, sum[best] - sum[card]);
    }
    const auto clearly_another = [&](const Likeness& part) { return *std::ranges::max_element(part) - part[best] > another_by; };
    if (sum[best] < together_alike || margin < together_margin || std::ranges::any_of(alike, clearly_another)) return out;
    const engine::Card card = *engine::Card::from_index(static_cast<int>(best));
    out.face = Face::FACE_UP;
    out.card = card;
    out.reason = Reason::NONE;
    out.confidence = nearly_sure;
    out.margin = margin;
    out.guesses = {{card, nearly_sure}};
    return out;
}

CardReading DeckMemory::judge(const CardReading& networks, const CardReading& deck) const {
    const auto known = [&](engine::Card card) -> const CardReading& { return known_[static_cast<std::size_t>(card.index())].read_as; };
    if (deck.face == Face::FACE_UP && known_[static_cast<std::size_t>(deck.card->index())].has_twin) {
        // Which of the two it is only the networks may know.
        return networks.face == Face::FACE_UP && networks.card != deck.card ? doubtful(networks, deck) : networks;
    }
    if (deck.face == Face::FACE_UP) {
        const bool agreed = networks.face == Face::FACE_UP && networks.card == deck.card;
        if (agreed) return networks.confidence > deck.confidence ? networks : deck;
        if (networks.face == Face::DOUBTFUL) {
            const bool objects = !networks.guesses.empty() && networks.guesses.front().card != *deck.card && networks.confidence > 0.5;
            const CardReading& then = known(*deck.card);
            const bool did_then = !then.guesses.empty() && objects && then.guesses.front().card == networks.guesses.front().card;
            return !objects || did_then || deck.confidence > all_three ? deck : doubtful(networks, deck);
        }
        return same(known(*deck.card), networks) ? deck : doubtful(networks, deck);
    }
    if (networks.face != Face::FACE_UP) return agreed_in_doubt(networks, deck).value_or(networks);
    // The networks name a card that the deck is not sure of.
    const bool mistaken_before = std::ranges::any_of(known_, [&](const Known& one) {
        return one.enrolled && one.read_as.face == Face::FACE_UP && one.read_as.card == networks.card &&
               engine::Card::from_index(static_cast<int>(&one - known_.data())) != networks.card;
    });
    const bool deck_objects = !deck.guesses.empty() && deck.guesses.front().card != *networks.card && deck.confidence > 0.5;
    return mistaken_before || deck_objects ? doubtful(networks, deck) : networks;
}

double DeckMemory::apart(const Known& a, const Known& b) {
    const double face = 1 - a.faces[0].dot(b.faces[0]);
    const double corner = 1 - std::max(a.corners[0].dot(b.corners[0]), a.corners[0].dot(b.corners[1]));
    return std::max(face, corner);
}

std::vector<Twins> DeckMemory::twins(double least) const {
    std::vector<Twins> out;
    for (std::size_t a = 0; a < known_.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if (!known_[a].enrolled || !known_[b].enrolled) continue;
            const double distance = apart(known_[a], known_[b]);
            if (distance < least)
                out.push_back({*engine::Card::from_index(static_cast<int>(b)), *engine::Card::from_index(static_cast<int>(a)), distance});
        }
    }
    std::ranges::sort(out, {}, &Twins::distance);
    return out;
}

} // namespace recognition
