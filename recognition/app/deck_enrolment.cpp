#include "recognition/app/deck_enrolment.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace recognition::app {

namespace {

using engine::Card;

bool is_sure(const CardReading& reading) {
    return reading.face == Face::FACE_UP && reading.card;
}

std::string count_fault(std::size_t shown) {
    return std::to_string(shown) + (shown == 1 ? " card was" : " cards were") + " shown, a deck has " +
           std::to_string(engine::cards_per_deck);
}

std::vector<std::string> faults_of_set(std::span<const Card> cards, std::span<const Show> shows) {
    std::map<Card, std::vector<std::string>> seen;
    for (std::size_t i = 0; i < cards.size(); ++i)
        seen[cards[i]].push_back(i < shows.size() ? shows[i].where : "place " + std::to_string(i + 1));
    std::vector<std::string> faults;
    for (const Card card : engine::full_deck()) {
        const auto found = seen.find(card);
        if (found == seen.end()) {
            faults.push_back(card.text() + " is missing");
        } else if (found->second.size() > 1) {
            std::string line = card.text() + " is there " + std::to_string(found->second.size()) + " times:";
            for (const auto& where : found->second)
                line += " " + where + ";";
            line.pop_back();
            faults.push_back(line);
        }
    }
    return faults;
}

Naming by_order(std::span<const Show> shows, std::span<const Card> order, Trust trust) {
    Naming out{.cards = {order.begin(), order.end()}, .faults = faults_of_set(order, {}), .notes = {}};
    for (auto& fault : out.faults)
        fault = "the order: " + fault;
    for (std::size_t i = 0; i < shows.size() && i < order.size() && trust == Trust::BOTH_MUST_AGREE; ++i) {
        if (is_sure(shows[i].reading) && *shows[i].reading.card != order[i])
            out.faults.push_back(shows[i].where + ": the order says " + order[i].text() + ", it is read as " +
                                 shows[i].reading.card->text());
    }
    return out;
}

// The only card left that a show's guesses allow, when no other open show's guesses allow it too.
std::optional<Card> only_guess(const std::map<std::size_t, std::set<Card>>& possible, std::size_t show) {
    const auto& mine = possible.at(show);
    if (mine.size() != 1) return std::nullopt;
    const bool wanted =
        std::ranges::any_of(possible, [&](const auto& other) { return other.first != show && other.second.contains(*mine.begin()); });
    return wanted ? std::nullopt : std::optional(*mine.begin());
}

// What is read surely is taken; what is left goes by elimination, one card at a time.
Naming by_reading(std::span<const Show> shows) {
    std::vector<std::optional<Card>> named(shows.size());
    std::set<Card> left(engine::full_deck().begin(), engine::full_deck().end());
    std::set<std::size_t> open;
    std::vector<Card> sure;
    std::vector<Show> sure_shows;
    for (std::size_t i = 0; i < shows.size(); ++i) {
        if (!is_sure(shows[i].reading)) {
            open.insert(i);
            continue;
        }
        named[i] = shows[i].reading.card;
        left.erase(*named[i]);
        sure.push_back(*named[i]);
        sure_shows.push_back({shows[i].where, {}, {}});
    }
    Naming out;
    for (const auto& fault : faults_of_set(sure, sure_shows)) {
        if (!fault.ends_with(" is missing")) out.faults.push_back(fault);
    }
    for (bool progress = true; progress && !open.empty();) {
        progress = false;
        std::map<std::size_t, std::set<Card>> possible;
        for (const auto show : open) {
            possible[show]; // nobody guesses at it: it waits until only one card is left
            for (const Guess& guess : shows[show].reading.guesses) {
                if (guess.confidence > 0.1 && left.contains(guess.card)) possible[show].insert(guess.card);
            }
            if (open.size() == 1) possible[show] = left;
        }
        for (const auto show : std::set(open)) {
            const auto card = only_guess(possible, show);
            if (!card || !left.contains(*card)) continue;
            named[show] = *card;
            out.notes.push_back(shows[show].where + ": " + card->text() + ", by elimination");
            left.erase(*card);
            open.erase(show);
            progress = true;
        }
    }
    for (const auto show : open)
        out.faults.push_back(shows[show].where + ": cannot be told; give the order in which the cards are shown");
    if (!out.faults.empty()) return out;
    for (const auto& card : named)
        out.cards.push_back(*card);
    out.faults = faults_of_set(out.cards, shows);
    return out;
}

} // namespace

std::vector<Card> factory_order() {
    std::vector<Card> out;
    const auto suit = [&](engine::Suit of, bool up) {
        for (int i = 0; i < 13; ++i) {
            const int pips = up ? i + 1 : 13 - i; // ace as one
            out.push_back({static_cast<engine::Rank>(pips == 1 ? 14 : pips), of});
        }
    };
    suit(engine::Suit::SPADES, true);
    suit(engine::Suit::DIAMONDS, true);
    suit(engine::Suit::CLUBS, false);
    suit(engine::Suit::HEARTS, false);
    return out;
}

Naming name_shows(std::span<const Show> shows, std::span<const Card> order, Trust trust) {
    Naming out = order.empty() ? by_reading(shows) : by_order(shows, order, trust);
    if (shows.size() != engine::cards_per_deck) out.faults.insert(out.faults.begin(), count_fault(shows.size()));
    if (!order.empty() && order.size() != shows.size() && shows.size() == engine::cards_per_deck)
        out.faults.push_back("the order names " + std::to_string(order.size()) + " cards");
    if (!out.faults.empty()) out.cards.clear();
    return out;
}

} // namespace recognition::app
