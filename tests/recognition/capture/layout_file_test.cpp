#include "recognition/capture/layout_file.h"

#include "tests/recognition/capture/temporary_folder.h"

#include <gtest/gtest.h>

namespace recognition::capture {
namespace {

const std::string head = "width = 1920\nheight = 1080\nfps = 30\ncard_px = [118, 165]\n";
const std::string slots = "[slots]\n"
                          "\"P1.1\" = [[100, 100], [218, 100], [218, 265], [100, 265]]\n"
                          "\"P1.2\" = [[230, 100], [348, 100], [348, 265], [230, 265]]\n";

std::string error_in(const std::string& content, const std::string& name = "table.toml") {
    const TemporaryFolder folder;
    const auto file = folder.write(name, content);
    auto error = error_of([&] { static_cast<void>(read_layout(file)); });
    if (error.starts_with(folder.path().string() + "/")) error.erase(0, folder.path().string().size() + 1);
    return error;
}

TEST(layout_file, the_shipped_table_can_be_used) {
    const auto layout = read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml");
    EXPECT_EQ(layout.name, "pok_deng");
    EXPECT_EQ(layout.slots.size(), 14U);
    EXPECT_EQ(layout.deal_order.size(), 13U);
    EXPECT_EQ(layout.deal_order.front(), engine::burn_slot);
    EXPECT_EQ(layout.betting, std::chrono::milliseconds(15000));
    EXPECT_EQ(layout.decks, 8);
}

TEST(layout_file, the_shipped_table_of_fans_can_be_used) {
    const auto layout = read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/russian_poker.toml");
    EXPECT_EQ(layout.slots.size(), 30U);
    EXPECT_TRUE(layout.find(*engine::Slot::parse("X1.5"))->overlapped);
    EXPECT_FALSE(layout.find(*engine::Slot::parse("X1.6"))->overlapped);
    EXPECT_FALSE(layout.find(*engine::Slot::parse("D.1"))->overlapped);
    EXPECT_NE(layout.find(engine::discard_slot), nullptr);
    EXPECT_EQ(error_in(head + "overlapped = [\"P4.1\"]\n" + slots),
              "table.toml:5: 'overlapped' names P4.1, which is no slot of this table");
}

TEST(layout_file, toml_and_json_give_the_same_layout) {
    const TemporaryFolder folder;
    const auto toml = read_layout(folder.write("a.toml", "name = \"a\"\nbetting_ms = 9000\n" + head + slots));
    const auto json =
        read_layout(folder.write("a.json", R"({"width": 1920, "height": 1080, "fps": 30, "card_px": [118, 165], "betting_ms": 9000,
        "slots": {"P1.2": [[230, 100], [348, 100], [348, 265], [230, 265]], "P1.1": [[100, 100], [218, 100], [218, 265], [100, 265]]}})"));
    ASSERT_EQ(toml.slots.size(), 2U);
    ASSERT_EQ(json.slots.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(toml.slots[i].slot, json.slots[i].slot);
        EXPECT_EQ(toml.slots[i].corners, json.slots[i].corners);
    }
    EXPECT_EQ(toml.betting, json.betting);
    EXPECT_EQ(json.name, "a");
}

TEST(layout_file, errors_name_the_file_and_the_line_or_the_key) {
    EXPECT_EQ(error_in(head + "widht = 3\n" + slots), "table.toml:5: unknown key 'widht'");
    EXPECT_EQ(error_in("width = \"wide\"\nheight = 1080\nfps = 30\ncard_px = [118, 165]\n" + slots),
              "table.toml:1: 'width' must be a whole number from 0 to 100000");
    EXPECT_EQ(error_in(head + "decks = 0\n" + slots), "table.toml:5: 'decks' must be a whole number from 1 to 8");
    EXPECT_NE(error_in(head + "reference = \"none.jpg\"\n" + slots).find("none.jpg, which is no file"), std::string::npos);
    EXPECT_EQ(error_in(head + "card_width_mm = -1\n" + slots), "table.toml:5: 'card_width_mm' must be more than 0");
    EXPECT_EQ(error_in(head + "deal_order = [\"P1.1\", \"Q1\"]\n" + slots),
              "table.toml:5: 'Q1' is no slot (P1.1, X2.3, B.1, D.1, BURN, CUT, DISCARD)");
    EXPECT_EQ(error_in(head + "[slots]\n\"P1.1\" = [[1, 2], [3, 4]]\n"), "table.toml:6: 'slots.P1.1' must be four corners [x, y]");
    EXPECT_EQ(error_in(head + "[slots]\n\"Z.1\" = [[1, 2], [3, 4], [5, 6], [7, 8]]\n"),
              "table.toml:6: 'Z.1' is no slot (P1.1, X2.3, B.1, D.1, BURN, CUT, DISCARD)");
    EXPECT_NE(error_in(head + "fps = \n").find("table.toml:5: "), std::string::npos);
    EXPECT_NE(error_in("height = 1080\nfps = 30\ncard_px = [118, 165]\n" + slots).find("key 'width' is missing"), std::string::npos);
    EXPECT_EQ(error_in("{\"width\": 1920,\n \"height\": }", "table.json"), "table.json:2: is not JSON");
    EXPECT_EQ(error_in(R"({"width": 1920, "heigth": 1080})", "table.json"), "table.json: unknown key 'heigth'");
    EXPECT_EQ(error_in("[1, 2]", "table.json"), "table.json: must be a table of keys");
}

TEST(layout_file, slots_that_cannot_be_are_refused_with_their_line) {
    EXPECT_EQ(error_in(head + slots + "\"P2.1\" = [[300, 120], [418, 120], [418, 285], [300, 285]]\n"),
              "table.toml:8: slots P1.2 and P2.1 lie on each other");
    EXPECT_EQ(error_in(head + slots + "\"P2.1\" = [[1850, 120], [1968, 120], [1968, 285], [1850, 285]]\n"),
              "table.toml:8: slot P2.1 lies out of the picture of 1920x1080 px");
    EXPECT_EQ(error_in(head + slots + "\"P2.1\" = [[500, 120], [500, 285], [618, 285], [618, 120]]\n"),
              "table.toml:8: slot P2.1 is not a convex quad with its corners clockwise");
    EXPECT_EQ(error_in(head + slots + "\"P2.1\" = [[500, 120], [nan, 120], [618, 285], [500, 285]]\n"),
              "table.toml:8: 'slots.P2.1' must be a finite number");
}

TEST(layout_file, files_that_are_not_there_are_named) {
    EXPECT_EQ(error_of([] { static_cast<void>(read_layout("no/such.toml")); }), "no/such.toml: no such file");
    const TemporaryFolder folder;
    EXPECT_EQ(error_of([&] { static_cast<void>(read_layout(folder.path())); }), folder.path().string() + ": is a folder, not a layout");
}

TEST(layout_file, the_recorded_table_of_the_shared_folder_can_be_used) {
    const std::filesystem::path file = STUDIO_SHARED_DIR "/cards/clip/layout.json";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "the shared folder with the recorded table is not here";
    const auto layout = read_layout(file);
    EXPECT_EQ(layout.slots.size(), 14U);
    EXPECT_EQ(layout.fps, 10);
}

} // namespace
} // namespace recognition::capture
