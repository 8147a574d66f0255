// Real cards, photographed: decks, rooms and cameras that training never saw. The folder is not part of the repository.
#include "recognition/vision/picture_reader.h"
#include "recognition/vision/slot_reader.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <optional>
#include <set>
#include <sstream>

namespace recognition {
namespace {

const std::filesystem::path folder = std::filesystem::path(STUDIO_SHARED_DIR) / "cards";

#define SKIP_WITHOUT_PHOTOGRAPHS()                                                                                                         \
    if (!std::filesystem::exists(folder / "photos" / "labels.csv")) GTEST_SKIP() << "skipped: no photographs at ../shared/cards"

struct Photograph {
    std::string file;
    std::vector<std::string> cards;
    std::vector<std::optional<Quad>> quads; // aligned with cards, or empty
};

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

// "[[[x,y],...],null,...]": four points or null for each card.
std::vector<std::optional<Quad>> quads_of(const std::string& text) {
    std::vector<std::optional<Quad>> out;
    std::vector<float> numbers;
    for (std::size_t i = 0; i < text.size();) {
        if (text.compare(i, 4, "null") == 0) {
            out.emplace_back();
            i += 4;
        } else if (std::isdigit(static_cast<unsigned char>(text[i])) != 0 || text[i] == '-') {
            std::size_t length = 0;
            numbers.push_back(std::stof(text.substr(i, 12), &length));
            i += length;
            if (numbers.size() == 8) {
                out.push_back(
                    Quad{{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}, {numbers[4], numbers[5]}, {numbers[6], numbers[7]}}});
                numbers.clear();
            }
        } else {
            ++i;
        }
    }
    return out;
}

std::vector<Photograph> photographs() {
    std::ifstream file(folder / "photos" / "labels.csv");
    std::vector<Photograph> out;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto columns = fields(line);
        Photograph photograph{columns[0], {}, quads_of(columns[3])};
        std::istringstream words(columns[1]);
        for (std::string word; words >> word;)
            photograph.cards.push_back(word);
        // Its label says Ad; both indices that are to be seen are the ace of hearts'.
        if (photograph.file == "edjetf_IMG_2503.jpg") photograph.cards = {"Ah"};
        out.push_back(std::move(photograph));
    }
    return out;
}

cv::Mat picture_of(const Photograph& photograph) {
    return cv::imread((folder / "photos" / photograph.file).string());
}

struct Score {
    int right = 0, wrong = 0, missed = 0;
};

std::ostream& operator<<(std::ostream& out, const Score& score) {
    return out << score.right << " right, " << score.wrong << " wrong, " << score.missed << " without answer";
}

TEST(Photographs, cards_cut_out_upright_are_never_read_wrong) {
    SKIP_WITHOUT_PHOTOGRAPHS();
    const CardClassifier classifier(default_models());
    Score score;
    for (const Photograph& photograph : photographs()) {
        std::vector<Quad> quads;
        std::vector<std::string> cards;
        for (std::size_t i = 0; i < photograph.quads.size(); ++i) {
            if (!photograph.quads[i]) continue;
            quads.push_back(*photograph.quads[i]);
            cards.push_back(photograph.cards[i]);
        }
        if (quads.empty()) continue;
        const auto readings = classifier.read(picture_of(photograph), quads);
        for (std::size_t i = 0; i < quads.size(); ++i) {
            const auto& card = readings[i].card;
            if (!card) {
                ++score.missed;
            } else if (card->text() == cards[i]) {
                ++score.right;
            } else {
                ++score.wrong;
                ADD_FAILURE() << photograph.file << ": " << cards[i] << " read as " << card->text();
            }
        }
    }
    std::cout << "upright crops: " << score << "\n";
    EXPECT_EQ(score.right + score.wrong + score.missed, 577);
    EXPECT_EQ(score.wrong, 0);
    EXPECT_GE(score.right, 565);
}

// Every third picture, to keep the test short; the report reads all.
TEST(Photographs, whole_pictures) {
    SKIP_WITHOUT_PHOTOGRAPHS();
    const PictureReader reader(default_models());
    Score score;
    int number = 0;
    for (const Photograph& photograph : photographs()) {
        if (photograph.cards.empty() || ++number % 3 != 0) continue;
        std::multiset<std::string> left(photograph.cards.begin(), photograph.cards.end());
        for (const SeenCard& seen : reader.read(picture_of(photograph))) {
            if (!seen.reading.card) continue;
            const auto there = left.find(seen.reading.card->text());
            if (there == left.end()) {
                ++score.wrong;
                ADD_FAILURE() << photograph.file << ": " << seen.reading.card->text() << " is not there";
            } else {
                left.erase(there);
                ++score.right;
            }
        }
        score.missed += static_cast<int>(left.size());
    }
    std::cout << "whole pictures: " << score << "\n";
    EXPECT_EQ(score.wrong, 0);
    EXPECT_GE(score.right, 220);
}

TEST(Photographs, pictures_without_cards_have_none) {
    SKIP_WITHOUT_PHOTOGRAPHS();
    const PictureReader reader(default_models());
    int pictures = 0;
    for (const Photograph& photograph : photographs()) {
        if (!photograph.cards.empty()) continue;
        ++pictures;
        for (const SeenCard& seen : reader.read(picture_of(photograph))) {
            EXPECT_NE(seen.reading.face, Face::FACE_UP) << photograph.file << ": " << seen.reading.card->text();
        }
    }
    EXPECT_EQ(pictures, 40);
}

// The clip: what each slot holds, from its truth file. Lines are flat JSON objects of known form.
struct Change {
    int at_ms = 0;
    std::string slot, state;
};

std::string value_of(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\": ") + key.size() + 4;
    std::string out;
    for (std::size_t i = at; i < line.size() && line[i] != ',' && line[i] != '}'; ++i) {
        if (line[i] != '"' && line[i] != ' ') out += line[i];
    }
    return out;
}

std::vector<Change> changes() {
    std::ifstream file(folder / "clip" / "truth.jsonl");
    std::vector<Change> out;
    for (std::string line; std::getline(file, line);)
        out.push_back({std::stoi(value_of(line, "at_ms")), value_of(line, "slot"), value_of(line, "state")});
    return out;
}

std::map<std::string, Quad> slots_of_clip() {
    std::ifstream file(folder / "clip" / "layout.json");
    std::stringstream text;
    text << file.rdbuf();
    std::string json = text.str();
    json = json.substr(json.find("\"slots\""));
    std::map<std::string, Quad> out;
    std::size_t at = json.find('{');
    while ((at = json.find('"', at)) != std::string::npos) {
        const std::size_t end = json.find('"', at + 1), next = std::min(json.find('"', end + 1), json.size());
        const auto quads = quads_of(json.substr(end + 1, next - end - 1));
        if (quads.size() == 1 && quads[0]) out[json.substr(at + 1, end - at - 1)] = *quads[0];
        at = next;
    }
    return out;
}

std::string text_of(const CardReading& reading) {
    if (reading.card) return reading.card->text();
    switch (reading.face) {
    case Face::EMPTY: return "EMPTY";
    case Face::FACE_DOWN: return "BACK";
    case Face::CUT_CARD: return "CUT";
    default: return "doubtful";
    }
}

// Slots are judged when nothing happened to them for 0.6 s and nothing happens in the next 0.4 s; a hand may still pass over them.
TEST(Photographs, slots_of_the_clip) {
    SKIP_WITHOUT_PHOTOGRAPHS();
    const auto slots = slots_of_clip();
    ASSERT_EQ(slots.size(), 14U);
    std::vector<Quad> quads;
    std::map<std::string, std::string> state;
    std::map<std::string, int> since;
    for (const auto& [slot, quad] : slots)
        quads.push_back(quad), state[slot] = "EMPTY", since[slot] = -1000;
    const auto events = changes();
    SlotReader reader(default_models());
    cv::VideoCapture clip((folder / "clip" / "clip.mp4").string());
    cv::Mat frame;
    std::size_t done = 0;
    Score cards, others;
    for (int now = 0; clip.read(frame); now += 100) {
        for (; done < events.size() && events[done].at_ms <= now; ++done)
            state[events[done].slot] = events[done].state, since[events[done].slot] = now;
        const auto readings = reader.read(frame, quads);
        std::size_t i = 0;
        for (const auto& [slot, quad] : slots) {
            const CardReading& reading = readings[i++];
            const auto next =
                std::find_if(events.begin() + static_cast<long>(done), events.end(), [&](const Change& e) { return e.slot == slot; });
            if (now - since[slot] < 600 || (next != events.end() && next->at_ms - now <= 400)) continue;
            const std::string got = text_of(reading), &truth = state[slot];
            Score& score = truth.size() == 2 ? cards : others;
            ++(got == truth ? score.right : got == "doubtful" ? score.missed : score.wrong);
            if (reading.card && got != truth) ADD_FAILURE() << now << " ms, slot " << slot << ": " << truth << " read as " << got;
        }
    }
    std::cout << "clip, slots with a card facing up: " << cards << "; others: " << others << "\n";
    EXPECT_EQ(cards.wrong, 0);
    EXPECT_GE(cards.right, 20 * cards.missed);
    EXPECT_GE(others.right, 20 * (others.missed + others.wrong));
}

} // namespace
} // namespace recognition
