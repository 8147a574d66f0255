// What a moving hand costs and does not change: cards that lie as they did are not read again.
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"
#include "recognition/vision/slot_reader.h"

#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>

namespace recognition::app {
namespace {

using capture::Side;
using std::chrono::milliseconds;

struct Watched {
    int examined = 0;
    std::vector<CardReading> last;
    bool known_card_lost = false; // P1.1, which nobody touches
};

engine::Slot slot(const char* text) {
    return *engine::Slot::parse(text);
}

// One card lies; the hand brings a second beside it and turns a third that lay face down.
Watched watch(FrameRate rate) {
    const auto layout = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
    capture::VirtualTable table(layout, {});
    SlotReader reader(default_models());
    reader.expect(rate);
    const auto quads = quads_of(layout);
    std::size_t known = 0;
    while (layout.slots[known].slot != slot("P1.1"))
        ++known;
    Watched out;
    (void)reader.read(table.render(milliseconds(0)), quads);
    table.put(slot("P1.1"), *engine::Card::parse("Ks"), Side::FACE_UP);
    table.put(slot("B.1"), *engine::Card::parse("7d"), Side::FACE_DOWN);
    int frame = 1;
    for (; frame < 10; ++frame)
        (void)reader.read(table.render(milliseconds(33 * frame)), quads);
    table.lay(slot("P1.2"), *engine::Card::parse("9h"), Side::FACE_UP);
    table.turn(slot("B.1"));
    for (int after = 0; after < 15; ++frame) {
        out.last = reader.read(table.render(milliseconds(33 * frame)), quads);
        out.examined += reader.slots_examined();
        out.known_card_lost = out.known_card_lost || (out.last[known].card && out.last[known].card != engine::Card::parse("Ks"));
        if (!table.busy()) ++after;
    }
    return out;
}

TEST(slot_motion, often_or_seldom_the_same_is_read_in_the_end) {
    cv::setNumThreads(1);
    const auto seldom = watch(FrameRate::SELDOM), often = watch(FrameRate::OFTEN);
    ASSERT_EQ(seldom.last.size(), often.last.size());
    int faces = 0;
    for (std::size_t i = 0; i < seldom.last.size(); ++i) {
        EXPECT_EQ(seldom.last[i].face, often.last[i].face) << i;
        EXPECT_EQ(seldom.last[i].card, often.last[i].card) << i;
        faces += often.last[i].card ? 1 : 0;
    }
    EXPECT_EQ(faces, 3);
    EXPECT_FALSE(seldom.known_card_lost);
    EXPECT_FALSE(often.known_card_lost);
    EXPECT_LE(often.examined, seldom.examined);
}

} // namespace
} // namespace recognition::app
