// Enrolled house decks on disk: DECK.toml, and beside it DECK.png with every card as its camera saw it.
#pragma once

#include "recognition/vision/house_deck.h"

#include <filesystem>
#include <memory>

namespace recognition::app {

// Throws CaptureError naming the file and what is wrong: a key, a picture that is missing, of another size, or not the one that was
// enrolled.
[[nodiscard]] std::shared_ptr<const HouseDeck> read_deck(const std::filesystem::path& file);

// `deck` must hold 52 cards, each once. Throws CaptureError when a file cannot be written.
void write_deck(const HouseDeck& deck, const std::filesystem::path& file);

} // namespace recognition::app
