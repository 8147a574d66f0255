// Fans on the virtual table read by the real networks: of each card but the last only the index is to be seen.
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"
#include "recognition/vision/picture_reader.h"
#include "recognition/vision/slot_reader.h"

#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <set>

namespace recognition::app {
namespace {

using capture::Light;
using capture::Side;
using std::chrono::milliseconds;

const char* const fan_layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/russian_poker.toml";

struct Count {
    int right = 0, wrong = 0, unanswered = 0;
};

std::ostream& operator<<(std::ostream& out, const Count& count) {
    return out << count.right << " right, " << count.wrong << " wrong, " << count.unanswered << " without answer";
}

class Fans : public testing::Test {
protected:
    void SetUp() override {
        cv::setNumThreads(1);
        layout = capture::read_layout(fan_layout);
    }

    capture::VirtualTable table_of(Light light, const std::string& faces, std::uint64_t seed) const {
        capture::VirtualTableOptions look;
        look.light = light;
        look.faces = faces;
        look.seed = seed;
        return {layout, look};
    }

    // Cards of one shuffled deck to the boxes, `cards` to each.
    static void deal(capture::VirtualTable& table, int cards, std::uint64_t seed) {
        std::vector<engine::Card> deck(engine::full_deck().begin(), engine::full_deck().end());
        std::mt19937_64 random(seed);
        std::ranges::shuffle(deck, random);
        for (const auto& place : table.layout().slots) {
            if (place.slot.seat.kind != engine::SeatKind::BOX || place.slot.index > cards) continue;
            table.put(place.slot, deck.back(), Side::FACE_UP);
            deck.pop_back();
        }
    }

    tracking::TableLayout layout;
};

TEST_F(Fans, a_fan_is_read_by_its_slots) {
    Count count;
    std::uint64_t seed = 0;
    for (const auto& [light, faces] : {std::pair{Light::STUDIO, "2color-bf"}, {Light::WARM, "4color-bf"}, {Light::STUDIO, "2color"}}) {
        auto table = table_of(light, faces, ++seed);
        SlotReader reader(models_in(""));
        const auto read = [&](milliseconds at) { return reader.read(table.render(at), quads_of(layout), overlapped_of(layout)); };
        for (const CardReading& bare : read(milliseconds(0)))
            EXPECT_EQ(bare.face, Face::EMPTY);
        deal(table, 6, seed);
        (void)read(milliseconds(100));
        const auto readings = read(milliseconds(200));
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const auto lying = table.truth(layout.slots[i].slot);
            if (!lying.card) {
                EXPECT_EQ(readings[i].face, Face::EMPTY) << layout.slots[i].slot.text();
            } else if (!readings[i].card) {
                ++count.unanswered;
            } else if (readings[i].card == lying.card) {
                ++count.right;
            } else {
                ++count.wrong;
                ADD_FAILURE() << layout.slots[i].slot.text() << ": " << lying.card->text() << " read as " << readings[i].card->text();
            }
        }
    }
    std::cout << "fans by slots: " << count << "\n";
    EXPECT_EQ(count.wrong, 0);
    EXPECT_EQ(count.right + count.unanswered, 72);
    EXPECT_GE(count.right, 70);
}

// The place of the sixth card lies on the fifth card until it is bought: that card must not be told twice.
TEST_F(Fans, a_card_is_told_in_its_own_slot_only) {
    auto table = table_of(Light::STUDIO, "2color-bf", 5);
    SlotReader reader(models_in(""));
    const auto read = [&](milliseconds at) { return reader.read(table.render(at), quads_of(layout), overlapped_of(layout)); };
    (void)read(milliseconds(0));
    for (int cards = 1; cards <= 5; ++cards) {
        table.sweep();
        deal(table, cards, 40 + static_cast<std::uint64_t>(cards));
        const auto readings = read(milliseconds(100 * cards));
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const auto lying = table.truth(layout.slots[i].slot);
            EXPECT_TRUE(!readings[i].card || readings[i].card == lying.card) << layout.slots[i].slot.text() << " of " << cards;
        }
    }
}

TEST_F(Fans, a_fan_is_read_in_a_picture) {
    auto table = table_of(Light::STUDIO, "2color-bf", 9);
    deal(table, 6, 9);
    std::multiset<std::string> left;
    for (const auto& place : layout.slots) {
        if (const auto lying = table.truth(place.slot); lying.card) left.insert(lying.card->text());
    }
    Count count;
    for (const SeenCard& seen : PictureReader(models_in("")).read(table.render(milliseconds(100)))) {
        if (!seen.reading.card) continue;
        const auto there = left.find(seen.reading.card->text());
        if (there == left.end()) {
            ++count.wrong;
            ADD_FAILURE() << seen.reading.card->text() << " is not there, or told twice";
        } else {
            left.erase(there);
            ++count.right;
        }
    }
    count.unanswered = static_cast<int>(left.size());
    std::cout << "fans in a picture: " << count << "\n";
    EXPECT_EQ(count.wrong, 0);
    EXPECT_GE(count.right, 23);
}

// A round waits for each card: a back that is not told stops the table.
TEST_F(Fans, every_card_laid_face_down_is_told) {
    int laid = 0;
    for (const char* game : {"russian_poker", "imperial_poker", "poker_switch"}) {
        layout = capture::read_layout(std::string(STUDIO_SOURCE_DIR "/recognition/capture/layouts/") + game + ".toml");
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            auto table = table_of(seed % 2 == 0 ? Light::WARM : Light::STUDIO, seed == 3 ? "4color-bf" : "2color-bf", seed);
            SlotReader reader(models_in(""));
            milliseconds at{0};
            const auto read = [&] { return reader.read(table.render(at += milliseconds(100)), quads_of(layout), overlapped_of(layout)); };
            (void)read();
            for (int index = 1; index <= 6; ++index) {
                for (const auto& place : layout.slots) {
                    const bool of_hand = place.slot.seat.kind == engine::SeatKind::BOX || place.slot.seat.kind == engine::SeatKind::DEALER;
                    if (!of_hand || place.slot.index != index) continue;
                    table.put(place.slot, engine::full_deck()[static_cast<std::size_t>(laid++ % engine::cards_per_deck)], Side::FACE_DOWN);
                }
                (void)read();
                const auto readings = read();
                for (std::size_t i = 0; i < readings.size(); ++i) {
                    const auto lies = table.truth(layout.slots[i].slot).card ? Face::FACE_DOWN : Face::EMPTY;
                    EXPECT_EQ(readings[i].face, lies) << game << ", " << seed << ": " << layout.slots[i].slot.text() << " after " << index;
                }
            }
        }
    }
    EXPECT_GT(laid, 200);
}

} // namespace
} // namespace recognition::app
