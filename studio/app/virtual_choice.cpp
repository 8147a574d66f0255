#include "studio/app/virtual_choice.h"

#include "engine/poker/hand_rank.h"

#include <algorithm>

namespace studio::app {

namespace {

using engine::DecisionOption;
using engine::poker::Category;

constexpr int last_place = 5; // of the card that a switch exchanges

const DecisionOption* find(const std::vector<DecisionOption>& options, std::string_view choice) {
    const auto found = std::ranges::find(options, choice, &DecisionOption::choice);
    return found == options.end() ? nullptr : &*found;
}

engine::poker::HandRank rank(const BoxCards& cards) {
    std::vector<engine::Card> hand;
    for (const auto& [place, card] : cards)
        hand.push_back(card);
    return hand.size() == 5 || hand.size() == 6 ? engine::poker::rank_of(hand) : engine::poker::HandRank();
}

// Places whose rank no other card has: what a pair or three of a kind would throw away, the lowest first.
std::vector<int> loose(const BoxCards& cards) {
    std::vector<std::pair<engine::Card, int>> single;
    for (const auto& [place, card] : cards) {
        const auto same = std::ranges::count_if(cards, [&](const auto& one) { return one.second.rank == card.rank; });
        if (same == 1) single.emplace_back(card, place);
    }
    std::ranges::sort(single);
    std::vector<int> places;
    for (const auto& [card, place] : single)
        places.push_back(place);
    return places;
}

// As many of the box's cards as the option takes.
std::vector<int> any_places(const DecisionOption& option, const BoxCards& cards, std::mt19937_64& random) {
    std::vector<int> places;
    for (const auto& [place, card] : cards)
        places.push_back(place);
    for (std::size_t i = places.size(); i > 1; --i)
        std::swap(places[i - 1], places[random() % i]);
    const auto least = static_cast<std::size_t>(option.least_cards), most = static_cast<std::size_t>(option.most_cards);
    places.resize(std::min(places.size(), least + random() % (most - least + 1)));
    std::ranges::sort(places);
    return places;
}

Wish wish(const DecisionOption& option, const BoxCards& cards, std::mt19937_64& random) {
    Wish out{option.choice, {}, {}};
    if (option.most_cards > 0) out.cards = any_places(option, cards, random);
    if (option.least && option.most) {
        const auto room = static_cast<std::uint64_t>(option.most->minor - option.least->minor) + 1;
        out.amount = engine::Money{option.least->minor + static_cast<std::int64_t>(random() % room), option.least->currency};
    }
    return out;
}

// Better for the two hands together.
bool switch_is_better(const BoxCards& cards, const BoxCards& beside) {
    if (!cards.contains(last_place) || !beside.contains(last_place)) return false;
    auto one = cards, other = beside;
    std::swap(one.at(last_place), other.at(last_place));
    return rank(one).place() + rank(other).place() > rank(cards).place() + rank(beside).place();
}

// A pair or better with cards to spare throws the spare ones away, as many as may go.
std::optional<Wish> improve(const std::vector<DecisionOption>& options, const BoxCards& cards, std::mt19937_64& random) {
    const auto category = rank(cards).category();
    const auto* exchange = find(options, "EXCHANGE");
    const auto* sixth = find(options, "BUY_CARD");
    auto spare = loose(cards);
    if (sixth != nullptr && category >= Category::THREE && category <= Category::FLUSH && random() % 3 == 0)
        return Wish{"BUY_CARD", {}, {}};
    if (exchange == nullptr || category != Category::PAIR || random() % 2 == 0) return std::nullopt;
    spare.resize(std::min(spare.size(), static_cast<std::size_t>(exchange->most_cards)));
    if (spare.size() < static_cast<std::size_t>(exchange->least_cards)) return std::nullopt;
    std::ranges::sort(spare);
    return Wish{"EXCHANGE", spare, {}};
}

} // namespace

BoxCards cards_of(const engine::TableView& view, const engine::Seat& box) {
    BoxCards cards;
    for (const auto& [slot, seen] : view.slots)
        if (slot.seat == box && seen.card) cards[slot.index] = *seen.card;
    return cards;
}

BoxCards cards_beside(const engine::TableView& view, const engine::Seat& box) {
    return cards_of(view, {box.kind, static_cast<std::uint8_t>(box.number % 2 == 1 ? box.number + 1 : box.number - 1)});
}

Wish choose(const std::vector<DecisionOption>& options, const BoxCards& cards, const BoxCards& beside, std::mt19937_64& random) {
    if (random() % 3 == 0) return wish(options[random() % options.size()], cards, random);
    if (find(options, "SWITCH") != nullptr && switch_is_better(cards, beside)) return {"SWITCH", {}, {}};
    if (auto better = improve(options, cards, random)) return *better;
    const auto hand = rank(cards);
    const auto takes = [&]() -> const char* {
        if (find(options, "BUY_GAME") != nullptr) return hand.category() >= Category::STRAIGHT ? "BUY_GAME" : "TAKE_ANTE";
        if (find(options, "INSURE") != nullptr && random() % 2 == 0) return "INSURE";
        if (find(options, "BET") != nullptr) return hand.qualifies() ? "BET" : "FOLD";
        return "STAND";
    }();
    const auto* option = find(options, takes);
    return wish(option == nullptr ? options.front() : *option, cards, random);
}

} // namespace studio::app
