// Whole rounds of the poker games on the virtual table, read by the real networks: fans face down and open, boxes turned, cards exchanged
// and bought, fifth cards switched, the dealer's row, all swept into the discards. What every slot settles in is held against the truth.
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"

#include "tests/system/recognition/observed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

namespace recognition::app {
namespace {

using capture::Light;
using capture::Side;
using engine::SeatKind;
using std::chrono::milliseconds;
using tracking::SlotState;

struct Look {
    const char* layout;
    Light light;
    double speed;
    double fps;
    std::uint64_t seed;
};

std::ostream& operator<<(std::ostream& out, const Look& look) {
    return out << look.layout << ", light " << static_cast<int>(look.light) << ", speed " << look.speed << ", " << look.fps
               << " frames a second, seed " << look.seed;
}

class PokerRounds : public testing::TestWithParam<Look> {
protected:
    void SetUp() override {
        cv::setNumThreads(1);
        random.seed(GetParam().seed);
        layout = capture::read_layout(std::string(STUDIO_SOURCE_DIR "/recognition/capture/layouts/") + GetParam().layout + ".toml");
        layout.fps = GetParam().fps;
        ObserverOptions options;
        options.layout = layout;
        options.models = models_in("");
        options.stills = Stills::NONE;
        observer.emplace(std::move(options), capture::Pace::EVERY_FRAME, [this](const auto& message) { heard(message); });
        capture::VirtualTableOptions view;
        view.light = GetParam().light;
        view.seed = GetParam().seed;
        view.speed = GetParam().speed;
        table.emplace(layout, view);
        deck.assign(engine::full_deck().begin(), engine::full_deck().end());
        for (std::size_t i = deck.size() - 1; i > 0; --i)
            std::swap(deck[i], deck[random() % (i + 1)]);
    }

    // No face may be told that does not lie there, and none twice.
    void heard(const studio::v1::ObserveMessage& message) {
        observed.take(message);
        if (!message.has_card() || message.card().repeated_statement()) return;
        const auto& card = message.card();
        if (card.state() == studio::v1::SLOT_STATE_DOUBTFUL) {
            ++doubtful;
            std::cout << "doubtful: " << card.slot() << " " << card.reason() << " while " << doing << "\n";
        }
        if (card.state() != studio::v1::SLOT_STATE_FACE_UP) return;
        ++faces;
        const auto lying = table->truth(*engine::Slot::parse(card.slot()));
        if (lying.card && lying.card->text() == card.card() && lying.state == SlotState::FACE_UP) return;
        ++wrong;
        ADD_FAILURE() << card.slot() << " told as " << card.card() << " while " << doing << ", truly " << text(lying.state) << " "
                      << (lying.card ? lying.card->text() : "");
    }

    void frame() {
        now += milliseconds(static_cast<int>(1000 / GetParam().fps));
        observer->observe({"camera", ++frames, now, table->render(now)});
    }

    static std::string word(const capture::Lying& lying) {
        switch (lying.state) {
        case SlotState::FACE_UP: return lying.card->text();
        case SlotState::FACE_DOWN: return "BACK";
        case SlotState::CUT_CARD: return "CUT";
        default: return "EMPTY";
        }
    }

    [[nodiscard]] std::vector<std::string> unlike() {
        std::vector<std::string> all;
        for (const auto& place : layout.slots) {
            const auto name = place.slot.text();
            if (observed.now[name] != word(table->truth(place.slot)))
                all.push_back(name + " reads " + observed.now[name] + ", truly " + word(table->truth(place.slot)));
        }
        return all;
    }

    // Until the hand has gone and every slot has settled in what lies there; at most three seconds.
    void settle(const std::string& what) {
        doing = what;
        for (int i = 0; i < 3000 && table->busy(); ++i)
            frame();
        const auto gone = now;
        auto rest = unlike();
        while (!rest.empty() && now - gone < std::chrono::seconds(3)) {
            frame();
            rest = unlike();
        }
        for (const auto& one : rest) {
            ++unsettled;
            std::cout << "after " << what << ": " << one << "\n";
        }
        slowest = std::max(slowest, std::chrono::duration_cast<milliseconds>(now - gone));
        settles.push_back(std::chrono::duration_cast<milliseconds>(now - gone));
    }
    // Now and then the hand goes on before everything has settled.
    void settle_perhaps(const std::string& what) {
        doing = what;
        if (random() % 4 == 0) settle(what);
    }

    engine::Card draw() {
        const auto card = deck.back();
        deck.pop_back();
        return card;
    }

    void deal() {
        const bool first_open = layout.deal_order.at(1).index == 2; // packets of five: Russian Poker
        const auto open = *engine::Slot::parse(first_open ? "D.1" : "D.5");
        for (const auto& slot : layout.deal_order) {
            table->lay(slot, draw(), slot == open ? Side::FACE_UP : Side::FACE_DOWN);
            settle_perhaps("dealing " + slot.text());
        }
        settle("dealing");
    }

    [[nodiscard]] bool has_sixth() const { return layout.find(*engine::Slot::parse("X1.6")) != nullptr; }

    void exchange(engine::Seat box) {
        std::vector<std::uint8_t> places{1, 2, 3, 4, 5};
        for (std::size_t i = 4; i > 0; --i)
            std::swap(places[i], places[random() % (i + 1)]);
        places.resize(1 + random() % 5);
        std::ranges::sort(places);
        std::string names;
        for (const auto place : places)
            names += std::to_string(place);
        for (const auto place : places)
            table->take({box, place});
        settle("taking " + names + " of " + box.text());
        for (const auto place : places) {
            table->lay({box, place}, draw(), Side::FACE_UP);
            settle_perhaps("exchanging " + std::to_string(place) + " of " + box.text());
        }
        settle("exchanging " + names + " of " + box.text());
    }

    void decide(engine::Seat box) {
        table->turn_all(box);
        settle("turning " + box.text());
        if (!has_sixth()) return;
        const auto choice = random() % 5;
        if (choice <= 1) exchange(box);
        if (choice == 2) {
            table->lay({box, 6}, draw(), Side::FACE_UP);
            settle("buying for " + box.text());
        }
        if (choice == 3) { // folded
            table->take_all(box);
            settle("folding " + box.text());
        }
    }

    void boxes() {
        for (std::uint8_t number = 1; number <= 4; ++number)
            decide({SeatKind::BOX, number});
        if (has_sixth()) return;
        for (const auto& [right, left] : {std::pair{"X1.5", "X2.5"}, std::pair{"X3.5", "X4.5"}}) {
            table->swap(*engine::Slot::parse(right), *engine::Slot::parse(left));
            settle("switching");
        }
    }

    void dealer() {
        const engine::Seat seat{SeatKind::DEALER, 0};
        for (std::uint8_t index = 1; index <= 5; ++index)
            if (table->truth({seat, index}).state == SlotState::FACE_DOWN) table->turn({seat, index});
        settle("opening the dealer's");
        const engine::Slot out{seat, static_cast<std::uint8_t>(1 + random() % 5)};
        table->take(out);
        settle("taking " + out.text());
        table->lay(out, draw(), Side::FACE_UP);
        settle("buying for the dealer");
    }

    void sweep() {
        for (const auto& seat :
             {engine::Seat{SeatKind::BOX, 1}, {SeatKind::BOX, 2}, {SeatKind::BOX, 3}, {SeatKind::BOX, 4}, {SeatKind::DEALER, 0}}) {
            const bool lies = std::ranges::any_of(layout.slots, [&](const auto& place) {
                return place.slot.seat == seat && table->truth(place.slot).state != SlotState::EMPTY;
            });
            if (lies) table->take_all(seat);
            settle_perhaps("sweeping " + seat.text());
        }
        settle("sweeping");
        table->take(engine::discard_slot);
        settle("taking the discards");
    }

    tracking::TableLayout layout;
    Observed observed;
    std::optional<Observer> observer;
    std::optional<capture::VirtualTable> table;
    std::vector<engine::Card> deck;
    std::mt19937_64 random;
    std::string doing = "waiting";
    capture::CaptureTime now{0};
    std::uint64_t frames = 0;
    int faces = 0, wrong = 0, doubtful = 0, unsettled = 0;
    milliseconds slowest{0};
    std::vector<milliseconds> settles;
};

TEST_P(PokerRounds, are_followed_card_by_card) {
    settle("bare");
    deal();
    boxes();
    dealer();
    sweep();
    std::ranges::sort(settles);
    std::cout << GetParam() << ": " << frames << " frames, " << faces << " faces, " << wrong << " wrong, " << doubtful << " doubtful, "
              << unsettled << " unsettled; settled within " << settles[settles.size() / 2].count() << " ms (median), " << slowest.count()
              << " ms (slowest)\n";
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(unsettled, 0);
}

INSTANTIATE_TEST_SUITE_P(Studio, PokerRounds,
                         testing::Values(Look{"russian_poker", Light::STUDIO, 1, 10, 1}, Look{"imperial_poker", Light::WARM, 2, 10, 2},
                                         Look{"poker_switch", Light::STUDIO, 1, 10, 3}, Look{"russian_poker", Light::DIM, 1, 30, 4}));

} // namespace
} // namespace recognition::app
