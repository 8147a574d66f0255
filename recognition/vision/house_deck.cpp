#include "recognition/vision/house_deck.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
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
// An index by itself: the same two, from when on it is looked at again, and how many of the looks may be most like another card.
constexpr double index_alike = 0.88, index_margin = 0.06, index_worth_a_look = 0.7;
constexpr int looks_that_may_differ = 1;

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

std::size_t best_of(const Likeness& likeness) {
    return static_cast<std::size_t>(std::ranges::max_element(likeness) - likeness.begin());
}

// By how much the best card is more alike than any other.
double margin_of(const Likeness& likeness, std::size_t best) {
    double margin = 1;
    for (std::size_t card = 0; card < likeness.size(); ++card) {
        if (card != best) margin = std::min(margin, likeness[best] - likeness[card]);
    }
    return margin;
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
        for (const auto& index : looks[i].indices)
            known.indices.insert(known.indices.end(), index.begin(), index.end());
        known.whole.read_as = std::move(looks[i].read_as);
        known.index.read_as = std::move(looks[i].index_read_as);
        known.enrolled = true;
    }
    for (const Twins& pair : twins(least_apart)) {
        for (const engine::Card card : {pair.one, pair.other})
            known_[static_cast<std::size_t>(card.index())].whole.has_twin = true;
    }
}

DeckMemory::Likeness DeckMemory::likeness_of_index(const cv::Mat& look) const {
    Likeness alike{};
    for (std::size_t card = 0; card < known_.size(); ++card) {
        for (const cv::Mat& index : known_[card].indices)
            alike[card] = std::max(alike[card], look.dot(index));
    }
    return alike;
}

bool DeckMemory::may_be_index(const cv::Mat& look) const {
    const Likeness alike = likeness_of_index(look);
    return alike[best_of(alike)] >= index_worth_a_look;
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
    const std::size_t best = best_of(sum);
    const double margin = margin_of(sum, best);
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

CardReading DeckMemory::read_index(std::span<const cv::Mat> looks) const {
    CardReading out;
    Likeness sum{};
    std::array<int, engine::cards_per_deck> best_in{}; // looks that are most like each card
    for (const cv::Mat& look : looks) {
        const Likeness alike = likeness_of_index(look);
        ++best_in[best_of(alike)];
        for (std::size_t card = 0; card < sum.size(); ++card)
            sum[card] += alike[card] / static_cast<double>(looks.size());
    }
    const std::size_t best = best_of(sum);
    if (sum[best] < index_worth_a_look) return out;
    const auto probable = probabilities(sum, of_corner);
    std::array<std::size_t, engine::cards_per_deck> order{};
    std::iota(order.begin(), order.end(), 0UZ);
    std::ranges::partial_sort(order, order.begin() + 3, std::greater{}, [&](std::size_t i) { return sum[i]; });
    for (std::size_t i = 0; i < 3; ++i)
        out.guesses.push_back({*engine::Card::from_index(static_cast<int>(order[i])), probable[order[i]]});
    out.margin = margin_of(sum, best);
    out.confidence = probable[best];
    out.reason = Reason::LOW_CONFIDENCE;
    out.witnesses = 1;
    const bool same = best_in[best] >= static_cast<int>(looks.size()) - looks_that_may_differ;
    if (!same || sum[best] < index_alike || out.margin < index_margin) return out;
    out.face = Face::FACE_UP;
    out.card = out.guesses.front().card;
    out.reason = Reason::NONE;
    return out;
}

CardReading DeckMemory::judge(const CardReading& networks, const CardReading& deck) const {
    return decide(networks, deck, &Known::whole);
}

CardReading DeckMemory::judge_index(const CardReading& networks, const CardReading& deck) const {
    // Little enough is seen that the deck must find the networks' card possible: of a print they do not know they read what it is like.
    const bool possible =
        networks.face != Face::FACE_UP || std::ranges::find(deck.guesses, *networks.card, &Guess::card) != deck.guesses.end();
    return possible ? decide(networks, deck, &Known::index) : doubtful(networks, deck);
}

CardReading DeckMemory::decide(const CardReading& networks, const CardReading& deck, Lesson Known::* part) const {
    const auto lesson = [&](engine::Card card) -> const Lesson& { return known_[static_cast<std::size_t>(card.index())].*part; };
    const auto known = [&](engine::Card card) -> const CardReading& { return lesson(card).read_as; };
    if (deck.face == Face::FACE_UP && lesson(*deck.card).has_twin) {
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
        const CardReading& then = (one.*part).read_as;
        return one.enrolled && then.face == Face::FACE_UP && then.card == networks.card &&
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
