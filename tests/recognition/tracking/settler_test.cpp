#include "recognition/tracking/settler.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace recognition::tracking {
namespace {

using std::chrono::milliseconds;

constexpr engine::Slot slot{{engine::SeatKind::PLAYER, 1}, 1};
const auto seven = *engine::Card::parse("7d");
const auto eight = *engine::Card::parse("8d");

SlotReading empty() {
    return {slot, View::CLEAR, SlotState::EMPTY, {}, 0.99, {}, {}};
}
SlotReading back() {
    return {slot, View::CLEAR, SlotState::FACE_DOWN, {}, 0.98, {}, {}};
}
SlotReading face(engine::Card card) {
    return {slot, View::CLEAR, SlotState::FACE_UP, card, 0.97, {}, {}};
}
SlotReading doubtful(std::vector<CardGuess> guesses = {}) {
    return {slot, View::CLEAR, SlotState::DOUBTFUL, {}, 0.4, std::move(guesses), "blurred"};
}
SlotReading covered() {
    return {slot, View::COVERED, SlotState::DOUBTFUL, {}, 0, {}, "a hand"};
}

// A camera of `fps` frames a second looking at one slot.
class Show {
public:
    explicit Show(int fps, SettleRule rule = {}) : settler(rule), period_(std::chrono::nanoseconds(std::chrono::seconds(1)) / fps) {}

    // Shows a reading for some time; what has settled meanwhile is appended to `told`.
    void show(const SlotReading& reading, milliseconds length) {
        for (const auto end = now + length; now < end; now += period_)
            once(reading);
    }
    void once(const SlotReading& reading) {
        for (auto& settled : settler.observe(++frame, now, std::span(&reading, 1)))
            told.push_back(std::move(settled));
    }
    void next(const SlotReading& reading) {
        once(reading);
        now += period_;
    }

    Settler settler;
    std::vector<CardSettled> told;
    CaptureTime now{0};
    std::uint64_t frame = 0;

private:
    CaptureTime period_;
};

class EveryFrameRate : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Fps, EveryFrameRate, testing::Values(5, 10, 15, 25, 30, 60));

TEST_P(EveryFrameRate, a_card_that_lies_still_settles_once) {
    Show table(GetParam());
    table.show(empty(), milliseconds(1500));
    table.show(covered(), milliseconds(500));
    const auto left_at = table.now;
    table.show(face(seven), milliseconds(2000));
    ASSERT_EQ(table.told.size(), 2U);
    EXPECT_EQ(table.told[0].state, SlotState::EMPTY);
    EXPECT_EQ(table.told[1].state, SlotState::FACE_UP);
    EXPECT_EQ(table.told[1].card, seven);
    EXPECT_LT(table.told[1].first_frame, table.told[1].last_frame);
    EXPECT_LE(table.told[1].captured_at - left_at, milliseconds(GetParam() >= 10 ? 200 : 400));
}

TEST(settler, settles_within_300_ms_of_the_hand_leaving_at_30_fps) {
    Show table(30);
    table.show(covered(), milliseconds(700));
    const auto left_at = table.now;
    table.show(back(), milliseconds(1000));
    ASSERT_EQ(table.told.size(), 1U);
    EXPECT_LE(table.told[0].captured_at - left_at, milliseconds(300));
}

TEST(settler, nothing_settles_while_a_hand_covers_the_slot) {
    Show table(30);
    table.show(empty(), milliseconds(500));
    table.show(covered(), milliseconds(10000));
    ASSERT_EQ(table.told.size(), 1U);
    EXPECT_EQ(table.settler.settled(slot)->state, SlotState::EMPTY);
}

TEST(settler, a_hand_in_between_begins_the_count_again) {
    Show table(10);
    for (int i = 0; i < 20; ++i) {
        table.next(face(seven));
        table.next(face(seven));
        table.next(covered());
    }
    EXPECT_TRUE(table.told.empty());
}

TEST(settler, doubt_is_told_after_a_second_with_its_guesses) {
    Show table(30);
    table.show(back(), milliseconds(500));
    table.show(doubtful({{seven, 0.5}, {eight, 0.3}}), milliseconds(950));
    EXPECT_EQ(table.told.size(), 1U);
    table.show(doubtful({{seven, 0.5}, {eight, 0.3}}), milliseconds(5000));
    ASSERT_EQ(table.told.size(), 2U);
    EXPECT_EQ(table.told[1].state, SlotState::DOUBTFUL);
    EXPECT_EQ(table.told[1].card, std::nullopt);
    EXPECT_EQ(table.told[1].reason, "blurred");
    ASSERT_EQ(table.told[1].guesses.size(), 2U);
    EXPECT_EQ(table.told[1].guesses[0].card, seven);
}

TEST(settler, a_doubtful_card_that_becomes_clear_is_told) {
    Show table(30);
    table.show(doubtful(), milliseconds(1500));
    table.show(face(seven), milliseconds(500));
    ASSERT_EQ(table.told.size(), 2U);
    EXPECT_EQ(table.told[1].card, seven);
}

TEST(settler, faces_that_flicker_become_a_question_and_never_a_card) {
    Show table(30);
    for (int i = 0; i < 300; ++i)
        table.next(i % 2 == 0 ? face(seven) : face(eight));
    ASSERT_EQ(table.told.size(), 1U);
    EXPECT_EQ(table.told[0].state, SlotState::DOUBTFUL);
    EXPECT_FALSE(table.told[0].guesses.empty());
}

TEST(settler, an_empty_slot_that_flickers_with_a_back_says_nothing) {
    Show table(30);
    for (int i = 0; i < 300; ++i)
        table.next(i % 2 == 0 ? empty() : back());
    EXPECT_TRUE(table.told.empty());
}

TEST(settler, a_settled_face_that_reads_otherwise_settles_again_later_than_a_new_one) {
    Show table(30);
    table.show(face(seven), milliseconds(1000));
    const auto changed_at = table.now;
    table.show(face(eight), milliseconds(1000));
    ASSERT_EQ(table.told.size(), 2U);
    EXPECT_EQ(table.told[1].card, eight);
    EXPECT_GE(table.told[1].captured_at - changed_at, milliseconds(500));
}

TEST(settler, one_bad_frame_changes_nothing) {
    Show table(10);
    table.show(face(seven), milliseconds(1000));
    for (int i = 0; i < 50; ++i) {
        table.next(face(eight));
        table.next(face(seven));
        table.next(face(seven));
        table.next(face(seven));
        table.next(face(seven));
    }
    ASSERT_EQ(table.told.size(), 1U);
    EXPECT_EQ(table.settler.settled(slot)->card, seven);
}

TEST(settler, a_settled_face_in_glare_stays_while_the_guess_is_the_same) {
    Show table(30);
    table.show(face(seven), milliseconds(1000));
    table.show(doubtful({{seven, 0.6}}), milliseconds(10000));
    EXPECT_EQ(table.told.size(), 1U);
    table.show(doubtful({{eight, 0.6}}), milliseconds(2900));
    EXPECT_EQ(table.told.size(), 1U);
    table.show(doubtful({{eight, 0.6}}), milliseconds(500));
    ASSERT_EQ(table.told.size(), 2U);
    EXPECT_EQ(table.told[1].state, SlotState::DOUBTFUL);
}

TEST(settler, frames_from_the_past_and_gaps_begin_again) {
    Show table(10);
    table.next(face(seven));
    table.next(face(seven));
    table.now -= milliseconds(500);
    table.next(face(seven));
    table.next(face(seven));
    EXPECT_TRUE(table.told.empty());
    table.now += milliseconds(3000);
    table.next(face(seven));
    table.next(face(seven));
    EXPECT_TRUE(table.told.empty());
    table.next(face(seven));
    EXPECT_EQ(table.told.size(), 1U);
}

TEST(settler, a_face_without_a_card_is_no_reading) {
    Show table(10);
    auto broken = face(seven);
    broken.card.reset();
    table.show(broken, milliseconds(5000));
    EXPECT_TRUE(table.told.empty());
}

TEST(settler, restates_every_slot_that_has_settled) {
    Settler settler;
    std::vector<SlotReading> readings;
    for (const auto* name : {"P1.1", "B.2", "BURN"})
        readings.push_back({*engine::Slot::parse(name), View::CLEAR, SlotState::EMPTY, {}, 1, {}, {}});
    readings.back().view = View::COVERED;
    std::vector<CardSettled> told;
    for (int i = 0; i < 5; ++i) {
        for (auto& settled : settler.observe(static_cast<std::uint64_t>(i), milliseconds(100 * i), readings))
            told.push_back(settled);
    }
    EXPECT_EQ(told.size(), 2U);
    EXPECT_EQ(settler.restate(), told);
}

// Properties with a reader that lies ------------------------------------------------------------------------------------------

// A reader that tells the truth but for a share of frames, in which it says anything.
SlotReading lie(std::mt19937_64& random) {
    switch (random() % 5) {
    case 0: return empty();
    case 1: return back();
    case 2: return covered();
    case 3: return doubtful();
    default: return face(*engine::Card::from_index(static_cast<int>(random() % 52)));
    }
}

TEST(settler_properties, a_reader_that_lies_in_one_frame_of_five_never_settles_a_wrong_card) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::mt19937_64 random(seed);
        Show table(30);
        const auto truth = *engine::Card::from_index(static_cast<int>(random() % 52));
        for (int i = 0; i < 900; ++i)
            table.next(random() % 5 == 0 ? lie(random) : face(truth));
        bool read = false;
        for (const auto& settled : table.told) {
            if (settled.state == SlotState::FACE_UP) {
                EXPECT_EQ(settled.card, truth) << "seed " << seed;
            }
            read = read || settled.card == truth;
        }
        EXPECT_TRUE(read) << "seed " << seed;
    }
}

TEST(settler_properties, a_reader_that_says_anything_never_settles_a_card) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::mt19937_64 random(seed);
        Show table(30);
        for (int i = 0; i < 900; ++i)
            table.next(lie(random));
        for (const auto& settled : table.told)
            EXPECT_NE(settled.state, SlotState::FACE_UP) << "seed " << seed;
    }
}

TEST(settler_properties, a_state_is_never_told_twice_in_a_row_and_evidence_is_ordered) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        std::mt19937_64 random(seed);
        Show table(static_cast<int>(10 + random() % 30));
        for (int i = 0; i < 300; ++i) {
            const auto reading = lie(random);
            for (auto n = random() % 40; n > 0; --n)
                table.next(reading);
        }
        const CardSettled* last = nullptr;
        for (const auto& settled : table.told) {
            if (last != nullptr) {
                EXPECT_FALSE(last->state == settled.state && last->card == settled.card) << "seed " << seed;
                EXPECT_LT(last->last_frame, settled.last_frame);
            }
            EXPECT_LT(settled.first_frame, settled.last_frame);
            EXPECT_EQ(settled.card.has_value(), settled.state == SlotState::FACE_UP);
            last = &settled;
        }
    }
}

// A table of one deck whose slots P1.1 and P1.2 are read together.
class OneDeck : public testing::Test {
protected:
    static constexpr engine::Slot first{{engine::SeatKind::PLAYER, 1}, 1}, second{{engine::SeatKind::PLAYER, 1}, 2};

    void show(SlotReading one, SlotReading other, milliseconds length) {
        one.slot = first;
        other.slot = second;
        const std::array readings{std::move(one), std::move(other)};
        for (const auto end = now + length; now < end; now += milliseconds(33)) {
            for (auto& settled : settler.observe(++frame, now, readings))
                told.push_back(std::move(settled));
        }
    }
    [[nodiscard]] SlotState state_of(engine::Slot which) const { return settler.settled(which)->state; }

    Settler settler{SettleRule{}, 1};
    std::vector<CardSettled> told;
    CaptureTime now{0};
    std::uint64_t frame = 0;
};

TEST_F(OneDeck, a_second_copy_is_a_doubt_and_so_is_the_first_that_may_have_been_misread) {
    show(face(seven), empty(), milliseconds(1000));
    ASSERT_EQ(state_of(first), SlotState::FACE_UP);
    told.clear();
    show(face(seven), face(seven), milliseconds(900));
    EXPECT_TRUE(told.empty());
    show(face(seven), face(seven), milliseconds(500));
    ASSERT_EQ(told.size(), 2U);
    for (const auto& settled : told) {
        EXPECT_EQ(settled.state, SlotState::DOUBTFUL);
        EXPECT_EQ(settled.reason, one_copy_too_many);
        ASSERT_EQ(settled.guesses.size(), 1U);
        EXPECT_EQ(settled.guesses[0].card, seven);
    }
    // The first one was the wrong one: laid flat, it reads otherwise, and both are told.
    told.clear();
    show(face(eight), face(seven), milliseconds(1000));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(settler.settled(first)->card, eight);
    EXPECT_EQ(settler.settled(second)->card, seven);
}

TEST_F(OneDeck, two_copies_turned_at_the_same_time_are_both_doubtful) {
    show(back(), back(), milliseconds(500));
    show(face(seven), face(seven), milliseconds(1500));
    EXPECT_EQ(state_of(first), SlotState::DOUBTFUL);
    EXPECT_EQ(state_of(second), SlotState::DOUBTFUL);
}

TEST_F(OneDeck, a_card_that_is_moved_to_another_slot_is_no_second_copy) {
    show(face(seven), empty(), milliseconds(500));
    show(covered(), covered(), milliseconds(300));
    show(covered(), face(seven), milliseconds(500)); // the hand still lies on the slot it was taken from
    EXPECT_EQ(settler.settled(second)->card, seven);
    show(empty(), face(seven), milliseconds(500));
    EXPECT_EQ(state_of(first), SlotState::EMPTY);
    EXPECT_EQ(settler.settled(second)->card, seven);
}

TEST_F(OneDeck, what_a_card_cannot_be_never_makes_it_another) {
    show(face(seven), doubtful({{seven, 0.6}, {eight, 0.39}}), milliseconds(5000));
    ASSERT_EQ(state_of(second), SlotState::DOUBTFUL);
    const auto& question = *settler.settled(second);
    EXPECT_EQ(question.reason, "blurred");
    ASSERT_EQ(question.guesses.size(), 2U);
    EXPECT_EQ(question.guesses[0].card, eight) << "the dealer is asked about the possible one first";
    EXPECT_EQ(question.guesses[1].card, seven) << "and the first reading may have been the wrong one";
    EXPECT_EQ(settler.settled(first)->card, seven);
}

TEST(settler, a_shoe_of_eight_decks_may_show_a_card_in_eight_slots_and_not_in_nine) {
    for (const int shown : {8, 9}) {
        Settler settler({}, 8);
        std::vector<SlotReading> readings;
        for (int i = 0; i < shown; ++i) {
            readings.push_back(face(seven));
            readings.back().slot = *engine::Slot::parse("X" + std::to_string(1 + i / 6) + "." + std::to_string(1 + i % 6));
        }
        for (int i = 0; i < 60; ++i)
            static_cast<void>(settler.observe(static_cast<std::uint64_t>(i), milliseconds(33 * i), readings));
        for (const auto& settled : settler.restate())
            EXPECT_EQ(settled.state, shown == 8 ? SlotState::FACE_UP : SlotState::DOUBTFUL);
    }
}

} // namespace
} // namespace recognition::tracking
