// The demo's dealer and players at a real table of each game, on a simulated clock and without pixels.
#include "studio/app/money_book.h"
#include "studio/app/virtual_dealer.h"
#include "studio/app/virtual_players.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace studio::app {
namespace {

using namespace std::chrono_literals;
using engine::Sight;

engine::TableRules rules_of(const std::string& game) {
    engine::TableRules rules;
    rules.game = game;
    return rules;
}

class Play {
public:
    Play(const std::string& game, std::uint64_t seed)
        : table_(engine::make_table(rules_of(game))), dealer_(seed, "anna"), players_(seed + 1, rules_of(game)) {}

    VirtualDealer& dealer() { return dealer_; }
    // Rounds that have ended, void ones too. False when a round takes longer than a day of the simulated clock.
    bool rounds(int wanted) {
        const auto until = now_ + 24h;
        while (ended < wanted && now_ < until)
            step();
        return ended >= wanted;
    }

    bool hurried = false; // the next round is started while cards of the last one lie

    MoneyBook book;
    int ended = 0;
    int lay_on = 0; // rounds that were started so
    int voided = 0;
    int faults = 0;
    int wrong = 0; // cards that were told, and are not what lies there
    std::vector<std::string> refused;
    std::set<std::string> chosen;
    std::set<engine::FaultCode> codes;

private:
    void step() {
        now_ += 150ms;
        fire_timers();
        for (const auto& ask : players_.ask(table_->expected(), table_->view(), now_))
            apply(ask.input);
        if (const auto deed = dealer_.decide(table_->expected(), now_)) std::visit([this](const auto& one) { carry_out(one); }, *deed);
        if (hurried) start_among_cards();
    }
    void start_among_cards() {
        const auto acts = table_->expected().acts;
        const auto is = [](engine::Act act) { return [act](const auto& one) { return one.act == act; }; };
        if (std::ranges::none_of(acts, is(engine::Act::CLEAR_SLOT)) || std::ranges::none_of(acts, is(engine::Act::START_ROUND))) return;
        ++lay_on;
        apply(engine::StartRound{"anna"});
    }
    void fire_timers() {
        for (;;) {
            const auto timers = table_->timers();
            const auto due = std::ranges::find_if(timers, [this](const auto& one) { return one.second <= now_; });
            if (due == timers.end()) return;
            apply(engine::TimerFired{due->first});
        }
    }
    void apply(const engine::Input& input) {
        const auto step = table_->apply(input, {now_, seq_, "test"});
        if (!step) {
            refused.push_back(std::string(name(input)) + ": " + step.error().clause + " " + step.error().reason);
            return;
        }
        for (const auto& event : step->events) {
            if (is_public(event)) ++seq_;
            book.take(event);
            note(event);
        }
    }
    void note(const engine::Event& event) {
        if (std::holds_alternative<engine::ResultConfirmed>(event.body)) ++ended;
        if (const auto* shoe = std::get_if<engine::ShoeStarted>(&event.body); shoe != nullptr && !shoe->burn_card) dealer_.opens_deck();
        if (std::holds_alternative<engine::RoundVoided>(event.body)) ++ended, ++voided;
        if (const auto* fault = std::get_if<engine::FaultRaised>(&event.body)) ++faults, codes.insert(fault->code);
        if (const auto* told = std::get_if<engine::CardRevealed>(&event.body)) {
            const auto lies = dealer_.lying().find(told->slot);
            if (lies == dealer_.lying().end() || lies->second != told->card) ++wrong;
        }
        if (const auto* made = std::get_if<engine::DecisionMade>(&event.body)) {
            chosen.insert(made->choice);
            if (made->choice == "FOLD") dealer_.folds(made->box);
        }
    }

    void see(const engine::Slot& slot, Sight sight) {
        std::optional<engine::Card> card;
        if (sight == Sight::FACE_UP) card = cards_.at(slot);
        if (sight == Sight::EMPTY) cards_.erase(slot);
        apply(engine::SlotObserved{slot, sight, card, 0.99, ++frame_, now_, "", "c1", "", {}});
    }
    [[nodiscard]] std::vector<engine::Slot> at(const engine::Seat& seat) const {
        std::vector<engine::Slot> slots;
        for (const auto& [slot, card] : cards_)
            if (slot.seat == seat) slots.push_back(slot);
        return slots;
    }
    void read(const ShoeWord& word) { apply(engine::ShoeCardRead{"shoe", word.number, word.card}); }
    void carry_out(const Pocket& pocket) { read(pocket.read); }
    void carry_out(const Lay& lay) {
        if (lay.read) read(*lay.read);
        cards_[lay.slot] = lay.card;
        see(lay.slot, lay.face_down ? Sight::FACE_DOWN : Sight::FACE_UP);
    }
    void carry_out(const Turn& turn) { see(turn.slot, turn.soiled ? Sight::DOUBTFUL : Sight::FACE_UP); }
    void carry_out(const Trouble& trouble) { apply(engine::CameraChanged{"c1", trouble.camera, "test"}); }
    void carry_out(const Take& take) { see(take.slot, Sight::EMPTY); }
    void carry_out(const TurnAll& turn) {
        for (const auto& slot : at(turn.seat))
            see(slot, Sight::FACE_UP);
    }
    void carry_out(const TakeAll& take) {
        for (const auto& slot : at(take.seat))
            see(slot, Sight::EMPTY);
    }
    void carry_out(const Swap& swap) {
        std::swap(cards_.at(swap.one), cards_.at(swap.other));
        see(swap.one, Sight::FACE_UP);
        see(swap.other, Sight::FACE_UP);
    }
    void carry_out(const LayCut&) {
        apply(engine::SlotObserved{engine::cut_slot, Sight::CUT_CARD, {}, 0.99, ++frame_, now_, "", "c1", "", {}});
    }
    void carry_out(const Press& press) { apply(press.button); }

    std::unique_ptr<engine::Table> table_;
    VirtualDealer dealer_;
    VirtualPlayers players_;
    engine::Time now_{};
    std::uint64_t seq_ = 1;
    std::uint64_t frame_ = 0;
    std::map<engine::Slot, engine::Card> cards_;
};

class VirtualPlay : public ::testing::TestWithParam<std::string> {};

std::set<std::string> choices_of(const std::string& game) {
    if (game == "pok-deng") return {};
    std::set<std::string> all{"FOLD", "BET", "INSURE", "STAND", "TAKE_ANTE", "BUY_GAME"};
    all.merge(game == "poker-switch" ? std::set<std::string>{"SWITCH"} : std::set<std::string>{"EXCHANGE", "BUY_CARD"});
    return all;
}

// Where cards go at the tables of the game, some of them.
std::vector<engine::Slot> places_of(const std::string& game) {
    std::vector<engine::Slot> places;
    for (const auto* text : {"P1.1", "P2.1", "P3.2", "B.1", "P4.2", "X1.1", "X2.3", "X3.5", "X1.6", "D.2"})
        if (const auto slot = *engine::Slot::parse(text);
            (slot.seat.kind == engine::SeatKind::PLAYER || slot.seat.kind == engine::SeatKind::BANKER) == (game == "pok-deng"))
            places.push_back(slot);
    return places;
}

TEST_P(VirtualPlay, RoundsEndWithoutAFaultAndEveryWagerOnce) {
    Play play(GetParam(), 7);
    ASSERT_TRUE(play.rounds(300));
    EXPECT_EQ(play.voided, 0);
    EXPECT_EQ(play.faults, 0);
    EXPECT_EQ(play.wrong, 0);
    EXPECT_TRUE(play.refused.empty()) << play.refused.front();
    EXPECT_GT(play.book.wagers(), 600);
    EXPECT_EQ(play.book.open(), 0);
    EXPECT_TRUE(play.book.faults().empty()) << play.book.faults().front();
    EXPECT_EQ(play.chosen, choices_of(GetParam()));
}

TEST_P(VirtualPlay, ARoundThatIsStartedWhileCardsLieAsksForThemToBeTakenAndGoesOn) {
    Play play(GetParam(), 7);
    play.hurried = true;
    ASSERT_TRUE(play.rounds(60)) << "the table stands still";
    EXPECT_GT(play.lay_on, 20);
    EXPECT_EQ(play.voided, 0);
    EXPECT_EQ(play.faults, 0);
    EXPECT_EQ(play.wrong, 0);
    EXPECT_TRUE(play.refused.empty()) << play.refused.front();
    EXPECT_EQ(play.book.open(), 0);
}

// The reader of the shoe counts as the table does, whatever else goes wrong.
TEST_P(VirtualPlay, AShoeThatReadsItsCardsIsAtOddsWithNobody) {
    Play right(GetParam(), 7);
    right.dealer().deal_from(ShoeKind::READING);
    ASSERT_TRUE(right.rounds(100));
    EXPECT_EQ(right.faults, 0);
    EXPECT_TRUE(right.refused.empty()) << right.refused.front();
    auto kinds = VirtualDealer::mistakes();
    for (const auto code :
         {engine::FaultCode::SOURCES_DISAGREE, engine::FaultCode::MISSING_CARDS,
          engine::FaultCode::WRONG_POSITION}) // put right in time it is none, and the cards lie in another order than they were drawn
        kinds.erase(code);
    Play wrong(GetParam(), 11);
    wrong.dealer().deal_from(ShoeKind::READING);
    wrong.dealer().sit_at(places_of(GetParam()));
    wrong.dealer().make_mistakes(20, kinds);
    ASSERT_TRUE(wrong.rounds(200));
    EXPECT_FALSE(wrong.codes.contains(engine::FaultCode::SOURCES_DISAGREE));
    EXPECT_FALSE(wrong.codes.contains(engine::FaultCode::MISSING_CARDS));
}

TEST_P(VirtualPlay, MistakesAreNoticedAndEveryWagerStillEndsOnce) {
    Play play(GetParam(), 11);
    play.dealer().sit_at(places_of(GetParam()));
    play.dealer().deal_from(ShoeKind::READING);
    play.dealer().make_mistakes(20);
    ASSERT_TRUE(play.rounds(100));
    EXPECT_GT(play.faults, 10);
    EXPECT_EQ(play.book.open(), 0);
    EXPECT_TRUE(play.book.faults().empty()) << play.book.faults().front();
}

std::string listed(const std::set<engine::FaultCode>& codes) {
    std::string text = "noticed:";
    for (const auto code : codes)
        text += " " + std::string(engine::name(code));
    return text;
}

// Each kind alone: the table names it as the procedures do, and goes on after its approved ending.
TEST_P(VirtualPlay, EveryMistakeOfTheProceduresIsNoticedForWhatItIs) {
    using enum engine::FaultCode;
    for (const auto code : VirtualDealer::mistakes()) {
        // No card of the other games lies while betting is open.
        const bool of_a_shoe = code == CUT_CARD_LATE || code == CARD_EXPOSED_EARLY || code == MISSING_CARDS || code == SOURCES_DISAGREE;
        const bool of_a_deck = code == DUPLICATE_CARD;
        if (of_a_shoe ? GetParam() != "pok-deng" : of_a_deck && GetParam() == "pok-deng") continue;
        Play play(GetParam(), 5);
        play.dealer().sit_at(places_of(GetParam()));
        play.dealer().deal_from(ShoeKind::READING);
        play.dealer().make_mistakes(of_a_shoe && code != SOURCES_DISAGREE ? 1000 : 200, {code});
        ASSERT_TRUE(play.rounds(of_a_shoe ? 40 : 30)) << engine::name(code) << " stops the table";
        EXPECT_TRUE(play.codes.contains(code)) << engine::name(code) << " is not noticed; " << listed(play.codes);
        EXPECT_EQ(play.book.open(), 0) << engine::name(code);
        EXPECT_TRUE(play.book.faults().empty()) << engine::name(code) << ": " << play.book.faults().front();
        EXPECT_EQ(play.wrong, 0) << engine::name(code);
    }
}

TEST(VirtualPlayers, TheSameSeedPlaysTheSame) {
    Play one("russian-poker", 3);
    Play other("russian-poker", 3);
    ASSERT_TRUE(one.rounds(20) && other.rounds(20));
    EXPECT_EQ(one.book.taken(), other.book.taken());
    EXPECT_EQ(one.book.returned(), other.book.returned());
    EXPECT_GT(one.book.taken(), 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, VirtualPlay, ::testing::Values("pok-deng", "russian-poker", "imperial-poker", "poker-switch"),
                         [](const auto& game) {
                             auto name = game.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

} // namespace
} // namespace studio::app
