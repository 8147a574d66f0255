// The walker itself: a table that lets a face slip is found out, whichever event tells it.
#include "tests/engine/conformance/walker.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace engine::testing {
namespace {

// Where a table may name a face that it has seen and that the rules have not shown.
struct Slip {
    std::string_view name;
    EventBody (*say)(const std::string& face);
};

EventBody in_notice(const std::string& face) {
    return PlayerNotice{"SEEN " + face, 3};
}
EventBody in_reason(const std::string& face) {
    return TableStatus{TableState::OPEN, "with " + face, {}};
}
EventBody in_dealer(const std::string& face) {
    return DealerChanged{"anna-" + face};
}
EventBody in_option(const std::string& face) {
    DecisionOption option;
    option.choice = "BET." + face;
    return DecisionOpened{{SeatKind::BOX, 1}, {option}, "FOLD", {}};
}
EventBody in_expectation(const std::string& face) {
    return FaultRaised{FaultCode::NO_DEAL, Severity::WARN, {}, "", "lay " + face + " there", ""};
}
EventBody in_fault(const std::string& face) {
    return FaultRaised{FaultCode::EXTRA_CARD, Severity::WARN, {}, "", "", face};
}
EventBody in_private_answer(const std::string& face) {
    return DecisionAccepted{"k", "acme", {SeatKind::BOX, 1}, face, {}};
}
EventBody in_result(const std::string& face) {
    PositionResult worth;
    worth.hand = {*Card::parse(face)};
    return ResultProvisional{{worth}};
}

const std::vector<Slip>& slips() {
    static const std::vector<Slip> all{
        {"notice", &in_notice},           {"reason", &in_reason}, {"dealer", &in_dealer},          {"option", &in_option},
        {"expectation", &in_expectation}, {"fault", &in_fault},   {"private", &in_private_answer}, {"result", &in_result}};
    return all;
}

// Plays as the table within; what the camera sees while betting is open it tells at once.
class LeakyTable final : public Table {
public:
    LeakyTable(std::unique_ptr<Table> table, const Slip& slip) : table_(std::move(table)), slip_(slip) {}

    [[nodiscard]] std::expected<Step, Rejection> apply(const Input& input, const InputMeta& meta) override {
        const bool betting = table_->view().betting_closes_at.has_value();
        auto step = table_->apply(input, meta);
        const auto* seen = std::get_if<SlotObserved>(&input);
        if (step && betting && seen != nullptr && seen->card)
            step->events.push_back({table_->view().round_id, slip_.say(seen->card->text())});
        return step;
    }
    [[nodiscard]] Expected expected() const override { return table_->expected(); }
    [[nodiscard]] std::map<TimerId, Time> timers() const override { return table_->timers(); }
    [[nodiscard]] TableView view() const override { return table_->view(); }
    [[nodiscard]] std::vector<SlotObserved> in_doubt() const override { return table_->in_doubt(); }
    [[nodiscard]] bool knows(const Input& input) const override { return table_->knows(input); }
    [[nodiscard]] std::string digest() const override { return table_->digest(); }
    [[nodiscard]] std::unique_ptr<Table> clone() const override { return std::make_unique<LeakyTable>(table_->clone(), slip_); }

private:
    std::unique_ptr<Table> table_;
    const Slip& slip_;
};

class WalkerFindsOut : public ::testing::TestWithParam<std::tuple<GameEntry, Slip>> {};

TEST_P(WalkerFindsOut, AFaceThatIsToldWhileBettingIsOpen) {
    const auto& [game, slip] = GetParam();
    TableRules rules;
    rules.game = std::string(game.name);
    std::string leak;
    for (std::uint64_t seed = 1; seed <= 20 && leak.empty(); ++seed) {
        Walker walker(rules, seed, std::make_unique<LeakyTable>(make_table(rules), slip));
        for (int step = 0; step < 900 && walker.leak().empty(); ++step)
            walker.step();
        leak = walker.leak();
    }
    EXPECT_NE(leak, "") << "nobody noticed";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WalkerFindsOut,
                         ::testing::Combine(::testing::ValuesIn(game_catalog().begin(), game_catalog().end()),
                                            ::testing::ValuesIn(slips())),
                         [](const auto& one) {
                             auto name = std::string(std::get<0>(one.param).name) + "_" + std::string(std::get<1>(one.param).name);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

} // namespace
} // namespace engine::testing
