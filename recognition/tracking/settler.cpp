#include "recognition/tracking/settler.h"

#include <algorithm>
#include <array>
#include <utility>

namespace recognition::tracking {

namespace {

bool agree(const SlotReading& a, const SlotReading& b) {
    return a.state == b.state && a.card == b.card;
}

bool same(const CardSettled& settled, const SlotReading& reading) {
    return settled.state == reading.state && settled.card == reading.card;
}

bool known_face(const std::optional<CardSettled>& settled) {
    return settled && settled->state == SlotState::FACE_UP;
}

// A face that is there and cannot be told, but if it had to be told would be the one that is settled, contradicts nothing.
bool leans_to(const CardSettled& settled, const SlotReading& reading) {
    return reading.state == SlotState::DOUBTFUL && !reading.guesses.empty() && reading.guesses.front().card == settled.card;
}

bool shows_face(const SlotReading& reading) {
    return reading.view == View::CLEAR && reading.state == SlotState::FACE_UP && reading.card;
}

// How often each card is seen face up, by Card::index().
using Copies = std::array<int, engine::cards_per_deck>;

Copies copies_in(std::span<const SlotReading> readings) {
    Copies seen{};
    for (const auto& reading : readings)
        if (shows_face(reading)) ++seen[static_cast<std::size_t>(reading.card->index())];
    return seen;
}

SlotReading doubted(SlotReading reading) {
    std::erase_if(reading.guesses, [&](const CardGuess& guess) { return guess.card == reading.card; });
    reading.guesses.insert(reading.guesses.begin(), {*reading.card, reading.confidence});
    reading.state = SlotState::DOUBTFUL;
    reading.card.reset();
    reading.reason = one_copy_too_many;
    return reading;
}

CardSettled settle(const SlotReading& reading, double confidence, std::uint64_t first_frame, std::uint64_t frame, CaptureTime at) {
    return {reading.slot, reading.state, reading.card, confidence, reading.guesses, reading.reason, first_frame, frame, at};
}

} // namespace

const char* text(SlotState state) {
    switch (state) {
    case SlotState::EMPTY: return "EMPTY";
    case SlotState::FACE_DOWN: return "FACE_DOWN";
    case SlotState::FACE_UP: return "FACE_UP";
    case SlotState::CUT_CARD: return "CUT_CARD";
    case SlotState::DOUBTFUL: return "DOUBTFUL";
    }
    return "?";
}

std::vector<CardSettled> Settler::observe(std::uint64_t frame, CaptureTime captured_at, std::span<const SlotReading> readings) {
    if (last_at_ && (captured_at <= *last_at_ || captured_at - *last_at_ > rule_.longest_gap)) {
        for (auto& [slot, watch] : slots_) {
            watch.run.reset();
            watch.unsure_since.reset();
        }
    }
    last_at_ = captured_at;
    std::vector<CardSettled> told;
    for (const auto& reading : with_the_deck(readings)) {
        if (auto settled = watch(slots_[reading.slot], frame, captured_at, reading)) told.push_back(std::move(*settled));
    }
    return told;
}

std::vector<SlotReading> Settler::with_the_deck(std::span<const SlotReading> readings) const {
    std::vector<SlotReading> out(readings.begin(), readings.end());
    if (decks_ == 0) return out;
    const auto seen = copies_in(readings);
    const auto copies = [&](engine::Card card) { return seen[static_cast<std::size_t>(card.index())]; };
    for (auto& reading : out) {
        if (shows_face(reading) && copies(*reading.card) > decks_)
            reading = doubted(std::move(reading));
        else if (reading.state == SlotState::DOUBTFUL)
            std::ranges::stable_partition(reading.guesses, [&](const CardGuess& guess) { return copies(guess.card) < decks_; });
    }
    return out;
}

// Counts the agreement and tells the state when it is new and long enough agreed upon.
std::optional<CardSettled> Settler::watch(Watch& watch, std::uint64_t frame, CaptureTime at, const SlotReading& reading) const {
    if (reading.view == View::COVERED || (reading.state == SlotState::FACE_UP) != reading.card.has_value()) {
        watch.run.reset();
        watch.unsure_since.reset();
        return std::nullopt;
    }
    if (watch.run && agree(watch.run->reading, reading)) {
        watch.run->reading = reading;
        watch.run->least_confidence = std::min(watch.run->least_confidence, reading.confidence);
        ++watch.run->frames;
    } else {
        watch.run = Run{reading, reading.confidence, 1, frame, at};
    }
    if (reading.state == SlotState::DOUBTFUL || !long_enough(watch, at)) return doubt(watch, frame, at, reading);
    watch.unsure_since.reset();
    if (watch.settled && same(*watch.settled, reading)) return std::nullopt;
    watch.settled = settle(reading, watch.run->least_confidence, watch.run->first_frame, frame, at);
    return watch.settled;
}

bool Settler::long_enough(const Watch& watch, CaptureTime at) const {
    const auto& run = *watch.run;
    const bool other_face = known_face(watch.settled) && run.reading.state == SlotState::FACE_UP && watch.settled->card != run.reading.card;
    return run.frames >= rule_.frames && at - run.since >= (other_face ? rule_.changed_face : rule_.least);
}

// The readings have not agreed on anything yet: asks the dealer when a face has been in clear view for too long like that.
std::optional<CardSettled> Settler::doubt(Watch& watch, std::uint64_t frame, CaptureTime at, const SlotReading& reading) const {
    const bool too_many = reading.reason == one_copy_too_many;
    if (watch.settled && (same(*watch.settled, reading) || (leans_to(*watch.settled, reading) && !too_many))) {
        if (reading.state == SlotState::DOUBTFUL) watch.unsure_since.reset();
        return std::nullopt;
    }
    if (!watch.unsure_since) {
        if (reading.state != SlotState::DOUBTFUL && reading.state != SlotState::FACE_UP) return std::nullopt;
        watch.unsure_since = at;
        watch.unsure_frame = frame;
        watch.unsure_frames = 0;
    }
    ++watch.unsure_frames;
    const auto patience = known_face(watch.settled) && !too_many ? rule_.known_doubtful : rule_.doubtful;
    if (watch.unsure_frames < rule_.frames || at - *watch.unsure_since < patience) return std::nullopt;
    if (watch.settled && watch.settled->state == SlotState::DOUBTFUL) return std::nullopt;
    auto question = reading;
    if (reading.state != SlotState::DOUBTFUL) {
        if (reading.card) question.guesses.insert(question.guesses.begin(), CardGuess{*reading.card, reading.confidence});
        question.reason = "the readings do not agree";
    }
    question.state = SlotState::DOUBTFUL;
    question.card.reset();
    watch.settled = settle(question, reading.confidence, watch.unsure_frame, frame, at);
    return watch.settled;
}

std::vector<CardSettled> Settler::restate() const {
    std::vector<CardSettled> all;
    for (const auto& [slot, watch] : slots_) {
        if (watch.settled) all.push_back(*watch.settled);
    }
    return all;
}

const CardSettled* Settler::settled(engine::Slot slot) const {
    const auto found = slots_.find(slot);
    return found == slots_.end() || !found->second.settled ? nullptr : &*found->second.settled;
}

} // namespace recognition::tracking
