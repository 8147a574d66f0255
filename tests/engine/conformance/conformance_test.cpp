// What every game of the catalogue owes its table. A game joins with its line in the catalogue and adds nothing here: the walks below
// play by expected() alone.
#include "tests/engine/conformance/walker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace engine::testing {
namespace {

constexpr std::uint64_t walks = 12;
constexpr int steps_of_a_walk = 900;

class Conformance : public ::testing::TestWithParam<GameEntry> {
protected:
    [[nodiscard]] TableRules rules() const {
        TableRules rules;
        rules.game = std::string(GetParam().name);
        return rules;
    }
};

TEST_P(Conformance, AWalkComesToResultsAndNothingIsEverWithoutSomethingExpected) {
    std::size_t results = 0;
    std::set<std::string> offered;
    std::set<std::string> chosen;
    for (std::uint64_t seed = 1; seed <= walks; ++seed) {
        Walker walker(rules(), seed);
        for (int step = 0; step < steps_of_a_walk; ++step) {
            walker.step();
            ASSERT_FALSE(walker.table().expected().acts.empty()) << "seed " << seed << " step " << step;
        }
        results += walker.count<ResultConfirmed>();
        for (const auto& event : walker.log()) {
            if (const auto* opened = std::get_if<DecisionOpened>(&event.body))
                for (const auto& option : opened->options)
                    offered.insert(option.choice);
            if (const auto* made = std::get_if<DecisionMade>(&event.body)) chosen.insert(made->choice);
        }
    }
    EXPECT_GT(results, walks) << "the walks hardly play";
    EXPECT_EQ(offered, chosen) << "the walks choose everything that is offered";
}

TEST_P(Conformance, AnExpectedButtonIsAccepted) {
    Walker walker(rules(), 21);
    for (int step = 0; step < steps_of_a_walk; ++step) {
        walker.step();
        for (const auto& act : walker.table().expected().acts)
            if (const auto button = button_of(act)) {
                const auto step_made = walker.table().clone()->apply(*button, walker.meta());
                ASSERT_TRUE(step_made.has_value()) << name(act.act) << ": " << step_made.error().reason;
            }
    }
}

TEST_P(Conformance, EveryInputInEveryStateIsAnsweredAndARefusalChangesNothing) {
    Walker walker(rules(), 31);
    for (int step = 0; step < steps_of_a_walk; ++step) {
        walker.step();
        const auto before = walker.table().digest();
        auto inputs = walker.one_of_each();
        for (auto& decision : walker.decisions())
            inputs.push_back(std::move(decision));
        for (const auto& input : inputs) {
            const auto copy = walker.table().clone();
            const auto answer = copy->apply(input, walker.meta());
            ASSERT_FALSE(copy->expected().acts.empty()) << name(input);
            if (answer) continue;
            ASSERT_EQ(copy->digest(), before) << "a refused " << name(input) << " changed the table";
            ASSERT_FALSE(answer.error().clause.empty() || answer.error().reason.empty()) << name(input);
        }
        ASSERT_EQ(walker.table().digest(), before) << "a clone shares something with its table";
    }
}

// Whatever is raised, and whenever: one of its approved endings, or a void before it, ends it. No fault holds a table for ever.
bool can_be_ended(const Table& table, FaultCode code, const InputMeta& meta) {
    const auto gone = [code](const Table& now) {
        return std::ranges::none_of(now.view().faults, [code](const auto& one) { return one.code == code; });
    };
    for (const bool after_void : {false, true}) {
        for (const auto ending : rule_of(code).endings) {
            const auto copy = table.clone();
            if (!copy->apply(RaiseMistake{code, {}, "anna"}, meta)) return true; // not raised here, or raised already
            if (after_void && !copy->apply(VoidRound{"error", "boris", "mara"}, meta)) continue;
            if (gone(*copy)) return true;
            if (copy->apply(EndFault{code, ending, "boris"}, meta) && gone(*copy)) return true;
        }
    }
    return false;
}

TEST_P(Conformance, EveryFaultCanBeEndedInEveryState) {
    Walker walker(rules(), 71);
    for (int step = 0; step < steps_of_a_walk; ++step) {
        walker.step();
        if (step % 4 != 0) continue; // each look tries every ending of every fault
        for (int code = 0; code < fault_codes; ++code)
            ASSERT_TRUE(can_be_ended(walker.table(), static_cast<FaultCode>(code), walker.meta()))
                << name(static_cast<FaultCode>(code)) << " step " << step;
    }
}

// By the command that an ending takes. A void is a round's end, whatever becomes of the fault.
bool ends_so(const Table& table, const ExpectedAct& fault, Ending ending, const InputMeta& meta) {
    const auto ended = [&](const Input& input) {
        const auto copy = table.clone();
        if (!copy->apply(input, meta)) return false;
        const auto left = copy->view().faults;
        const auto same = [&](const auto& one) { return one.code == *fault.fault && one.slot == fault.slot; };
        return std::holds_alternative<VoidRound>(input) || std::ranges::none_of(left, same);
    };
    if (ending == Ending::VOID_ROUND && ended(VoidRound{"error", "boris", "mara"})) return true;
    if (ending != Ending::MANUAL_CARD) return ended(EndFault{*fault.fault, ending, "boris", fault.slot});
    std::vector<Slot> slots;
    for (const auto& [slot, seen] : table.view().slots)
        if (!fault.slot || slot == *fault.slot) slots.push_back(slot);
    for (const auto& slot : slots)
        for (int index = 0; index < cards_per_deck; ++index)
            if (ended(ManualCard{slot, *Card::from_index(index), "anna", "boris"}) ||
                ended(CorrectCard{slot, *Card::from_index(index), "misread", "boris", "mara"}))
                return true;
    return false;
}

// Returns how many endings were offered and how many barred.
std::pair<int, int> look_at_endings(const Table& table, const InputMeta& meta) {
    std::pair<int, int> found;
    for (const auto& act : table.expected().acts) {
        if (act.act != Act::RESOLVE_FAULT) continue;
        EXPECT_EQ(act.endings.size() + act.barred.size(), rule_of(*act.fault).endings.size()) << name(*act.fault);
        const auto where = std::string(name(*act.fault)) + " in " + (act.slot ? act.slot->text() : "no place") + ", ";
        for (const auto ending : act.endings)
            EXPECT_TRUE(ends_so(table, act, ending, meta)) << where << name(ending) << " is offered and refused";
        for (const auto& [ending, why] : act.barred) {
            EXPECT_FALSE(ends_so(table, act, ending, meta)) << where << name(ending) << " is possible, and barred: " << why.reason;
            EXPECT_FALSE(why.clause.empty() || why.reason.empty());
        }
        found.first += static_cast<int>(act.endings.size());
        found.second += static_cast<int>(act.barred.size());
    }
    return found;
}

TEST_P(Conformance, AnEndingIsOfferedExactlyWhenItIsAccepted) {
    std::pair<int, int> found;
    for (std::uint64_t seed = 91; seed < 94; ++seed) {
        Walker walker(rules(), seed);
        for (int step = 0; step < steps_of_a_walk && !HasFailure(); ++step) {
            walker.step();
            const auto of_walk = look_at_endings(walker.table(), walker.meta());
            found = {found.first + of_walk.first, found.second + of_walk.second};
            // And a mistake that a dealer reports at this moment, each code and place in its turn.
            const auto raised = walker.table().clone();
            const auto slots = raised->needed_slots();
            const auto place = step % 3 == 0 ? std::nullopt : std::optional(slots[static_cast<std::size_t>(step) % slots.size()]);
            if (!raised->apply(RaiseMistake{static_cast<FaultCode>(step % fault_codes), place, "anna"}, walker.meta())) continue;
            const auto of_raised = look_at_endings(*raised, walker.meta());
            found = {found.first + of_raised.first, found.second + of_raised.second};
        }
    }
    EXPECT_GT(found.first, 1000);
    EXPECT_GT(found.second, 100) << "hardly anything is ever barred";
}

TEST_P(Conformance, ACloneIsEqualAndGoesOnAlike) {
    Walker walker(rules(), 41);
    auto copy = walker.table().clone();
    for (int step = 0; step < steps_of_a_walk; ++step) {
        const auto taken = walker.step();
        for (const auto& [input, meta] : taken)
            ASSERT_TRUE(copy->apply(input, meta).has_value());
        ASSERT_EQ(copy->digest(), walker.table().digest()) << step;
        ASSERT_EQ(copy->expected(), walker.table().expected()) << step;
        ASSERT_EQ(copy->timers(), walker.table().timers()) << step;
        if (step % 50 == 0) copy = walker.table().clone();
    }
}

TEST_P(Conformance, TheSameInputsMakeTheSameEvents) {
    Walker walker(rules(), 51);
    for (int step = 0; step < steps_of_a_walk; ++step)
        walker.step();
    const auto again = make_table(rules());
    std::vector<std::string> events;
    for (const auto& [input, meta] : walker.inputs()) {
        const auto step = again->apply(input, meta);
        ASSERT_TRUE(step.has_value());
        for (const auto& event : step->events)
            events.push_back(event_text(event));
    }
    EXPECT_EQ(events, walker.texts());
    EXPECT_EQ(again->digest(), walker.table().digest());
}

TEST_P(Conformance, MoneyIsConserved) {
    for (std::uint64_t seed = 61; seed < 61 + walks; ++seed) {
        Walker walker(rules(), seed);
        for (int step = 0; step < steps_of_a_walk; ++step)
            walker.step();
        Books books;
        for (const auto& event : walker.log())
            books.hear(event);
        EXPECT_TRUE(books.wrong.empty()) << "seed " << seed << ": " << books.wrong;
    }
}

TEST_P(Conformance, NoFaceIsToldBeforeItIsTurned) {
    for (std::uint64_t seed = 81; seed < 81 + walks; ++seed) {
        Walker walker(rules(), seed);
        for (int step = 0; step < steps_of_a_walk; ++step) {
            walker.step();
            for (const auto& [slot, seen] : walker.table().view().slots)
                ASSERT_TRUE(!seen.card || walker.turned(slot, *seen.card)) << slot.text();
        }
        EXPECT_EQ(walker.leak(), "") << "seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Conformance, ::testing::ValuesIn(game_catalog().begin(), game_catalog().end()), [](const auto& game) {
    std::string name(game.param.name);
    std::ranges::replace(name, '-', '_');
    return name;
});

} // namespace
} // namespace engine::testing
