#include "recognition/app/deck_file.h"

#include "recognition/capture/document.h"
#include "recognition/capture/image_file.h"

#include <opencv2/imgcodecs.hpp>

#include <sodium.h>

#include <array>
#include <fstream>
#include <iterator>
#include <vector>

namespace recognition::app {

namespace {

using capture::CaptureError;

constexpr int cell_width = deck_card_width + 2 * deck_card_margin, cell_height = deck_card_height + 2 * deck_card_margin;
constexpr int columns = 13, rows = 4; // ranks from two to ace, suits c d h s

cv::Rect cell_of(engine::Card card) {
    return {card.index() / rows * cell_width, card.index() % rows * cell_height, cell_width, cell_height};
}

std::string sha256_of(const std::vector<unsigned char>& bytes) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), bytes.data(), bytes.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    return text.data();
}

std::vector<unsigned char> bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct DeckKeys {
    std::string name, picture, sha256;
};

// Every key a deck's file may have.
const capture::Setters<DeckKeys>& setters() {
    static const capture::Setters<DeckKeys> all{
        {"name", [](auto& keys, const auto& document, const auto& value) { keys.name = word(document, "name", value); }},
        {"picture", [](auto& keys, const auto& document, const auto& value) { keys.picture = word(document, "picture", value); }},
        {"sha256", [](auto& keys, const auto& document, const auto& value) { keys.sha256 = word(document, "sha256", value); }},
    };
    return all;
}

} // namespace

std::shared_ptr<const HouseDeck> read_deck(const std::filesystem::path& file) {
    const auto document = capture::read_document(file, "a deck");
    auto deck = std::make_shared<HouseDeck>();
    DeckKeys keys;
    read_keys(keys, document, setters(), {"picture"});
    deck->name = keys.name;
    const auto picture = file.parent_path() / keys.picture;
    const auto sheet = capture::read_image(picture);
    if (sha256_of(bytes_of(picture)) != keys.sha256) throw CaptureError(picture.string() + ": is not the picture that was enrolled");
    if (sheet.size() != cv::Size(columns * cell_width, rows * cell_height))
        throw CaptureError(picture.string() + ": is no sheet of 52 cards");
    for (const auto& card : engine::full_deck())
        deck->cards.push_back({card, sheet(cell_of(card)).clone()});
    return deck;
}

void write_deck(const HouseDeck& deck, const std::filesystem::path& file) {
    cv::Mat sheet(rows * cell_height, columns * cell_width, CV_8UC3, cv::Scalar::all(0));
    for (const auto& card : deck.cards)
        card.picture.copyTo(sheet(cell_of(card.card)));
    auto picture = file;
    picture.replace_extension(".png");
    std::vector<unsigned char> png;
    cv::imencode(".png", sheet, png);
    std::ofstream(picture, std::ios::binary).write(std::string(png.begin(), png.end()).data(), static_cast<std::streamsize>(png.size()));
    if (bytes_of(picture) != png) throw CaptureError(picture.string() + ": cannot be written");
    std::ofstream out(file);
    out << "# An enrolled deck: each card as its camera saw it, by rank and suit. Made by studio enrol.\nname = \"" << deck.name
        << "\"\npicture = \"" << picture.filename().string() << "\"\nsha256 = \"" << sha256_of(png) << "\"\n";
    out.flush();
    if (!out) throw CaptureError(file.string() + ": cannot be written");
}

} // namespace recognition::app
