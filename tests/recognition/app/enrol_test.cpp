#include "recognition/app/enrol_command.h"

#include "recognition/app/card_showing.h"
#include "recognition/app/deck_file.h"
#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include "tests/recognition/app/odd_deck.h"
#include "tests/recognition/capture/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

namespace recognition::app {
namespace {

using capture::TemporaryFolder;
using engine::Card;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Card card(const char* text) {
    return *Card::parse(text);
}

CardReading sure(Card of) {
    CardReading reading;
    reading.face = Face::FACE_UP;
    reading.card = of;
    reading.guesses = {{of, 0.99}};
    return reading;
}

CardReading unsure(std::vector<Guess> guesses) {
    CardReading reading;
    reading.guesses = std::move(guesses);
    return reading;
}

std::vector<Show> all_sure() {
    std::vector<Show> shows;
    for (const Card of : factory_order())
        shows.push_back({"card " + std::to_string(shows.size() + 1), sure(of), {}});
    return shows;
}

TEST(deck_enrolment, the_order_of_a_new_deck_begins_and_ends_with_an_ace) {
    const auto order = factory_order();
    EXPECT_EQ(order.size(), 52U);
    EXPECT_EQ(order.front(), card("As"));
    EXPECT_EQ(order[13], card("Ad"));
    EXPECT_EQ(order[26], card("Kc"));
    EXPECT_EQ(order.back(), card("Ah"));
}

TEST(deck_enrolment, sure_answers_and_elimination_name_the_cards) {
    auto shows = all_sure();
    shows[3].reading = unsure({{card("4s"), 0.6}, {card("Kd"), 0.2}}); // the king has been read elsewhere
    shows[20].reading = unsure({});
    const auto naming = name_shows(shows, {}, Trust::BOTH_MUST_AGREE);
    EXPECT_THAT(naming.faults, IsEmpty());
    EXPECT_EQ(naming.cards, factory_order());
}

TEST(deck_enrolment, what_elimination_leaves_open_is_asked) {
    auto shows = all_sure();
    shows[3].reading = unsure({});
    shows[20].reading = unsure({});
    const auto naming = name_shows(shows, {}, Trust::BOTH_MUST_AGREE);
    EXPECT_THAT(naming.cards, IsEmpty());
    EXPECT_THAT(naming.faults, Contains("card 4: cannot be told; give the order in which the cards are shown"));
    EXPECT_EQ(name_shows(shows, factory_order(), Trust::BOTH_MUST_AGREE).cards, factory_order());
}

TEST(deck_enrolment, a_card_shown_twice_a_missing_one_and_a_short_deck_are_told) {
    auto shows = all_sure();
    shows[5].reading = sure(card("As"));
    auto faults = name_shows(shows, {}, Trust::BOTH_MUST_AGREE).faults;
    EXPECT_THAT(faults, Contains("As is there 2 times: card 1; card 6"));
    shows = all_sure();
    shows.pop_back();
    EXPECT_THAT(name_shows(shows, {}, Trust::BOTH_MUST_AGREE).faults, Contains("51 cards were shown, a deck has 52"));
    EXPECT_THAT(name_shows(std::span(shows).first(1), {}, Trust::BOTH_MUST_AGREE).faults, Contains("1 card was shown, a deck has 52"));
    auto order = factory_order();
    order[0] = card("2s");
    faults = name_shows(all_sure(), order, Trust::ORDER).faults;
    EXPECT_THAT(faults, Contains("the order: As is missing"));
    EXPECT_THAT(faults, Contains("the order: 2s is there 2 times: place 1; place 2"));
}

TEST(deck_enrolment, an_order_that_is_surely_read_otherwise_is_never_taken_silently) {
    auto shows = all_sure();
    shows[7].reading = sure(card("9s"));
    shows[8].reading = sure(card("8s"));
    const auto naming = name_shows(shows, factory_order(), Trust::BOTH_MUST_AGREE);
    EXPECT_THAT(naming.cards, IsEmpty());
    EXPECT_THAT(naming.faults, Contains("card 8: the order says 8s, it is read as 9s"));
    EXPECT_EQ(name_shows(shows, factory_order(), Trust::ORDER).cards, factory_order());
}

class enrol : public testing::Test {
protected:
    void SetUp() override { write_mirrored_deck(folder / "art", back.parent_path()); }

    std::string faces = "mirrored";
    std::ostringstream report, errors;

    capture::VirtualTable table(std::uint64_t seed, capture::Light light) const {
        capture::VirtualTableOptions options;
        options.deck = folder / "art";
        options.faces = faces;
        options.seed = seed;
        options.light = light;
        return {layout, options};
    }

    // To enrol the pictures of one dealing as `house.toml`.
    EnrolOptions house_deck() {
        EnrolOptions options;
        options.files = pictures(1);
        options.layout = layout_file;
        options.slot = "P3.1";
        options.order = "factory";
        options.order_is_right = true;
        options.out = (folder / "house.toml").string();
        options.report = &report;
        options.errors = &errors;
        return options;
    }

    // Pictures of all cards in the factory's order, one each.
    std::vector<std::string> pictures(std::uint64_t seed) const {
        auto shown = table(seed, capture::Light::STUDIO);
        std::vector<std::string> files;
        tracking::CaptureTime at{0};
        for (const Card of : factory_order()) {
            shown.sweep();
            shown.put(slot, of, capture::Side::FACE_UP);
            files.push_back((folder / (std::to_string(files.size() + 100) + ".jpg")).string());
            cv::imwrite(files.back(), shown.render(at += std::chrono::milliseconds(40)), {cv::IMWRITE_JPEG_QUALITY, 95});
        }
        return files;
    }

    const std::filesystem::path back = capture::DeckArt::default_folder() / "back.svg";
    const std::string layout_file = STUDIO_SOURCE_DIR "/recognition/capture/layouts/pok_deng.toml";
    const tracking::TableLayout layout = capture::read_layout(layout_file);
    const engine::Slot slot = *engine::Slot::parse("P3.1");
    TemporaryFolder folder;
};

TEST_F(enrol, a_deck_that_no_network_has_seen_is_mostly_read_and_never_wrong) {
    const auto options = house_deck();
    ASSERT_EQ(enrol_command(options), 0) << errors.str();
    EXPECT_THAT(report.str(), HasSubstr("with it 52\n")) << errors.str();
    const CardClassifier without(models_in("")), with(models_in("", options.out));
    const CardFinder finder;
    int right = 0, doubtful = 0, right_without = 0;
    std::vector<std::string> wrong;
    std::uint64_t seed = 10;
    for (const auto light : {capture::Light::WARM, capture::Light::UNEVEN}) { // it was enrolled in another
        auto shown = table(++seed, light);
        tracking::CaptureTime at{0};
        for (const Card of : engine::full_deck()) {
            shown.sweep();
            shown.put(slot, of, capture::Side::FACE_UP);
            const auto picture = shown.render(at += std::chrono::milliseconds(40));
            const auto seen =
                cut_out_card(finder, picture, quads_of(layout)[static_cast<std::size_t>(layout.find(slot) - layout.slots.data())]);
            ASSERT_TRUE(seen);
            const auto reading = with.read(picture, std::span(&seen->quad, 1)).front();
            if (reading.card == of)
                ++right;
            else if (reading.card)
                wrong.push_back(of.text() + " as " + reading.card->text());
            else
                ++doubtful;
            right_without += without.read(picture, std::span(&seen->quad, 1)).front().card == of ? 1 : 0;
        }
    }
    EXPECT_THAT(wrong, IsEmpty());
    EXPECT_EQ(right + doubtful, 104);
    EXPECT_GE(right, 60);
    EXPECT_LE(right_without, 5);
    std::cout << "with the deck " << right << " of 104 right, without it " << right_without << '\n';
}

// Of a card in a fan only the index is to be seen: the deck is compared with that alone.
TEST_F(enrol, fans_of_a_deck_that_no_network_has_seen_are_read_by_the_enrolled_indices) {
    const auto options = house_deck();
    ASSERT_EQ(enrol_command(options), 0) << errors.str();
    const auto fans = capture::read_layout(STUDIO_SOURCE_DIR "/recognition/capture/layouts/russian_poker.toml");
    std::map<std::string, int> right, wrong;
    for (const auto light : {capture::Light::STUDIO, capture::Light::WARM}) {
        capture::VirtualTableOptions look;
        look.seed = 20 + static_cast<std::uint64_t>(light);
        look.light = light;
        look.deck = folder / "art";
        look.faces = faces;
        capture::VirtualTable shown(fans, look);
        SlotReader without(models_in("")), with(models_in("", options.out));
        tracking::CaptureTime at{0};
        for (SlotReader* reader : {&without, &with})
            static_cast<void>(reader->read(shown.render(at += std::chrono::milliseconds(40)), quads_of(fans), overlapped_of(fans)));
        std::vector<Card> deck(engine::full_deck().begin(), engine::full_deck().end());
        std::ranges::shuffle(deck, std::mt19937_64(look.seed));
        for (const auto& place : fans.slots) {
            if (!place.overlapped) continue;
            shown.put(place.slot, deck.back(), capture::Side::FACE_UP);
            deck.pop_back();
        }
        for (auto& [name, reader] : {std::pair{"without", &without}, std::pair{"with", &with}}) {
            const auto readings = reader->read(shown.render(at += std::chrono::milliseconds(40)), quads_of(fans), overlapped_of(fans));
            for (std::size_t i = 0; i < readings.size(); ++i) {
                const auto lies = shown.truth(fans.slots[i].slot).card;
                if (readings[i].card) ++(readings[i].card == lies ? right : wrong)[name];
            }
        }
    }
    std::cout << "of 40 cards in fans: with the deck " << right["with"] << " right, without it " << right["without"] << '\n';
    EXPECT_EQ(wrong["with"], 0);
    EXPECT_EQ(wrong["without"], 0);
    EXPECT_LE(right["without"], 2);
    EXPECT_GE(right["with"], 15);
}

TEST_F(enrol, a_deck_whose_cards_are_too_like_each_other_is_refused_by_name) {
    std::filesystem::remove_all(folder / "art");
    write_odd_deck(folder / "art", back);
    faces = "odd";
    const auto options = house_deck();
    EXPECT_EQ(enrol_command(options), 1);
    EXPECT_THAT(errors.str(), HasSubstr(" look much alike "));
    EXPECT_THAT(errors.str(), HasSubstr("nothing is written"));
    EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST_F(enrol, a_deck_file_that_is_not_whole_is_named) {
    HouseDeck deck{"house", {}};
    for (const Card of : engine::full_deck())
        deck.cards.push_back({of, cv::Mat(deck_card_height + 2 * deck_card_margin, deck_card_width + 2 * deck_card_margin, CV_8UC3,
                                          cv::Scalar(of.index(), 90, 200))});
    const auto file = folder / "house.toml";
    write_deck(deck, file);
    const auto read = read_deck(file);
    ASSERT_EQ(read->cards.size(), 52U);
    EXPECT_EQ(read->cards[30].picture.at<cv::Vec3b>(50, 50)[0], read->cards[30].card.index());
    const auto error = [&] { return capture::error_of([&] { static_cast<void>(read_deck(file)); }); };
    deck.cards[0].picture.setTo(cv::Scalar::all(1));
    write_deck(deck, folder / "other.toml");
    std::filesystem::copy_file(folder / "other.png", folder / "house.png", std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(error(), HasSubstr("house.png: is not the picture that was enrolled"));
    std::filesystem::remove(folder / "house.png");
    EXPECT_THAT(error(), HasSubstr("house.png"));
    folder.write("house.toml", "picture = \"x.png\"\nsha = 3\n");
    EXPECT_THAT(error(), HasSubstr("house.toml:2: unknown key 'sha'"));
    EXPECT_EQ(capture::error_of([&] { static_cast<void>(read_deck(folder.path())); }),
              folder.path().string() + ": is a folder, not a deck");
}

TEST_F(enrol, cards_laid_and_taken_away_before_a_camera_are_shown_once_each) {
    auto shown = table(3, capture::Light::STUDIO);
    ShowWatch watch(layout, slot, models_in(""));
    tracking::CaptureTime at{0};
    int shows = 0;
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i)
            shows += watch.look(shown.render(at += std::chrono::milliseconds(33))) ? 1 : 0;
    };
    frames(3);
    for (const auto* text : {"2c", "Kd", "7h"}) {
        shown.put(slot, card(text), capture::Side::FACE_UP);
        frames(16);
        shown.sweep();
        frames(4);
    }
    EXPECT_EQ(shows, 3);
}

} // namespace
} // namespace recognition::app
