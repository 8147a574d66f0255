// The virtual table read by the real networks: every card, every light.
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace recognition::app {
namespace {

using capture::Light;
using capture::Side;
using std::chrono::milliseconds;

const char* const table_layout = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";

std::vector<engine::Card> shuffled(std::uint64_t seed) {
    std::vector<engine::Card> deck(engine::full_deck().begin(), engine::full_deck().end());
    std::mt19937_64 random(seed);
    for (std::size_t i = deck.size() - 1; i > 0; --i)
        std::swap(deck[i], deck[random() % (i + 1)]);
    return deck;
}

class EveryLight : public testing::TestWithParam<Light> {
protected:
    void SetUp() override {
        cv::setNumThreads(1);
        layout = capture::read_layout(table_layout);
        ObserverOptions options;
        options.layout = layout;
        options.models = models_in("");
        options.stills = Stills::NONE;
        observer.emplace(std::move(options), capture::Pace::EVERY_FRAME, [this](const auto& message) { observed.take(message); });
        capture::VirtualTableOptions look;
        look.light = GetParam();
        look.seed = 11 + static_cast<std::uint64_t>(GetParam());
        table.emplace(layout, look);
    }

    void show(milliseconds length) {
        for (const auto end = now + length; now < end;) {
            now += milliseconds(100);
            observer->observe({"camera", ++frame, now, table->render(now)});
        }
    }

    void finish() {
        for (int i = 0; i < 600 && table->busy(); ++i)
            show(milliseconds(100));
        show(milliseconds(500));
    }

    // Compares every slot with the truth; a doubtful one is counted, a wrong one is a failure.
    int compare(const std::string& when) {
        int doubtful = 0;
        for (const auto& place : layout.slots) {
            const auto lying = table->truth(place.slot);
            const auto read = observed.now[place.slot.text()];
            if (read == "DOUBTFUL") {
                ++doubtful;
                continue;
            }
            switch (lying.state) {
            case tracking::SlotState::FACE_UP: EXPECT_EQ(read, lying.card->text()) << place.slot.text() << " " << when; break;
            case tracking::SlotState::FACE_DOWN: EXPECT_EQ(read, "BACK") << place.slot.text() << " " << when; break;
            case tracking::SlotState::CUT_CARD: EXPECT_EQ(read, "CUT") << place.slot.text() << " " << when; break;
            default: EXPECT_EQ(read, "EMPTY") << place.slot.text() << " " << when; break;
            }
        }
        return doubtful;
    }

    tracking::TableLayout layout;
    Observed observed;
    std::optional<Observer> observer;
    std::optional<capture::VirtualTable> table;
    milliseconds now{0};
    std::uint64_t frame = 0;
};

INSTANTIATE_TEST_SUITE_P(Light, EveryLight, testing::Values(Light::STUDIO, Light::BRIGHT, Light::WARM, Light::DIM, Light::UNEVEN));

// 104 cards a light, in thirteen places each time.
TEST_P(EveryLight, two_decks_are_read_without_a_wrong_card) {
    show(milliseconds(500));
    EXPECT_EQ(compare("bare"), 0);
    int doubtful = 0;
    auto cards = shuffled(5);
    const auto more = shuffled(6);
    cards.insert(cards.end(), more.begin(), more.end());
    for (std::size_t next = 0; next < cards.size();) {
        table->sweep();
        show(milliseconds(500));
        for (const auto& place : layout.slots) {
            if (next < cards.size() && place.slot != engine::cut_slot) table->put(place.slot, cards[next++], Side::FACE_UP);
        }
        show(milliseconds(1500));
        doubtful += compare("after card " + std::to_string(next));
    }
    RecordProperty("doubtful", doubtful);
    EXPECT_LE(doubtful, 5);
}

// A round as it is dealt, with the hand.
TEST_P(EveryLight, a_round_dealt_by_hand_is_followed) {
    show(milliseconds(500));
    const auto cards = shuffled(9);
    std::size_t next = 0;
    int doubtful = 0;
    for (const auto& slot : layout.deal_order) {
        if (slot == engine::burn_slot) continue;
        table->lay(slot, cards[next++], Side::FACE_DOWN);
    }
    table->lay_cut();
    finish();
    doubtful += compare("dealt");
    for (const auto& place : layout.slots) {
        if (place.slot.seat.kind == engine::SeatKind::PLAYER || place.slot.seat.kind == engine::SeatKind::BANKER) table->turn(place.slot);
    }
    finish();
    doubtful += compare("opened");
    for (const auto& place : layout.slots) {
        if (table->truth(place.slot).state != tracking::SlotState::EMPTY) table->take(place.slot);
    }
    finish();
    doubtful += compare("cleared");
    EXPECT_LE(doubtful, 1);
    // Nothing was ever told that was not so: 14 bare slots, 12 backs, 12 faces, the cut card, 13 bare again.
    EXPECT_EQ(observed.told.size(), 14U + 12U + 12U + 1U + 13U);
    EXPECT_GT(observed.repeated, 0);
    EXPECT_EQ(observed.frames, static_cast<int>(frame));
}

} // namespace
} // namespace recognition::app
